import type { Run } from '../run/run.ts';
import { clauseOf } from './check.ts';
import { Failure, Inconclusive } from './outcome.ts';

/**
 * What ends a row that names another one as the reason, where the run does not judge that one: the first such row fails
 * in its place, so that what was found is not lost, and the others name the first.
 *
 * @param row the id of the row that ends
 */
export function orStandIn(error: Inconclusive, row: string, run: Run): Inconclusive | Failure {
  const { because, cause, message } = error;
  if (cause !== 'other-row' || because === undefined || run.judges(because)) return error;
  const first = run.standIns.get(because);
  if (first !== undefined && first !== row) return new Inconclusive(message, cause, first);
  const found = run.schemaResults.of(clauseOf(because), operationOf(because)).violation;
  if (found === undefined) return error;
  run.standIns.set(because, row);
  const { expected, got, pointer } = found.violation;
  const place = pointer === '' ? '' : ` at ${pointer}`;
  const words = `${expected}${place} (${because}, which this run does not judge)`;
  return new Failure(words, got, [], found.evidence);
}

/** The operation that the id of a row names. */
function operationOf(row: string): string {
  return row.slice(row.lastIndexOf(' ') + 1);
}
