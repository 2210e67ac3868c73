import type { Context } from '../../../harness/judging/context.ts';
import { settle } from '../accounts/settle.ts';
import { eventually } from '../eventually.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { groupKinds } from '../reuse/resources.ts';
import { alikeTests } from './alike-tests.ts';
import { arrange } from './arrange.ts';
import { change, changeOnUser } from './change.ts';
import { changeOf, classStudents, cohortStudents, cohortTests, type Membership } from './membership.ts';
import type { Pool } from './pool.ts';
import { type About, castOf, differences, look, type Scene } from './scene.ts';
import type { MembershipState } from './state.ts';

const labels = ['roster 1', 'roster 2'] as const;

/**
 * Judges that an assignment or a removal changes one membership and nothing else: of the user, of another user, of a
 * user of the other kind, of the class or cohort, and of one of the other kind.
 */
export async function judgeKeepsRest(context: Context): Promise<void> {
  const { does, side } = changeOf(context.op);
  const { pool, scene, about } = await prepare(context);
  const before = await look(context, scene);
  const answer = await (side === 'onUser' ? changeOnUser : change)(context, pool, does, [0]);
  context.need.accepted(answer);
  const read = async () => differences(before, await look(context, scene), about);
  const changed = await eventually(context, read, (seen) => seen.length === 0);
  context.must.hold(changed.length === 0, {
    expected: 'everything as it was but the one membership',
    actual: `changed: ${changed.join(', ')}`,
    in: answer,
  });
}

/** Arranges that the change makes a difference, and that there is something around it that it could destroy. */
async function prepare(context: Context): Promise<{ pool: Pool; scene: Scene; about: About }> {
  const { membership, does } = changeOf(context.op);
  const { kind, membership: field } = membership.group;
  const cast = await castOf(context, membership.member === 'teacher' ? 'teacher' : 'student');
  const groups = [await fixtureId(context, kind, labels[0]), await fixtureId(context, kind, labels[1])];
  const tests = await twoTests(context, membership);
  const isTest = membership.member === 'test';
  const members = isTest ? tests : [cast['the user'], cast['another user']];
  const pool: Pool = { membership, groups, members };
  const both = [0, 1];
  await arrange(context, pool, [does === 'assign' ? [1] : both, both]);
  // The changes up to here may have taken away what is around.
  await arrangeAround(context, { membership, cast, tests });
  await settle(context, [cast['the user'], cast['another user']]);
  const otherKind = groupKinds.find((other) => other !== kind) ?? kind;
  return {
    pool,
    scene: { users: cast, groups: [kind, otherKind].map((one) => [one, labels[0]] as const) },
    about: isTest
      ? { of: `${kind} ${labels[0]}`, field: 'tests', id: members[0] ?? '' }
      : { of: 'the user', field, id: groups[0] ?? '' },
  };
}

/** Puts the users into something of the other kind, and tests into a cohort: what a change may take away has to be there. */
async function arrangeAround(
  context: Context,
  {
    membership,
    cast,
    tests,
  }: { membership: Membership; cast: Awaited<ReturnType<typeof castOf>>; tests: readonly string[] },
): Promise<void> {
  const students: Membership = membership.group.kind === 'class' ? cohortStudents : classStudents;
  if (membership.member !== 'teacher')
    await arrangeIn(context, students, [cast['the user'], cast['another user']], [[0, 1]]);
  if (membership.group.kind === 'cohort' && membership.member === 'student')
    await arrangeIn(context, cohortTests, tests, [[0, 1]]);
  if (membership.member === 'test')
    await arrangeIn(context, cohortStudents, [cast['the user'], cast['another user']], [[0, 1]]);
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
