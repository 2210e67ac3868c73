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

/** The answer to a valid change: the first member of the run, assigned where absent or removed where present. */
export async function validChange(context: Context): Promise<ChangedPair & { readonly answer: Answer }> {
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

/** The valid change as the control of a refusal; sent once for all rows on an operation. */
export function acceptedChange(context: Context): Promise<ChangedPair> {
  const { op, membership } = changeOf(context.op);
  return context.world.once(`accepted ${op}`, async () => {
    const { answer, groupId, memberId } = await validChange(context);
    const what = `the valid change of ${membership.many} to be accepted, got ${answer.status}`;
    context.need(answer.status < 300, what);
    return { groupId, memberId };
  });
}
