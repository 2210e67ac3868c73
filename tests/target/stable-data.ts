import type { Context } from '../../harness/judging/context.ts';
import { Failure, Inconclusive } from '../../harness/judging/outcome.ts';
import { settled } from './delays.ts';
import { breaksDue, holdsDue, isInDoubt, noteOutlived, notePassed, pauseInDoubt } from './doubt.ts';

const attempts = 3;

/**
 * Judges a law that compares several answers. The law fails only where the data did not change while it ran.
 *
 * The law runs once without a measurement. If it fails, it runs again between two measurements of the data that it
 * compares, such as a total or the ids of a window, once every copy of the data should show what the run has changed.
 * Where the measurements differ, that attempt does not count, unless every attempt ends at one answer that is wrong by
 * itself. A break that others may have caused has to come three times, with pauses between, before the law holds for good,
 * and five times where they change something as a rule.
 *
 * @param measure reads the data that must not change, with as few requests as possible; compared as JSON
 * @param law compares answers, and throws a Failure where the target is wrong; it may run several times
 * @returns the result of the law
 * @throws Failure that repeated on unchanged data; Inconclusive when the data changed during every attempt; any
 * other error of the law or the measurement
 */
export async function onStableData<T>(
  context: Context,
  measure: () => Promise<unknown>,
  law: () => Promise<T>,
): Promise<T> {
  let attempt = await tryLaw(law);
  if (!attempt.failure) return attempt.value;
  let { alone } = attempt.failure;
  const doubt = isInDoubt(context);
  let due = doubt ? breaksDue(context) : 1;
  let holds = doubt ? holdsDue(context) : 1;

  for (let left = attempts; left > 0 && due > 0; ) {
    await (doubt ? pauseInDoubt(context) : settled(context));
    const before = JSON.stringify(await measure());
    attempt = await tryLaw(law);
    const after = JSON.stringify(await measure());
    alone &&= attempt.failure?.alone ?? false;
    if (before !== after) left -= 1;
    else if (attempt.failure) due -= 1;
    else {
      holds -= 1;
      if (holds > 0) continue;
      if (doubt) notePassed(context);
      return attempt.value;
    }
  }
  if (attempt.failure && (due === 0 || alone)) {
    if (doubt) noteOutlived(context);
    throw attempt.failure;
  }
  throw new Inconclusive('the data on the target changed during every attempt', 'moved');
}

type Attempt<T> = { readonly failure: Failure } | { readonly failure?: never; readonly value: T };

async function tryLaw<T>(law: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await law() };
  } catch (error) {
    if (error instanceof Failure) return { failure: error };
    throw error;
  }
}
