import { type Check, check } from '../../../harness/judging/check.ts';
import { accepted } from '../../target/accounts/accepted.ts';
import { answering, making } from '../../target/accounts/account.ts';
import { contradictions } from '../../target/accounts/fields.ts';
import { eventuallyUser, subjectOf } from '../../target/accounts/subject.ts';
import { resourceOf, text } from '../../target/body.ts';

/** The answers to the four changes whose answer the interface shows. */
export const answerChecks: readonly Check[] = answering.flatMap((account) => {
  const { op, clauses, kind } = account;
  const needs = [making(kind)];
  return [
    // A valid change is answered with 200.
    check(`${clauses}.success`, {
      access: 'write',
      on: [op],
      needs,
      sends: 'a valid change of an account that the run made',
      accepts: '200',
      async run(context) {
        context.must(await accepted(context, account)).have.status(200);
      },
    }),

    // The user in the answer is the one that was changed, as a later read shows it.
    check(`${clauses}.body/same-user`, {
      access: 'write',
      on: [op],
      needs,
      sends: 'a valid change of an account that the run made, then a read of that user',
      accepts: 'its id, and no field of User that both carry with different values, `updatedAt` aside',
      async run(context) {
        const id = await subjectOf(context, kind);
        // Sent anew: other rows have changed the account since.
        context.world.forget(`accepted ${op}`);
        const answer = await accepted(context, account);
        const user = resourceOf(context, answer, 'user');
        context.must.hold(text(user['userId'])?.toLowerCase() === id.toLowerCase(), {
          expected: 'the user that was changed',
          actual: 'another id, or none',
          in: answer,
        });
        const differ = (other: typeof user) => contradictions(user, other);
        const seen = await eventuallyUser(context, id, (other) => differ(other).length === 0);
        context.must.hold(differ(seen).length === 0, {
          expected: 'the user as a later read shows it',
          actual: `another ${differ(seen).join(', ')}`,
          in: answer,
        });
      },
    }),
  ];
});
