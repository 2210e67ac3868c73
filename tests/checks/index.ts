import type { Check } from '../../harness/check.ts';
import { loadContract } from '../../spec/contract.ts';
import { pagination } from './pagination/index.ts';
import { schemaChecks } from './schema.ts';

/**
 * The catalogue: every check there is, chapter by chapter in the order of the interface. The schema checks
 * come last, for they look at what all the others received.
 */
export const catalogue: readonly Check[] = [...pagination, ...schemaChecks(loadContract())];
