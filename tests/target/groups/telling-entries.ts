import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { largestPage } from '../pages/largest.ts';
import { groupOf } from './group.ts';
import { mostTelling } from './most-telling.ts';

/** The classes or cohorts of the largest page that tell most, so many of them: which a quick run reads in any case. */
export async function tellingEntries(context: Context, most: number): Promise<readonly Json[]> {
  const { list } = groupOf(context.op);
  const { page } = await largestPage({ ...context, op: context.operation(list) });
  return mostTelling(page.items, most);
}
