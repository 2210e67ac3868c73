import { count } from '../../harness/judging/verdict.ts';
import type { Report } from '../report.ts';
import { cell } from './layout.ts';
import type { Style } from './style.ts';
import { type Column, tableLines } from './table.ts';

const number: Column = { width: 4, align: 'right' };
const half: readonly Column[] = [{ width: 22 }, ...Array<Column>(4).fill(number)];
const head = ['Operation', '✓', '✗', '?', '–'];

/** The table of operations with the verdicts of their rows, in two columns. */
export function operationTable({ rows, book }: Report, style: Style): string {
  const names = book.operations.map(({ id }) => id);
  const middle = Math.ceil(names.length / 2);
  const cells = (name: string | undefined): string[] => {
    if (name === undefined) return head.map(() => '');
    const counts = count(rows.filter(({ operation }) => operation === name));
    const bad = counts.fail + counts.suiteError;
    return [
      name,
      cell(counts.pass),
      bad > 0 ? style.red(cell(bad)) : cell(bad),
      counts.inconclusive > 0 ? style.yellow(cell(counts.inconclusive)) : cell(0),
      cell(counts.notApplicable),
    ];
  };
  const body = names.slice(0, middle).map((name, index) => {
    return [...cells(name), '', ...cells(names[middle + index])];
  });
  const [first = '', ...lines] = tableLines(
    [[...head, '', ...head], ...body],
    [...half, { width: 4 }, ...half],
  );
  return [style.bold(first), ...lines, style.dim(legend)].join('\n');
}

const legend = '✓ pass   ✗ fail   ? inconclusive   – not applicable';
