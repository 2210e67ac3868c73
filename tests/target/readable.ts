import type { Context } from '../../harness/judging/context.ts';
import { Inconclusive } from '../../harness/judging/outcome.ts';
import { listOf, object } from './body.ts';
import { eventually } from './eventually.ts';
import { type Kind, resources } from './reuse/resources.ts';

/**
 * Waits until what was made can be read by its id, for as long as a change may take to be seen: what is promised is
 * the creation, not that the very next request knows of it. What never can be read is for other clauses to tell.
 */
export async function waitUntilReadable(context: Context, kind: Kind, id: string): Promise<void> {
  await eventually(context, () => isKnown(context, kind, id), Boolean);
}

/** Whether the target knows the id; one that refuses the question for another reason is not asked again. */
async function isKnown(context: Context, kind: Kind, id: string): Promise<boolean> {
  try {
    const { read, id: name } = resources[kind];
    const isList = read === resources[kind].list;
    const answer = await context.send(read, { [name]: isList ? [id] : id });
    if (answer.status !== 200) return answer.status !== 404;
    return !isList || listOf(object(answer.json)?.['data'])?.length !== 0;
  } catch (error) {
    if (error instanceof Inconclusive) return true;
    throw error;
  }
}
