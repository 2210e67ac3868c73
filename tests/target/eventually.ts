import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../harness/judging/context.ts';

/** How long a change may take to be seen unless the profile says otherwise, in milliseconds. */
const usualDelay = 3000;
const firstWait = 20;

/** Rows that have waited in vain: they have failed already, and shrinking does not wait as long again. */
const timedOut = new WeakSet<Context>();

/**
 * Reads until the expected value is seen, for as long as a change may take to be seen (`membership.visibility-delay`).
 * The interface promises the effect of a change, and not that the very next read shows it.
 *
 * @returns what was read last, whether or not it is the expected value.
 */
export async function eventually<T>(
  context: Context,
  read: () => Promise<T>,
  expected: (seen: T) => boolean,
): Promise<T> {
  let seen = await read();
  const isImmediate = expected(seen);
  let wait = firstWait;
  let left = timedOut.has(context) ? firstWait : delayOf(context);
  while (!expected(seen) && left > 0) {
    await sleep(Math.min(wait, left));
    left -= wait;
    wait *= 2;
    seen = await read();
  }
  if (!expected(seen)) timedOut.add(context);
  else
    context.observe(
      'membership.visibility-delay',
      isImmediate ? 'seen by the next read' : 'seen a moment later',
    );
  return seen;
}

function delayOf(context: Context): number {
  const delay = context.reading('membership.visibility-delay');
  return typeof delay === 'number' ? delay : usualDelay;
}
