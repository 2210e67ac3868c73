import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { type Json, resourceOf } from '../body.ts';
import { filled, ownId } from '../own.ts';
import { momentIn } from './order.ts';
import { readUser } from './reading.ts';

/** A service may keep moments in whole seconds: the next change falls into another one after this long. */
const nextSecondMs = 1100;

/** What the two moments in a user mean (chapter Users). */
export const moments: readonly Check[] = [
  // A change of the user leaves the moment of its making as it is.
  check('user.created-at-meaning', {
    access: 'write',
    on: ['updateUserName'],
    needs: ['create-student.body'],
    sends: 'a new name for a student of this run, and another one',
    accepts: 'the same `createdAt` as before, both times',
    async run(scene) {
      const before = scene.need(momentIn(await student(scene), 'createdAt'), '`createdAt` before');
      for (const words of ['once', 'once more']) {
        const answer = await rename(scene, words);
        const after = momentIn(resourceOf(scene, answer, 'user'), 'createdAt');
        scene.must.equal(scene.need(after, '`createdAt` in the answer'), before, '`createdAt`', answer);
      }
    },
  }),

  // A change of the user moves the moment of its last change forward.
  check('user.updated-at-meaning', {
    access: 'write',
    on: ['updateUserName'],
    needs: ['create-student.body'],
    sends:
      'two new names for a student of this run, each sent again a second later if both fall into one second',
    accepts: 'a later `updatedAt` than before, both times',
    async run(scene) {
      const before = momentIn(await student(scene), 'updatedAt') ?? 0;
      await movesOn(scene, await movesOn(scene, before, 'twice'), 'thrice');
    },
  }),
];

/** Renames, and claims that the moment of the last change moves forward. Gives the new one. */
async function movesOn(scene: Scene, before: number, words: string): Promise<number> {
  let answer = await rename(scene, words);
  if (updatedAt(scene, answer) <= before) {
    await sleep(nextSecondMs);
    answer = await rename(scene, `${words} again`);
  }
  const later = updatedAt(scene, answer);
  scene.must.hold(later > before, {
    expected: '`updatedAt` later than before the change',
    actual: later === before ? 'the same moment' : 'an earlier moment, or none',
    in: answer,
  });
  return later;
}

async function student(scene: Scene): Promise<Json> {
  const userId = await ownId(scene, 'student', 'account');
  return readUser(scene, scene.operation('listUsers'), userId);
}

async function rename(scene: Scene, words: string): Promise<Answer> {
  const userId = await ownId(scene, 'student', 'account');
  const { coin } = scene.world;
  const own = (text: string) => coin.call(scene.world, text);
  const names = {
    firstName: own('Rollcall'),
    lastName: own(`Renamed ${words}`),
    fullName: own(`Rollcall Renamed ${words}`),
  };
  const answer = await scene.send(scene.op, { userId }, { body: filled(scene.op, names) });
  scene.need(answer.status === 200, `the change to be accepted, got ${answer.status}`);
  return answer;
}

function updatedAt(scene: Scene, answer: Answer): number {
  return momentIn(resourceOf(scene, answer, 'user'), 'updatedAt') ?? 0;
}
