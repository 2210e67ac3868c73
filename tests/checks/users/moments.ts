import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { anotherSecond } from '../../target/another-second.ts';
import { type Json, resourceOf } from '../../target/body.ts';
import { momentIn } from '../../target/order.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { readUser } from '../../target/users/read.ts';

/** What the two moments in a user mean. */
export const moments: readonly Check[] = [
  check('user.created-at-meaning', {
    access: 'write',
    needs: ['create-student.body'],
    async run(context) {
      const before = context.need(momentIn(await student(context), 'createdAt'), '`createdAt` before');
      for (const words of ['once', 'once more']) {
        const answer = await rename(context, words);
        const after = momentIn(resourceOf(context, answer, 'user'), 'createdAt');
        context.must.equal(context.need(after, '`createdAt` in the answer'), before, '`createdAt`', answer);
      }
    },
  }),

  check('user.updated-at-meaning', {
    access: 'write',
    needs: ['create-student.body'],
    async run(context) {
      const before = momentIn(await student(context), 'updatedAt') ?? 0;
      await judgeMovesForward(context, await judgeMovesForward(context, before, 'twice'), 'thrice');
    },
  }),
];

/** Renames, and judges that `updatedAt` is later than before. Gives the new one. */
async function judgeMovesForward(context: Context, before: number, words: string): Promise<number> {
  let answer = await rename(context, words);
  if (updatedAt(context, answer) <= before) {
    await anotherSecond(context);
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
  return readUser(context, await fixtureId(context, 'student', 'account'));
}

async function rename(context: Context, words: string): Promise<Answer> {
  const userId = await fixtureId(context, 'student', 'account');
  const name = nameMeanings(context, 'Rollcall', `Renamed ${words}`);
  const answer = await request(context, context.op.id, userId, name);
  context.need.accepted(answer);
  return answer;
}

function updatedAt(context: Context, answer: Answer): number {
  return momentIn(resourceOf(context, answer, 'user'), 'updatedAt') ?? 0;
}
