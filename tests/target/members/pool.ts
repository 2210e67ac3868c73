import { placeOf, type Roster } from '../../../generators/roster.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, resourceOf, text } from '../body.ts';
import { sendChange } from '../changing.ts';
import { eventually } from '../eventually.ts';
import { testIds } from '../groups/fields.ts';
import { groupIds, holdsId, needGroupIds } from '../groups/ids-in-user.ts';
import { listedBy, piecesOf } from '../listed-by.ts';
import { minimal } from '../minimal.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { isLent } from '../reuse/lending.ts';
import { resources } from '../reuse/resources.ts';

import type { Membership } from './membership.ts';

/** The run's own groups and members, in an order that never changes: everything else is a position in these. */
export interface Pool {
  readonly groups: readonly string[];
  readonly members: readonly string[];
}

/** How many members of a kind a run makes; few, for they stay behind. */
export const poolSize = 4;

/**
 * Two groups and a few members of one kind, the same for all rows. Inconclusive when they can't be had; of lent ones
 * two will do.
 */
export async function poolOf(context: Context, { group, kind }: Membership): Promise<Pool> {
  if (kind !== undefined) await needGroupIds(context, group.membership);
  const groups = [
    await fixtureId(context, group.kind, 'roster 1'),
    await fixtureId(context, group.kind, 'roster 2'),
  ];
  if (kind === undefined) return { groups, members: await someTests(context) };
  const lent = context.world.lent(resources[kind].lent).length;
  const members = new Set<string>();
  for (let n = 1; n <= poolSize; n += 1) {
    const id = await fixtureId(context, kind, `member ${n}`);
    members.add(id);
    if (n === lent && isLent(context, kind, id)) break;
  }
  return { groups, members: context.need(members.size >= 2 && [...members], `two different ${kind}s`) };
}

async function someTests(context: Context): Promise<string[]> {
  const items = itemsOf(context, await minimal(context, context.operation('listTests')));
  const ids = items.flatMap((item) => text(item['testId']) ?? []).slice(0, poolSize);
  return context.need(ids.length >= 2 && ids, 'two tests to assign');
}

/** Sends an assignment or a removal. */
export async function change(
  context: Context,
  { group, add, remove, list }: Membership,
  does: 'assign' | 'remove',
  groupId: string,
  ids: readonly string[],
): Promise<Answer> {
  return sendChange(context, does === 'assign' ? add : remove, { [group.id]: groupId, [list]: ids });
}

/** Who of the pool is in which of its groups, as reads show it now. */
export async function rosterNow(context: Context, membership: Membership, pool: Pool): Promise<Roster> {
  const { group, what, kind } = membership;
  if (kind === undefined) return testsNow(context, membership, pool);
  const users = await listedBy(context, 'listUsers', 'userId', pool.members);
  const groupsOf = pool.members.map((id) => groupsOfUser(context, users, id, group.membership));
  return Object.fromEntries(
    pool.groups.map((id, at) => [placeOf(what, at), positionsWhere(groupsOf, (ids) => holdsId(ids, id))]),
  );
}

/** The ids in `classIds` or `cohortIds` of one user; a list that is empty may be left out. */
function groupsOfUser(
  context: Context,
  users: readonly Json[],
  id: string,
  membership: string,
): readonly string[] {
  const user = users.find((one) => text(one['userId'])?.toLowerCase() === id.toLowerCase());
  const shown = groupIds(context.need(user, 'each of our users in the list of users'), membership);
  return context.need(shown, `\`${membership}\` to be a list of identifiers`);
}

async function testsNow(context: Context, { group, what }: Membership, pool: Pool): Promise<Roster> {
  const roster: Record<string, readonly number[]> = {};
  for (const [at, id] of pool.groups.entries()) {
    const cohort = resourceOf(context, await context.send(group.get, { [group.id]: id }), group.kind);
    const shown = testIds(cohort) ?? [];
    roster[placeOf(what, at)] = positionsWhere(pool.members, (test) => shown.includes(test.toLowerCase()));
  }
  return roster;
}

function positionsWhere<T>(list: readonly T[], holds: (item: T) => boolean): readonly number[] {
  return [...list.keys()].filter((position) => {
    const item = list[position];
    return item !== undefined && holds(item);
  });
}

/**
 * Brings the pool into a state: assigns and removes what differs from it, at once for each group and, should
 * that not do, one by one, a few times over. Inconclusive when that does not work either: other rows say why.
 */
export async function bring(
  context: Context,
  membership: Membership,
  pool: Pool,
  wanted: Roster,
): Promise<void> {
  let now = await rosterNow(context, membership, pool);
  const all = pool.members.length;
  for (const size of all > poolSize ? [all, 25, 5, 1] : [all, 1, 1, 1, 1, 1]) {
    if (sameRoster(now, wanted)) return;
    await approach(context, membership, pool, { now, wanted, size });
    now = await seen(context, membership, pool, wanted);
  }
  context.need(sameRoster(now, wanted), `our ${membership.what} to be where this begins`);
}

/** Sends what leads from one roster to another, in lists of at most `size` ids. */
async function approach(
  context: Context,
  membership: Membership,
  pool: Pool,
  { now, wanted, size }: { now: Roster; wanted: Roster; size: number },
): Promise<void> {
  for (const [at, groupId] of pool.groups.entries()) {
    const place = placeOf(membership.what, at);
    const [there, want] = [now[place] ?? [], wanted[place] ?? []];
    const missing = want.filter((who) => !there.includes(who));
    const surplus = there.filter((who) => !want.includes(who));
    for (const who of piecesOf(missing, size)) {
      await change(context, membership, 'assign', groupId, idsAt(pool, who));
    }
    for (const who of piecesOf(surplus, size)) {
      await change(context, membership, 'remove', groupId, idsAt(pool, who));
    }
  }
}

/** Who is where once what is expected can be seen, or time is up. */
export function seen(
  context: Context,
  membership: Membership,
  pool: Pool,
  expected: Roster,
): Promise<Roster> {
  return eventually(
    context,
    () => rosterNow(context, membership, pool),
    (roster) => sameRoster(roster, expected),
  );
}

/** Whether two rosters say the same; a place that one of them lacks is empty. */
export function sameRoster(one: Roster, other: Roster): boolean {
  return Object.keys({ ...one, ...other }).every(
    (place) => String(one[place] ?? []) === String(other[place] ?? []),
  );
}

/** A roster in words: positions, never names. */
export function tell(roster: Roster): string {
  const places = Object.entries(roster).filter(([, who]) => who.length > 0);
  if (places.length === 0) return 'nobody anywhere';
  return places.map(([place, who]) => `${runsOf(who).join(' and ')} as ${inWords(place)}`).join(', ');
}

/** Positions from 1, in words; of three or more in a row the ends: `2`, `4 to 100`. */
function runsOf(positions: readonly number[]): readonly string[] {
  const runs: [number, number][] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last?.[1] === at - 1) last[1] = at;
    else runs.push([at, at]);
  }
  return runs.flatMap(([from, to]) => {
    if (to - from > 1) return [`${from + 1} to ${to + 1}`];
    return from === to ? [`${from + 1}`] : [`${from + 1}`, `${to + 1}`];
  });
}

/** Ids by their positions in the pool. */
export function idsAt(pool: Pool, positions: readonly number[]): string[] {
  return positions.flatMap((at) => pool.members[at] ?? []);
}

function inWords(place: string): string {
  return place.replace(/\d+$/, (at) => `group ${Number(at) + 1}`);
}
