import type { Fault } from './fault.ts';
import { pagination } from './pagination.ts';
import { schema } from './schema.ts';

/** Every fault there is, chapter by chapter. */
export const faults: readonly Fault[] = [...pagination, ...schema];
