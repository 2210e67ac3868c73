import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import type { Json } from '../body.ts';
import { isYearShown } from '../groups/shown-years.ts';
import type { Does } from './membership.ts';
import type { Pool } from './pool.ts';
import { eventualState, groupsIn, settledState, stateOfTests } from './state.ts';

/**
 * Whether the first member of a pool is in its one group, of another academic year, once an accepted change may be seen;
 * `undefined` where that may be because the target shows nobody in groups of that year, or not in a form from which an
 * identifier can be read.
 *
 * @param group the group as it was read after the change; who is removed was seen in it before
 */
export async function seenInYear(
  context: Context,
  { membership, groups, members }: Pool,
  does: Does,
  group: Json,
): Promise<boolean | undefined> {
  const one: Pool = { membership, groups, members: members.slice(0, 1) };
  const isExpected = does === 'assign';
  const { member, group: kind } = membership;
  if (member === 'test') {
    const isThere = groupsIn(stateOfTests(one, [group])).length > 0;
    if (isThere === isExpected) return isThere;
  }
  const isShown =
    !isExpected || member === 'test' || (await attempt(() => isYearShown(context, kind, group))) === true;
  const state = await attempt(() =>
    isShown ? eventualState(context, one, isExpected ? [[0]] : [[]]) : settledState(context, one),
  );
  const seen = state && groupsIn(state).length > 0;
  return seen === isExpected || isShown ? seen : undefined;
}
