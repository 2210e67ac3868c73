import type { Row } from '../../harness/judging/row.ts';
import { type Counts, count } from '../../harness/judging/verdict.ts';
import { clauseIn } from '../book.ts';
import type { Report } from '../report.ts';
import { cell } from './layout.ts';
import type { Style } from './style.ts';

const head = ['Pass', 'Fail', 'Inconcl.', 'N. a.'];
const columns = { title: 28, number: 9, operations: 14 };

/** The table of chapters: the verdicts of their rows, and the number of operations with a row that passed or failed. */
export function chapterTable({ rows, book }: Report, style: Style): string {
  const all = book.operations.length;
  const header =
    'Chapter'.padEnd(columns.title) +
    head.map((name) => name.padStart(columns.number)).join('') +
    'Operations'.padStart(columns.operations);
  const lines = book.chapters.map(({ id, title }) => {
    const own = rows.filter((row) => clauseIn(book, row.clause).chapter === id);
    return line(title, own, all, style);
  });
  return [style.bold(header), ...lines, style.bold(line('All chapters', rows, all, style))].join('\n');
}

function line(title: string, rows: readonly Row[], all: number, style: Style): string {
  const counts = count(rows);
  const decided = new Set(
    rows.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').map(({ operation }) => operation),
  );
  const operations = rows.length === 0 ? '·' : `${decided.size} of ${all}`;
  const text = title.padEnd(columns.title) + numbers(counts, style) + operations.padStart(columns.operations);
  return rows.length === 0 ? style.dim(text) : text;
}

function numbers(counts: Counts, style: Style): string {
  const at = columns.number;
  const { pass, fail, suiteError, inconclusive, notApplicable } = counts;
  const red = cell(fail + suiteError, at);
  const yellow = cell(inconclusive, at);
  return [
    cell(pass, at),
    fail + suiteError > 0 ? style.red(red) : red,
    inconclusive > 0 ? style.yellow(yellow) : yellow,
    cell(notApplicable, at),
  ].join('');
}
