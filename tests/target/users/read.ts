import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json } from '../body.ts';
import { filterNamed } from './filters.ts';
import { paramsFor } from './samples.ts';

/** One user, read by identifier through the list or the search; inconclusive when that finds nobody. */
export async function readUser(context: Context, op: Operation, userId: string): Promise<Json> {
  const wanted = [{ filter: filterNamed('userId'), values: [userId] }];
  const [user] = itemsOf(context, await context.send(op, paramsFor({ op }, wanted)));
  return context.need(user, `${op.id} to find a user of this run by identifier`);
}
