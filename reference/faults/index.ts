import type { Fault } from './fault.ts';
import { pagination } from './pagination.ts';

/** Every fault there is, chapter by chapter. */
export const faults: readonly Fault[] = [...pagination];
