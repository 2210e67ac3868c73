import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import type { Json } from '../body.ts';
import { isYearShown } from '../groups/shown-years.ts';
import type { Does } from './membership.ts';
import type { Pool } from './pool.ts';
import { eventualState, groupsIn, stateOfTests } from './state.ts';

/**
 * Whether the first member of a pool is in its one group, of another academic year, once an accepted change may be seen;
 * `undefined` where the target shows nobody in groups of that year, or in a form from which no identifier can be read.
 *
 * @param group the group as it was read after the change
 */
export async function seenInYear(
  context: Context,
  { membership, groups, members }: Pool,
  does: Does,
  group: Json,
): Promise<boolean | undefined> {
  const one: Pool = { membership, groups, members: members.slice(0, 1) };
  const expected = does === 'assign' ? [[0]] : [[]];
  if (membership.member === 'test') {
    const isThere = groupsIn(stateOfTests(one, [group])).length > 0;
    if (isThere === (does === 'assign')) return isThere;
  } else if (!(await attempt(() => isYearShown(context, membership.group, group)))) return undefined;
  const state = await attempt(() => eventualState(context, one, expected));
  return state && groupsIn(state).length > 0;
}
