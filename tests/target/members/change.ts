import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { request } from '../accounts/request.ts';
import { sendChange } from '../send-change.ts';
import { believe } from './believed.ts';
import type { Does } from './membership.ts';
import { idsAt, type Pool } from './pool.ts';

/** Assigns members of a pool to one of its groups, or removes them, by the operation on the group. */
export async function change(
  context: Context,
  pool: Pool,
  does: Does,
  who: readonly number[],
  group = 0,
): Promise<Answer> {
  const { membership, groups, members } = pool;
  const answer = await sendChange(context, membership.onGroup[does], {
    [membership.group.id]: groups[group],
    [membership.ids]: idsAt(members, who),
  });
  believe(context, pool, { does, groups: [group], who }, answer);
  return answer;
}

/** Assigns the one user of a pool to some of its groups, or removes the user, by the operation on the user. */
export async function changeOnUser(
  context: Context,
  pool: Pool,
  does: Does,
  where: readonly number[],
): Promise<Answer> {
  const { membership, groups, members } = pool;
  const { group, onUser } = membership;
  const body = { [group.membership]: idsAt(groups, where) };
  const answer = await request(context, onUser[does] ?? '', members[0] ?? '', body);
  believe(context, pool, { does, groups: where, who: [0] }, answer);
  return answer;
}
