import type { Check, Context } from '../../../harness/judging/check.ts';
import { Failure, Inconclusive } from '../../../harness/judging/outcome.ts';
import { attempt } from '../attempt.ts';
import { statedText } from '../stated.ts';
import { type Facts, sampleAnew, sampled } from './facts.ts';

/** How often sessions are looked at anew. */
const attempts = 3;

/**
 * Checks that hold what they are answered to the sampled sessions. A failure counts while these are as they were seen:
 * learners begin and end assessments while a run goes on. Where one is not, the check begins anew with what is there now.
 */
export function whileSessionsStay(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({ ...check, run: (context) => judgeOnSample(context, check) }));
}

async function judgeOnSample(context: Context, check: Check): Promise<void> {
  for (let left = attempts; left > 0; left -= 1) {
    const failure = await failureOf(context, check);
    if (failure === undefined) return;
    if (!(await haveChanged(context))) throw failure;
    context.startOver();
  }
  throw new Inconclusive('sessions began, ended or changed during every attempt', 'moved');
}

async function failureOf(context: Context, check: Check): Promise<Failure | undefined> {
  try {
    await check.run(context);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
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
