import type { Meanings } from '../../../generators/body.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { awaitEarlierChanges } from '../../target/accounts/barrier.ts';
import { withRequired } from '../../target/accounts/change.ts';
import { emailMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { anotherSecond } from '../../target/another-second.ts';
import type { Json } from '../../target/body.ts';
import { momentIn } from '../../target/order.ts';
import { readUser, unchangedUser } from '../../target/users/read.ts';

/** How often in a row the moment has to move: an earlier change that shows late moves it once. */
const rounds = 3;

const defects: Readonly<Record<string, (context: Context) => Meanings>> = {
  updateStudentDetails: ({ world }) => ({ dateOfBirth: world.synthetic('not-a-date') }),
  updateUserPrimaryEmail: (context) => emailMeanings(context, 'no address'),
};

/** A change that is refused is no update. */
export const refusedMomentChecks: readonly Check[] = [
  check('user.updated-at-moves/refused', {
    access: 'write',
    on: ['updateStudentDetails', 'updateUserPrimaryEmail'],
    needs: needsAccount,
    sends: 'a value that cannot be read, and reads of the user before and after',
    accepts: 'the same `updatedAt` after a refusal; where the value is accepted, nothing is judged',
    async run(context) {
      const { op, must, need } = context;
      const id = await accountId(context, 'student');
      const defect = need(defects[op.id], 'a value that cannot be read')(context);
      for (let round = 1; round <= rounds; round += 1) {
        const before = await justUpdated(context, id);
        const sent = await withRequired(context, op.id, defect, async () => before);
        const answer = await request(context, op.id, id, sent);
        need(answer.status >= 400, 'a value that cannot be read to be refused');
        const after = await readUser(context, id);
        const isSame = after['updatedAt'] === before['updatedAt'];
        must.hold(isSame || round < rounds, {
          expected: '`updatedAt` as before the refusal',
          actual: 'another moment after each refusal',
          in: answer,
        });
        if (isSame) return;
        await anotherSecond(context);
      }
    },
  }),
];

/** The user after an update that succeeded: an earlier refusal may have moved the moment within this very second. */
async function justUpdated(context: Context, id: string): Promise<Json> {
  const op = 'updateUserName';
  await requestIfFilled(context, op, id, await validChange(context, op));
  await awaitEarlierChanges(context, [id]);
  const user = await unchangedUser(context, id);
  context.need(momentIn(user, 'updatedAt'), 'a user with `updatedAt`');
  return user;
}
