import { type Check, check, checks } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { accountOf, needsAccount } from '../../target/accounts/account.ts';
import { changes } from '../../target/accounts/change.ts';
import { markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { mustCreateAtOnce } from '../../target/at-once.ts';
import type { Json } from '../../target/body.ts';
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
