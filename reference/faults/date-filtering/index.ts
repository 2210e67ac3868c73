import type { Fault } from '../kit/fault.ts';
import { dayBorders } from './day-borders.ts';
import { inVain } from './in-vain.ts';
import { onASecond } from './on-a-second.ts';
import { operators } from './operators.ts';
import { values } from './values.ts';

/** Faults of chapter Date filtering. */
export const dateFiltering: readonly Fault[] = [
  ...operators,
  ...values,
  ...onASecond,
  ...dayBorders,
  ...inVain,
];
