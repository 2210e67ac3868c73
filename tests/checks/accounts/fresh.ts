import { carries, type Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/answer.ts';
import type { Scene } from '../../../harness/scene.ts';
import { itemsOf, type Json, object, text } from '../body.ts';
import { create, markedName, meaningsOf } from '../own.ts';
import { emailMeanings, genders, markOf } from './request.ts';

/** An account that was made just now: what was said of it, and what came. */
export interface Fresh {
  readonly meanings: Meanings;
  readonly answer: Answer;
}

/** The words of the plainest creation. */
export const plain = 'new';

/** How many names a run tries: those of earlier runs with the same seed are taken. */
const tries = 3;

/**
 * The creation of an account under a name that nobody has, the same for all who ask with these words.
 * Inconclusive when earlier runs with this seed have taken every name.
 */
export function fresh(scene: Scene, kind: 'student' | 'teacher', words: string = plain): Promise<Fresh> {
  return scene.world.once(`fresh ${kind} ${words}`, async () => {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const usual = meaningsOf(scene, kind, markedName(scene, `${kind} ${words} ${attempt}`));
      const meanings = { ...usual, ...more(scene, kind, words === plain, attempt) };
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

/** What a creation says beside the name, where the body has a place for it: a UPN may have to be a real one. */
function more(scene: Scene, kind: string, usual: boolean, attempt: number): Meanings {
  const mark = `${kind}.${attempt}.${markOf(scene)}`;
  if (!usual) return { upn: scene.world.coin(`upn.${mark}`) };
  const [gender] = genders(scene);
  return {
    ...emailMeanings(scene, `${mark}@example.org`),
    externalId: scene.world.coin(mark),
    dateOfBirth: scene.world.coin('2001-02-03'),
    ...(gender === undefined ? {} : { gender }),
  };
}

async function isTaken(scene: Scene, kind: 'student' | 'teacher', meanings: Meanings): Promise<boolean> {
  const op = scene.operation(kind === 'student' ? 'createStudent' : 'createTeacher');
  if (!carries(op.body ?? {}, 'username')) return false;
  const answer = await scene.send('listUsers', { username: [meanings['username']] });
  return itemsOf(scene, answer).length > 0;
}
