import type { Check } from '../../../harness/judging/check.ts';

/** The id of the check that judges every answer of a run by the schema part of a clause. */
export function schemaCheckId(clause: string): string {
  return `${clause}/schema`;
}

/** Whether a check is the schema check of its clause. */
export function isSchemaCheck({ id, clause }: Check): boolean {
  return id === schemaCheckId(clause);
}
