import { commandLine } from '../../harness/run/command-line.ts';
import { clauseIn, tellClause } from '../book.ts';
import { type FailureGroup, groupFailures } from '../groups.ts';
import { repeatWords } from '../repeat.ts';
import { baseUrl, type Report } from '../report.ts';
import { labelled, plural, width, withoutControls, wrap } from './layout.ts';
import type { Style } from './style.ts';

/** The failures, in five parts each: clause, operation, expected, actual, repeat. Rows with one cause are one entry. */
export function failureList(report: Report, style: Style): string {
  const groups = groupFailures(report.rows);
  if (groups.length === 0) return '';
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const title = style.bold(
    style.red(`Failures: ${plural(groups.length, 'cause')} in ${plural(rows, 'row')}`),
  );
  return [
    `${title}\n${style.dim(howToRepeat(report))}`,
    ...groups.map((group) => block(group, report, style)),
  ].join('\n\n');
}

/** What a reader must know to copy a curl line. */
function howToRepeat({ header, rows }: Report): string {
  const base = header.target.embedded
    ? `the baseUrl that \`${commandLine('serve')}\` prints`
    : baseUrl(header);
  const hidden = rows.some(({ evidence = [] }) => evidence.some(({ curl }) => /\w#\d/.test(curl)));
  return wrap(
    `In the curl lines, BASE is ${base}${hidden ? '; words with # stand for values that are not shown' : ''}.`,
    width,
  ).join('\n');
}

function block(group: FailureGroup, { header, book }: Report, style: Style): string {
  const { clause, expected, actual, rows } = group;
  const [first] = rows;
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const amount = operations.length > 1 ? ` (${operations.length})` : '';
  const [headline = '', ...rest] = labelled('clause', `${clause}: ${tellClause(clauseIn(book, clause))}`);
  const curl = first.evidence?.at(-1)?.curl;
  const commands = [...(curl ? [curl] : []), commandLine(repeatWords(first, header))];
  return [
    style.red('✗') + headline.slice(1).replace(clause, style.bold(clause)),
    ...rest,
    ...labelled('operation', `${operations.join(', ')}${amount}`),
    ...labelled('expected', expected),
    ...labelled('actual', withExample(actual, first.counterexample)),
    ...commands.map(
      (command, index) =>
        `  ${(index === 0 ? 'repeat' : '').padEnd(11)}${style.dim(withoutControls(command))}`,
    ),
  ].join('\n');
}

function withExample(actual: string, found: FailureGroup['rows'][0]['counterexample']): string {
  if (!found) return actual;
  const cut = found.cutShort ? ' (perhaps not the smallest: the budget for shrinking was used up)' : '';
  return `${actual}, for ${found.value}${cut}`;
}
