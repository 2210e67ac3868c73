import type { Context } from '../../../harness/judging/context.ts';
import { eventuallyUser } from '../users/read.ts';
import { changes } from './change.ts';
import { markOf, nameMeanings } from './meanings.ts';
import { isFilled, request } from './request.ts';

/**
 * Gives users a name that no other change writes, and waits until it shows: then everything shows that was sent to them
 * before. Nothing is done where the profile does not say how to change a name.
 */
export async function settle(context: Context, ids: readonly string[]): Promise<void> {
  if (!isFilled(context, changes.name.op)) return;
  const name = nameMeanings(context, 'Rollcall', `Settled ${markOf(context)}`);
  for (const id of ids) {
    await request(context, changes.name.op, id, name);
    await eventuallyUser(context, id, (user) => changes.name.shows(user, name, context));
  }
}
