import type { Answer } from '../../../harness/answer.ts';
import type { Scene } from '../../../harness/scene.ts';
import { type Account, accountOf } from './account.ts';
import { bring, groupsOfOne, poolOf } from './groups-of-one.ts';
import { ordinary, request } from './request.ts';
import { subjectOf } from './subject.ts';

/**
 * The answer to a plain and valid change of the account that this chapter changes; sent once for each operation
 * and shared by all checks.
 */
export function accepted(scene: Scene, account: Account): Promise<Answer> {
  return scene.world.once(`accepted ${account.op}`, async () => {
    const id = await subjectOf(scene, account.kind);
    const route = groupsOfOne.find((of) => of.account.op === account.op);
    if (route)
      await bring(scene, route, id, await poolOf(scene, route.group, 1), route.does === 'assign' ? [] : [0]);
    if (account.op === 'enableUser') await turn(scene, 'disableUser', id);
    const answer = await request(scene, account, id, await ordinary(scene, account));
    if (account.op === 'disableUser') await turn(scene, 'enableUser', id);
    return answer;
  });
}

/** Enables or disables an account as far as the profile says how, and judges nothing. */
export async function turn(scene: Scene, op: 'enableUser' | 'disableUser', id: string): Promise<void> {
  const account = accountOf(op);
  if (!scene.contract.isOpen(account.gap)) await request(scene, account, id, {});
}
