import type { Effort } from '../../../harness/run/effort.ts';
import { faults } from '../../../reference/faults/index.ts';
import { sampled } from '../mutants/sample.ts';
import { judgeAll, judgeBefore, rowsOf, trial } from '../proofs/judge-service.ts';

/** What one effort buys. */
export interface Finds {
  readonly effort: Effort;
  readonly write: boolean;
  /** Requests of a whole run against the whole reference service. */
  readonly requests: number;
  /** How many faults of the sample are found by their own rows. */
  readonly found: number;
  readonly of: number;
}

/** Faults that stay the same while others come and go. */
const sample = sampled(
  faults.map((fault) => ({ ...fault, key: fault.id })),
  70,
  1,
);

/** Counts the requests of one effort, and the faults of a fixed sample that it finds, in process. */
export async function findsOf(effort: Effort, write: boolean): Promise<Finds> {
  const whole = trial({ effort, write });
  await judgeAll(whole);
  let found = 0;
  for (const { wrap, check, on } of sample) {
    const run = trial({ wrap, effort, write });
    await judgeBefore(run, check, on);
    const rows = await judgeAll(run, rowsOf(check, on));
    if (rows.some(({ verdict }) => verdict === 'fail')) found += 1;
  }
  return { effort, write, requests: whole.exchange.requests, found, of: sample.length };
}
