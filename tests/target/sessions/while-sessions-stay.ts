import type { Check, Context } from '../../../harness/judging/check.ts';
import { attempt } from '../attempt.ts';
import { judgedAgain } from '../judged-again.ts';
import { statedText } from '../stated.ts';
import { type Facts, sampleAnew, sampled } from './facts.ts';

/**
 * Checks that hold what they are answered to the sampled sessions. A failure counts while these are as they were seen:
 * learners begin and end assessments while a run goes on. Where one is not, the check begins anew with what is there now.
 */
export function whileSessionsStay(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({
    ...check,
    run: (context) => judgedAgain(context, check.run, () => haveChanged(context)),
  }));
}

/** Looks at the sampled sessions anew, and tells whether one that was seen is gone or is another now. */
async function haveChanged(context: Context): Promise<boolean> {
  const names = [context.op.id, 'listSessions'].filter((name) => !context.contract.later.has(name));
  let haveSome = false;
  for (const op of [...new Set(names)].map((name) => context.operation(name))) {
    const before = await attempt(async () => sampled(context, op));
    // Whoever can't be asked has not shown that anything changed: the failure stays.
    const now = before && (await attempt(() => sampleAnew(context, op)));
    if (now && !areShown(context, before, now)) haveSome = true;
  }
  return haveSome;
}

function areShown(context: Context, before: readonly Facts[], now: readonly Facts[]): boolean {
  const shown = new Set(now.map(({ item }) => statedText(context, item)));
  return before.every(({ item }) => shown.has(statedText(context, item)));
}
