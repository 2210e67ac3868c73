import type { Answer } from '../../../harness/http/answer.ts';
import { refusesBody } from '../../../harness/judging/acceptance.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { validChange } from '../../target/accounts/meanings.ts';
import { isFilled, request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { attempt } from '../../target/attempt.ts';
import { atRest } from '../../target/delays.ts';
import type { Group } from '../../target/groups/group.ts';
import { groupsOfRun, groupsUpTo } from '../../target/groups/groups-of-run.ts';
import { groupIds, holdsId } from '../../target/groups/ids-in-user.ts';
import { arrange } from '../../target/members/arrange.ts';
import { changeOnUser } from '../../target/members/change.ts';
import { unlessManyGroups } from '../../target/members/hundred.ts';
import {
  changeOf,
  type Membership,
  memberships,
  membershipNeeds as needs,
} from '../../target/members/membership.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { fixtureId } from '../../target/reuse/fixture.ts';
import { itemFields } from '../../target/same-fields.ts';
import { userSearches } from '../../target/users/lookup.ts';
import { readUser } from '../../target/users/read.ts';

/** More than thirty. */
const most = 32;

/** A user who is in many classes or cohorts is shown in all of them. */
export const manyGroupsChecks: readonly Check[] = [
  ...checks(
    ['add-student-classes.effect/many', 'add-student-cohorts.effect/many', 'add-teacher-classes.effect/many'],
    {
      access: 'write',
      cost: 'high',
      needs,
      sends:
        'an assignment of one user to all that the run made in this academic year, reads by list and search, and another read after changes of something else',
      run: (context) => judgeMany(context, groupsOfRun),
    },
  ),

  // A text of a thousand letters holds twenty-seven ids.
  ...checks(['add-student-classes.effect/more-than-thirty', 'add-teacher-classes.effect/more-than-thirty'], {
    access: 'write',
    cost: 'high',
    needs,
    unless: unlessManyGroups,
    sends: `an assignment of one user to ${most} classes, reads by list and search, and another read after changes of something else`,
    run: (context) => judgeMany(context, (_, group) => groupsUpTo(context, group, most)),
  }),
];

/** Whether an answer may say that a request holds too many ids. */
function isTooMuch(answer: Answer): boolean {
  return refusesBody(answer) || answer.status === 413;
}

async function judgeMany(
  context: Context,
  groupsFor: (context: Context, group: Group) => Promise<readonly string[]>,
): Promise<void> {
  const { membership } = changeOf(context.op);
  const { group } = membership;
  context.need(
    userSearches.every((list) => itemFields(context, list).includes(group.membership)),
    `\`${group.membership}\` in users, which an older version of the interface lacks`,
  );
  const id = await accountId(context, membership.member === 'teacher' ? 'teacher' : 'student');
  const groups = await groupsFor(context, group);
  const shown = async (by: (typeof userSearches)[number]) =>
    context.need(
      groupIds(await readUser(context, id, context.operation(by)), group.membership),
      `\`${group.membership}\` to be a list of identifiers`,
    );
  const before = await atRest(context, () => shown('listUsers'));
  const absent = [...groups.keys()].filter((at) => !holdsId(before, groups[at] ?? ''));
  if (absent.length > 0) {
    const scene = { membership, groups, members: [id] };
    const answer = await changeOnUser(context, scene, 'assign', absent);
    // How many a request may hold, no sentence says.
    const parts = isTooMuch(answer) ? absent.map((at) => [at]) : [];
    for (const part of parts) context.must(await changeOnUser(context, scene, 'assign', part)).be.accepted();
    if (parts.length === 0) context.must(answer).be.accepted();
  }
  for (const by of userSearches) await mustShowAll(context, groups, () => shown(by));
  for (const answer of await changeOtherwise(context, membership, id)) {
    const user = answer.status < 300 ? userIn(answer) : undefined;
    const ids = user?.[group.membership] === undefined ? undefined : groupIds(user, group.membership);
    const missing = groups.filter((one) => ids !== undefined && !holdsId(ids, one)).length;
    context.must.hold(missing === 0, {
      expected: `all ${groups.length} ${group.many} of the user in the answer to ${answer.sent.operation}`,
      actual: `${missing} of them missing`,
      in: answer,
    });
  }
  await mustShowAll(context, groups, () => shown('listUsers'));
}

/** What loads a user, changes something else and saves the whole: an assignment of the other kind, and what the user is called. */
async function changeOtherwise(
  context: Context,
  { group, member }: Membership,
  id: string,
): Promise<readonly Answer[]> {
  const other = memberships.find((one) => one.member === member && one.group.kind !== group.kind);
  const assign = other?.onUser.assign;
  if (other && assign !== undefined && isFilled(context, assign))
    await attempt(async () => {
      const pool = {
        membership: other,
        groups: [await fixtureId(context, other.group.kind, 'roster 1')],
        members: [id],
      };
      await arrange(context, pool, []);
      await changeOnUser(context, pool, 'assign', [0]);
    });
  const changes = [
    'updateUserName',
    'updateUserPrimaryEmail',
    ...(member === 'student' ? ['updateStudentDetails'] : []),
  ];
  const answers: Answer[] = [];
  for (const op of changes.filter((one) => isFilled(context, one)))
    await attempt(async () => answers.push(await request(context, op, id, await validChange(context, op))));
  return answers;
}

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
