import type { Meanings } from '../../../generators/body.ts';
import { wordOf } from '../../../generators/words.ts';
import { type Check, checks } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { type Change, changes, withRequired } from '../../target/accounts/change.ts';
import { joinGroups } from '../../target/accounts/earlier-groups.ts';
import { freshUser, fullestLabel, userIdIn } from '../../target/accounts/fresh-user.ts';
import { emailMeanings, markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { plainUser } from '../../target/accounts/plain-user.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { attempt } from '../../target/attempt.ts';
import type { Json } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { groupIds, holdsId } from '../../target/groups/ids-in-user.ts';
import { unchangedUser } from '../../target/users/read.ts';
import { judgeUnderFilters, uniqueWhenChanged } from '../../target/users/under-filters.ts';

const accepts = 'pages with the user, who has the same fields there as without the filter';

/** Users are found by everything that is in force of them: once they are created, and after each kind of change. */
export const everyFilterChecks: readonly Check[] = [
  ...checks(['create-student.effect/every-filter', 'create-teacher.effect/every-filter'], {
    access: 'write',
    unless: fromStandard,
    sends:
      'a creation, an assignment of the new user to a class and a cohort, then each filter with what the user shows, by list and search',
    accepts,
    async run(context) {
      const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
      // What is left out of a creation shows right after what said everything.
      await attempt(() => plainUser(context, kind));
      const full = await freshUser(context, kind, fullestLabel);
      const isFull = full.answer.status < 400;
      const { answer } = isFull ? full : await freshUser(context, kind);
      const id = userIdIn(context, answer);
      // What a change of members leaves as it was in an index stands beside what the creation put there.
      const joined = isFull ? await attempt(() => joinGroups(context, kind, id)) : undefined;
      await judgeUnderFilters(context, id, (user) =>
        (joined ?? []).every(({ field, id: group }) => holdsId(groupIds(user, field), group)),
      );
    },
  }),

  ...checks(
    [
      'update-student-details.date-of-birth/every-filter',
      'update-user-name.effect/every-filter',
      'update-user-primary-email.effect/every-filter',
      'set-user-external-id.effect/every-filter',
    ],
    {
      access: 'write',
      unless: fromStandard,
      needs: needsAccount,
      sends: 'a change, then each filter with what the user shows now, by list and search',
      accepts,
      async run(context) {
        const id = await accountId(context, 'student');
        await judgeUnderFilters(context, id, await set(context, id), uniqueWhenChanged);
      },
    },
  ),
];

/** By operation, a value that no other check sets. */
const fresh: Readonly<
  Record<string, readonly [change: Change, value: (context: Context, mark: string) => Meanings]>
> = {
  updateStudentDetails: [
    changes.dateOfBirth,
    ({ world }) => ({ dateOfBirth: world.synthetic('2003-07-15') }),
  ],
  updateUserName: [
    changes.name,
    (context, mark) => nameMeanings(context, wordOf(mark), `${wordOf(mark)} Filtered`),
  ],
  updateUserPrimaryEmail: [
    changes.primaryEmail,
    (context, mark) => emailMeanings(context, `filtered.${mark}@example.org`),
  ],
  setUserExternalId: [
    changes.externalId,
    ({ world }, mark) => ({ externalId: world.synthetic(`filtered-${mark}`) }),
  ],
};

/** Sets the value; whether a user shows it. */
async function set(context: Context, id: string): Promise<(user: Json) => boolean> {
  const op = context.op.id;
  const [change, value] = fresh[op] ?? [];
  if (!change || !value) throw new Error(`${op} changes nothing that a user shows`);
  const meanings = value(context, markOf(context));
  const sent = await withRequired(context, op, meanings, () => unchangedUser(context, id));
  const answer = await request(context, op, id, sent);
  context.need.accepted(answer);
  return (user) => change.shows(user, meanings, context);
}
