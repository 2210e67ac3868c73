import type { Check } from '../../../harness/judging/check.ts';
import { filterBounds } from './filter-bounds.ts';
import { idListBounds } from './id-list-bounds.ts';
import { pageLimits } from './pages.ts';
import { timeOut } from './time-out.ts';

/** Chapter Limits, and the bounds that other chapters state in their tables. */
export const limits = [
  ...filterBounds,
  ...idListBounds,
  ...pageLimits,
  ...timeOut,
] satisfies readonly Check[];
