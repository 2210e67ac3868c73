import { type Check, checks } from '../../../harness/judging/check.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { forEachMalformed } from '../../target/each-kind.ts';

/** The user id in the path is a UUID. */
export const refusalChecks: readonly Check[] = checks(
  {
    addStudentClasses: 'add-student-classes.user-id',
    removeStudentClasses: 'remove-student-classes.user-id',
    addStudentCohorts: 'add-student-cohorts.user-id',
    updateStudentDetails: 'update-student-details.user-id',
    addTeacherClasses: 'add-teacher-classes.user-id',
    removeTeacherClasses: 'remove-teacher-classes.user-id',
    updateUserName: 'update-user-name.user-id',
    updateUserPassword: 'update-user-password.user-id',
    updateUserPrimaryEmail: 'update-user-primary-email.user-id',
    setUserExternalId: 'set-user-external-id.user-id',
    enableUser: 'enable-user.user-id',
    disableUser: 'disable-user.user-id',
  },
  {
    access: 'write',
    needs: needsAccount,
    sends:
      'a valid change of an account that the run made (accepted), then the same with a malformed id in the path',
    accepts: 'some 4xx: with which status, `users.malformed-user-id` leaves open',
    async run(context) {
      const op = context.op.id;
      const control = await accepted(context, op);
      context.need.accepted(control);
      const meanings = await validChange(context, op);
      await forEachMalformed(
        context,
        async (id) => {
          const answer = await request(context, op, id, meanings);
          context.must(answer).be.refused();
          context.observe('users.malformed-user-id', String(answer.status));
        },
        context.share('quarter'),
      );
      const unknown = await request(context, op, context.unknownId('userId'), meanings);
      context.observe('users.unknown-user', String(unknown.status));
    },
  },
);
