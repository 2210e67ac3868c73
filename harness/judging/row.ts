import type { Evidence } from '../privacy/evidence.ts';
import type { Counterexample } from './property.ts';
import type { Blame, Cause, Verdict } from './verdict.ts';

/** One verdict, of one check on one operation, with its evidence. */
export interface Row {
  readonly id: string;
  readonly clause: string;
  readonly check: string;
  readonly operation: string;
  /** File and line of the check. */
  readonly source?: string;
  readonly verdict: Verdict;
  /** The reason for the verdict, in words; empty for a pass. */
  readonly reason: string;
  /** Requests sent for this row. A shared observation counts for the row that made it. */
  readonly requests: number;
  readonly blame?: Blame;
  /** Why the row is inconclusive. */
  readonly cause?: Cause;
  /** The id of the row that fails, where that is the cause. */
  readonly because?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly evidence?: readonly Evidence[];
  readonly counterexample?: Counterexample;
  /** Which permitted choices the target made: pairs of a choice and the value taken. */
  readonly choices?: readonly (readonly [string, string])[];
}
