import { type Check, check } from '../../../harness/judging/check.ts';
import { attempt } from '../../target/attempt.ts';
import { eventually } from '../../target/eventually.ts';
import { groupIds, holdsId, mustHoldGroup, needGroupIds } from '../../target/groups/ids-in-user.ts';
import { hasCurrentYear } from '../../target/groups/years.ts';
import { tryToArrange } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { classStudents, cohortStudents } from '../../target/members/membership.ts';
import { eventualState } from '../../target/members/state.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { readUser } from '../../target/users/read.ts';

/** Where a user says in which groups that user is, and which groups. */
const shown = [
  ['list-users.class-ids', classStudents],
  ['list-users.cohort-ids', cohortStudents],
  ['search-users.class-ids', classStudents],
  ['search-users.cohort-ids', cohortStudents],
] as const;

/** In which classes and cohorts a user is said to be (chapter Versioning, 6). */
export const memberships: readonly Check[] = shown.map(([id, membership]) => {
  const { group, needs } = membership;
  return check(id, {
    access: 'write',
    needs,
    async run(context) {
      // Whoever shows the groups of the current year shows none between two years.
      if (!(await hasCurrentYear(context))) await needGroupIds(context, group.membership);
      const memberId = await fixtureId(context, 'student', 'account');
      const groupId = await fixtureId(context, group.kind);
      // Earlier rows and runs may have left the student assigned, and a second assignment may be refused.
      const pool = { membership, groups: [groupId], members: [memberId] };
      await tryToArrange(context, pool, []);
      const first = await change(context, pool, 'assign', [0]);
      // A removal may be seen late, by the target as well.
      if (first.status >= 400) await attempt(() => eventualState(context, pool, [], 'arrangement'));
      context.need.accepted(first.status < 400 ? first : await change(context, pool, 'assign', [0]));

      const user = await eventually(
        context,
        () => readUser(context, memberId, context.op),
        (read) => holdsId(groupIds(read, group.membership), groupId),
      );
      mustHoldGroup(context, user, group, groupId);
    },
  });
});
