import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { eventuallyUser, readUsers } from '../users/read.ts';
import { changes } from './change.ts';
import { markOf, nameMeanings } from './meanings.ts';
import { isFilled, request } from './request.ts';

/**
 * Gives the same new name to each of these users, and waits until all of them show it. Then everything that was sent to
 * them before shows as well. Who has the name already is left alone, unless the word in it is a fresh one. Nothing is
 * done where the profile does not say how to change a name.
 */
export async function awaitEarlierChanges(
  context: Context,
  ids: readonly string[],
  word = markOf(context),
): Promise<void> {
  if (!isFilled(context, changes.name.op)) return;
  const name = nameMeanings(context, 'Rollcall', `Settled ${word}`);
  const shows = (user: Json | undefined) => user !== undefined && changes.name.shows(user, name, context);
  const users = await readUsers(context, ids);
  for (const id of ids.filter((_, at) => !shows(users[at]))) {
    await request(context, changes.name.op, id, name);
    await eventuallyUser(context, id, shows);
  }
}
