import type { Check } from '../../../harness/judging/check.ts';
import { fuzzed } from './fuzzed.ts';
import { instances } from './instances.ts';
import { invalid } from './invalid.ts';
import { several } from './several.ts';
import { statuses } from './statuses.ts';

/** Chapter Errors. */
export const errors = [
  ...invalid,
  ...several,
  ...fuzzed,
  ...statuses,
  ...instances,
] satisfies readonly Check[];
