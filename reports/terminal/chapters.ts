import type { Row } from '../../harness/judging/row.ts';
import { type Counts, count } from '../../harness/judging/verdict.ts';
import { clauseIn } from '../book.ts';
import type { Report } from '../report.ts';
import { cell } from './layout.ts';
import type { Style } from './style.ts';
import { type Column, tableLines } from './table.ts';

const head = ['Chapter', 'Pass', 'Fail', 'Inconcl.', 'N. a.', 'Operations'];
const number: Column = { width: 9, align: 'right' };
const columns: readonly Column[] = [
  { width: 28 },
  ...Array<Column>(4).fill(number),
  { width: 14, align: 'right' },
];

/** The table of chapters: the verdicts of their rows, and the number of operations with a row that passed or failed. */
export function chapterTable({ rows, book }: Report, style: Style): string {
  const all = book.operations.length;
  const chapters = book.chapters.map(({ id, title }) => {
    const own = rows.filter((row) => clauseIn(book, row.clause).chapter === id);
    return { title, own };
  });
  const [first = '', ...lines] = tableLines(
    [
      head,
      ...chapters.map(({ title, own }) => cells(title, own, all, style)),
      cells('All chapters', rows, all, style),
    ],
    columns,
  );
  const last = lines.pop() ?? '';
  return [
    style.bold(first),
    ...lines.map((line, index) => (chapters[index]?.own.length === 0 ? style.dim(line) : line)),
    style.bold(last),
  ].join('\n');
}

function cells(title: string, rows: readonly Row[], all: number, style: Style): string[] {
  const decided = new Set(
    rows.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').map(({ operation }) => operation),
  );
  return [title, ...numbers(count(rows), style), rows.length === 0 ? '·' : `${decided.size} of ${all}`];
}

function numbers(counts: Counts, style: Style): string[] {
  const { pass, fail, suiteError, inconclusive, notApplicable } = counts;
  const bad = fail + suiteError;
  return [
    cell(pass),
    bad > 0 ? style.red(cell(bad)) : cell(bad),
    inconclusive > 0 ? style.yellow(cell(inconclusive)) : cell(inconclusive),
    cell(notApplicable),
  ];
}
