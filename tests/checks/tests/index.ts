import type { Check } from '../../../harness/judging/check.ts';
import { listChecks } from './list.ts';

/** Chapter Cohorts and tests, as far as it is about the tests themselves. */
export const tests: readonly Check[] = listChecks;
