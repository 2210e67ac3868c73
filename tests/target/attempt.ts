import { Inconclusive } from '../../harness/judging/outcome.ts';

/** Does what a target may not let it do: `undefined` where it could not be established. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
