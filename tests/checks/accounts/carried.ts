import type { Meanings } from '../../../generators/body.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { emailMeanings, markOf, validChange } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { attempt } from '../../target/attempt.ts';
import { resourceOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { mustHoldGroup } from '../../target/groups/ids-in-user.ts';
import { arrange } from '../../target/members/arrange.ts';
import {
  classStudents,
  classTeachers,
  cohortStudents,
  type Membership,
} from '../../target/members/membership.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';

/** A check, its operation, and what the user is put into. */
type Carried = readonly [id: string, operation: string, membership: Membership];

/** Changes of an account whose answer says in which groups the user is, and which groups. */
const carried: readonly Carried[] = [
  ['update-student-details.class-ids', 'updateStudentDetails', classStudents],
  ['update-student-details.cohort-ids', 'updateStudentDetails', cohortStudents],
  ['update-user-name.class-ids', 'updateUserName', classStudents],
  ['update-user-name.cohort-ids', 'updateUserName', cohortStudents],
  ['update-user-password.class-ids', 'updateUserPassword', classStudents],
  ['update-user-password.cohort-ids', 'updateUserPassword', cohortStudents],
  ['update-user-primary-email.class-ids', 'updateUserPrimaryEmail', classStudents],
  ['update-user-primary-email.cohort-ids', 'updateUserPrimaryEmail', cohortStudents],
];

/** The same of teachers, who are in classes by another table. */
const carriedByTeachers: readonly Carried[] = [
  ['update-user-name.class-ids/teacher', 'updateUserName', classTeachers],
  ['update-user-password.class-ids/teacher', 'updateUserPassword', classTeachers],
  ['update-user-primary-email.class-ids/teacher', 'updateUserPrimaryEmail', classTeachers],
];

/** `classIds` and `cohortIds` in the answers to changes of an account (chapter Versioning, 6). */
export const carriedChecks: readonly Check[] = [
  ...carried.map((one) => carries(one, 'student')),
  ...carriedByTeachers.map((one) => carries(one, 'teacher', fromStandard)),
];

function carries(
  [id, operation, membership]: Carried,
  kind: 'student' | 'teacher',
  unless: Check['unless'] = () => undefined,
): Check {
  const { group, needs } = membership;
  return check(id, {
    access: 'write',
    needs,
    unless,
    async run(context) {
      const userId = await accountId(context, kind);
      const groups = await joinTwo(context, membership, userId);
      const answer = await request(context, operation, userId, await changeFor(context, operation, kind));
      const user = resourceOf(context, answer, 'user');
      for (const groupId of groups) mustHoldGroup(context, user, group, groupId, answer);
    },
  });
}

/** A change that sets what nobody else has: an address that the student has may be refused for the teacher. */
async function changeFor(
  context: Context,
  operation: string,
  kind: 'student' | 'teacher',
): Promise<Meanings> {
  return operation === 'updateUserPrimaryEmail' && kind === 'teacher'
    ? emailMeanings(context, `carried.${markOf(context)}@example.org`)
    : validChange(context, operation);
}

/**
 * Puts the user into two groups of the kind, and of the other kind as well: an answer that is read with both joined has
 * every pair of them.
 *
 * @returns the groups of the kind
 */
async function joinTwo(context: Context, membership: Membership, userId: string): Promise<readonly string[]> {
  const other = membership === classStudents ? cohortStudents : classStudents;
  // No cohort has teachers.
  if (membership !== classTeachers) await attempt(() => join(context, other, userId));
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
