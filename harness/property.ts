import fc from 'fast-check';
import { Failure, Inconclusive } from './outcome.ts';

/** How a property is run: which seed, how often, and where to start to see one failure again. */
export interface PropertyRun {
  readonly seed: number;
  readonly runs: number;
  readonly path?: string | undefined;
}

/** A failure of a property, shrunk: what failed, for which value, and how to come back to it. */
export interface Counterexample {
  readonly value: string;
  readonly seed: number;
  readonly path: string;
  readonly shrinks: number;
}

/** Says a counterexample in other words than fast-check's own. */
export type Telling<T> = (value: T, found: Counterexample) => Counterexample;

/** Failures that carry the counterexample that fast-check shrank to. */
export const counterexamples = new WeakMap<Failure, Counterexample>();

/**
 * Runs a law over generated values, and throws the law's own {@link Failure} for the smallest value that
 * breaks it. Only a Failure counts as a break; anything else stops the run at once and goes up as it is.
 */
export async function runProperty<T>(
  arbitrary: fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  run: PropertyRun,
  tell: Telling<T> = (_, found) => found,
): Promise<void> {
  let other: unknown;
  let judged = 0;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (other !== undefined) return;
    try {
      await law(value);
      judged += 1;
    } catch (error) {
      if (error instanceof Failure) throw error;
      other = error;
    }
  });
  const details = await fc.check(property, {
    seed: run.seed,
    numRuns: run.runs,
    ...(run.path === undefined ? {} : { path: run.path }),
    endOnFailure: false,
    maxSkipsPerRun: 20,
  });
  if (details.counterexample !== null && details.errorInstance instanceof Failure) {
    const [value] = details.counterexample;
    const found = {
      value: fc.stringify(value),
      seed: details.seed,
      path: details.counterexamplePath,
      shrinks: details.numShrinks,
    };
    counterexamples.set(details.errorInstance, tell(value, found));
    throw details.errorInstance;
  }
  if (other !== undefined) throw other;
  if (details.failed) throw details.errorInstance ?? new Error('the property could not be run');
  if (judged === 0) throw new Inconclusive('no generated value could be judged');
}
