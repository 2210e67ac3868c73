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
/** After so many changes that were seen late, and on the next read again, a target is trusted to go back on none. */
const enoughLooks = 30;
/** The longest pause before a second look, in milliseconds. */
const longestPause = 250;

/** What is known of how long changes take to be seen on a target. */
export interface Delays {
  /** The longest that one has taken, in milliseconds. */
  readonly slowest: number;
  /** How many rows have waited in vain. */
  readonly vain: number;
  /** How many changes that were seen late were there on the next read as well. */
  readonly stayed?: number;
  /** Whether a read has shown what was before a change that an earlier read had shown: copies of the data take turns. */
  readonly goesBack?: true;
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
  const { seen, waited, isExpected } = await readUntil(read, expected, most, pauseFor(known));
  if (isExpected) {
    const now = { ...known, slowest: Math.max(known.slowest, waited) };
    delays.set(context.world, now);
    if (waited > 0 && !known.goesBack && (known.stayed ?? 0) < enoughLooks) {
      const isStill = expected(await read());
      delays.set(context.world, {
        ...now,
        ...(isStill ? { stayed: (known.stayed ?? 0) + 1 } : { goesBack: true }),
      });
      if (!isStill) return eventually(context, read, expected);
    }
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
  return (await readUntil(read, expected, most, pauseFor(known))).seen;
}

/** How long after a read another one has to show the same, in milliseconds; `undefined` where one is enough. */
function pauseFor({ goesBack, slowest }: Delays): number | undefined {
  return goesBack ? Math.min(Math.max(firstWait, slowest), longestPause) : undefined;
}

/**
 * Reads again and again until the expected value is seen, or so many milliseconds are over. With a pause it has to be seen
 * once more after it.
 */
async function readUntil<T>(
  read: () => Promise<T>,
  expected: (seen: T) => boolean,
  most: number,
  pause: number | undefined,
): Promise<{ readonly seen: T; readonly waited: number; readonly isExpected: boolean }> {
  let wait = firstWait;
  let waited = 0;
  for (;;) {
    let seen = await read();
    if (pause !== undefined && expected(seen)) {
      await sleep(pause);
      seen = await read();
    }
    const isExpected = expected(seen);
    if (isExpected || waited >= most) return { seen, waited, isExpected };
    const now = Math.min(wait, most - waited);
    await sleep(now);
    waited += now;
    wait = Math.min(2 * wait, longestWait);
  }
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
