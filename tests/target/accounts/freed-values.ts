import type { Meanings } from '../../../generators/body.ts';
import { upnOf } from '../../../generators/upn.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { create, markedName, meaningsOf } from '../reuse/creation.ts';
import type { Account } from './account.ts';
import { everyField } from './fresh-user.ts';
import { type Taken, withTaken } from './taken.ts';

/** What nobody shares: it is free again once the creation that said it is refused. */
const unshared = ['username', 'upn', 'externalId', 'email', 'emails'];

/** The values of its own that a refused creation said and that no two users share. */
export function freedBy({ own }: Pick<Taken, 'own'>): Meanings {
  return Object.fromEntries(Object.entries(own).filter(([name]) => unshared.includes(name)));
}

/**
 * Judges that a creation which is refused uses up nothing, where that is in doubt: with values of this very moment, which
 * no earlier run can have left. After a refusal for a value that somebody has, a creation with all else of it is refused
 * as well, and then one with other values is not.
 */
export async function mustUseUpNothing(
  context: Context,
  kind: Account['kind'],
  { what, meanings: refused }: Taken,
): Promise<void> {
  const moment = Date.now();
  const all = (nth: number) => allAt(context, kind, moment + nth);
  const { own, meanings } = withTaken(what, refused, all(0));
  if ((await create(context, kind, meanings)).status < 400) return;
  const freed = await create(context, kind, { ...all(1), ...freedBy({ own }) });
  if (freed.status < 400) return;
  const other = await create(context, kind, all(2));
  context.must.hold(other.status >= 400, {
    expected: `a ${kind} with what a creation said that was refused for a ${what} that somebody has`,
    actual: `${freed.status}, and ${other.status} with other values`,
    in: [freed, other],
  });
}

/** All that can be said of an account, in values that are of one moment alone. */
function allAt(context: Context, kind: Account['kind'], moment: number): Meanings {
  return {
    ...meaningsOf(context, kind, markedName(context, `${kind} at ${moment}`)),
    ...everyField(context, `${kind}.at.${moment}.${context.world.mark}`),
    upn: context.world.synthetic(upnOf(moment % 1e9)),
  };
}
