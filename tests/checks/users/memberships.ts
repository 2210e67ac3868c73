import { type Check, check } from '../../../harness/judging/check.ts';
import { eventually } from '../../target/eventually.ts';
import { groupIds, holdsId, mustHoldGroup } from '../../target/groups/ids-in-user.ts';
import { relate } from '../../target/members/arrange.ts';
import { change } from '../../target/members/change.ts';
import { changeOf } from '../../target/members/membership.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { readUser } from '../../target/users/read.ts';

/** Where a user says in which groups that user is: by which operation it is read, and by which it comes to be so. */
const shown = [
  ['list-users.class-ids', 'listUsers', 'addClassStudents'],
  ['list-users.cohort-ids', 'listUsers', 'addCohortStudents'],
  ['search-users.class-ids', 'searchUsers', 'addClassStudents'],
  ['search-users.cohort-ids', 'searchUsers', 'addCohortStudents'],
] as const;

/** In which classes and cohorts a user is said to be (chapter Versioning, 6). */
export const memberships: readonly Check[] = shown.map(([id, operation, assign]) => {
  const { membership } = changeOf({ id: assign });
  const { kind, membership: field } = membership.group;
  return check(id, {
    access: 'write',
    on: [operation],
    needs: membership.needs,
    sends: `an assignment of a student of this run to a ${kind} of this run, then a read of the student`,
    async run(context) {
      const memberId = await fixtureId(context, 'student', 'account');
      const groupId = await fixtureId(context, kind);
      // Earlier rows and runs may have left the student assigned, and a second assignment may be refused.
      await relate(context, { group: kind, groupId, member: 'student', memberId }, false);
      const pool = { membership, groups: [groupId], members: [memberId] };
      const { status } = await change(context, pool, 'assign', [0]);
      context.need(status < 300, `the assignment to be accepted, got ${status}`);

      const user = await eventually(
        context,
        () => readUser(context, context.op, memberId),
        (read) => holdsId(groupIds(read, field), groupId),
      );
      mustHoldGroup(context, user, field, groupId);
    },
  });
});
