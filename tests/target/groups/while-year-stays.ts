import type { Check, Context } from '../../../harness/judging/check.ts';
import { Failure, Inconclusive } from '../../../harness/judging/outcome.ts';
import { attempt } from '../attempt.ts';
import { minimal } from '../minimal.ts';
import { yearIn } from './years.ts';

/**
 * Checks on who is in which class or cohort, of which a failure counts while the current academic year is the one in which
 * the run began to make some: a target may show the classes and cohorts of the current year alone, and a college moves on
 * to the next year some day.
 */
export function whileYearStays(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({
    ...check,
    run: (context) =>
      check.run(context).catch(async (error: unknown) => {
        if (error instanceof Failure && (await hasMovedOn(context)))
          throw new Inconclusive(
            'the academic year moved on while the run had classes and cohorts of it',
            'moved',
          );
        throw error;
      }),
  }));
}

/** Notes which year is current before the run makes a class or cohort. */
export function noteYear(context: Context): Promise<string | undefined> {
  return context.world.once('the year in which the run began', async () =>
    yearIn(await minimal(context, context.operation('getCurrentAcademicYear'))),
  );
}

async function hasMovedOn(context: Context): Promise<boolean> {
  // Whoever can't be asked has not shown that the year moved: the failure stays.
  const before = await attempt(() => noteYear(context));
  const now = await attempt(async () => yearIn(await context.send('getCurrentAcademicYear')));
  return before !== undefined && now !== undefined && before.toLowerCase() !== now.toLowerCase();
}
