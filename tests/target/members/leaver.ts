import type { Meanings } from '../../../generators/body.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Change, changes, withRequired } from '../accounts/change.ts';
import { emailMeanings, markOf } from '../accounts/meanings.ts';
import { isFilled, request } from '../accounts/request.ts';
import { attempt } from '../attempt.ts';
import type { Json } from '../body.ts';
import { type Leaver, mustFindLeaver } from '../users/found-by-all.ts';
import { eventuallyUser, unchangedUser } from '../users/read.ts';
import { uniqueFilters, uniqueWhenChanged } from '../users/under-filters.ts';

/** Gives a user an external identifier and an address to be found by, once in a run; where either is refused, the user goes without. */
export function giveSearchKeys(context: Context, id: string): Promise<Json> {
  return context.world.once(`search keys of ${id}`, async () => {
    const before = await unchangedUser(context, id);
    const mark = `${markOf(context)}.${id.slice(-4)}`;
    const said: readonly (readonly [Change, Meanings])[] = [
      [changes.externalId, { externalId: context.world.synthetic(`leaver.${mark}`) }],
      [changes.primaryEmail, emailMeanings(context, `leaver.${mark}@example.org`)],
    ];
    const shown: ((user: Json) => boolean)[] = [];
    for (const [change, meanings] of said)
      if (await attempt(() => isAccepted(context, id, change, meanings)))
        shown.push((user) => change.shows(user, meanings, context));
    const isShown = (user: Json) => shown.every((shows) => shows(user));
    if (shown.length > 0)
      context.need(isShown(await eventuallyUser(context, id, isShown)), 'values that were set to be shown');
    return before;
  });
}

/** Judges that a user who has left the last class or cohort is found by all that is known of the user. */
export async function mustStayFindable(
  context: Context,
  id: string,
  { left, what }: Pick<Leaver, 'left' | 'what'>,
): Promise<void> {
  const user = await unchangedUser(context, id);
  const { username } = await giveSearchKeys(context, id);
  // A username may follow a name or an address, and how soon is left open.
  const unique = user['username'] === username ? uniqueFilters : uniqueWhenChanged;
  await mustFindLeaver(context, { user, left, what, unique });
}

async function isAccepted(
  context: Context,
  id: string,
  { op }: Change,
  meanings: Meanings,
): Promise<boolean> {
  if (!isFilled(context, op)) return false;
  const sent = await withRequired(context, op, meanings, () => unchangedUser(context, id));
  return (await request(context, op, id, sent)).status < 300;
}
