import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { awaitEarlierChanges } from '../accounts/barrier.ts';
import { idsIn, pageOf } from '../body.ts';
import { eventually } from '../eventually.ts';
import type { Group } from '../groups/group.ts';
import { groupIds } from '../groups/ids-in-user.ts';
import { mustStayUnchanged } from '../must-eventually.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { isLent } from '../reuse/lending.ts';
import { groupKinds } from '../reuse/resources.ts';
import { readUser, unchangedUser } from '../users/read.ts';
import { alikeTests } from './alike-tests.ts';
import { arrange } from './arrange.ts';
import { change, changeOnUser } from './change.ts';
import { giveSearchKeys, mustStayFindable } from './leaver.ts';
import { changeOf, classStudents, cohortStudents, cohortTests, type Membership } from './membership.ts';
import type { MembershipState, Pool } from './pool.ts';
import {
  differences,
  type ExpectedChange,
  type Snapshot,
  type Subjects,
  takeSnapshot,
  threeUsers,
  unchangedSnapshot,
} from './snapshot.ts';

const labels = ['roster 1', 'roster 2'] as const;

/** A user of the run that is no account is in few. */
const mostOthers = 6;

/**
 * Judges that an assignment or a removal changes one membership and nothing else: of the user, of another user, of a
 * user of the other kind, of the class or cohort, and of one of the other kind.
 */
export async function judgeKeepsRest(context: Context): Promise<void> {
  const { does, side } = changeOf(context.op);
  const { pool, subjects, expected } = await prepare(context);
  const before = await unchangedSnapshot(context, subjects);
  const answer = await (side === 'onUser' ? changeOnUser : change)(context, pool, does, [0]);
  context.need.accepted(answer);
  const read = async () => differences(before, await takeSnapshot(context, subjects), expected);
  await mustStayUnchanged(context, read, {
    expected: 'everything as it was but the one membership',
    in: answer,
  });
}

/**
 * The same for a removal after which nobody is left in the class or cohort, and the user in none of its kind: it is
 * still found by its name, and the user still in what is of the other kind, and found by all that is known of the user.
 */
export async function judgeLastGoes(context: Context): Promise<void> {
  const { membership, side } = changeOf(context.op);
  const { group } = membership;
  const { pool, subjects, expected } = await prepare(context, 'the last');
  const before = await unchangedSnapshot(context, subjects);
  const answer = await (side === 'onUser' ? changeOnUser : change)(context, pool, 'remove', [0]);
  context.need.accepted(answer);
  const read = async () => differences(before, await takeSnapshot(context, subjects), expected);
  await mustStayUnchanged(context, read, {
    expected: 'everything as it was but the one membership',
    in: answer,
  });
  await mustFindEmpty(context, { group, id: pool.groups[0] ?? '', before, answer });
  if (membership.member === 'test') return;
  await mustStayFindable(context, pool.members[0] ?? '', {
    left: { field: group.membership, id: pool.groups[0] ?? '' },
    what: `a ${membership.member} in no ${group.kind} any more`,
  });
}

/** What nobody is in, how it was when somebody was, and the answer to the removal of the last one. */
interface Emptied {
  readonly group: Group;
  readonly id: string;
  readonly before: Snapshot;
  readonly answer: Answer;
}

async function mustFindEmpty(context: Context, { group, id, before, answer }: Emptied): Promise<void> {
  const found = await context.send(group.list, {
    search: before.groups[`${group.kind} ${labels[0]}`]?.['name'],
  });
  const { items, limit = items.length } = pageOf(context, found);
  context.need(items.length < limit, 'a page with room for all of that name');
  context.must.hold(idsIn(items, group.id).includes(id.toLowerCase()), {
    expected: `the ${group.kind} to be found by its name, with nobody in it`,
    actual: 'a page without it',
    in: [answer, found],
  });
}

