import type { Check } from '../../../harness/check.ts';
import { invalid } from './invalid.ts';
import { oddities } from './oddities.ts';
import { statuses } from './statuses.ts';

/** Chapter Errors. */
export const errors = [...invalid, ...oddities, ...statuses] satisfies readonly Check[];
