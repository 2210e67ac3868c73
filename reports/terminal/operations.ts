import { count } from '../../harness/judging/verdict.ts';
import type { Report } from '../report.ts';
import { cell } from './layout.ts';
import type { Style } from './style.ts';

/** The table of operations with the verdicts of their rows, in two columns. */
export function operationTable({ rows, book }: Report, style: Style): string {
  const names = book.operations.map(({ id }) => id);
  const half = Math.ceil(names.length / 2);
  const line = (name: string | undefined): string => {
    if (name === undefined) return '';
    const counts = count(rows.filter(({ operation }) => operation === name));
    const bad = counts.fail + counts.suiteError;
    const text =
      cell(counts.pass, 4) +
      (bad > 0 ? style.red(cell(bad, 4)) : cell(bad, 4)) +
      (counts.inconclusive > 0 ? style.yellow(cell(counts.inconclusive, 4)) : cell(0, 4)) +
      cell(counts.notApplicable, 4);
    return name.padEnd(22) + text;
  };
  const head = `${'Operation'.padEnd(22)}   ✓   ✗   ?   –`;
  const lines = names.slice(0, half).map((name, index) => {
    return `${line(name)}    ${line(names[half + index])}`.trimEnd();
  });
  return [style.bold(`${head}    ${head}`), ...lines, style.dim(legend)].join('\n');
}

const legend = '✓ pass   ✗ fail   ? inconclusive   – not applicable';
