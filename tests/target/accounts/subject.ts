import type { Context } from '../../../harness/judging/context.ts';
import { itemsOf, type Json, text } from '../body.ts';
import { eventually } from '../eventually.ts';
import { fixtureId } from '../reuse/fixture.ts';
import { type Account, accountOf } from './account.ts';
import { request, validChange } from './request.ts';

/** The account that this chapter changes, one of each kind; its class and cohort are its own business. */
export function subjectOf(context: Context, kind: Account['kind']): Promise<string> {
  return context.world.once(`account ${kind}`, async () => {
    const id = await fixtureId(context, kind, 'account');
    if (kind === 'student') await fill(context, id);
    return id;
  });
}

/** An account that nothing here is sent to: what happens to it is a side effect. */
export async function bystanderOf(context: Context): Promise<string> {
  const id = await fixtureId(context, 'student', 'member 1');
  return context.need(
    id !== (await fixtureId(context, 'student', 'account')) && id,
    'a second student to look at',
  );
}

/** Users by their ids as the list shows them now, in the order of the ids; `undefined` for one that it does not show. */
export async function readUsers(
  context: Context,
  ids: readonly string[],
): Promise<readonly (Json | undefined)[]> {
  const items = itemsOf(context, await context.send('listUsers', { userId: ids }));
  return ids.map((id) => items.find((item) => text(item['userId'])?.toLowerCase() === id.toLowerCase()));
}

/** One user as the list shows it now. Inconclusive when the list does not. */
export async function readUser(context: Context, id: string): Promise<Json> {
  const [user] = await readUsers(context, [id]);
  return context.need(user, 'a user that this run made, in the list of users');
}

/** One user once what is expected of it shows, or time is up. */
export function eventuallyUser(
  context: Context,
  id: string,
  expected: (user: Json) => boolean,
): Promise<Json> {
  return eventually(context, () => readUser(context, id), expected);
}

/** Gives an account values in every field that can be set, as far as the profile says how; nothing is judged. */
async function fill(context: Context, id: string): Promise<void> {
  for (const op of ['updateUserPrimaryEmail', 'setUserExternalId', 'updateStudentDetails']) {
    const account = accountOf(op);
    if (context.contract.isOpen(account.gap)) continue;
    await request(context, account, id, await validChange(context, account));
  }
}
