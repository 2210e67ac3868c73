import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { groupsOfRun } from '../../target/groups/groups-of-run.ts';
import { groupIds, holdsId } from '../../target/groups/ids-in-user.ts';
import { changeOnUser } from '../../target/members/change.ts';
import { changeOf, membershipNeeds as needs } from '../../target/members/membership.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { itemFields } from '../../target/same-fields.ts';
import { userSearches } from '../../target/users/lookup.ts';
import { readUser } from '../../target/users/read.ts';

/** A user who is in many classes or cohorts is shown in all of them. */
export const manyGroupsChecks: readonly Check[] = checks(
  ['add-student-classes.effect/many', 'add-student-cohorts.effect/many', 'add-teacher-classes.effect/many'],
  {
    access: 'write',
    cost: 'high',
    needs,
    sends:
      'an assignment of one user to all that the run made in this academic year, then reads by list and search',
    async run(context) {
      const { membership } = changeOf(context.op);
      const { group } = membership;
      context.need(
        userSearches.every((list) => itemFields(context, list).includes(group.membership)),
        `\`${group.membership}\` in users, which an older version of the interface lacks`,
      );
      const id = await accountId(context, membership.member === 'teacher' ? 'teacher' : 'student');
      const groups = await groupsOfRun(context, group);
      const shown = async (by: (typeof userSearches)[number]) =>
        context.need(
          groupIds(await readUser(context, id, context.operation(by)), group.membership),
          `\`${group.membership}\` to be a list of identifiers`,
        );
      const before = await shown('listUsers');
      const absent = [...groups.keys()].filter((at) => !holdsId(before, groups[at] ?? ''));
      if (absent.length > 0) {
        const answer = await changeOnUser(context, { membership, groups, members: [id] }, 'assign', absent);
        context.must(answer).be.accepted();
      }
      for (const by of userSearches) await mustShowAll(context, groups, () => shown(by));
    },
  },
);

async function mustShowAll(
  context: Context,
  groups: readonly string[],
  shown: () => Promise<readonly string[]>,
): Promise<void> {
  const missing = async () => {
    const ids = await shown();
    return groups.filter((id) => !holdsId(ids, id)).length;
  };
  await mustEventually(context, missing, (count) => count === 0, {
    expected: `all ${groups.length} that the user was assigned to`,
    actual: (count) => `${count} of them missing`,
  });
}
