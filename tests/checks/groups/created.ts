import type { Meanings } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/answer.ts';
import type { Scene } from '../../../harness/scene.ts';
import { type Json, object, resourceOf, text } from '../body.ts';
import { create, markedName } from '../own.ts';
import type { Group } from './group.ts';

/** A creation that was accepted: what was sent, and what came. */
export interface Created {
  readonly meanings: Meanings;
  readonly answer: Answer;
  readonly thing: Json;
  readonly id: string;
}

/** How many names a run tries before it gives up: those of earlier runs with the same seed are taken. */
const tries = 3;

/**
 * A class or cohort that was made just now, the same for all who ask with these words. Names are the run's own
 * and the same in every run with a seed, so that runs do not leave ever more behind; a name that an earlier
 * run has taken is passed over. Inconclusive when all are taken, or when the target refuses.
 */
export function created(
  scene: Scene,
  group: Group,
  words = 'made',
  more: Readonly<Record<string, unknown>> = {},
): Promise<Created> {
  return scene.world.once(`created ${group.kind} ${words}`, async () => {
    const { answer, meanings } = await firstFree(scene, group, words, more);
    const id = text(object(object(answer.json)?.[group.kind])?.[group.id]);
    return {
      meanings,
      answer,
      id: scene.need(id, `\`${group.id}\` in the answer to a creation, got ${answer.status}`),
      thing: resourceOf(scene, answer, group.kind),
    };
  });
}

/** The answer to the creation of something whose name was free. Inconclusive when every name was taken. */
export async function firstFree(
  scene: Scene,
  group: Group,
  words: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly answer: Answer; readonly meanings: Meanings }> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const name = markedName(scene, `${group.kind} ${words} ${attempt}`);
    const meanings = { name, description: name, ...more };
    const answer = await create(scene, group.kind, meanings);
    if (answer.status !== 409) return { answer, meanings };
  }
  const free = undefined;
  return scene.need(
    free,
    'a name that no earlier run with this seed has taken; another seed has other names',
  );
}
