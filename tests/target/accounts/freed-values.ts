import { randomInt } from 'node:crypto';
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

/** How often it is tried: what one try has used, another run may have left by chance. */
const tries = 2;

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
  for (let nth = 1; nth <= tries; nth += 1) {
    const { own, meanings } = withTaken(what, refused, ofThisMoment(context, kind));
    if ((await create(context, kind, meanings)).status < 400) return;
    const freed = await create(context, kind, { ...ofThisMoment(context, kind), ...freedBy({ own }) });
    if (freed.status < 400) return;
    const other = await create(context, kind, ofThisMoment(context, kind));
    if (other.status >= 400) return;
    context.must.hold(nth < tries, {
      expected: `a ${kind} with what a creation said that was refused for a ${what} that somebody has`,
      actual: `${freed.status}, and ${other.status} with other values`,
      in: [freed, other],
    });
  }
}

/** All that can be said of an account, in values that nobody has: a part of them is drawn anew each time. */
function ofThisMoment(context: Context, kind: Account['kind']): Meanings {
  const drawn = randomInt(1e9);
  const words = `${kind} at ${Date.now()} ${drawn}`;
  return {
    ...meaningsOf(context, kind, markedName(context, words)),
    ...everyField(context, `${words.replaceAll(' ', '.')}.${context.world.mark}`),
    upn: context.world.synthetic(upnOf(drawn)),
  };
}
