import { readFileSync } from 'node:fs';
import type { Row } from '../harness/judging/row.ts';
import type { Footer, Header, Run } from './report.ts';

/** The ways in which a file of rows can be invalid. */
export type RowsFault =
  | 'missing header'
  | 'missing footer'
  | 'missing rows'
  | 'duplicate row'
  | 'cut-off line'
  | 'unreadable line'
  | 'different contract';

/** A `rows.ndjson` is invalid. The message names the file, the line and the fix. */
export class RowsError extends Error {
  override readonly name = 'RowsError';
  readonly fault: RowsFault;

  constructor(fault: RowsFault, file: string, detail: string) {
    super(`${file}: ${fault}: ${detail}`);
    this.fault = fault;
  }
}

type Line = Header | Footer | ({ readonly kind: 'row' } & Row);

/** Writes one line of `rows.ndjson`, with its line end. */
export function formatLine(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** The text of the `rows.ndjson` of a finished run. */
export function formatRun({ header, rows, footer }: Run): string {
  const lines = rows.map((row) => formatLine({ kind: 'row', ...row }));
  return [formatLine(header), ...lines, formatLine(footer)].join('');
}

/**
 * Reads the `rows.ndjson` of a finished run.
 *
 * @param contract the digest that the contract of the run must have; left out, any contract is accepted
 * @throws RowsError when the run did not come to its end, or when rows are duplicate, missing or of another contract
 */
export function readRows(file: string, contract?: string): Run {
  return parseRows(readFileSync(file, 'utf8'), file, contract);
}

/** Parses the text of a `rows.ndjson`. `file` is its name in errors. @throws RowsError */
export function parseRows(text: string, file: string, contract?: string): Run {
  const lines = parseLines(text, file);
  const [header] = lines;
  if (header?.kind !== 'header') {
    throw new RowsError('missing header', file, 'the first line says nothing about the run; run again');
  }
  if (contract !== undefined && header.contract !== contract) {
    throw new RowsError(
      'different contract',
      file,
      'it was judged by another contract; run again with this one',
    );
  }
  const footer = lines.at(-1);
  if (footer?.kind !== 'footer') {
    throw new RowsError('missing footer', file, 'the run did not come to its end; run again');
  }
  const rows = rowsOf(lines.slice(1, -1), file);
  if (rows.length !== header.planned) {
    const detail = `${header.planned} rows were planned and ${rows.length} are here; run again`;
    throw new RowsError('missing rows', file, detail);
  }
  return { header, rows, footer };
}

function rowsOf(lines: readonly Line[], file: string): Row[] {
  const rows = new Map<string, Row>();
  for (const [index, line] of lines.entries()) {
    const at = `${file}:${index + 2}`;
    if (line.kind === 'footer')
      throw new RowsError('missing header', at, 'a second run follows; keep one run a file');
    if (line.kind === 'header')
      throw new RowsError('missing footer', at, 'a second run begins before the first ends');
    const { kind: _, ...row } = line;
    if (rows.has(row.id)) throw new RowsError('duplicate row', at, `\`${row.id}\` was judged before`);
    rows.set(row.id, row);
  }
  return [...rows.values()];
}

function parseLines(text: string, file: string): Line[] {
  const lines = text.split('\n');
  const rest = lines.pop();
  return [...lines, ...(rest ? [rest] : [])].map((line, index) => {
    try {
      return JSON.parse(line) as Line;
    } catch {
      const at = `${file}:${index + 1}`;
      throw new RowsError('cut-off line', at, 'the line is not whole; the run was stopped while it wrote');
    }
  });
}
