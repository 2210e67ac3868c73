import { type Budget, budgetFor } from '../../harness/http/budget.ts';
import type { Effort } from '../../harness/run/effort.ts';
import { type DryRun, dryRun } from './dry-run.ts';
import type { Examination } from './examine.ts';

/** The estimated cost of a run at one effort. */
export interface Cost {
  readonly effort: Effort;
  /** The requests of a dry run; `undefined` without one. */
  readonly expected: DryRun | undefined;
  /** The budget of the run. */
  readonly most: Budget;
  /** How long the run takes at the target's pace, for the requests of a whole dry run or else for the budget. */
  readonly seconds: number;
}

/** The time limit of the dry run for one effort. */
const limitMs = 10_000;
const efforts: readonly Effort[] = ['quick', 'standard', 'deep'];
/** The efforts that are estimated by a dry run. A deep one would take too long. */
const dryEfforts: readonly Effort[] = ['quick', 'standard'];

/** Estimates the cost of a run at each effort, for the rows that the run can judge. */
export async function costsOf(examination: Examination, withDryRun: boolean): Promise<Cost[]> {
  const { settings, profile } = examination.target.config;
  const ids = new Set(examination.outlook.testable.map(({ id }) => id));
  const costs: Cost[] = [];
  for (const effort of efforts) {
    const most = budgetFor(effort, settings.write, profile.budget);
    const isDry = withDryRun && dryEfforts.includes(effort);
    const expected = isDry ? await dryRun(ids, settings, effort, limitMs) : undefined;
    const requests = expected?.whole ? Math.min(expected.requests, most.requests) : most.requests;
    costs.push({ effort, expected, most, seconds: secondsFor(requests, examination) });
  }
  return costs;
}

/** The time for requests that one worker sends one after the other, and not faster than the profile's pace. */
function secondsFor(requests: number, { ms, target }: Examination): number {
  const perSecond = target.config.settings.pace?.perSecond;
  return Math.max((requests * ms) / 1000, perSecond === undefined ? 0 : requests / perSecond);
}
