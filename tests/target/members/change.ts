import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { request } from '../accounts/request.ts';
import { sendChange } from '../send-change.ts';
import type { Does } from './membership.ts';
import { idsAt, type Pool } from './pool.ts';

/** Assigns members of a pool to one of its groups, or removes them, by the operation on the group. */
export function change(
  context: Context,
  { membership, groups, members }: Pool,
  does: Does,
  who: readonly number[],
  group = 0,
): Promise<Answer> {
  return sendChange(context, membership.onGroup[does], {
    [membership.group.id]: groups[group],
    [membership.ids]: idsAt(members, who),
  });
}

/** Assigns the one user of a pool to some of its groups, or removes the user, by the operation on the user. */
export function changeOnUser(
  context: Context,
  { membership, groups, members }: Pool,
  does: Does,
  where: readonly number[],
): Promise<Answer> {
  const { group, onUser } = membership;
  return request(context, onUser[does] ?? '', members[0] ?? '', { [group.membership]: idsAt(groups, where) });
}
