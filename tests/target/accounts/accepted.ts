import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { arrange } from '../members/arrange.ts';
import { changeBy } from '../members/membership.ts';
import { poolOfUser } from '../members/pool.ts';
import { type Account, accountOf } from './account.ts';
import { request, validChange } from './request.ts';
import { subjectOf } from './subject.ts';

/**
 * The answer to a plain and valid change of the account that this chapter changes; sent once for each operation
 * and shared by all checks.
 */
export function accepted(context: Context, account: Account): Promise<Answer> {
  return context.world.once(`accepted ${account.op}`, async () => {
    const id = await subjectOf(context, account.kind);
    const change = changeBy(account.op);
    if (change) {
      const pool = await poolOfUser(context, change.membership, 1);
      await arrange(context, pool, change.does === 'assign' ? [] : [[0]]);
    }
    if (account.op === 'enableUser') await turn(context, 'disableUser', id);
    const answer = await request(context, account, id, await validChange(context, account));
    if (account.op === 'disableUser') await turn(context, 'enableUser', id);
    return answer;
  });
}

/** Enables or disables an account as far as the profile says how, and judges nothing. */
export async function turn(context: Context, op: 'enableUser' | 'disableUser', id: string): Promise<void> {
  const account = accountOf(op);
  if (!context.contract.isOpen(account.gap)) await request(context, account, id, {});
}
