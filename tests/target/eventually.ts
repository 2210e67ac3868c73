import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../harness/judging/context.ts';

/** How long a change may take to be seen, in milliseconds, unless the profile says otherwise. */
const usualDelay = 3000;
const firstWait = 20;

/** Rows that have waited in vain once: they are red already, and shrinking need not wait as long again. */
const inVain = new WeakSet<Context>();

/**
 * Reads until what is expected is seen, for as long as a change may take to be seen
 * (`membership.visibility-delay`). What is promised is the effect, not that the very next read shows it: that is noted
 * for the choices sheet.
 *
 * @returns what was read last, whether or not it is what was expected.
 */
export async function eventually<T>(
  context: Context,
  read: () => Promise<T>,
  expected: (seen: T) => boolean,
): Promise<T> {
  let seen = await read();
  const atOnce = expected(seen);
  let wait = firstWait;
  let left = inVain.has(context) ? firstWait : delayOf(context);
  while (!expected(seen) && left > 0) {
    await sleep(Math.min(wait, left));
    left -= wait;
    wait *= 2;
    seen = await read();
  }
  if (!expected(seen)) inVain.add(context);
  else
    context.observe('membership.visibility-delay', atOnce ? 'seen by the next read' : 'seen a moment later');
  return seen;
}

function delayOf(context: Context): number {
  const told = context.reading('membership.visibility-delay');
  return typeof told === 'number' ? told : usualDelay;
}
