import type { Context } from '../../../harness/judging/context.ts';
import { awaitEarlierChanges } from '../accounts/barrier.ts';
import { mustStayUnchanged } from '../must-eventually.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { groupKinds } from '../reuse/resources.ts';
import { alikeTests } from './alike-tests.ts';
import { arrange } from './arrange.ts';
import { change, changeOnUser } from './change.ts';
import { changeOf, classStudents, cohortStudents, cohortTests, type Membership } from './membership.ts';
import type { MembershipState, Pool } from './pool.ts';
import { differences, type ExpectedChange, type Subjects, takeSnapshot, threeUsers } from './snapshot.ts';

const labels = ['roster 1', 'roster 2'] as const;

/**
 * Judges that an assignment or a removal changes one membership and nothing else: of the user, of another user, of a
 * user of the other kind, of the class or cohort, and of one of the other kind.
 */
export async function judgeKeepsRest(context: Context): Promise<void> {
  const { does, side } = changeOf(context.op);
  const { pool, subjects, expected } = await prepare(context);
  const before = await takeSnapshot(context, subjects);
  const answer = await (side === 'onUser' ? changeOnUser : change)(context, pool, does, [0]);
  context.need.accepted(answer);
  const read = async () => differences(before, await takeSnapshot(context, subjects), expected);
  await mustStayUnchanged(context, read, {
    expected: 'everything as it was but the one membership',
    in: answer,
  });
}

/** Arranges that the change makes a difference, and that there is something around it that it could destroy. */
async function prepare(
  context: Context,
): Promise<{ pool: Pool; subjects: Subjects; expected: ExpectedChange }> {
  const { membership, does } = changeOf(context.op);
  const { kind, membership: field } = membership.group;
  const users = await threeUsers(context, membership.member === 'teacher' ? 'teacher' : 'student');
  const groups = [await fixtureId(context, kind, labels[0]), await fixtureId(context, kind, labels[1])];
  const tests = await twoTests(context, membership);
  const isTest = membership.member === 'test';
  const members = isTest ? tests : [users['the user'], users['another user']];
  const pool: Pool = { membership, groups, members };
  const both = [0, 1];
  await arrange(context, pool, [does === 'assign' ? [1] : both, both]);
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
