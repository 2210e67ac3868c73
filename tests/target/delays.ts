import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../harness/judging/context.ts';

/** How long a copy of the data may be behind where nothing is known of that yet, in milliseconds. */
const usualLag = 100;
/** The longest that it is taken to be: a change may be seen late for other reasons. */
const longestLag = 1000;

/** What is known of how long changes take to be seen on a target. */
export interface Delays {
  /** The longest that one has taken, in milliseconds. */
  readonly slowest: number;
  /** How many rows have waited in vain. */
  readonly vain: number;
  /** How many changes, since one was seen late, were there on the next read as well. */
  readonly stayed?: number;
  /** Whether a read has shown what was before a change that an earlier read had shown: copies of the data take turns. */
  readonly goesBack?: true;
}

const delays = new WeakMap<Context['world'], Delays>();

/** What the run knows of the target by now. */
export function delaysOf({ world }: Pick<Context, 'world'>): Delays {
  return delays.get(world) ?? { slowest: 0, vain: 0 };
}

/** Notes what was learnt. */
export function noteDelays(context: Context, learnt: Partial<Delays>): void {
  delays.set(context.world, { ...delaysOf(context), ...learnt });
}

/** How long a change takes to be seen as the profile says, in milliseconds. */
export function readingOf(context: Pick<Context, 'reading'>): number | undefined {
  const reading = context.reading('membership.visibility-delay');
  return typeof reading === 'number' ? reading : undefined;
}

/**
 * How old the last change of a run has to be, in milliseconds, for every read to show it: a good deal older than any that
 * was seen late, for the first copy that shows a change is seldom the last one.
 */
export function lagOf(reading: number | undefined, { slowest }: Delays): number {
  return reading === 0 ? 0 : Math.min(Math.max(usualLag, 1.5 * slowest), longestLag);
}

/**
 * Waits until the last change of the run is so old that every read shows it, whichever copy of the data answers. It judges
 * nothing, and takes no time where the run has long changed nothing.
 */
export async function settled(context: Context): Promise<void> {
  const rest = lagOf(readingOf(context), delaysOf(context)) - context.world.msSinceChange();
  if (rest > 0) await sleep(rest);
}

/**
 * What a read showed last, where the run has sent nothing since that may change it; else what it shows now. For what a row
 * begins with. Of a target that has shown a change late, what was read before counts for nothing.
 *
 * @param known what was read; `undefined` where the run may have changed it since
 * @param data of what is read, what has to be the same
 */
export async function unchanged<T>(
  context: Context,
  known: () => Promise<T | undefined> | undefined,
  read: () => Promise<T>,
  data?: (seen: T) => unknown,
): Promise<T> {
  const kept = isLate(context) ? undefined : await known();
  return kept ?? atRest(context, read, data);
}

/**
 * What a read shows, as a row may rest on it: of a target that has shown a change late, when every change should be shown,
 * and until a second read shows the same.
 *
 * @param data of what is read, what has to be the same
 */
export async function atRest<T>(
  context: Context,
  read: () => Promise<T>,
  data: (seen: T) => unknown = (seen) => seen,
): Promise<T> {
  if (!isLate(context)) return read();
  await settled(context);
  return readTwice(read, data);
}

/** Whether the target has shown a change late, and the profile does not say that it shows all at once. */
function isLate(context: Context): boolean {
  const { goesBack = false, slowest } = delaysOf(context);
  return readingOf(context) !== 0 && (goesBack || slowest > 0);
}

/** A cache may answer once more what it has kept, and renew it behind that answer. */
const whileRenewed = 20;
/** How often what others change, too, is read at most. */
const mostReads = 4;

/** Reads until two answers in turn are the same. */
async function readTwice<T>(read: () => Promise<T>, data: (seen: T) => unknown): Promise<T> {
  let seen = await read();
  for (let reads = 1; reads < mostReads; reads += 1) {
    await sleep(whileRenewed);
    const again = await read();
    if (isDeepStrictEqual(data(again), data(seen))) return again;
    seen = again;
  }
  return seen;
}
