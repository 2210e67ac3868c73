import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { isFilled } from '../accounts/request.ts';
import { accountId } from '../accounts/shared-account.ts';
import { attempt } from '../attempt.ts';
import type { Group } from '../groups/group.ts';
import { carriedBy } from '../groups/namesakes.ts';
import { sameNamePair } from '../groups/same-name-pair.ts';
import { saidOfGroup } from '../reuse/fixture.ts';
import { isLent } from '../reuse/lending.ts';
import { arrange } from './arrange.ts';
import { change, changeOnUser } from './change.ts';
import { classStudents, cohortStudents, type Does, type Membership } from './membership.ts';
import { type Pool, poolOf } from './pool.ts';
import { stateNow } from './state.ts';

/** Both kinds of members of the same two groups, which are as alike as two groups can be. */
export interface Alike {
  /** A pool for each kind of member; all are about the same groups. */
  readonly pools: readonly Pool[];
  /** The body that created each of the groups; `undefined` for a lent one. */
  readonly said: readonly (Meanings | undefined)[];
  /** Groups in which the interface does not promise to show users. */
  readonly unsure: readonly string[];
}

/**
 * Two groups of one name, of the current academic year and of another, with everybody whom rows put into groups; two
 * groups of the current year where the target takes nobody into those of another, or does not show them.
 */
export async function alikeGroups(context: Context, memberships: readonly Membership[]): Promise<Alike> {
  const pools: Pool[] = [];
  for (const membership of memberships) pools.push(await everybody(context, membership));
  const { group } = memberships[0] ?? classStudents;
  const pair = await attempt(() => sameNamePair(context, group));
  if (pair) {
    const groups = [pair.current.id, pair.other.id];
    const twinned = pools.map((pool) => ({ ...pool, groups }));
    const said = [pair.current.sent, pair.other.sent];
    if (await areUsable(context, twinned)) return { pools: twinned, said, unsure: [] };
  }
  return {
    pools,
    said: (pools[0]?.groups ?? []).map((id, at) => rosterSaid(context, group, id, at)),
    unsure: pair ? [pair.other.id] : [],
  };
}

/** What the operations on a member do with a list of groups, by the kind of member, where the profile says how. */
export function movesOf(context: Context, pools: readonly Pool[]): Readonly<Record<string, readonly Does[]>> {
  const isKnown = (op: string | undefined) =>
    op !== undefined && context.contract.operations.some(({ id }) => id === op) && isFilled(context, op);
  return Object.fromEntries(
    pools.map(({ membership: { many, onUser } }) => [
      many,
      (['assign', 'remove'] as const).filter((does) => isKnown(onUser[does])),
    ]),
  );
}

/** Puts the students who are named first into a group of the other kind, of the same name: it is not to be touched. */
export async function arrangeOtherKind(context: Context, { pools }: Alike): Promise<void> {
  const students = pools.find(({ membership }) => membership.member === 'student');
  if (!students) return;
  const membership = students.membership === classStudents ? cohortStudents : classStudents;
  await attempt(async () => {
    const { current } = await sameNamePair(context, membership.group);
    const members = students.members.slice(0, 2);
    await arrange(context, { membership, groups: [current.id], members }, [[0, 1]]);
  });
}

/** The pool of a membership, and the account that other rows put into the groups of the run. */
async function everybody(context: Context, membership: Membership): Promise<Pool> {
  const pool = await poolOf(context, membership);
  const { member } = membership;
  if (member === 'test') return pool;
  const account = await attempt(() => accountId(context, member));
  return { ...pool, members: [...new Set([...pool.members, ...(account ? [account] : [])])] };
}

/** Whether members of each kind can be put into the group of another year and are shown there. */
async function areUsable(context: Context, pools: readonly Pool[]): Promise<boolean> {
  for (const pool of pools) {
    if ((await attempt(() => arrange(context, pool, []).then(() => true))) !== true) return false;
    const assigned = await change(context, pool, 'assign', [0], 1);
    // Whether it is in the other one as well is for the rows to say.
    const isShown = assigned.status < 300 && String((await stateNow(context, pool))[1]) === '0';
    const removed = await change(context, pool, 'remove', [0], 1);
    if (!isShown || removed.status >= 300 || !(await takesBoth(context, pool))) return false;
  }
  return true;
}

/** Whether one list may name groups of two years, where a list of groups can be sent at all. */
async function takesBoth(context: Context, pool: Pool): Promise<boolean> {
  if (!movesOf(context, [pool])[pool.membership.many]?.includes('assign')) return true;
  const { status } = await changeOnUser(context, pool, 'assign', [1, 0]);
  context.observe('groups of two years in one list', status < 300 ? 'accepted' : 'refused');
  return status < 300;
}

function rosterSaid(context: Context, group: Group, id: string, at: number): Meanings | undefined {
  if (isLent(context, group.kind, id)) return undefined;
  return carriedBy(context, group, saidOfGroup(context, group.kind, `roster ${at + 1}`));
}
