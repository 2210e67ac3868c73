/** How long a run waits for a target, in milliseconds unless it says otherwise. */
export interface Patience {
  /** For one whole answer. The interface ends a request after 30 seconds; what takes longer is no answer at all. */
  readonly deadlineMs: number;
  /** How often a request is sent before 429 is taken for the final answer. */
  readonly tries: number;
  /** The pause after a 429 or a failed gateway that names none; it doubles each time. */
  readonly pauseMs: number;
  /** The longest pause that a target may ask for; beyond it, what needs the target is inconclusive at once. */
  readonly longestPauseMs: number;
  readonly breaker: BreakerPatience;
}

/** When a target is given up, and how it is looked after then. */
export interface BreakerPatience {
  /** So many requests in a row without a usable answer. */
  readonly failures: number;
  /** Pauses before each look whether the target is back, before it is given up. */
  readonly looksMs: readonly number[];
  /** Time between looks after that. */
  readonly restMs: number;
  /** For the answer to a look. */
  readonly deadlineMs: number;
}

/** What a run has unless a test wants less. */
export const patient: Patience = {
  deadlineMs: 35_000,
  tries: 4,
  pauseMs: 250,
  longestPauseMs: 60_000,
  breaker: { failures: 3, looksMs: [0, 500, 2_000, 5_000], restMs: 10_000, deadlineMs: 5_000 },
};

/** How long a target asks to be left alone: Retry-After in seconds or as a date (RFC 9110), else `otherwise`. */
export function pauseAsked(retryAfter: string | undefined, otherwise: number, now = Date.now()): number {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : otherwise;
}
