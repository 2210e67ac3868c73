import type { Claim } from '../../harness/judging/answer-claims.ts';
import type { Context } from '../../harness/judging/context.ts';
import { eventually } from './eventually.ts';

/** Claims that a read shows something, as soon as a change may be seen. `actual` says what was seen instead. */
export async function mustEventually<T>(
  context: Context,
  read: () => Promise<T>,
  holds: (seen: T) => boolean,
  { actual, ...claim }: Omit<Claim, 'actual'> & { readonly actual: string | ((seen: T) => string) },
): Promise<void> {
  const seen = await eventually(context, read, holds);
  const words = typeof actual === 'string' ? actual : actual(seen);
  context.must.hold(holds(seen), { ...claim, actual: words });
}

/** Claims that a read shows nothing changed, as soon as a change may be seen. It gives what is changed, in words. */
export async function mustStayUnchanged(
  context: Context,
  read: () => Promise<readonly string[]>,
  claim: Omit<Claim, 'actual'>,
): Promise<void> {
  mustBeUnchanged(context, await eventually(context, read, (changed) => changed.length === 0), claim);
}

/** Claims that nothing is changed; the list says in words what is. */
export function mustBeUnchanged(
  { must }: Pick<Context, 'must'>,
  changed: readonly string[],
  claim: Omit<Claim, 'actual'>,
): void {
  must.hold(changed.length === 0, { ...claim, actual: `changed: ${changed.join(', ')}` });
}
