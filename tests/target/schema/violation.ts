import type { Context } from '../../../harness/judging/context.ts';
import { Failure } from '../../../harness/judging/outcome.ts';

/**
 * Fails the row where an answer of the run has broken the schema part of a clause.
 *
 * @param expected what the interface expects, where the words of the schema are not clear enough
 * @returns whether an answer of the run has held the part at all
 */
export function mustNotViolate(context: Context, clause: string, expected?: string): boolean {
  const { seen, violation: found } = context.schemaResult(clause);
  if (found === undefined) return seen;
  const { violation, evidence } = found;
  const place = violation.pointer === '' ? '' : ` at ${violation.pointer}`;
  throw new Failure(expected ?? `${violation.expected}${place}`, violation.got, [], evidence);
}
