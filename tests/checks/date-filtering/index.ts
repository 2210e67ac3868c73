import type { Check } from '../../../harness/judging/check.ts';
import { accepted } from './accepted.ts';
import { forms } from './forms.ts';
import { nothing } from './nothing.ts';
import { exactness } from './operators.ts';
import { parts } from './partition.ts';
import { together } from './ranges.ts';
import { refusals } from './refused.ts';

/** Chapter Date filtering. */
export const dateFiltering: readonly Check[] = [
  ...exactness,
  ...together,
  ...parts,
  ...accepted,
  ...nothing,
  ...refusals,
  ...forms,
];
