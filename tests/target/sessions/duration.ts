import type { Facts } from './facts.ts';

const day = 86_400_000;
/** The parts of a duration, and how long the shortest of each kind is: a month may have 28 days. */
const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const lengths = [365 * day, 28 * day, day, 3_600_000, 60_000, 1_000] as const;

/** A duration may be counted by another clock, in whole days, and of a session that was ended for the learner. */
const slack = day;

/** The latest moment that any of these sessions shows, in milliseconds. */
export function latestIn(sessions: readonly Pick<Facts, 'start' | 'end' | 'calculated'>[]): number {
  const moments = sessions.flatMap(({ start, end, calculated }) => [start, end, calculated]);
  return Math.max(...moments.map((moment) => Date.parse(moment ?? '')).filter((at) => !Number.isNaN(at)));
}

/**
 * Whether a session can have taken so long as its result says: no longer than from its start to the latest moment that
 * any shows. How a duration is counted, no sentence says: from the dates, by the device of the learner, without pauses.
 * So where it does not tell its start, or its duration in the form of the conventions.
 */
export function isPossible({ start, duration }: Pick<Facts, 'start' | 'duration'>, latest: number): boolean {
  const found = parts.exec(duration ?? '');
  const began = Date.parse(start ?? '');
  if (!found || Number.isNaN(began)) return true;
  const told = lengths.reduce((sum, length, at) => sum + length * Number(found[at + 1] ?? 0), 0);
  return told <= latest - began + slack;
}
