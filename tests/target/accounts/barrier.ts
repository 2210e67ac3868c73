import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { eventually } from '../eventually.ts';
import { readUsers, unchangedUsers } from '../users/read.ts';
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
  word?: string,
): Promise<void> {
  if (!isFilled(context, changes.name.op)) return;
  const name = nameMeanings(context, 'Rollcall', `Settled ${word ?? markOf(context)}`);
  const shows = (user: Json | undefined) => user !== undefined && changes.name.shows(user, name, context);
  const users = word === undefined ? await unchangedUsers(context, ids) : [];
  const others = ids.filter((_, at) => !shows(users[at]));
  if (others.length === 0) return;
  for (const id of others) await request(context, changes.name.op, id, name);
  const seen = await eventually(
    context,
    () => readUsers(context, ids),
    (all) => all.every((user, at) => shows(user) || (user && !others.includes(ids[at] ?? ''))),
  );
  for (const user of seen) context.need(user, 'the list to find each user of this run by identifier');
}
