import fc from 'fast-check';
import { Failure, Inconclusive } from './outcome.ts';

/** How a property is run. */
export interface PropertyRun {
  readonly seed: number;
  readonly runs: number;
  /** The one value to try again, by its way from the seed; it is not shrunk any further. */
  readonly path?: string | undefined;
  /** Without it, shrinking has no bound. */
  readonly shrinking?: Shrinking;
}

/** What looking for a smaller value that fails as well may cost. */
export interface Shrinking {
  /** Requests sent so far by the whole run. */
  readonly sent: () => number;
  /** The most requests for one failure. */
  readonly most: number;
  /** Carries out one try, at the expense of the budget for shrinking. @throws Inconclusive when that is used up */
  readonly pay: (attempt: () => Promise<void>) => Promise<void>;
}

const unbounded: Shrinking = { sent: () => 0, most: Infinity, pay: (attempt) => attempt() };

/** A failure of a property, shrunk: what failed, for which value, and how to come back to it. */
export interface Counterexample {
  readonly value: string;
  readonly seed: number;
  readonly path: string;
  readonly shrinks: number;
  /** There may be a smaller one: the budget for shrinking ended the search. */
  readonly cutShort?: true;
}

/** Says a counterexample in other words than fast-check's own. */
export type Telling<T> = (value: T, found: Counterexample) => Counterexample;

/** Failures that carry the counterexample that fast-check shrank to. */
export const counterexamples = new WeakMap<Failure, Counterexample>();

/**
 * Runs a law over generated values, and throws the law's own {@link Failure} for the smallest value that
 * breaks it, as far as the budget for shrinking lets one look. Only a Failure counts as a break; anything else
 * stops the run at once, and goes up as it is unless a break was found before.
 */
export async function runProperty<T>(
  arbitrary: fc.Arbitrary<T>,
  law: (value: T) => Promise<void>,
  run: PropertyRun,
  tell: Telling<T> = (_, found) => found,
): Promise<void> {
  const { shrinking = unbounded } = run;
  let other: unknown;
  let judged = 0;
  let sentAtBreak: number | undefined;
  let cutShort = false;

  /** The law itself, and once it is broken the law at the expense of shrinking, for as long as that lasts. */
  async function attempt(value: T): Promise<void> {
    if (sentAtBreak === undefined) return law(value);
    if (shrinking.sent() - sentAtBreak >= shrinking.most) cutShort = true;
    else await shrinking.pay(() => law(value));
  }

  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (other !== undefined || cutShort) return;
    try {
      await attempt(value);
      judged += 1;
    } catch (error) {
      if (!(error instanceof Failure)) {
        other = error;
        return;
      }
      sentAtBreak ??= shrinking.sent();
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
      ...(cutShort || other !== undefined ? { cutShort: true as const } : {}),
    };
    counterexamples.set(details.errorInstance, tell(value, found));
    throw details.errorInstance;
  }
  if (other !== undefined) throw other;
  if (details.failed) throw details.errorInstance ?? new Error('the property could not be run');
  if (judged === 0) throw new Inconclusive('no generated value could be judged');
}
