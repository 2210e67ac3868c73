import { type Check, check } from '../../../harness/judging/check.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { resourceOf } from '../../target/body.ts';
import { mustHoldGroup } from '../../target/groups/ids-in-user.ts';
import { change } from '../../target/members/change.ts';
import { classStudents, cohortStudents } from '../../target/members/membership.ts';
import { eventualState, sameState } from '../../target/members/state.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';

/** Changes of an account whose answer says in which groups the user is, and which groups. */
const carried = [
  ['update-student-details.class-ids', 'updateStudentDetails', classStudents],
  ['update-student-details.cohort-ids', 'updateStudentDetails', cohortStudents],
  ['update-user-name.class-ids', 'updateUserName', classStudents],
  ['update-user-name.cohort-ids', 'updateUserName', cohortStudents],
  ['update-user-password.class-ids', 'updateUserPassword', classStudents],
  ['update-user-password.cohort-ids', 'updateUserPassword', cohortStudents],
  ['update-user-primary-email.class-ids', 'updateUserPrimaryEmail', classStudents],
  ['update-user-primary-email.cohort-ids', 'updateUserPrimaryEmail', cohortStudents],
] as const;

/** `classIds` and `cohortIds` in the answers to changes of an account (chapter Versioning, 6). */
export const carriedChecks: readonly Check[] = carried.map(([id, operation, membership]) => {
  const { group, needs } = membership;
  return check(id, {
    access: 'write',
    needs,
    async run(context) {
      const userId = await accountId(context, 'student');
      const groupId = await fixtureId(context, group.kind, 'roster 1');
      const pool = { membership, groups: [groupId], members: [userId] };
      await change(context, pool, 'assign', [0]);
      const reached = await eventualState(context, pool, [[0]]);
      context.need(sameState(reached, [[0]]), `a student of ours in a ${group.kind}`);
      const answer = await request(context, operation, userId, await validChange(context, operation));
      mustHoldGroup(context, resourceOf(context, answer, 'user'), group, groupId, answer);
    },
  });
});
