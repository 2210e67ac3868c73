import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { arrange } from '../members/arrange.ts';
import { changeBy } from '../members/membership.ts';
import { poolOfUser } from '../members/pool.ts';
import { accountOf } from './account.ts';
import { validChange } from './meanings.ts';
import { request, requestIfFilled } from './request.ts';
import { accountId } from './shared-account.ts';

/** The answer to a simple and valid change by an operation; sent once and shared by all checks. */
export function accepted(context: Context, op: string): Promise<Answer> {
  return context.world.once(keyOf(op), async () => {
    const id = await accountId(context, accountOf(op).kind);
    await arrangeFor(context, op, id);
    const answer = await request(context, op, id, await validChange(context, op));
    if (op === 'disableUser') await requestIfFilled(context, 'enableUser', id);
    return answer;
  });
}

/** The same, sent anew: other checks may have changed the account since. */
export function acceptedAnew(context: Context, op: string): Promise<Answer> {
  context.world.forget(keyOf(op));
  return accepted(context, op);
}

/** Arranges that the change has something to change. */
async function arrangeFor(context: Context, op: string, id: string): Promise<void> {
  const change = changeBy(op);
  if (change) {
    const pool = await poolOfUser(context, change.membership, 1);
    await arrange(context, pool, change.does === 'assign' ? [] : [[0]]);
  }
  if (op === 'enableUser') await requestIfFilled(context, 'disableUser', id);
}

function keyOf(op: string): string {
  return `accepted ${op}`;
}
