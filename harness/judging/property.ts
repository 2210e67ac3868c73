import fc from 'fast-check';
import { Failure, Inconclusive } from './outcome.ts';
import { keyOf } from './value-key.ts';

/** How a property is run. */
export interface PropertyRun {
  readonly seed: number;
  readonly runs: number;
  /** fast-check's path to the one value to repeat. That value is not shrunk further. */
  readonly path?: string | undefined;
  /** The bounds of shrinking; without them, shrinking is unbounded. */
  readonly shrinking?: Shrinking;
  /** Whether a value that is drawn again counts without being judged again: the same would be sent. */
  readonly eachOnce?: boolean;
}

/** What shrinking one failure may cost. */
export interface Shrinking {
  /** The number of requests that the row has sent so far. */
  readonly sent: () => number;
  /** The most requests for one failure. */
  readonly most: number;
  /** Runs one attempt, paid by the budget for shrinking. @throws Inconclusive when that budget is used up */
  readonly pay: (attempt: () => Promise<void>) => Promise<void>;
}

const unbounded: Shrinking = { sent: () => 0, most: Infinity, pay: (attempt) => attempt() };

/** The smallest value found that breaks a law, with the seed and the path that repeat it. */
export interface Counterexample {
  readonly value: string;
  readonly seed: number;
  readonly path: string;
  readonly shrinks: number;
  /** The budget for shrinking ended the search, so there may be a smaller value. */
  readonly cutShort?: true;
}

/** Rewrites a counterexample that fast-check printed. */
export type DescribeCounterexample<T> = (value: T, found: Counterexample) => Counterexample;

/** The counterexample that fast-check shrank to, by the Failure that was thrown for it. */
export const counterexamples = new WeakMap<Failure, Counterexample>();

/**
 * Runs a law over generated values. Only a {@link Failure} breaks the law. Any other error ends the run at once.
 *
 * @throws the Failure of the smallest value that shrinking found within its budget; else the first other error
 */
export async function runProperty<T>(
  arbitrary: fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  run: PropertyRun,
  describe: DescribeCounterexample<T> = (_, found) => found,
): Promise<void> {
  const { shrinking = unbounded, eachOnce = false } = run;
  const held = new Set<string>();
  let otherError: unknown;
  let judged = 0;
  let sentAtFailure: number | undefined;
  let cutShort = false;

  /** Judges one value. After the first failure, fast-check shrinks, and the budget for shrinking pays. */
  async function attempt(value: T): Promise<void> {
    if (sentAtFailure === undefined) return law(value);
    if (shrinking.sent() - sentAtFailure >= shrinking.most) cutShort = true;
    else await shrinking.pay(() => law(value));
  }

  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (otherError !== undefined || cutShort) return;
    const key = eachOnce ? keyOf(value) : undefined;
    if (key !== undefined && held.has(key)) return;
    try {
      await attempt(value);
      judged += 1;
      if (key !== undefined) held.add(key);
    } catch (error) {
      if (!(error instanceof Failure)) {
        otherError = error;
        return;
      }
      sentAtFailure ??= shrinking.sent();
      throw error;
    }
  });
  const details = await fc.check(property, {
    seed: run.seed,
    numRuns: run.runs,
    ...(run.path === undefined ? {} : { path: run.path }),
    endOnFailure: run.path !== undefined,
    maxSkipsPerRun: 20,
  });
  if (details.counterexample !== null && details.errorInstance instanceof Failure) {
    const [value] = details.counterexample;
    const found = {
      value: fc.stringify(value),
      seed: details.seed,
      path: details.counterexamplePath,
      shrinks: details.numShrinks,
      ...(cutShort || otherError !== undefined ? { cutShort: true as const } : {}),
    };
    counterexamples.set(details.errorInstance, describe(value, found));
    throw details.errorInstance;
  }
  if (otherError !== undefined) throw otherError;
  if (details.failed) throw details.errorInstance ?? new Error('the property could not be run');
  if (judged === 0) throw new Inconclusive('no generated value could be judged');
}
