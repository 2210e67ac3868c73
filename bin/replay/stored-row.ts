import { ConfigurationError } from '../../harness/judging/outcome.ts';
import type { Row } from '../../harness/judging/row.ts';
import type { Run } from '../../reports/report.ts';
import { suggest } from '../../spec/nearest.ts';
import { readRunFolder } from '../stored.ts';

/** A row of a stored report. */
export interface StoredRow {
  readonly folder: string;
  readonly run: Run;
  readonly row: Row;
}

/**
 * Finds the one row that a word of the command line means: its id, or the id of its check, clause or operation where
 * that leaves one row, or one that failed.
 *
 * @throws ConfigurationError that names the nearest id, or the rows among which to choose
 */
export function storedRow(word: string | undefined, folder = 'rollcall-report'): StoredRow {
  if (word === undefined)
    throw new ConfigurationError("it needs the id of a row, as a failure names it: 'CHECK @ OPERATION'");
  const run = readRunFolder(folder);
  const exact = run.rows.find(({ id }) => id === word);
  const named = run.rows.filter(({ check, clause, operation }) => [check, clause, operation].includes(word));
  const failed = named.filter(({ verdict }) => verdict === 'fail');
  const meant = failed.length > 0 ? failed : named;
  // The id of a check is often that of its clause, which other checks have as well.
  const ofCheck = meant.filter(({ check }) => check === word);
  const [only, ...others] = ofCheck.length > 0 ? ofCheck : meant;
  const row = exact ?? (others.length === 0 ? only : undefined);
  if (row) return { folder, run, row };
  if (named.length > 0) throw new ConfigurationError(severalRows(word, meant));
  const names = run.rows.flatMap(({ id, check, clause, operation }) => [id, check, clause, operation]);
  throw new ConfigurationError(
    `the report in ${folder} has no row \`${word}\`; ${suggest(word, new Set(names), 'summary.json lists them')}`,
  );
}

function severalRows(word: string, rows: readonly Row[]): string {
  const shown = rows.slice(0, 5).map(({ id }) => `\`${id}\``);
  const more = rows.length > shown.length ? ` and ${rows.length - shown.length} more` : '';
  return `\`${word}\` means ${rows.length} rows: ${shown.join(', ')}${more}; name one`;
}
