import { carries } from '../../../generators/body.ts';
import { personNames } from '../../../generators/person.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { accountOf, making } from '../../target/accounts/account.ts';
import { markOf, nameMeanings, request } from '../../target/accounts/request.ts';
import { eventuallyUser, readUser, subjectOf } from '../../target/accounts/subject.ts';

/** The whole name of a user whose parts are changed. */
export const fullNameChecks: readonly Check[] = [
  // A change of name is seen in the whole name as well: it does not stay as it was.
  check('update-user-name.effect/full-name', {
    access: 'write',
    on: ['updateUserName'],
    needs: [making('student')],
    sends: 'changes of both parts of the name of an account that the run made, and reads before and after',
    accepts: 'a `fullName` that is another than before, however it is put together; or none',
    async run(context) {
      const body = context.op.body ?? {};
      context.need(carries(body, 'firstName') && carries(body, 'lastName'), 'a body that carries both parts');
      const account = accountOf(context.op.id);
      const id = await subjectOf(context, 'student');
      let turn = 0;
      await context.forAll(
        personNames('plain', markOf(context)),
        async ({ firstName, lastName }) => {
          // Each change differs from the one before it in both parts.
          turn += 1;
          const before = (await readUser(context, id))['fullName'];
          const meanings = nameMeanings(context, `${firstName} ${turn}`, `${lastName} ${turn}`);
          const answer = await request(context, account, id, meanings);
          context.need(answer.status < 300, `a plain name to be accepted, got ${answer.status}`);
          const moved = (name: unknown) => name === undefined || name !== before;
          const after = await eventuallyUser(context, id, (user) => moved(user['fullName']));
          context.must.hold(before === undefined || moved(after['fullName']), {
            expected: 'a `fullName` that follows the change of name',
            actual: 'the one from before the change',
            in: answer,
          });
        },
        Math.min(Math.ceil(context.runs / 4), 3),
      );
    },
  }),
];
