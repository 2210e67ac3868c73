import type { Check } from '../../../harness/judging/check.ts';
import { afterReads } from './after-reads.ts';
import { atOnce } from './at-once.ts';
import { currentChecks } from './current.ts';
import { readOnlyChecks } from './read-only.ts';
import { readChecks } from './reads.ts';
import { whileItRunsChecks } from './while-it-runs.ts';

/** Chapter Academic years. */
export const academicYears: readonly Check[] = [
  ...readChecks,
  ...currentChecks,
  ...whileItRunsChecks,
  ...afterReads,
  ...atOnce,
  ...readOnlyChecks,
];
