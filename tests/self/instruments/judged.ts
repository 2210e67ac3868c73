import { budgetFor } from '../../../harness/http/budget.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { contractFor } from '../../../harness/run/config.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { openRun } from '../../../harness/run/run.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import { openBare } from '../benchmarks/bare-transport.ts';
import { judgeAll } from '../proofs/judge-service.ts';

/** How a run against an instrument is made: by its profile, with writes, at seed 1. */
export interface Judging {
  readonly effort?: Effort;
  readonly atOnce?: number;
}

/** Judges an instrument over loopback with the whole catalogue. */
export async function judged(
  profileFile: string,
  server: Pick<Settings, 'baseUrl' | 'keys'>,
  { effort = 'standard', atOnce = 1 }: Judging = {},
): Promise<readonly Row[]> {
  const profile = loadProfile(profileFile);
  // Node's own client: Playwright's notes each request as a step of the test, which takes minutes.
  const { transport, close } = openBare();
  const run = openRun({
    contract: contractFor(profile),
    settings: {
      ...server,
      write: true,
      seed: 1,
      effort,
      budget: budgetFor(effort, true, profile.budget),
      readings: profile.readings,
      lent: [],
    },
    transport,
    browser: simulatedBrowser(transport),
  });
  try {
    return await judgeAll(run, undefined, atOnce);
  } finally {
    close();
  }
}

/** How many of the rows passed, of how many that apply. */
export function tallyOf(rows: readonly Row[]): { readonly passed: number; readonly applicable: number } {
  const applicable = rows.filter(({ verdict }) => verdict !== 'notApplicable');
  return {
    passed: applicable.filter(({ verdict }) => verdict === 'pass').length,
    applicable: applicable.length,
  };
}
