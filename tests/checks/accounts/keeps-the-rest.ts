import { type Check, type Context, check, checks } from '../../../harness/judging/check.ts';
import { needsAccount } from '../../target/accounts/account.ts';
import { awaitEarlierChanges } from '../../target/accounts/barrier.ts';
import {
  groupsOfDisabled,
  staysInGroups,
  unlessDisablingTakesOut,
} from '../../target/accounts/groups-kept.ts';
import { emailMeanings, markOf, nameMeanings, validChange } from '../../target/accounts/meanings.ts';
import { request, requestIfFilled } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { changedFields, changedOfDisabled } from '../../target/accounts/user-fields.ts';
import { type Json, object, text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { arrange } from '../../target/members/arrange.ts';
import { judgeKeepsRest, judgeLastGoes } from '../../target/members/keeps-the-rest.ts';
import { classStudents, memberships } from '../../target/members/membership.ts';
import { poolOfUser } from '../../target/members/pool.ts';
import {
  differences,
  type Snapshot,
  takeSnapshot,
  threeUsers,
  unchangedSnapshot,
} from '../../target/members/snapshot.ts';
import { inGroups, mustBe } from '../../target/members/state.ts';
import { mustStayUnchanged } from '../../target/must-eventually.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { prerequisiteOf } from '../../target/reuse/resources.ts';
import { readUsers, unchangedUser } from '../../target/users/read.ts';

/** Changes of an account that no field of a user is expected, and those of its classes and cohorts. */
export const keepsTheRestChecks: readonly Check[] = [
  ...checks(
    [
      'add-student-classes.keeps-the-rest',
      'remove-student-classes.keeps-the-rest',
      'add-student-cohorts.keeps-the-rest',
      'add-teacher-classes.keeps-the-rest',
      'remove-teacher-classes.keeps-the-rest',
    ],
    {
      access: 'write',
      cost: 'high',
      needs: () => [...new Set(memberships.flatMap((membership) => membership.needs))],
      accepts: 'all of them as they were but for the one membership, and `updatedAt`',
      run: judgeKeepsRest,
    },
  ),

  ...checks(
    ['remove-student-classes.keeps-the-rest/the-last', 'remove-teacher-classes.keeps-the-rest/the-last'],
    {
      access: 'write',
      cost: 'high',
      unless: fromStandard,
      needs: () => [...new Set(memberships.flatMap((membership) => membership.needs))],
      sends:
        'the removal of the last one, a search for the name of what is empty then, and one for the user by all that is known of the user',
      accepts: 'the class found by its name, the user found as well, and all else as it was but `updatedAt`',
      run: judgeLastGoes,
    },
  ),

  ...checks(
    ['update-user-password.keeps-the-rest', 'enable-user.keeps-the-rest', 'disable-user.keeps-the-rest'],
    {
      access: 'write',
      needs: (op) => [...needsAccount(op), prerequisiteOf('teacher'), 'enable-user.request'],
      sends: 'the operation, enabling and disabling twice, and reads before and after',
      accepts:
        'all of them as they were, `updatedAt` and the state of the account aside; other groups of who was disabled unless the profile reads `disable-user.memberships` as `kept`',
      run: (context) => judgeUntouched(context, 'student'),
    },
  ),

  check('enable-user.keeps-the-rest/teacher', {
    access: 'write',
    needs: (op) => [...needsAccount(op), prerequisiteOf('teacher'), 'disable-user.request'],
    sends: 'disabling of a teacher that the run made, enabling twice, and reads before and after',
    accepts: 'all of them as they were, roles too; `updatedAt` and the state of the account aside',
    run: (context) => judgeUntouched(context, 'teacher'),
  }),

  // People are known by an address, or by a name, in more than one system.
  check('disable-user.keeps-the-rest/alike', {
    access: 'write',
    needs: (op) => [...needsAccount(op), 'enable-user.request', 'update-user-primary-email.body'],
    unless: fromStandard,
    sends:
      'the same name and address for two accounts (either may be refused), disabling of the first, a read of the second, and enabling of both',
    accepts: 'the second one as it was, the field of its state too where the profile names one',
    run: judgeAlike,
  }),

  check('disable-user.keeps-the-rest/class', {
    access: 'write',
    needs: (op) => [...needsAccount(op), ...classStudents.needs, 'enable-user.request', groupsOfDisabled],
    unless: unlessDisablingTakesOut(() => undefined),
    sends: 'an assignment to a class (accepted), disabling, reads of the disabled user, and enabling',
    accepts:
      'the user in the class, and whatever else is shown as it was; less of the user or none, for a target may hide who is disabled',
    run: judgeStillIn,
  }),
];

/** Who is disabled is in the class as before, as long as the target shows disabled users. */
async function judgeStillIn(context: Context): Promise<void> {
  const pool = await poolOfUser(context, classStudents, 1);
  const inClass = inGroups(pool, [0]);
  await arrange(context, pool, inClass);
  const [id = ''] = pool.members;
  await awaitEarlierChanges(context, [id]);
  const before = await unchangedUser(context, id);
  const answer = await request(context, 'disableUser', id, await validChange(context, 'disableUser'));
  try {
    context.need.accepted(answer);
    // A target may hide who is disabled.
    const changed = (user: Json | undefined) => (user === undefined ? [] : changedOfDisabled(before, user));
    const read = async () => (await readUsers(context, [id]))[0];
    const seen = await eventually(context, read, (user) => changed(user).length === 0);
    const shown = context.need(seen, 'a disabled user to be shown');
    context.must.hold(changed(shown).length === 0, {
      expected: 'whatever is shown of a disabled user as it was',
      actual: `changed: ${changed(shown).join(', ')}`,
      in: answer,
    });
    await mustBe(context, pool, inClass, answer);
  } finally {
    await requestIfFilled(context, 'enableUser', id);
  }
}

/** Who is like somebody who is disabled is not disabled. */
async function judgeAlike(context: Context): Promise<void> {
  const [first, second] = [
    await accountId(context, 'student'),
    await fixtureId(context, 'student', 'account alike'),
  ];
  context.need(first !== second, 'a second student');
  const mark = markOf(context);
  for (const id of [first, second]) {
    await requestIfFilled(context, 'updateUserName', id, nameMeanings(context, 'Rollcall', `Twin ${mark}`));
    await requestIfFilled(
      context,
      'updateUserPrimaryEmail',
      id,
      emailMeanings(context, `family.${mark}@example.org`),
    );
  }
  await awaitEarlierChanges(context, [first, second]);
  const field = text(object(context.reading('users.enabled-field'))?.['field']);
  const before = await unchangedUser(context, second);
  const answer = await request(context, 'disableUser', first, await validChange(context, 'disableUser'));
  try {
    context.need.accepted(answer);
    const read = async () => {
      const [user] = await readUsers(context, [second]);
      if (user === undefined) return ['the presence of the second'];
      const isOther = field !== undefined && user[field] !== before[field];
      return [...changedFields(before, user), ...(isOther ? ['the state of the second'] : [])];
    };
    await mustStayUnchanged(context, read, { expected: 'the second account as it was', in: answer });
  } finally {
    await requestIfFilled(context, 'enableUser', first);
    await requestIfFilled(context, 'enableUser', second);
  }
}

async function judgeUntouched(context: Context, kind: 'student' | 'teacher'): Promise<void> {
  const op = context.op.id;
  const users = await threeUsers(context, kind);
  const id = users['the user'];
  const subjects = { users, groups: [] };
  await awaitEarlierChanges(context, [id, users['another user']]);
  const before = await unchangedSnapshot(context, subjects);
  if (op === 'enableUser') await requestIfFilled(context, 'disableUser', id);
  const answer = await request(context, op, id, await validChange(context, op));
  // Once more, which a target may refuse: a row that is there is written anew, with its defaults.
  if (op !== 'updateUserPassword') await request(context, op, id, await validChange(context, op));
  // A target may hide a disabled user, so that users are compared once all are enabled.
  if (op === 'disableUser') await requestIfFilled(context, 'enableUser', id);
  context.need.accepted(answer);
  const mayHaveLeft = op !== 'updateUserPassword' && !staysInGroups(context);
  const read = async () => {
    const now = await takeSnapshot(context, subjects);
    return differences(before, mayHaveLeft ? withGroupsOf(before, now) : now);
  };
  await mustStayUnchanged(context, read, { expected: 'all users as they were', in: answer });
}

/** A snapshot with the user in the same classes and cohorts as in another one. */
function withGroupsOf(before: Snapshot, now: Snapshot): Snapshot {
  const user = now.users['the user'];
  const { classIds, cohortIds } = before.users['the user'] ?? {};
  return user ? { ...now, users: { ...now.users, 'the user': { ...user, classIds, cohortIds } } } : now;
}
