import { carries, type Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/answer.ts';
import type { Scene } from '../../../harness/scene.ts';
import { itemsOf, type Json, object, text } from '../body.ts';
import { create, markedName, meaningsOf } from '../own.ts';

/** An account that was made just now: what was said of it, and what came. */
export interface Fresh {
  readonly meanings: Meanings;
  readonly answer: Answer;
}

/** How many names a run tries: those of earlier runs with the same seed are taken. */
const tries = 3;

/**
 * The creation of an account under a name that nobody has, the same for all who ask with these words.
 * Inconclusive when earlier runs with this seed have taken every name.
 */
export function fresh(scene: Scene, kind: 'student' | 'teacher', words = 'new'): Promise<Fresh> {
  return scene.world.once(`fresh ${kind} ${words}`, async () => {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const meanings = meaningsOf(scene, kind, markedName(scene, `${kind} ${words} ${attempt}`));
      if (await isTaken(scene, kind, meanings)) continue;
      return { meanings, answer: await create(scene, kind, meanings) };
    }
    const free = undefined;
    return scene.need(free, 'a name that no earlier run with this seed has taken; another seed has others');
  });
}

/** The user in an answer, or `undefined`. */
export function userIn(answer: Answer): Json | undefined {
  return object(object(answer.json)?.['user']);
}

/** The id of the user in an answer. Inconclusive without one: other clauses say so. */
export function userIdIn(scene: Scene, answer: Answer): string {
  return scene.need(text(userIn(answer)?.['userId']), `\`userId\` in the answer, got ${answer.status}`);
}

async function isTaken(scene: Scene, kind: 'student' | 'teacher', meanings: Meanings): Promise<boolean> {
  const op = scene.operation(kind === 'student' ? 'createStudent' : 'createTeacher');
  if (!carries(op.body ?? {}, 'username')) return false;
  const answer = await scene.send('listUsers', { username: [meanings['username']] });
  return itemsOf(scene, answer).length > 0;
}
