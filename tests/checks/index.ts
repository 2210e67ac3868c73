import type { Check } from '../../harness/check.ts';
import { pagination } from './pagination.ts';

/** The catalogue: every check there is, chapter by chapter in the order of the interface. */
export const catalogue: readonly Check[] = [...pagination];
