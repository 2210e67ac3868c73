import { carries } from '../../../generators/body.ts';
import { personNames } from '../../../generators/person.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { eventuallyUser, readUser } from '../../target/users/read.ts';

/** The whole name of a user whose parts are changed. */
export const fullNameChecks: readonly Check[] = [
  // A change of name shows in the whole name as well.
  check('update-user-name.effect/full-name', {
    access: 'write',
    needs: needsAccount,
    accepts: 'a `fullName` that is another than before, however it is put together; or none',
    async run(context) {
      const body = context.op.body ?? {};
      context.need(carries(body, 'firstName') && carries(body, 'lastName'), 'a body that carries both parts');
      const id = await accountId(context, 'student');
      let turn = 0;
      await context.forAll(
        personNames('plain', markOf(context)),
        async ({ firstName, lastName }) => {
          // Each change differs from the one before it in both parts.
          turn += 1;
          const before = (await readUser(context, id))['fullName'];
          const meanings = nameMeanings(context, `${firstName} ${turn}`, `${lastName} ${turn}`);
          const answer = await request(context, context.op.id, id, meanings);
          context.need.accepted(answer);
          const follows = (name: unknown) => name === undefined || name !== before;
          const after = await eventuallyUser(context, id, (user) => follows(user['fullName']));
          context.must.hold(before === undefined || follows(after['fullName']), {
            expected: 'a `fullName` that follows the change of name',
            actual: 'the one from before the change',
            in: answer,
          });
        },
        context.byEffort({ quick: 1, standard: 3, deep: 3 }),
      );
    },
  }),
];
