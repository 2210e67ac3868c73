import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../harness/judging/context.ts';

/** How long a change may take to be seen unless the profile says otherwise, in milliseconds: as long as a request. */
const longestDelay = 30_000;
/** How long a row waits for a change after several rows have waited in vain. */
const shortDelay = 3000;
/** How many rows may wait in vain for the longest delay. All later rows wait for the short one. */
const rowsThatWait = 3;
const firstWait = 20;
const longestWait = 2000;

/** What is known of how long changes take to be seen on a target. */
export interface Delays {
  /** The longest that one has taken, in milliseconds. */
  readonly slowest: number;
  /** How many rows have waited in vain. */
  readonly vain: number;
}

const delays = new WeakMap<Context['world'], Delays>();

/** Rows that have waited in vain. They have failed already, so that their shrinking waits for the short delay. */
const timedOut = new WeakSet<Context>();

/**
 * Reads until the expected value is seen, for as long as a change may take to be seen (`membership.visibility-delay`).
 * The interface promises the effect of a change, and names no time after which a read shows it.
 *
 * @returns what was read last, whether or not it is the expected value.
 */
export async function eventually<T>(
  context: Context,
  read: () => Promise<T>,
  expected: (seen: T) => boolean,
): Promise<T> {
  const known = knownOf(context);
  const most = timedOut.has(context) ? firstWait : longestFor(readingOf(context), known);
  const { seen, waited } = await readUntil(read, expected, most);
  if (expected(seen)) {
    delays.set(context.world, { ...known, slowest: Math.max(known.slowest, waited) });
    context.observe('membership.visibility-delay', inWords(waited));
  } else if (!timedOut.has(context)) {
    timedOut.add(context);
    delays.set(context.world, { ...known, vain: known.vain + 1 });
  }
  return seen;
}

/**
 * Reads until an earlier change of the run is seen, so that no row begins with what was before it. It judges nothing,
 * and waits for no more than a good deal longer than the slowest change that was seen.
 *
 * @returns what was read last, whether or not it is the expected value.
 */
export async function caughtUp<T>(
  context: Context,
  read: () => Promise<T>,
  expected: (seen: T) => boolean,
): Promise<T> {
  const known = knownOf(context);
  const most = Math.min(longestFor(readingOf(context), known), Math.max(shortDelay, 4 * known.slowest));
  return (await readUntil(read, expected, most)).seen;
}

/** Reads again and again until the expected value is seen, or so many milliseconds are over. */
async function readUntil<T>(
  read: () => Promise<T>,
  expected: (seen: T) => boolean,
  most: number,
): Promise<{ readonly seen: T; readonly waited: number }> {
  let seen = await read();
  let wait = firstWait;
  let waited = 0;
  while (!expected(seen) && waited < most) {
    const now = Math.min(wait, most - waited);
    await sleep(now);
    waited += now;
    wait = Math.min(2 * wait, longestWait);
    seen = await read();
  }
  return { seen, waited };
}

function knownOf({ world }: Context): Delays {
  return delays.get(world) ?? { slowest: 0, vain: 0 };
}

/**
 * How long a read waits for a change: as long as the profile says, or half a minute. Once several rows have waited in
 * vain, a good deal longer than the slowest change that was seen.
 */
export function longestFor(reading: number | undefined, { slowest, vain }: Delays): number {
  if (reading !== undefined) return reading;
  return vain < rowsThatWait ? longestDelay : Math.min(longestDelay, Math.max(shortDelay, 4 * slowest));
}

function readingOf(context: Context): number | undefined {
  const reading = context.reading('membership.visibility-delay');
  return typeof reading === 'number' ? reading : undefined;
}

function inWords(waited: number): string {
  if (waited === 0) return 'seen by the next read';
  return waited <= shortDelay ? 'seen a moment later' : 'seen after more than three seconds';
}
