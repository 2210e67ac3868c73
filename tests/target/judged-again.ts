import type { Check, Context } from '../../harness/judging/check.ts';
import { Failure, Inconclusive } from '../../harness/judging/outcome.ts';
import { attempt } from './attempt.ts';

const attempts = 3;

/**
 * Judges a law about what rows share. It was so when it was read; where the law breaks, and what it is about has changed on
 * the target, the law is judged anew on what is so now.
 *
 * @param hasChanged looks anew, and adopts what it sees; who can't be asked has not shown that anything changed
 */
export async function judgedAgain(
  context: Context,
  run: Check['run'],
  hasChanged: () => Promise<boolean>,
): Promise<void> {
  for (let left = attempts; left > 0; left -= 1) {
    try {
      return await run(context);
    } catch (error) {
      if (!(error instanceof Failure) || !(await attempt(hasChanged))) throw error;
      context.startOver();
    }
  }
  throw new Inconclusive('what was judged had changed on the target by the end of every attempt', 'moved');
}
