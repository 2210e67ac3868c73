import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { type Json, withId } from '../body.ts';
import { caughtUp, eventually, type Purpose } from '../eventually.ts';
import { testIds } from '../groups/fields.ts';
import { groupIds, holdsId } from '../groups/ids-in-user.ts';
import { knownGroups, readGroups } from '../groups/read.ts';
import { knownUsers, listUsers } from '../users/read.ts';
import { adopt, agrees } from './believed.ts';
import type { MembershipState, Pool } from './pool.ts';

/** Who is where, as reads show it now: of users the list of users, of tests each cohort. */
export function stateNow(context: Context, pool: Pool): Promise<MembershipState> {
  return pool.membership.member === 'test' ? testsNow(context, pool) : usersNow(context, pool);
}

/** Who is where, as reads showed it last; `undefined` where the run may have changed something since. */
async function stateKnown(context: Context, pool: Pool): Promise<MembershipState | undefined> {
  if (pool.membership.member === 'test') {
    const cohorts = await knownGroups(context, pool.groups);
    return cohorts && stateOfTests(pool, cohorts);
  }
  const users = await knownUsers(context, pool.members);
  return users && stateOfUsers(context, pool, users);
}

/** Who is where once it is what is expected, or time is up. */
export async function eventualState(
  context: Context,
  pool: Pool,
  expected: MembershipState,
  purpose?: Purpose,
): Promise<MembershipState> {
  const state = await eventually(
    context,
    () => stateNow(context, pool),
    (seen) => sameState(seen, expected),
    purpose,
  );
  adopt(context, pool, state);
  return state;
}

/**
 * Who is where, once reads show what the accepted changes of the run have led to. A target may show a change late, and
 * refuse meanwhile to assign somebody again whom its reads do not show yet.
 */
export async function settledState(context: Context, pool: Pool): Promise<MembershipState> {
  const settled = (seen: MembershipState) => agrees(context, pool, seen);
  const known = await stateKnown(context, pool);
  const state =
    known && settled(known) ? known : await caughtUp(context, () => stateNow(context, pool), settled);
  adopt(context, pool, state);
  return state;
}

/** Claims who is where, as soon as it can be seen. */
export async function mustBe(
  context: Context,
  pool: Pool,
  expected: MembershipState,
  answers: Answer | readonly Answer[] = [],
): Promise<void> {
  const state = await eventualState(context, pool, expected);
  context.must.hold(sameState(state, expected), {
    expected: describeState(pool, expected),
    actual: describeState(pool, state),
    in: answers,
  });
}

/** Whether two states are the same. */
export function sameState(one: MembershipState, other: MembershipState): boolean {
  const longer = one.length > other.length ? one : other;
  return [...longer.keys()].every((at) => String(one[at] ?? []) === String(other[at] ?? []));
}

/** The state of a pool of one user who is in these of its groups. */
export function inGroups(pool: Pool, positions: readonly number[]): MembershipState {
  return pool.groups.map((_, at) => (positions.includes(at) ? [0] : []));
}

/** The groups of the first member of a pool, as positions. */
export function groupsIn(state: MembershipState): readonly number[] {
  return [...state.keys()].filter((at) => state[at]?.includes(0));
}

/** A state in words, with positions in place of names: `students 1 to 4 in class 1`; of one user `classes 1 and 2`. */
export function describeState({ membership, members }: Pool, state: MembershipState): string {
  const { group, many, member } = membership;
  if (members.length === 1) {
    const where = groupsIn(state);
    return where.length === 0
      ? `no ${group.many}`
      : `${where.length === 1 ? group.kind : group.many} ${inWords(where)}`;
  }
  const filled = [...state.entries()].filter(([, who]) => who.length > 0);
  if (filled.length === 0) return `no ${many} in any ${group.kind}`;
  return filled
    .map(([at, who]) => `${who.length === 1 ? member : many} ${inWords(who)} in ${group.kind} ${at + 1}`)
    .join(', ');
}

/** Positions counted from 1; of three or more in a row the first and the last: `2, 4 and 6 to 100`. */
function inWords(positions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last?.[1] === at - 1) last[1] = at;
    else runs.push([at, at]);
  }
  const words = runs.flatMap(([from, to]) => {
    if (to - from > 1) return [`${from + 1} to ${to + 1}`];
    return from === to ? [`${from + 1}`] : [`${from + 1}`, `${to + 1}`];
  });
  const last = words.pop();
  return words.length === 0 ? `${last}` : `${words.join(', ')} and ${last}`;
}

async function usersNow(context: Context, pool: Pool): Promise<MembershipState> {
  return stateOfUsers(context, pool, await listUsers(context, pool.members));
}

/** The target shows the groups of a user in a form from which no identifier can be read. */
export class UnreadableGroups extends Inconclusive {
  constructor(field: string) {
    super(`needs \`${field}\` to be a list of identifiers`);
  }
}

/** Who is where, as these users say of themselves. Inconclusive where one of them is missing. */
export function stateOfUsers(
  { need }: Pick<Context, 'need'>,
  { membership, groups, members }: Pool,
  users: readonly Json[],
): MembershipState {
  const field = membership.group.membership;
  const groupsOf = members.map((id) => {
    const user = withId(users, 'userId', id);
    const shown = groupIds(need(user, 'each of our users in the list of users'), field);
    if (shown === undefined) throw new UnreadableGroups(field);
    return shown;
  });
  return groups.map((id) => positionsWhere(groupsOf, (ids) => holdsId(ids, id)));
}

async function testsNow(context: Context, pool: Pool): Promise<MembershipState> {
  return stateOfTests(pool, await cohortsNow(context, pool));
}

/** The cohorts of a pool, as reads show them now. */
export function cohortsNow(
  context: Context,
  { membership, groups }: Pick<Pool, 'membership' | 'groups'>,
): Promise<readonly Json[]> {
  return readGroups(context, membership.group, groups);
}

/** Which tests stand where, as these cohorts say, which are those of the pool. */
export function stateOfTests({ members }: Pool, cohorts: readonly Json[]): MembershipState {
  return cohorts.map((cohort) => {
    const shown = testIds(cohort) ?? [];
    return positionsWhere(members, (test) => shown.includes(test.toLowerCase()));
  });
}

function positionsWhere<T>(list: readonly T[], holds: (item: T) => boolean): readonly number[] {
  return list.flatMap((item, position) => (holds(item) ? [position] : []));
}
