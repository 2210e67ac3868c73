import { type Check, checks } from '../../../harness/judging/check.ts';
import { accepted, acceptedAnew } from '../../target/accounts/accepted.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { judgeSameUser } from '../../target/accounts/same-user.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { resourceOf } from '../../target/body.ts';
import { idsOf } from '../../target/users/found.ts';

/** The answers to the four changes whose answer the interface shows. */
export const answerChecks: readonly Check[] = [
  ...checks(
    [
      'update-student-details.success',
      'update-user-name.success',
      'update-user-password.success',
      'update-user-primary-email.success',
    ],
    {
      access: 'write',
      needs: needsAccount,
      async run(context) {
        const answer = await accepted(context, context.op.id);
        context.need.described(answer);
        context.must(answer).have.status(200);
      },
    },
  ),

  // The user in the answer is the one that was changed, as a later read shows it, `updatedAt` aside.
  ...checks(
    [
      'update-student-details.body/same-user',
      'update-user-name.body/same-user',
      'update-user-password.body/same-user',
      'update-user-primary-email.body/same-user',
    ],
    {
      access: 'write',
      needs: needsAccount,
      async run(context) {
        const id = await accountId(context, accountOf(context.op.id).kind);
        const answer = await acceptedAnew(context, context.op.id);
        const [shown] = idsOf([resourceOf(context, answer, 'user')]);
        context.must.hold(shown === id.toLowerCase(), {
          expected: 'the user that was changed',
          actual: 'another id, or none',
          in: answer,
        });
        await judgeSameUser(context, answer, id);
      },
    },
  ),
];
