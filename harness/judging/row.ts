import type { Evidence } from '../privacy/redact.ts';
import type { Counterexample } from './property.ts';
import type { Blame, Verdict } from './verdict.ts';

/** One verdict: clause x check x operation, with what it rests on. */
export interface Row {
  readonly id: string;
  readonly clause: string;
  readonly check: string;
  readonly operation: string;
  /** File and line of the check. */
  readonly source?: string;
  readonly verdict: Verdict;
  /** Why, in words; empty for a pass. */
  readonly reason: string;
  /** Requests sent for this row; shared observations count for the row that asked first. */
  readonly requests: number;
  readonly blame?: Blame;
  readonly expected?: string;
  readonly actual?: string;
  readonly evidence?: readonly Evidence[];
  readonly counterexample?: Counterexample;
  /** Which permitted ways the target took. */
  readonly choices?: readonly (readonly [string, string])[];
}
