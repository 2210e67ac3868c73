import { Failure, Inconclusive } from './outcome.ts';

const attempts = 3;

/**
 * Judges a law that compares several answers, and accuses only when the data held still meanwhile. The law is
 * free when it holds. When it breaks it is judged again, between two measures of what it looks at (a total, the
 * ids of a window): only a break while both measures agree is the target's. A law that then holds has held.
 *
 * @param measure reads what must not move; compared as JSON. Sends as few requests as it can.
 * @param law compares, and throws a Failure when the target is at fault; may be run several times.
 * @returns what the law returned.
 * @throws Failure that repeated on data at rest; Inconclusive when the data would not hold still; anything else
 * as the law or the measure threw it.
 */
export async function onStableData<T>(measure: () => Promise<unknown>, law: () => Promise<T>): Promise<T> {
  let attempt = await tried(law);
  if (!attempt.failure) return attempt.value;

  for (let left = attempts; left > 0; left -= 1) {
    const before = JSON.stringify(await measure());
    attempt = await tried(law);
    const after = JSON.stringify(await measure());
    if (before !== after) continue;
    if (attempt.failure) throw attempt.failure;
    return attempt.value;
  }
  throw new Inconclusive('the data moved while we looked');
}

type Attempt<T> = { readonly failure: Failure } | { readonly failure?: never; readonly value: T };

async function tried<T>(law: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await law() };
  } catch (error) {
    if (error instanceof Failure) return { failure: error };
    throw error;
  }
}
