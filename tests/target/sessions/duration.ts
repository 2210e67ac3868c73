import type { Facts } from './facts.ts';

const day = 86_400_000;
/** The parts of a duration, and how long the shortest of each kind is: a month may have 28 days. */
const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const lengths = [365 * day, 28 * day, day, 3_600_000, 60_000, 1_000] as const;

/** Clocks of two machines, and rounding, make a duration longer than the session was. */
const slackMs = 60_000;

/**
 * Whether a session took no longer than from its start to its end; so where one of the three is not told. A duration
 * may be rounded up in its smallest part.
 */
export function isWithin({ start, end, duration }: Pick<Facts, 'start' | 'end' | 'duration'>): boolean {
  const found = parts.exec(duration ?? '');
  if (!found || start === undefined || end === undefined) return true;
  const told = lengths.map((length, at) => ({ length, count: found[at + 1] }));
  const ms = told.reduce((sum, { length, count }) => sum + length * Number(count ?? 0), 0);
  const smallest = Math.min(day, ...told.flatMap(({ length, count }) => (count === undefined ? [] : length)));
  const span = Date.parse(end) - Date.parse(start);
  return Number.isNaN(span) || ms <= span + smallest + slackMs;
}
