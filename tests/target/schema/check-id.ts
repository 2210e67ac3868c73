import { schemaCheckId } from '../../../harness/http/schema-results.ts';
import type { Check } from '../../../harness/judging/check.ts';

/** Whether a check is the schema check of its clause. */
export function isSchemaCheck({ id, clause }: Check): boolean {
  return id === schemaCheckId(clause);
}
