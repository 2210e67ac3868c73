import { type Budget, budgetFor } from '../../harness/http/budget.ts';
import type { Effort } from '../../harness/run/effort.ts';
import type { Examination } from './examine.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';

/** What a run at one effort sends. */
export interface Cost {
  readonly effort: Effort;
  /** What a rehearsal sent; `undefined` where there was none. */
  readonly expected: Rehearsal | undefined;
  /** The budget, which a run keeps. */
  readonly most: Budget;
  /** How long that takes at the target's pace, with what is expected or, failing that, with the whole budget. */
  readonly seconds: number;
}

/** Longer than this nobody waits for an estimate, in milliseconds for each effort. */
const patienceMs = 10_000;
const efforts: readonly Effort[] = ['quick', 'standard', 'deep'];
const rehearsed: readonly Effort[] = ['quick', 'standard'];

/** What runs of each effort would send, write and take, with the rows that will be judged. */
export async function costsOf(seen: Examination, withRehearsal: boolean): Promise<Cost[]> {
  const { settings, profile } = seen.target.config;
  const ids = new Set(seen.outlook.testable.map(({ id }) => id));
  const costs: Cost[] = [];
  for (const effort of efforts) {
    const most = budgetFor(effort, settings.write, profile.budget);
    const wanted = withRehearsal && rehearsed.includes(effort);
    const expected = wanted ? await rehearse(ids, settings, effort, patienceMs) : undefined;
    const requests = expected?.whole ? Math.min(expected.requests, most.requests) : most.requests;
    costs.push({ effort, expected, most, seconds: secondsFor(requests, seen) });
  }
  return costs;
}

/** Requests of one worker follow one another, and never faster than the profile's pace. */
function secondsFor(requests: number, { ms, target }: Examination): number {
  const perSecond = target.config.settings.pace?.perSecond;
  return Math.max((requests * ms) / 1000, perSecond === undefined ? 0 : requests / perSecond);
}
