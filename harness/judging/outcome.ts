import type { Answer } from '../http/answer.ts';
import type { Evidence } from '../privacy/redact.ts';
import type { Blame } from './verdict.ts';

/** The target broke the clause. Thrown by `must` alone; any other error is never an accusation. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly expected: string;
  readonly actual: string;
  readonly answers: readonly Answer[];
  /** Evidence made earlier, when the answers themselves are gone. */
  readonly evidence: readonly Evidence[];

  /** `expected` and `actual` are words and shapes, never values that the target sent. */
  constructor(
    expected: string,
    actual: string,
    answers: readonly Answer[] = [],
    evidence: readonly Evidence[] = [],
  ) {
    super(`expected ${expected}, got ${actual}`);
    this.expected = expected;
    this.actual = actual;
    this.answers = answers;
    this.evidence = evidence;
  }
}

/** Something could not be established here. Thrown by `need` and by the exchange. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
  readonly blame: Blame;
  /** How the connection failed, where it did. */
  readonly fault: string | undefined;

  constructor(reason: string, blame: Blame = 'world', fault?: string) {
    super(reason);
    this.blame = blame;
    this.fault = fault;
  }
}

/**
 * An observation takes an operation that came after the version that the target serves: a matter of the profile's
 * data, not of the target. Checks that can do without an observation take it as one that could not be made.
 */
export class NotOffered extends Inconclusive {
  constructor(operation: string, since: string, version: string) {
    super(
      `needs ${operation}, which came with version ${since}; the target serves ${version}`,
      'configuration',
    );
  }
}

/** Something that we were told is wrong: a flag, a profile, a key, an address. Names the place and the fix. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
