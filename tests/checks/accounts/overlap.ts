import { type Check, check } from '../../../harness/judging/check.ts';
import { inParallel } from '../../../harness/judging/in-parallel.ts';
import { accountOf, making } from '../../target/accounts/account.ts';
import { namesIn } from '../../target/accounts/change.ts';
import { sameText } from '../../target/accounts/fields.ts';
import { markOf, nameMeanings, request } from '../../target/accounts/request.ts';
import { eventuallyUser, subjectOf } from '../../target/accounts/subject.ts';
import type { Json } from '../../target/body.ts';

/** How often the two changes are sent at once: not every race is close. */
const rounds = 2;

/** Different changes of one account at the same time. */
export const overlapChecks: readonly Check[] = [
  // A change of name and of external identifier that overlap both have their effect.
  check('update-user-name.effect/at-once', {
    access: 'write',
    on: ['updateUserName'],
    needs: [making('student'), accountOf('setUserExternalId').gap],
    sends: 'a change of name and one of the external identifier of one account, both at once, then a read',
    accepts: 'both new values; a change that overlaps may be refused',
    async run(context) {
      const id = await subjectOf(context, 'student');
      for (let round = 1; round <= rounds; round += 1) {
        const words = `${round} ${markOf(context)}`;
        const name = nameMeanings(context, `Once ${words}`, `Both ${words}`);
        const externalId = context.world.synthetic(`once ${words}`);
        const answers = await inParallel([
          () => request(context, accountOf('updateUserName'), id, name),
          () => request(context, accountOf('setUserExternalId'), id, { externalId }),
        ]);
        context.need(
          answers.every(({ status }) => status < 300),
          'two overlapping changes to be accepted',
        );
        const kept = (user: Json) =>
          namesIn(context).every((part) => sameText(user[part], name[part])) &&
          sameText(user['externalId'], externalId);
        const seen = await eventuallyUser(context, id, kept);
        context.must.hold(kept(seen), {
          expected: 'both changes that were accepted',
          actual: 'one of them lost',
          in: answers,
        });
      }
    },
  }),
];
