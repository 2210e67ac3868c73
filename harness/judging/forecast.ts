import type { Contract } from '../../spec/contract.ts';
import type { Settings } from '../run/settings.ts';
import { whyNotApplicable } from './judge.ts';
import type { Planned } from './plan.ts';

/** A row that a run will not judge, and the reason. */
export interface Excluded {
  readonly row: Planned;
  readonly reason: string;
}

/** The planned rows of a run, parted before the first request. */
export interface Forecast {
  readonly testable: readonly Planned[];
  readonly excluded: readonly Excluded[];
}

/** Parts the planned rows into those that a run can judge and those that its profile or its flags exclude. */
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
