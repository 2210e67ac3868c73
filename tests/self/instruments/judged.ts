import type { Row } from '../../../harness/judging/row.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import { openBare } from '../benchmarks/bare-transport.ts';
import { judgeAll } from '../proofs/judge-service.ts';
import { openedBy, toldBy } from './opened.ts';

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
  // Node's own client: Playwright's notes each request as a step of the test, which takes minutes.
  const { transport, close } = openBare();
  const run = openedBy(toldBy(profileFile), { server, transport, effort });
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
