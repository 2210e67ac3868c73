import { type Check, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';

/** Changes of different users at the same time are answered each with its own user. */
export const ownAnswerChecks: readonly Check[] = checks(
  ['update-student-details.body/at-once', 'update-user-password.body/at-once'],
  {
    access: 'write',
    needs: needsAccount,
    unless: fromStandard,
    sends: 'the same change of two accounts at once',
    accepts: 'in each answer the user of its own path; a change that overlaps may be refused',
    async run(context) {
      const { op } = context;
      const ids = [await accountId(context, 'student'), await fixtureId(context, 'student', 'member 2')];
      const isOther = ids[0] !== ids[1] && ids[1] !== undefined && context.world.isMade(ids[1]);
      context.need(isOther, 'a second student that the run made');
      const meanings = await validChange(context, op.id);
      const answers = await inParallel(ids.map((id) => () => request(context, op.id, id, meanings)));
      const own = answers.map((answer, at) => {
        const shown = text(userIn(answer)?.['userId']);
        return answer.status >= 300 || shown === undefined || shown.toLowerCase() === ids[at]?.toLowerCase();
      });
      context.must.hold(
        own.every((isOwn) => isOwn),
        {
          expected: 'each answer with the user of its own path',
          actual: `${own.filter((isOwn) => !isOwn).length} of ${own.length} with another user`,
          in: answers,
        },
      );
    },
  },
);
