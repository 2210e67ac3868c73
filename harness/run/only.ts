import { commandLine } from '../../spec/command-line.ts';
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
  { only, skip = [], path }: Pick<RunOptions, 'only' | 'path'> & Partial<Pick<RunOptions, 'skip'>>,
  rows: readonly Planned[],
): void {
  for (const pattern of only) refusePattern('--only', pattern, rows);
  for (const pattern of skip) refusePattern('--skip', pattern, rows);
  if (path === undefined || (only.length === 1 && rows.some(({ id }) => id === only[0]))) return;
  throw new ConfigurationError('--path belongs to one row: name it with --only, as the failure printed it');
}

function refusePattern(flag: string, pattern: string, rows: readonly Planned[]): void {
  if (rows.some((row) => matches(row, pattern))) return;
  const near = nearest(pattern, namesOf(rows));
  const hint = near === undefined ? `\`${commandLine('list')}\` shows every id` : `did you mean \`${near}\`?`;
  throw new ConfigurationError(`${flag} \`${pattern}\` means no row; ${hint}`);
}

/** Every name that a pattern may be: of rows, checks, clauses, operations, chapters, and the first word of a clause. */
function namesOf(rows: readonly Planned[]): Set<string> {
  return new Set(
    rows.flatMap(({ id, check, op, chapter = op.id }) => [
      id,
      check.id,
      check.clause,
      op.id,
      chapter,
      check.clause.split('.')[0] ?? '',
    ]),
  );
}
