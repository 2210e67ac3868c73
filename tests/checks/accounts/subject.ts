import type { Scene } from '../../../harness/scene.ts';
import { itemsOf, type Json, text } from '../body.ts';
import { settled } from '../groups/settled.ts';
import { ownId } from '../own.ts';
import { type Account, accountOf } from './account.ts';
import { ordinary, request } from './request.ts';

/** The account that this chapter changes, one of each kind; its class and cohort are its own business. */
export function subjectOf(scene: Scene, kind: Account['kind']): Promise<string> {
  return scene.world.once(`account ${kind}`, async () => {
    const id = await ownId(scene, kind, 'account');
    if (kind === 'student') await fill(scene, id);
    return id;
  });
}

/** An account that nothing here is sent to: what happens to it is a side effect. */
export async function bystanderOf(scene: Scene): Promise<string> {
  const id = await ownId(scene, 'student', 'member 1');
  return scene.need(id !== (await ownId(scene, 'student', 'account')) && id, 'a second student to look at');
}

/** Users by their ids as the list shows them now, in the order of the ids; `undefined` for one that it does not show. */
export async function readUsers(
  scene: Scene,
  ids: readonly string[],
): Promise<readonly (Json | undefined)[]> {
  const items = itemsOf(scene, await scene.send('listUsers', { userId: ids }));
  return ids.map((id) => items.find((item) => text(item['userId'])?.toLowerCase() === id.toLowerCase()));
}

/** One user as the list shows it now. Inconclusive when the list does not. */
export async function readUser(scene: Scene, id: string): Promise<Json> {
  const [user] = await readUsers(scene, [id]);
  return scene.need(user, 'a user that this run made, in the list of users');
}

/** One user once what is expected of it shows, or time is up. */
export function settledUser(scene: Scene, id: string, expected: (user: Json) => boolean): Promise<Json> {
  return settled(scene, () => readUser(scene, id), expected);
}

/** Gives an account values in every field that can be set, as far as the profile says how; nothing is judged. */
async function fill(scene: Scene, id: string): Promise<void> {
  for (const op of ['updateUserPrimaryEmail', 'setUserExternalId', 'updateStudentDetails']) {
    const account = accountOf(op);
    if (scene.contract.isOpen(account.gap)) continue;
    await request(scene, account, id, await ordinary(scene, account));
  }
}
