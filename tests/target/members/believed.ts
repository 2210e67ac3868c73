import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Does } from './membership.ts';
import type { MembershipState, Pool } from './pool.ts';

/** Whether somebody is in a group, by the last change of the run that the target accepted. */
const beliefs = new WeakMap<Context['world'], Map<string, boolean>>();

/** Keeps in mind what an accepted change of some members in some groups of a pool has led to. */
export function believe(
  context: Context,
  pool: Pool,
  change: { readonly does: Does; readonly groups: readonly number[]; readonly who: readonly number[] },
  answer: Answer,
): void {
  if (answer.status >= 300) return;
  const known = believedIn(context);
  for (const group of change.groups)
    for (const member of change.who) known.set(keyOf(pool, group, member), change.does === 'assign');
}

/** Whether a state says nothing else than the changes of the run have led to. */
export function agrees(context: Context, pool: Pool, state: MembershipState): boolean {
  const known = believedIn(context);
  return pool.groups.every((_, group) =>
    pool.members.every((__, member) => {
      const believed = known.get(keyOf(pool, group, member));
      return believed === undefined || believed === (state[group]?.includes(member) ?? false);
    }),
  );
}

/** Takes a state for what it is, whatever the changes of the run should have led to: it was waited for long enough. */
export function adopt(context: Context, pool: Pool, state: MembershipState): void {
  const known = believedIn(context);
  for (const group of pool.groups.keys())
    for (const member of pool.members.keys())
      known.set(keyOf(pool, group, member), state[group]?.includes(member) ?? false);
}

function believedIn({ world }: Context): Map<string, boolean> {
  const known = beliefs.get(world) ?? new Map<string, boolean>();
  beliefs.set(world, known);
  return known;
}

function keyOf({ membership, groups, members }: Pool, group: number, member: number): string {
  return `${membership.many} ${groups[group]} ${members[member]}`;
}
