import { nearest } from '../../spec/nearest.ts';
import { ConfigurationError } from '../judging/outcome.ts';
import { matches, type Planned } from '../judging/plan.ts';
import type { RunOptions } from './options.ts';

/**
 * Refuses a selection of rows that is a mistake: a pattern that selects no row, or a path without the one row that it
 * belongs to.
 *
 * @throws ConfigurationError that names the pattern and the nearest id
 */
export function refuseUnknown(
  { only, path }: Pick<RunOptions, 'only' | 'path'>,
  rows: readonly Planned[],
): void {
  for (const pattern of only) {
    if (rows.some((row) => matches(row, pattern))) continue;
    const near = nearest(pattern, namesOf(rows));
    const hint = near === undefined ? '`rollcall list` shows every id' : `did you mean \`${near}\`?`;
    throw new ConfigurationError(`--only \`${pattern}\` means no row; ${hint}`);
  }
  if (path === undefined || (only.length === 1 && rows.some(({ id }) => id === only[0]))) return;
  throw new ConfigurationError('--path belongs to one row: name it with --only, as the failure printed it');
}

/** Every name that a pattern may be: ids of rows, checks, clauses and operations, and the first word of a clause. */
function namesOf(rows: readonly Planned[]): Set<string> {
  return new Set(
    rows.flatMap(({ id, check, op }) => [
      id,
      check.id,
      check.clause,
      op.id,
      check.clause.split('.')[0] ?? '',
    ]),
  );
}
