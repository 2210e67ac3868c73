import { clauseOf } from '../harness/judging/check.ts';
import type { Row } from '../harness/judging/row.ts';
import { count } from '../harness/judging/verdict.ts';
import type { Collector } from './collector.ts';
import type { Header, Run } from './report.ts';

/** The row for a planned row that no worker wrote: a suite error. */
export function missingRow(id: string, reason: string): Row {
  const [check = id, operation = ''] = id.split(' @ ');
  const clause = clauseOf(check);
  return { id, clause, check, operation, verdict: 'suiteError', blame: 'rollcall', reason, requests: 0 };
}

/** Ends `rows.ndjson`: adds a suite error for each missing row, and then the footer. @returns the rows in plan order */
export function finish(
  collector: Collector,
  header: Header,
  planned: readonly string[],
  before: { readonly requests: number; readonly mishaps: readonly string[] },
): Run {
  collector.pull();
  for (const id of planned) {
    if (!collector.rows.has(id)) collector.add(missingRow(id, 'the run ended before this was judged'));
  }
  const rows = planned.map((id) => collector.rows.get(id)).filter((row) => row !== undefined);
  const finishedAt = new Date();
  const footer = {
    kind: 'footer',
    counts: count(rows),
    requests: rows.reduce((sum, row) => sum + row.requests, before.requests),
    finishedAt: finishedAt.toISOString(),
    durationMs: finishedAt.getTime() - Date.parse(header.run.startedAt),
    mishaps: [...before.mishaps, ...unplannedRows(collector, planned)],
  } as const;
  collector.close(footer, planned);
  return { header, rows, footer };
}

/** Errors, in words, for rows that were not planned and rows that came twice. */
function unplannedRows({ rows, doubled }: Collector, planned: readonly string[]): string[] {
  const known = new Set(planned);
  return [
    ...doubled.map((id) => `a second row came for \`${id}\``),
    ...[...rows.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `a row came that was not planned: \`${id}\``),
  ];
}
