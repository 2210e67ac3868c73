import type { Answer } from '../http/answer.ts';
import type { Evidence } from '../privacy/evidence.ts';
import type { Cause } from './verdict.ts';

/** The target broke the clause. Only `must` throws it: no other error accuses the target. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly expected: string;
  readonly actual: string;
  readonly answers: readonly Answer[];
  /** Evidence from earlier, where the answers are no longer in memory. */
  readonly evidence: readonly Evidence[];
  /** The one answer shows it by itself: no change of the world between two answers can explain it. */
  readonly alone: boolean;

  /** `expected` and `actual` are words and shapes, never values that the target sent. */
  constructor(
    expected: string,
    actual: string,
    answers: readonly Answer[] = [],
    evidence: readonly Evidence[] = [],
    alone = false,
  ) {
    super(`expected ${expected}, got ${actual}`);
    this.expected = expected;
    this.actual = actual;
    this.answers = answers;
    this.evidence = evidence;
    this.alone = alone;
  }
}

/** The row could not be judged on this target, for a cause of the closed list. `need` and the exchange throw it. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
  override readonly cause: Cause;
  /** The id of the row that fails, for the cause `other-row`. */
  readonly because: string | undefined;

  constructor(reason: string, cause: Cause = 'no-data', because?: string) {
    super(reason);
    this.cause = cause;
    this.because = because;
  }
}

/**
 * A check used an operation that the version of the target does not have yet. The row becomes not applicable. It is a
 * kind of {@link Inconclusive}, so a check that can do without an observation may catch it as such.
 */
export class NotOffered extends Inconclusive {
  constructor(operation: string, since: string, version: string) {
    super(
      `needs ${operation}, which came with version ${since}; the target serves ${version}`,
      'configuration',
    );
  }
}

/** The target refuses the body of an operation as the profile describes it, and has taken none of that shape. */
export class UnfitBody extends Inconclusive {
  /** What was sent, what came, and the lines of the profile to look at. */
  constructor(reason: string) {
    super(`needs ${reason}`, 'profile');
    this.refusal = reason;
  }

  readonly refusal: string;
}

/** A flag, a profile, a key or an address is wrong. The message names the place and the fix. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
