import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { attempt } from '../../target/attempt.ts';
import { resourceOf } from '../../target/body.ts';
import { mustHoldGroup } from '../../target/groups/ids-in-user.ts';
import { arrange } from '../../target/members/arrange.ts';
import { classStudents, cohortStudents, type Membership } from '../../target/members/membership.ts';
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
      const groups = await joinTwo(context, membership, userId);
      const answer = await request(context, operation, userId, await validChange(context, operation));
      const user = resourceOf(context, answer, 'user');
      for (const groupId of groups) mustHoldGroup(context, user, group, groupId, answer);
    },
  });
});

/**
 * Puts the user into two groups of the kind, and of the other kind as well: an answer that is read with both joined has
 * every pair of them.
 *
 * @returns the groups of the kind
 */
async function joinTwo(context: Context, membership: Membership, userId: string): Promise<readonly string[]> {
  const other = membership === classStudents ? cohortStudents : classStudents;
  await attempt(() => join(context, other, userId));
  return join(context, membership, userId);
}

async function join(context: Context, membership: Membership, userId: string): Promise<readonly string[]> {
  const { kind } = membership.group;
  const first = await fixtureId(context, kind, 'roster 1');
  // Where a profile lends one alone, one has to do.
  const groups = [...new Set([first, (await attempt(() => fixtureId(context, kind, 'roster 2'))) ?? first])];
  await arrange(
    context,
    { membership, groups, members: [userId] },
    groups.map(() => [0]),
  );
  return groups;
}
