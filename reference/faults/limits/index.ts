import type { Fault } from '../kit/fault.ts';
import { filterValues } from './filter-values.ts';
import { pageLimits } from './pages.ts';
import { timeOut } from './time-out.ts';
import { userIdBounds } from './user-ids.ts';

/** Faults of chapter Limits, and of the bounds that other chapters state. */
export const limits: readonly Fault[] = [...filterValues, ...userIdBounds, ...pageLimits, ...timeOut];
