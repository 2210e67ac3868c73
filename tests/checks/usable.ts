import { Inconclusive } from '../../harness/outcome.ts';
import type { Scene } from '../../harness/scene.ts';
import { listOf, object } from './body.ts';
import { settled } from './groups/settled.ts';
import { type Kind, makers } from './kinds.ts';

/**
 * Waits until what was made can be read by its id, for as long as a change may take to be seen: what is promised is
 * the creation, not that the very next request knows of it. What never can be read is for other clauses to tell.
 */
export async function usable(scene: Scene, kind: Kind, id: string): Promise<void> {
  await settled(scene, () => isKnown(scene, kind, id), Boolean);
}

/** Whether the target knows the id; one that refuses the question for another reason is not asked again. */
async function isKnown(scene: Scene, kind: Kind, id: string): Promise<boolean> {
  try {
    const { read, id: name } = makers[kind];
    const isList = read === makers[kind].list;
    const answer = await scene.send(read, { [name]: isList ? [id] : id });
    if (answer.status !== 200) return answer.status !== 404;
    return !isList || listOf(object(answer.json)?.['data'])?.length !== 0;
  } catch (error) {
    if (error instanceof Inconclusive) return true;
    throw error;
  }
}
