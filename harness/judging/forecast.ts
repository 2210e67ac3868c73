import type { Contract } from '../../spec/contract.ts';
import type { Settings } from '../run/settings.ts';
import { whyNotApplicable } from './judge.ts';
import type { Planned } from './plan.ts';

/** A row that a run won't judge, and why. */
export interface Excluded {
  readonly row: Planned;
  readonly reason: string;
}

/** What can be said of the rows of a run before the first one. */
export interface Forecast {
  readonly testable: readonly Planned[];
  readonly excluded: readonly Excluded[];
}

/** Parts the rows of a run by what its profile and its flags alone say of them; nothing is sent. */
export function forecast(rows: readonly Planned[], contract: Contract, settings: Settings): Forecast {
  const testable: Planned[] = [];
  const excluded: Excluded[] = [];
  for (const row of rows) {
    const reason = whyNotApplicable(row.check, row.op, contract, settings);
    if (reason === undefined) testable.push(row);
    else excluded.push({ row, reason });
  }
  return { testable, excluded };
}
