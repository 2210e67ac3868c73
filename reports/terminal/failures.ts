import { commandLine } from '../../spec/command-line.ts';
import { clauseIn, tellClause } from '../book.ts';
import { exampleOf } from '../example.ts';
import type { FailureGroup } from '../groups.ts';
import { repeatWords } from '../repeat.ts';
import { storyLines } from '../replay-lines.ts';
import { baseUrl, type Report } from '../report.ts';
import { type Story, storiesOf } from '../stories.ts';
import { labelled, plural, width, withoutControls, wrap } from './layout.ts';
import type { Style } from './style.ts';

/** How many stories are told in full, and how many operations are named. */
const most = { stories: 10, operations: 6 } as const;

/**
 * The failures, one entry for what is probably one bug: clause, operation, expected, actual, what it explains as well,
 * and how to repeat it.
 */
export function failureList(report: Report, style: Style, all = false): string {
  const stories = storiesOf(report.rows, report.book);
  if (stories.length === 0) return '';
  const rows = stories.reduce((sum, story) => sum + story.rows.length, 0);
  const title = style.bold(
    style.red(`Failures: ${plural(stories.length, 'cause')} in ${plural(rows, 'row')}`),
  );
  const shown = all ? stories : stories.slice(0, most.stories);
  const rest = stories.slice(shown.length);
  return [
    `${title}\n${style.dim(howToRepeat(report))}`,
    ...shown.map((story) => block(story, report, style)),
    ...(rest.length > 0 ? [restList(rest)] : []),
  ].join('\n\n');
}

function restList(rest: readonly Story[]): string {
  const names = rest.map(({ lead }) => `${lead.clause} (${plural(lead.rows.length, 'row')})`).join(', ');
  return labelled(
    '',
    `… and ${plural(rest.length, 'cause')} more, which --verbose tells: ${names}`,
    2,
    2,
  ).join('\n');
}

/** What a reader must know to copy a curl line, and how to see more. */
function howToRepeat({ header, rows }: Report): string {
  const base = header.target.embedded
    ? `the baseUrl that \`${commandLine('serve')}\` prints`
    : baseUrl(header);
  const hidden = rows.some(({ evidence = [] }) => evidence.some(({ curl }) => /\w#\d/.test(curl)));
  const lines = [
    `In the curl lines, BASE is ${base}${hidden ? '; what is not shown is a variable to set, or a word with #' : ''}.`,
    `\`${commandLine('replay ROW')}\` judges one of them again; \`show ROW\` tells all of it.`,
  ];
  return lines.flatMap((line) => wrap(line, width)).join('\n');
}

function block({ lead, also, kept }: Story, { header, book }: Report, style: Style): string {
  const { clause, expected, actual, rows } = lead;
  const [first] = rows;
  const [headline = '', ...rest] = labelled('clause', `${clause}: ${tellClause(clauseIn(book, clause))}`);
  const commands = [...storyLines(first), commandLine(repeatWords(first, header))];
  return [
    style.red('✗') + headline.slice(1).replace(clause, style.bold(clause)),
    ...rest,
    ...labelled('operation', operationsOf(rows)),
    ...labelled('expected', expected),
    ...labelled('actual', withExample(actual, first)),
    ...(also.length > 0 ? labelled('explains', explained(also)) : []),
    ...(kept.length > 0 ? labelled('', `${plural(kept.length, 'row')} that could not be judged for it`) : []),
    ...commands.map(
      (command, index) =>
        `  ${(index === 0 ? 'repeat' : '').padEnd(11)}${style.dim(withoutControls(command))}`,
    ),
  ].join('\n');
}

function operationsOf(rows: FailureGroup['rows']): string {
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const more = operations.length > most.operations ? ', …' : '';
  const amount = operations.length > 1 ? ` (${operations.length})` : '';
  return `${operations.slice(0, most.operations).join(', ')}${more}${amount}`;
}

function explained(also: readonly FailureGroup[]): string {
  const clauses = [...new Set(also.map(({ clause }) => clause))];
  const rows = also.reduce((sum, group) => sum + group.rows.length, 0);
  const more = clauses.length > 4 ? ' and others' : '';
  return `${plural(rows, 'row')} more, of ${clauses.slice(0, 4).join(', ')}${more}`;
}

function withExample(actual: string, row: FailureGroup['rows'][0]): string {
  const example = exampleOf(row);
  // A longer request stands in the line that repeats it.
  if (example === undefined || (example.length > width && row.evidence !== undefined)) return actual;
  const cut = row.counterexample?.cutShort
    ? ' (perhaps not the smallest: the budget for shrinking was used up)'
    : '';
  return `${actual}, for ${example}${cut}`;
}
