import type { Check } from '../../../harness/judging/check.ts';
import { fuzzed } from './fuzzed.ts';
import { invalid } from './invalid.ts';
import { statuses } from './statuses.ts';

/** Chapter Errors. */
export const errors = [...invalid, ...fuzzed, ...statuses] satisfies readonly Check[];
