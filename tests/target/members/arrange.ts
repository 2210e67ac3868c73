import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { piecesOf } from '../listed-by.ts';
import { change } from './change.ts';
import { type MembershipState, memberCount, type Pool } from './pool.ts';
import { eventualState, sameState, settledState } from './state.ts';

/**
 * Brings a pool into a state by the operations on its groups: it sends the whole difference at once and, when that is
 * not enough, again in shorter lists. Inconclusive when the state is not reached: other rows say why.
 */
export async function arrange(context: Context, pool: Pool, wanted: MembershipState): Promise<void> {
  const all = pool.members.length;
  let now = await settledState(context, pool);
  let accepted = true;
  for (const size of all > memberCount ? [all, 25, 5, 1] : [all, 1, 1, 1, 1, 1]) {
    if (sameState(now, wanted)) return;
    accepted = await sendDifference(context, pool, { now, wanted, size });
    now = await eventualState(context, pool, wanted, 'arrangement');
  }
  if (sameState(now, wanted)) return;
  const reason = `needs our ${pool.membership.many} to be where this begins`;
  const row = accepted && rowOfEffect(pool, now, wanted);
  throw row ? new Inconclusive(reason, 'other-row', row) : new Inconclusive(reason);
}

/** The row that fails where the changes were accepted that lead from one state to another, and had no such effect. */
function rowOfEffect(
  { membership, groups, members }: Pool,
  now: MembershipState,
  wanted: MembershipState,
): string | undefined {
  const isMissing = groups.some((_, at) => (wanted[at] ?? []).some((who) => !now[at]?.includes(who)));
  const op = membership.onGroup[isMissing ? 'assign' : 'remove'];
  // Long lists have rows of their own.
  return members.length > memberCount ? undefined : `${inWords(op)}.effect @ ${op}`;
}

/** The id of an operation as the ids of its clauses have it: `addClassStudents` as `add-class-students`. */
function inWords(operation: string): string {
  return operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The same in one attempt: it does not wait for the effect and judges nothing. The request that follows shows what
 * came of it. Where the target does not show who is where, nobody is taken to be anywhere.
 */
export async function tryToArrange(context: Context, pool: Pool, wanted: MembershipState): Promise<void> {
  const now = await shownOrNone(context, pool);
  await sendDifference(context, pool, { now, wanted, size: pool.members.length });
}

async function shownOrNone(context: Context, pool: Pool): Promise<MembershipState> {
  try {
    return await settledState(context, pool);
  } catch (error) {
    if (error instanceof Inconclusive && error.cause === 'no-data') return [];
    throw error;
  }
}

/** Sends what leads from one state to another, in lists of at most `size` ids. Tells whether all of it was accepted. */
async function sendDifference(
  context: Context,
  pool: Pool,
  { now, wanted, size }: { now: MembershipState; wanted: MembershipState; size: number },
): Promise<boolean> {
  const answers: Answer[] = [];
  for (const group of pool.groups.keys()) {
    const [there, want] = [now[group] ?? [], wanted[group] ?? []];
    const missing = want.filter((who) => !there.includes(who));
    const surplus = there.filter((who) => !want.includes(who));
    for (const who of piecesOf(missing, size))
      answers.push(await change(context, pool, 'assign', who, group));
    for (const who of piecesOf(surplus, size))
      answers.push(await change(context, pool, 'remove', who, group));
  }
  return answers.every(({ status }) => status < 300);
}
