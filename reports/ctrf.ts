import { createHash } from 'node:crypto';
import type { Row } from '../harness/judging/row.ts';
import type { Verdict } from '../harness/judging/verdict.ts';
import { clauseIn } from './book.ts';
import type { Timings } from './junit.ts';
import { repeatLine } from './repeat.ts';
import { storyLines } from './replay-lines.ts';
import { baseUrl, type Report } from './report.ts';

const statuses: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'pending',
  notApplicable: 'skipped',
  suiteError: 'other',
};

/** The run in the Common Test Report Format, which many services of CI show. */
export function ctrf(report: Report, timings: Timings): string {
  const { header, footer, rows } = report;
  const { pass, fail, inconclusive, notApplicable, suiteError } = footer.counts;
  const { target, run, tool } = header;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: `${tool.name} ${tool.version}`,
    timestamp: footer.finishedAt,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: rows.length,
        passed: pass,
        failed: fail,
        pending: inconclusive,
        skipped: notApplicable,
        other: suiteError,
        start: Date.parse(run.startedAt),
        stop: Date.parse(footer.finishedAt),
      },
      tests: rows.map((row) => testOf(row, report, timings)),
      environment: {
        testEnvironment: target.embedded ? 'embedded reference service' : baseUrl(header),
        extra: { interface: header.interface, profile: target.profile, seed: run.seed, effort: run.effort },
      },
    },
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function testOf(row: Row, { header, book }: Report, timings: Timings) {
  const { start, ms } = timings.get(row.id) ?? { start: undefined, ms: 0 };
  const { chapter } = clauseIn(book, row.clause);
  const suite = book.chapters.find(({ id }) => id === chapter)?.title ?? 'No chapter';
  const message = row.verdict === 'pass' ? {} : { message: row.reason };
  const failed = row.verdict !== 'fail' ? {} : { trace: failureOf(row, repeatLine(row, header)) };
  return {
    id: uuidOf(row.id),
    name: row.id,
    status: statuses[row.verdict],
    duration: ms,
    ...(start === undefined ? {} : { start, stop: start + ms }),
    suite: [suite],
    rawStatus: row.verdict,
    tags: [row.clause, row.operation].filter((tag) => tag !== ''),
    ...message,
    ...failed,
  };
}

function failureOf(row: Row, repeat: string): string {
  const { expected = '', actual = '' } = row;
  return [`expected: ${expected}`, `actual: ${actual}`, ...storyLines(row), repeat].join('\n');
}

/** A UUID that is the same for a row in every run. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
