import type { Clock } from './pace.ts';

/** The deadlines and the retry policy of a run. Times are in milliseconds. */
export interface RetryPolicy {
  /** The deadline for one whole answer. The interface ends a request after 30 seconds (chapter Limits). */
  readonly deadlineMs: number;
  /** How often a request is sent before a 429 counts as the final answer. */
  readonly tries: number;
  /** The pause before a retry where the answer has no Retry-After header. It doubles with each retry. */
  readonly pauseMs: number;
  /** The longest pause that a target may ask for. Beyond it, rows that need the target are inconclusive at once. */
  readonly longestPauseMs: number;
  readonly confirmation: ConfirmationPolicy;
  readonly breaker: BreakerPolicy;
  /** The time and the sleep between repetitions; those of this machine by default. */
  readonly clock?: Clock;
}

/** When trouble counts as the target's own answer to a request. Times are in milliseconds. */
export interface ConfirmationPolicy {
  /**
   * The pauses before each repetition: after the failures of a gateway, which may pass, and after any other trouble.
   */
  readonly pausesMs: Readonly<Record<'gateway' | 'own', readonly number[]>>;
  /**
   * Over how much time the failures of a gateway have to be spread before they count: longer than one upstream takes to
   * be deployed. The row that says so looks again at the end of the run. 0: they count at once.
   */
  readonly spreadMs: number;
  /** After how many such requests of an operation its others are repeated without a pause. */
  readonly pausedFor: number;
  /** How many writes in a row have to be in doubt before the trouble counts as the target's own answer. */
  readonly inDoubt: number;
  /** The deadline for an operation that is known to hang. */
  readonly shortDeadlineMs: number;
  /** How many more requests of such an operation are waited for in vain before it is given up. */
  readonly vain: number;
}

/** When the circuit breaker gives a target up, and how often it probes the target. Times are in milliseconds. */
export interface BreakerPolicy {
  /** How many requests in a row must fail before the target is probed. */
  readonly failures: number;
  /** The pauses before the probes. When none of the probes is answered, the target is given up. */
  readonly looksMs: readonly number[];
  /** The least time between probes once the target is given up. */
  readonly restMs: number;
  /** The deadline for the answer to a probe. */
  readonly deadlineMs: number;
}

/** The values for real runs; tests use shorter times. */
export const defaultRetryPolicy: RetryPolicy = {
  deadlineMs: 35_000,
  tries: 4,
  pauseMs: 250,
  longestPauseMs: 60_000,
  confirmation: {
    pausesMs: { gateway: [500, 2_000, 5_000, 10_000], own: [250, 1_000] },
    spreadMs: 90_000,
    pausedFor: 2,
    inDoubt: 3,
    shortDeadlineMs: 5_000,
    vain: 6,
  },
  breaker: { failures: 3, looksMs: [0, 500, 2_000, 5_000], restMs: 10_000, deadlineMs: 5_000 },
};

/** The pause that Retry-After asks for (RFC 9110), in milliseconds; `otherwise` without a readable header. */
export function pauseAsked(retryAfter: string | undefined, otherwise: number, now = Date.now()): number {
  const text = retryAfter?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : otherwise;
}
