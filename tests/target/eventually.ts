import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../harness/judging/context.ts';
import { type Delays, delaysOf, noteDelays, readingOf, settled } from './delays.ts';

/** How long a change may take to be seen unless the profile says otherwise, in milliseconds: as long as a request. */
const longestDelay = 30_000;
/** How long a row waits for a change after several rows have waited in vain. */
const shortDelay = 3000;
/** How many rows may wait in vain for the longest delay. All later rows wait for the short one. */
const rowsThatWait = 3;
const firstWait = 20;
const longestWait = 2000;
/** After so many changes that were seen, and on the next read again, a target that is late is trusted to go back on none. */
const enoughLooks = 30;

/** Rows that have waited in vain for what they claim. They have failed already, so that their shrinking hardly waits. */
const timedOut = new WeakSet<Context>();
/** Rows that have waited in vain for what they arrange: it is sent again, and what comes of that may be waited for. */
const unarranged = new WeakSet<Context>();

/** What a row waits for: what it claims, or what it arranges before. */
export type Purpose = 'claim' | 'arrangement';

/**
 * Reads until the expected value is seen, for as long as a change may take to be seen (`membership.visibility-delay`).
 * The interface promises the effect of a change, and names no time after which a read shows it.
 *
 * @returns what was read last, whether or not it is the expected value.
 */
export function eventually<T>(
  context: Context,
  read: () => Promise<T>,
  expected: (seen: T) => boolean,
  purpose: Purpose = 'claim',
): Promise<T> {
  return waitFor(context, { read, expected, isRead: true }, purpose);
}

/**
 * The same for a change that is refused as long as what it is about is not there yet. One that was accepted is not sent
 * once more, as a read is to see whether the target goes back on it.
 */
export function eventuallyTaken<T>(
  context: Context,
  send: () => Promise<T>,
  expected: (answer: T) => boolean,
): Promise<T> {
  return waitFor(context, { read: send, expected, isRead: false }, 'claim');
}

/** What is sent again and again, until something is seen. */
interface Waiting<T> {
  readonly read: () => Promise<T>;
  readonly expected: (seen: T) => boolean;
  /** Whether it may be sent as often as one likes. */
  readonly isRead: boolean;
}

async function waitFor<T>(context: Context, waiting: Waiting<T>, purpose: Purpose): Promise<T> {
  const { read, expected, isRead } = waiting;
  const most = mostFor(context, purpose);
  const { seen, waited, isExpected } = await readUntil(context, waiting, most);
  if (isExpected) {
    const { stayed = 0, goesBack, ...known } = delaysOf(context);
    const slowest = Math.max(known.slowest, waited);
    noteDelays(context, { slowest });
    // Of a target that has shown each change at once so far, nothing is doubted.
    if (isRead && slowest > 0 && !goesBack && stayed < enoughLooks) {
      const isStill = expected(await read());
      noteDelays(context, isStill ? { stayed: stayed + 1 } : { goesBack: true });
      if (!isStill) return waitFor(context, waiting, purpose);
    }
    context.observe('membership.visibility-delay', inWords(waited));
  } else {
    if (!timedOut.has(context) && !unarranged.has(context))
      noteDelays(context, { vain: delaysOf(context).vain + 1 });
    (purpose === 'claim' ? timedOut : unarranged).add(context);
  }
  return seen;
}

/** How long a row waits now, by what it has waited for in vain. */
function mostFor(context: Context, purpose: Purpose): number {
  const most = longestFor(readingOf(context), delaysOf(context));
  if (timedOut.has(context)) return firstWait;
  if (!unarranged.has(context)) return most;
  return Math.min(most, purpose === 'claim' ? shortDelay : firstWait);
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
  const known = delaysOf(context);
  const most = Math.min(longestFor(readingOf(context), known), Math.max(shortDelay, 4 * known.slowest));
  return (await readUntil(context, { read, expected, isRead: true }, most)).seen;
}

/**
 * Reads again and again until the expected value is seen, or so many milliseconds are over. Where copies of the data take
 * turns, it has to be seen once more when all of them should show it.
 */
async function readUntil<T>(
  context: Context,
  { read, expected, isRead }: Waiting<T>,
  most: number,
): Promise<{ readonly seen: T; readonly waited: number; readonly isExpected: boolean }> {
  let wait = firstWait;
  let waited = 0;
  for (;;) {
    let seen = await read();
    if (isRead && delaysOf(context).goesBack && expected(seen)) {
      await settled(context);
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

/**
 * How long a read waits for a change: as long as the profile says, or half a minute. Once several rows have waited in
 * vain, a good deal longer than the slowest change that was seen.
 */
export function longestFor(reading: number | undefined, { slowest, vain }: Delays): number {
  if (reading !== undefined) return reading;
  return vain < rowsThatWait ? longestDelay : Math.min(longestDelay, Math.max(shortDelay, 4 * slowest));
}

function inWords(waited: number): string {
  if (waited === 0) return 'seen by the next read';
  return waited <= shortDelay ? 'seen a moment later' : 'seen after more than three seconds';
}
