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
    [
      'create-student.exists',
      'create-teacher.exists',
      'add-student-classes.exists',
      'remove-student-classes.exists',
      'add-student-cohorts.exists',
      'update-student-details.exists',
      'add-teacher-classes.exists',
      'remove-teacher-classes.exists',
      'update-user-name.exists',
      'update-user-password.exists',
      'update-user-primary-email.exists',
      'set-user-external-id.exists',
      'enable-user.exists',
      'disable-user.exists',
    ],
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
    [
      'add-student-classes.exists/own-user',
      'remove-student-classes.exists/own-user',
      'add-student-cohorts.exists/own-user',
      'update-student-details.exists/own-user',
      'add-teacher-classes.exists/own-user',
      'remove-teacher-classes.exists/own-user',
      'update-user-name.exists/own-user',
      'update-user-password.exists/own-user',
      'update-user-primary-email.exists/own-user',
      'set-user-external-id.exists/own-user',
      'enable-user.exists/own-user',
      'disable-user.exists/own-user',
    ],
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
