import type { Row } from '../harness/judging/row.ts';
import { count, type Verdict } from '../harness/judging/verdict.ts';
import { clauseIn, restsIn, tellClause } from './book.ts';
import { repeatLine } from './repeat.ts';
import { storyLines } from './replay-lines.ts';
import { baseUrl, type Report } from './report.ts';
import { type Element, element, formatXml } from './xml.ts';

/** When each row started and how long it took, in milliseconds, by row id. */
export type Timings = ReadonlyMap<string, { readonly start: number; readonly ms: number }>;

/**
 * The run as JUnit XML, with a suite for each chapter and a case for each row. Made by hand: the libraries for it count what
 * was skipped on `testsuites`, which Jenkins refuses, and can't say why a case was skipped.
 */
export function junit(report: Report, timings: Timings): string {
  const { header, footer, rows, book } = report;
  const suites = book.chapters
    .map(({ id, title }) => ({
      title,
      rows: rows.filter((row) => clauseIn(book, row.clause).chapter === id),
    }))
    .filter((chapter) => chapter.rows.length > 0)
    .map((chapter) => suite(chapter.title, chapter.rows, report, timings));
  const time = (footer.durationMs / 1000).toFixed(3);
  // Jenkins takes `skipped` on a suite, and not on the list of suites.
  const { skipped: _, ...counts } = tally(rows);
  return formatXml(element('testsuites', { name: header.tool.name, ...counts, time }, suites));
}

function suite(title: string, rows: readonly Row[], report: Report, timings: Timings): Element {
  const { header } = report;
  const cases = rows.map((row) => testcase(row, report, timings));
  const time = seconds(rows.reduce((sum, row) => sum + (timings.get(row.id)?.ms ?? 0), 0));
  const attributes = { name: title, ...tally(rows), time, timestamp: header.run.startedAt };
  return element('testsuite', attributes, [properties(report), ...cases]);
}

function properties({ header }: Report): Element {
  const { tool, run, target } = header;
  const values = {
    tool: `${tool.name} ${tool.version}`,
    interface: header.interface,
    target: baseUrl(header),
    profile: target.profile,
    seed: run.seed,
    effort: run.effort,
    write: String(run.write),
  };
  const list = Object.entries(values).map(([name, value]) => element('property', { name, value }));
  return element('properties', {}, list);
}

const skipped: Partial<Record<Verdict, string>> = {
  inconclusive: 'inconclusive',
  notApplicable: 'not applicable',
};

function testcase(row: Row, { header, book }: Report, timings: Timings): Element {
  const time = seconds(timings.get(row.id)?.ms ?? 0);
  const attributes = { name: row.id, classname: row.clause, time };
  const skip = skipped[row.verdict];
  if (row.verdict === 'pass') return element('testcase', attributes);
  if (skip) {
    return element('testcase', attributes, [element('skipped', { message: `${skip}: ${row.reason}` })]);
  }
  if (row.verdict === 'suiteError') {
    const error = element('error', { message: row.reason, type: 'suiteError' });
    return element('testcase', attributes, [error]);
  }
  const clause = clauseIn(book, row.clause);
  const story = [
    `clause: ${row.clause}: ${tellClause(clause)}`,
    `rests on: ${restsIn(book, clause)}`,
    `operation: ${row.operation}`,
    `expected: ${row.expected ?? ''}`,
    `actual: ${row.actual ?? ''}`,
    ...storyLines(row),
    `repeat: ${repeatLine(row, header)}`,
  ];
  const failure = element('failure', { message: row.reason, type: row.clause }, story.join('\n'));
  return element('testcase', attributes, [failure]);
}

function tally(rows: readonly Row[]) {
  const counts = count(rows);
  return {
    tests: rows.length,
    failures: counts.fail,
    errors: counts.suiteError,
    skipped: counts.inconclusive + counts.notApplicable,
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