/** Arranges that the change makes a difference, and that there is something around it that it could destroy. */
async function prepare(
  context: Context,
  who: 'one of several' | 'the last' = 'one of several',
): Promise<{ pool: Pool; subjects: Subjects; expected: ExpectedChange }> {
  const { membership, does } = changeOf(context.op);
  const { kind, membership: field } = membership.group;
  const isLast = who === 'the last';
  const memberKind = membership.member === 'teacher' ? 'teacher' : 'student';
  // The account that rows change is in too many.
  const users = await threeUsers(context, memberKind, isLast ? 'member 2' : undefined);
  const groups = [await fixtureId(context, kind, labels[0]), await fixtureId(context, kind, labels[1])];
  const tests = await twoTests(context, membership);
  const isTest = membership.member === 'test';
  const members = isTest ? tests : [users['the user'], users['another user']];
  const pool: Pool = { membership, groups, members };
  const both = [0, 1];
  await arrange(context, pool, isLast ? [[0], []] : [does === 'assign' ? [1] : both, both]);
  if (isLast && !isTest) {
    await leaveOthers(context, pool);
    await giveSearchKeys(context, users['the user']);
  }
  // The changes up to here may have taken away what is around.
  await arrangeAround(context, { membership, users, tests });
  await awaitEarlierChanges(context, [users['the user'], users['another user']]);
  const otherKind = groupKinds.find((other) => other !== kind) ?? kind;
  return {
    pool,
    subjects: { users, groups: [kind, otherKind].map((one) => [one, labels[0]] as const) },
    expected: isTest
      ? { of: `${kind} ${labels[0]}`, field: 'tests', id: members[0] ?? '' }
      : { of: 'the user', field, id: groups[0] ?? '' },
  };
}

/** Removes the first member of a pool from whatever else it is in. */
async function leaveOthers(context: Context, { membership, groups, members }: Pool): Promise<void> {
  const [id = ''] = members;
  const { member, group } = membership;
  context.need(member !== 'test' && !isLent(context, member, id), `a ${member} of the run`);
  const shown = groupIds(await unchangedUser(context, id), group.membership) ?? [];
  // A target may put everybody who is new into something of its own.
  context.need(
    shown.every((other) => context.world.isMadeOrLent(other)),
    `a ${member} who is in nothing that the run does not know`,
  );
  const others = shown.filter((other) => other.toLowerCase() !== groups[0]?.toLowerCase());
  for (const other of others.slice(0, mostOthers))
    context.need.accepted(await change(context, { membership, groups: [other], members }, 'remove', [0]));
  const read = async () => groupIds(await readUser(context, id), group.membership) ?? [];
  const left = await eventually(context, read, (ids) => ids.length === 1);
  context.need(left.length === 1, `a ${member} in one ${group.kind} alone`);
}

/** Puts the users into something of the other kind, and tests into a cohort: what a change may take away has to be there. */
async function arrangeAround(
  context: Context,
  {
    membership,
    users,
    tests,
  }: { membership: Membership; users: Awaited<ReturnType<typeof threeUsers>>; tests: readonly string[] },
): Promise<void> {
  const students: Membership = membership.group.kind === 'class' ? cohortStudents : classStudents;
  if (membership.member !== 'teacher')
    await arrangeIn(context, students, [users['the user'], users['another user']], [[0, 1]]);
  if (membership.group.kind === 'cohort' && membership.member === 'student')
    await arrangeIn(context, cohortTests, tests, [[0, 1]]);
  if (membership.member === 'test')
    await arrangeIn(context, cohortStudents, [users['the user'], users['another user']], [[0, 1]]);
}

async function arrangeIn(
  context: Context,
  membership: Membership,
  members: readonly string[],
  state: MembershipState,
): Promise<void> {
  const groups = [await fixtureId(context, membership.group.kind, labels[0])];
  await arrange(context, { membership, groups, members }, state);
}

/** Two tests for a cohort; none where the change has nothing to do with cohorts. */
async function twoTests(context: Context, { group }: Membership): Promise<readonly string[]> {
  if (group.kind === 'class') return [];
  const ids = await alikeTests(context, 2);
  return context.need(ids.length === 2 && ids, 'two tests to assign');
}
