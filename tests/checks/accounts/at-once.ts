import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { changes } from '../../target/accounts/change.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { idIn, type Json } from '../../target/body.ts';
import { mustCreateAtOnce } from '../../target/concurrent.ts';
import { fromStandard } from '../../target/effort.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { eventuallyUser } from '../../target/users/read.ts';

/** How often the two changes are sent at once: not every race is close. */
const rounds = 2;

/** Creations, and different changes of one account, at the same time. */
export const atOnceChecks: readonly Check[] = [
  ...checks(['create-student.success/at-once', 'create-teacher.success/at-once'], {
    access: 'write',
    sends: 'a creation (accepted), then two under different names at once',
    run: (context) => mustCreateAtOnce(context, context.op.id === 'createTeacher' ? 'teacher' : 'student'),
  }),

  // A change of name and one of external identifier that overlap both have their effect.
  check('update-user-name.effect/at-once', {
    access: 'write',
    needs: (op) => [...needsAccount(op), accountOf('setUserExternalId').gap],
    accepts: 'both new values; a change that overlaps may be refused',
    async run(context) {
      const id = await accountId(context, 'student');
      for (let round = 1; round <= rounds; round += 1) {
        const words = `${round} ${markOf(context)}`;
        const name = nameMeanings(context, `Once ${words}`, `Both ${words}`);
        const externalId = context.world.synthetic(`once ${words}`);
        const answers = await inParallel([
          () => request(context, changes.name.op, id, name),
          () => request(context, changes.externalId.op, id, { externalId }),
        ]);
        context.need(
          answers.every(({ status }) => status < 300),
          'two overlapping changes to be accepted',
        );
        const showsBoth = (user: Json) =>
          changes.name.shows(user, name, context) && changes.externalId.shows(user, { externalId });
        const seen = await eventuallyUser(context, id, showsBoth);
        context.must.hold(showsBoth(seen), {
          expected: 'both changes that were accepted',
          actual: 'one of them lost',
          in: answers,
        });
      }
    },
  }),
];

/** Changes of different users at the same time are answered each with its own user. */
export const matchingAnswerChecks: readonly Check[] = checks(
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
      const isOwn = (answer: Answer, at: number) => {
        const shown = idIn(userIn(answer), 'userId');
        return answer.status >= 300 || shown === undefined || shown === ids[at]?.toLowerCase();
      };
      context.must.every(answers, isOwn, 'answers with the user of their own path', answers);
    },
  },
);
