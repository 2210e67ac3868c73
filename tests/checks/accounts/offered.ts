import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { probed } from '../../target/probe.ts';

/** What a server answers to a method or a path that it does not have. */
const notThere = [404, 405];

/** Each operation is offered: no request for it is answered as one for something that is not there. */
export const offered: readonly Check[] = [
  // Without a key each operation answers 401. With a key it may know no such user, but does know the operation.
  ...checks(
    {
      createStudent: 'create-student.exists',
      createTeacher: 'create-teacher.exists',
      addStudentClasses: 'add-student-classes.exists',
      removeStudentClasses: 'remove-student-classes.exists',
      addStudentCohorts: 'add-student-cohorts.exists',
      updateStudentDetails: 'update-student-details.exists',
      addTeacherClasses: 'add-teacher-classes.exists',
      removeTeacherClasses: 'remove-teacher-classes.exists',
      updateUserName: 'update-user-name.exists',
      updateUserPassword: 'update-user-password.exists',
      updateUserPrimaryEmail: 'update-user-primary-email.exists',
      setUserExternalId: 'set-user-external-id.exists',
      enableUser: 'enable-user.exists',
      disableUser: 'disable-user.exists',
    },
    {
      access: 'probe',
      sends: 'a request that changes nothing, without the key and with it; ids are invented',
      accepts: 'anything but 405, and anything but 404 where no user is named or no key is sent',
      async run(context) {
        const keyed = await probed(context, context.op, 'full');
        const keyless = await probed(context, context.op, 'none');
        const unknownUser = context.op.has('userId') && !notThere.includes(keyless.status);
        const offered = keyed.status !== 405 && (keyed.status !== 404 || unknownUser);
        context.must.hold(offered, notOffered(keyed.status, [keyless, keyed]));
      },
    },
  ),

  // The account exists, so a 404 can only be about the operation.
  ...checks(
    {
      addStudentClasses: 'add-student-classes.exists/own-user',
      removeStudentClasses: 'remove-student-classes.exists/own-user',
      addStudentCohorts: 'add-student-cohorts.exists/own-user',
      updateStudentDetails: 'update-student-details.exists/own-user',
      addTeacherClasses: 'add-teacher-classes.exists/own-user',
      removeTeacherClasses: 'remove-teacher-classes.exists/own-user',
      updateUserName: 'update-user-name.exists/own-user',
      updateUserPassword: 'update-user-password.exists/own-user',
      updateUserPrimaryEmail: 'update-user-primary-email.exists/own-user',
      setUserExternalId: 'set-user-external-id.exists/own-user',
      enableUser: 'enable-user.exists/own-user',
      disableUser: 'disable-user.exists/own-user',
    },
    {
      access: 'write',
      needs: (op) => [accountOf(op.id).gap, ...needsAccount(op)],
      sends: 'a valid change of an account that the run made',
      accepts: 'anything but 404 and 405',
      async run(context) {
        const answer = await accepted(context, context.op.id);
        context.must.hold(!notThere.includes(answer.status), notOffered(answer.status, answer));
      },
    },
  ),
];

function notOffered(status: number, answers: Answer | readonly Answer[]) {
  return { expected: 'an operation that is offered', actual: `status ${status}`, in: answers };
}
