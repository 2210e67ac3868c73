import type { Context } from '../../harness/judging/context.ts';
import { Inconclusive } from '../../harness/judging/outcome.ts';
import { isEmptyList } from './body.ts';
import { eventually } from './eventually.ts';
import { type Kind, resources } from './reuse/resources.ts';

/**
 * Waits until what was created can be read by its id, for as long as a change may take to be seen: the interface
 * promises the creation, and not that the very next request knows of it. Other clauses judge what never can be read.
 */
export async function waitUntilReadable(context: Context, kind: Kind, id: string): Promise<void> {
  await eventually(context, () => isKnown(context, kind, id), Boolean);
}

/** Whether the target knows the id. A target that refuses the read for another reason is not asked again. */
async function isKnown(context: Context, kind: Kind, id: string): Promise<boolean> {
  try {
    const { get: read, list, id: name } = resources[kind];
    const answer = await context.send(read, { [name]: id });
    return answer.status !== 404 && !(read === list && isEmptyList(answer));
  } catch (error) {
    if (error instanceof Inconclusive) return true;
    throw error;
  }
}
