import type { Row } from '../../harness/judging/row.ts';
import type { Verdict } from '../../harness/judging/verdict.ts';
import { commandLine } from '../../spec/command-line.ts';
import { type Book, clauseIn, restsIn, tellClause } from '../book.ts';
import { replayLines } from '../replay-lines.ts';
import { baseUrl, type Header } from '../report.ts';
import { labelled, withoutControls } from './layout.ts';
import type { Style } from './style.ts';

/** The words for a verdict, and its mark. */
export const verdictWords: Readonly<Record<Verdict, readonly [mark: string, words: string]>> = {
  pass: ['✓', 'passed'],
  fail: ['✗', 'failed'],
  inconclusive: ['?', 'inconclusive'],
  notApplicable: ['–', 'not applicable'],
  suiteError: ['!', 'an error of Rollcall itself'],
};

/** A row in one line: its mark, its id, and its verdict in words. */
export function rowHeadline({ id, verdict }: Pick<Row, 'id' | 'verdict'>, style: Style, more = ''): string {
  const [mark, words] = verdictWords[verdict];
  const colour = verdict === 'pass' ? style.green : verdict === 'fail' ? style.red : style.yellow;
  return `${colour(mark)} ${style.bold(id)}: ${words}${more}`;
}

/** What was expected and what came, with the smallest example; else the reason of the verdict. */
export function rowOutcome({ verdict, reason, expected, actual, counterexample, because }: Row): string[] {
  if (verdict !== 'fail') return reason === '' ? [] : labelled('reason', withRow(reason, because));
  const cut = counterexample?.cutShort ? ' (perhaps not the smallest)' : '';
  return [
    ...labelled('expected', expected ?? ''),
    ...labelled('actual', actual ?? reason),
    ...(counterexample ? labelled('for', `${counterexample.value}${cut}`) : []),
  ];
}

/** All that a report holds about a row: verdict, clause, outcome, and each exchange with the line that repeats it. */
export function rowInFull(row: Row, header: Header, book: Book, style: Style): string {
  const clause = clauseIn(book, row.clause);
  const { evidence = [] } = row;
  const lines = replayLines(evidence);
  const toSet = lines.slice(0, lines.length - evidence.length);
  const toRepeat = lines.slice(toSet.length);
  return [
    rowHeadline(row, style),
    ...labelled('clause', tellClause(clause)),
    ...(clause.rests.length > 0 ? labelled('rests on', restsIn(book, clause)) : []),
    ...(row.source === undefined ? [] : labelled('check', row.source)),
    ...rowOutcome(row),
    ...evidence.flatMap(({ request, requestBody, status, body, ms }, index) => [
      '',
      `  ${evidence.length > 1 ? `${index + 1}. ` : ''}${withoutControls(request)}`,
      ...(requestBody === undefined ? [] : json('sent', requestBody)),
      ...labelled('answered', `${status === 0 ? 'nothing whole' : status} after ${Math.round(ms)} ms`),
      ...(body === undefined ? [] : json('body', body)),
      `  ${'repeat'.padEnd(11)}${style.dim(withoutControls(toRepeat[index] ?? ''))}`,
    ]),
    ...(evidence.length > 0 ? ['', ...[...toSet, howToPaste(header)].map(style.dim)] : []),
  ].join('\n');
}

function withRow(reason: string, because: string | undefined): string {
  return because === undefined ? reason : `${reason}; because of \`${because}\`, which failed`;
}

function json(label: string, value: unknown): string[] {
  const lines = withoutControls(JSON.stringify(value, null, 2)).split('\n');
  return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(11)}${line}`);
}

function howToPaste({ target }: Header): string {
  const base = target.embedded ? `the baseUrl that \`${commandLine('serve')}\` prints` : baseUrl({ target });
  return `BASE is ${base}.`;
}
