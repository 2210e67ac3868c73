import type { Check } from '../../../harness/check.ts';
import { exactness } from './operators.ts';
import { together } from './ranges.ts';
import { values } from './values.ts';

/** Chapter Date filtering. */
export const dateFiltering: readonly Check[] = [...exactness, ...together, ...values];
