import type { Check } from '../../../harness/judging/check.ts';
import { oddities } from './fuzzed.ts';
import { invalid } from './invalid.ts';
import { statuses } from './statuses.ts';

/** Chapter Errors. */
export const errors = [...invalid, ...oddities, ...statuses] satisfies readonly Check[];
