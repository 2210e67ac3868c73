import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { arrange } from './arrange.ts';
import { change } from './change.ts';
import { changeOf } from './membership.ts';
import { type Pool, poolOf } from './pool.ts';
import { UnreadableGroups } from './state.ts';

/** The group and the member that the valid change of an operation is about. */
export interface ChangedPair {
  readonly groupId: string;
  readonly memberId: string;
}

/** The answer to a valid change, sent once for all rows on an operation. */
export function validChange(context: Context): Promise<ChangedPair & { readonly answer: Answer }> {
  return context.world.once(`valid change ${context.op.id}`, () => anotherChange(context));
}

/** The answer to a valid change: the first member of the run, assigned where absent or removed where present. */
export async function anotherChange(context: Context): Promise<ChangedPair & { readonly answer: Answer }> {
  const pool = await beforeValidChange(context);
  const { membership, does } = changeOf(context.op);
  const answer = await change(context, pool, does, [0]);
  const groupId = context.need(pool.groups[0], `a ${membership.group.kind} of our own`);
  const memberId = context.need(pool.members[0], `one of our ${membership.many}`);
  return { answer, groupId, memberId };
}

/**
 * Arranges that the valid change of an operation makes a difference. Where nobody can read who is where, the opposite
 * is sent before it, whatever becomes of that.
 */
export async function beforeValidChange(context: Context): Promise<Pool> {
  const { membership, does } = changeOf(context.op);
  const pool = await poolOf(context, membership);
  try {
    await arrange(context, pool, does === 'assign' ? [] : [[0]]);
  } catch (error) {
    if (!(error instanceof UnreadableGroups)) throw error;
    await change(context, pool, does === 'assign' ? 'remove' : 'assign', [0]);
  }
  return pool;
}

/** The valid change as the control of a refusal. */
export async function acceptedChange(context: Context): Promise<ChangedPair> {
  const { answer, groupId, memberId } = await validChange(context);
  const { many } = changeOf(context.op).membership;
  context.need(answer.status < 300, `the valid change of ${many} to be accepted, got ${answer.status}`);
  return { groupId, memberId };
}
