import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Row } from '../../../harness/judging/row.ts';
import { formatLine } from '../../../reports/rows.ts';
import { reportOf } from '../reports/sample.ts';

/** Leaves the rows of a finished run in a folder, as a run does. @returns the folder */
export function leaveRun(folder: string, rows: readonly Row[]): string {
  mkdirSync(folder, { recursive: true });
  const { header, footer } = reportOf(rows);
  const lines = [header, ...rows.map((row) => ({ kind: 'row' as const, ...row })), footer];
  writeFileSync(path.join(folder, 'rows.ndjson'), lines.map(formatLine).join(''));
  return folder;
}
