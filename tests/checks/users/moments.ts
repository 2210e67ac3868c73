import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Json, resourceOf } from '../../target/body.ts';
import { momentIn } from '../../target/order.ts';
import { filled, fixtureId } from '../../target/reuse/fixture.ts';
import { readUser } from '../../target/users/read.ts';

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
    async run(context) {
      const before = context.need(momentIn(await student(context), 'createdAt'), '`createdAt` before');
      for (const words of ['once', 'once more']) {
        const answer = await rename(context, words);
        const after = momentIn(resourceOf(context, answer, 'user'), 'createdAt');
        context.must.equal(context.need(after, '`createdAt` in the answer'), before, '`createdAt`', answer);
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
    async run(context) {
      const before = momentIn(await student(context), 'updatedAt') ?? 0;
      await movesOn(context, await movesOn(context, before, 'twice'), 'thrice');
    },
  }),
];

/** Renames, and claims that the moment of the last change moves forward. Gives the new one. */
async function movesOn(context: Context, before: number, words: string): Promise<number> {
  let answer = await rename(context, words);
  if (updatedAt(context, answer) <= before) {
    await sleep(nextSecondMs);
    answer = await rename(context, `${words} again`);
  }
  const later = updatedAt(context, answer);
  context.must.hold(later > before, {
    expected: '`updatedAt` later than before the change',
    actual: later === before ? 'the same moment' : 'an earlier moment, or none',
    in: answer,
  });
  return later;
}

async function student(context: Context): Promise<Json> {
  const userId = await fixtureId(context, 'student', 'account');
  return readUser(context, context.operation('listUsers'), userId);
}

async function rename(context: Context, words: string): Promise<Answer> {
  const userId = await fixtureId(context, 'student', 'account');
  const { synthetic } = context.world;
  const own = (text: string) => synthetic.call(context.world, text);
  const names = {
    firstName: own('Rollcall'),
    lastName: own(`Renamed ${words}`),
    fullName: own(`Rollcall Renamed ${words}`),
  };
  const answer = await context.send(context.op, { userId }, { body: filled(context.op, names) });
  context.need(answer.status === 200, `the change to be accepted, got ${answer.status}`);
  return answer;
}

function updatedAt(context: Context, answer: Answer): number {
  return momentIn(resourceOf(context, answer, 'user'), 'updatedAt') ?? 0;
}
