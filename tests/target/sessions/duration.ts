import type { Facts } from './facts.ts';

const day = 86_400_000;
/** The parts of a duration, and how long the shortest of each kind is: a month may have 28 days. */
const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const lengths = [365 * day, 28 * day, day, 3_600_000, 60_000, 1_000] as const;

/** Clocks of two machines, and rounding, make a duration longer than the session was. */
const slackMs = 60_000;

/** The latest moment that any of these sessions shows, in milliseconds. */
export function latestIn(sessions: readonly Pick<Facts, 'start' | 'end' | 'calculated'>[]): number {
  const moments = sessions.flatMap(({ start, end, calculated }) => [start, end, calculated]);
  return Math.max(...moments.map((moment) => Date.parse(moment ?? '')).filter((at) => !Number.isNaN(at)));
}

/** How long a session took by its result, and from its start to its end, in milliseconds. */
interface Times {
  readonly told: number;
  readonly span: number;
  /** By how much they may differ: a duration may be rounded in its smallest part. */
  readonly slack: number;
}

/** `undefined` where a session does not tell one of the three, and where its start or its end is a day without a time. */
function timesOf({ start, end, duration }: Pick<Facts, 'start' | 'end' | 'duration'>): Times | undefined {
  const found = parts.exec(duration ?? '');
  if (!found || !start?.includes('T') || !end?.includes('T')) return undefined;
  const counts = lengths.map((length, at) => ({ length, count: found[at + 1] }));
  const told = counts.reduce((sum, { length, count }) => sum + length * Number(count ?? 0), 0);
  const smallest = Math.min(
    day,
    ...counts.flatMap(({ length, count }) => (count === undefined ? [] : length)),
  );
  const span = Date.parse(end) - Date.parse(start);
  return Number.isNaN(span) ? undefined : { told, span, slack: smallest + slackMs };
}

/**
 * Whether a session can have taken so long as its result says: a day at most beyond the time from its start to the latest
 * moment that any shows. How a duration is counted, no sentence says: from the dates, by the device of the learner,
 * without pauses. So where it does not tell all three.
 */
export function isPossible(facts: Pick<Facts, 'start' | 'end' | 'duration'>, latest: number): boolean {
  const times = timesOf(facts);
  return times === undefined || times.told <= latest - Date.parse(facts.start ?? '') + day;
}

/** By so much longer than its rounding a session has to be for its duration to say anything of its length. */
const longEnough = 8;

/** So many lengths, of which the longest is twice the shortest, are no chance: one duration may stand in every result. */
const enough = 4;

/**
 * Whether a service counts its durations from the dates of the sessions: half of them are as long as their sessions, a
 * fifth to the second, or all are the same multiple, as in another unit. One that takes them from elsewhere, such as from
 * the device of the learner, says nothing of the dates by them.
 */
export function areCounted(sessions: readonly Facts[]): boolean {
  const times = sessions.map(timesOf).filter((one) => one !== undefined);
  const long = times.filter(({ span, slack }) => span > longEnough * slack);
  const asLong = long.filter(({ told, span, slack }) => Math.abs(told - span) <= slack);
  const exact = times.filter(({ told, span }) => Math.abs(told - span) < 1_000);
  const ratios = long.map(({ told, span }) => told / span);
  return (
    (2 * asLong.length >= long.length && differ(asLong)) ||
    (5 * exact.length >= times.length && differ(exact)) ||
    (Math.max(...ratios) < 1.25 * Math.min(...ratios) && differ(long))
  );
}

/** Whether sessions are of so many lengths that durations which fit them all are counted from them. */
function differ(times: readonly Times[]): boolean {
  const spans = new Set(times.map(({ span }) => span));
  return spans.size >= enough && Math.max(...spans) >= 2 * Math.min(...spans);
}
