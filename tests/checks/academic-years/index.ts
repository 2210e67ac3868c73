import type { Check } from '../../../harness/judging/check.ts';
import { readChecks } from './reads.ts';

/** Chapter Academic years. */
export const academicYears: readonly Check[] = [...readChecks];
