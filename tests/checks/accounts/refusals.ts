import { type Check, checks } from '../../../harness/judging/check.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { forEachMalformed } from '../../target/each-kind.ts';
import { onExtendedId } from '../../target/near-ids.ts';

/** The user id in the path is a UUID. */
export const refusalChecks: readonly Check[] = checks(
  [
    'add-student-classes.user-id',
    'remove-student-classes.user-id',
    'add-student-cohorts.user-id',
    'update-student-details.user-id',
    'add-teacher-classes.user-id',
    'remove-teacher-classes.user-id',
    'update-user-name.user-id',
    'update-user-password.user-id',
    'update-user-primary-email.user-id',
    'set-user-external-id.user-id',
    'enable-user.user-id',
    'disable-user.user-id',
  ],
  {
    access: 'write',
    needs: needsAccount,
    accepts: 'some 4xx: with which status, `users.malformed-user-id` leaves open',
    async run(context) {
      const op = context.op.id;
      const control = await accepted(context, op);
      context.need.accepted(control);
      const meanings = await validChange(context, op);
      const known = await accountId(context, accountOf(op).kind);
      const judge = async (id: string) => {
        const answer = await request(context, op, id, meanings);
        if (op === 'disableUser' && answer.status < 300) await requestIfFilled(context, 'enableUser', known);
        context.must(answer).be.refused();
        context.observe('users.malformed-user-id', String(answer.status));
      };
      await forEachMalformed(context, judge, context.share('quarter'));
      await onExtendedId(context, known, judge);
      const unknown = await request(context, op, context.unknownId('userId'), meanings);
      context.observe('users.unknown-user', String(unknown.status));
    },
  },
);
