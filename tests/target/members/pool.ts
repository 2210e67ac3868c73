import type { Context } from '../../../harness/judging/context.ts';
import { accountId } from '../accounts/shared-account.ts';
import { needGroupIds } from '../groups/ids-in-user.ts';
import { createdFixture, fixtureId } from '../reuse/fixture.ts';
import { isLent } from '../reuse/lending.ts';
import { resources } from '../reuse/resources.ts';
import { alikeTests } from './alike-tests.ts';
import type { Membership } from './membership.ts';

/** Ids of groups and of members, in an order that never changes: everything else is a position in these lists. */
export interface Pool {
  readonly membership: Membership;
  readonly groups: readonly string[];
  readonly members: readonly string[];
}

/**
 * Who is where: for each group of a pool the positions of its members, ascending. Groups that are left out at the end
 * have none: `[[0, 1]]` is the first two members in the first group, `[]` is nobody anywhere.
 */
export type MembershipState = readonly (readonly number[])[];

/** How many members of a kind a run creates; few, for they stay behind. */
export const memberCount = 4;

/** How many classes or cohorts there are for one user. Other chapters use them as well. */
export const groupCount = 3;

const groupLabels = ['roster 1', 'roster 2', 'shared'] as const;

/**
 * Two groups and a few members, the same for all rows. Inconclusive when they can't be had; two members are enough
 * when the profile lends no more.
 */
export async function poolOf(context: Context, membership: Membership): Promise<Pool> {
  const { member } = membership;
  const groups = await someGroups(context, membership, 2);
  const members = member === 'test' ? await someTests(context) : await someUsers(context, member);
  return { membership, groups, members };
}

/** One user, the account that the rows on accounts change, and `count` groups for it. Inconclusive without them. */
export async function poolOfUser(
  context: Context,
  membership: Membership,
  count = groupCount,
): Promise<Pool> {
  const user = await accountId(context, membership.member === 'teacher' ? 'teacher' : 'student');
  return { membership, groups: await someGroups(context, membership, count), members: [user] };
}

/** Ids at their positions in one of the lists of a pool. */
export function idsAt(ids: readonly string[], positions: readonly number[]): string[] {
  return positions.flatMap((at) => ids[at] ?? []);
}

async function someGroups(
  context: Context,
  { group, member }: Membership,
  count: number,
): Promise<readonly string[]> {
  if (member !== 'test') await needGroupIds(context, group.membership);
  const ids = new Set<string>();
  for (const label of groupLabels.slice(0, count)) ids.add(await fixtureId(context, group.kind, label));
  return context.need(ids.size === count && [...ids], `${count} different ${group.many}`);
}

async function someUsers(context: Context, kind: 'student' | 'teacher'): Promise<readonly string[]> {
  const lent = context.world.lent(resources[kind].many).length;
  const members = new Set<string>();
  for (let n = 1; n <= memberCount; n += 1) {
    const id = await fixtureId(context, kind, `member ${n}`);
    members.add(id);
    if (n === lent && isLent(context, kind, id)) break;
  }
  // Whoever is lent alone is too few, and why no others can be had is told.
  if (members.size < 2) await createdFixture(context, kind, 'member 2');
  return context.need(members.size >= 2 && [...members], `two different ${kind}s`);
}

/** Tests that are alike: what goes by the subject of one goes by that of another as well. */
async function someTests(context: Context): Promise<readonly string[]> {
  const ids = await alikeTests(context, memberCount);
  return context.need(ids.length >= 2 && ids, 'two tests to assign');
}
