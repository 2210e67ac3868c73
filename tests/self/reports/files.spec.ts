import { expect } from '@playwright/test';
import type { Row } from '../../../harness/judging/row.ts';
import { choicesSheet } from '../../../reports/choices.ts';
import { junit } from '../../../reports/junit.ts';
import { type Summary, summarize } from '../../../reports/summary.ts';
import { escapeXml } from '../../../reports/xml.ts';
import { test } from '../plain-test.ts';
import { report, reportOf, row, rows } from './sample.ts';

test('summary.json has the keys that scripts rely on, rows in the order of the plan', () => {
  const summary = summarize(report);

  expect({ ...summary, rows: summary.rows.slice(0, 1) }).toEqual({
    tool: { name: 'rollcall', version: '1.2.3' },
    interface: '1.7.0',
    target: { origin: 'https://staging.example', basePath: '/api/v1', profile: 'staging' },
    run: {
      seed: 7,
      effort: 'standard',
      write: true,
      startedAt: '2026-01-02T03:04:05.678Z',
      finishedAt: '2026-01-02T03:04:15.678Z',
      durationMs: 10_000,
      requests: 42,
    },
    verdict: 'error',
    scope: { judged: 3, of: 7, whole: false },
    counts: { pass: 1, fail: 2, inconclusive: 1, notApplicable: 2, suiteError: 1 },
    rows: [
      {
        id: 'pagination.offset-with-cursor @ listClasses',
        clause: 'pagination.offset-with-cursor',
        check: 'pagination.offset-with-cursor',
        operation: 'listClasses',
        verdict: 'fail',
        reason: 'expected status 400, got status 200',
        requests: 1,
      },
    ],
  } satisfies Summary);
  expect(summary.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

const verdicts: readonly [Summary['verdict'], Partial<Row>[]][] = [
  ['conforms', [{}, { verdict: 'notApplicable' }]],
  ['inconclusive', [{}, { verdict: 'inconclusive' }]],
  ['inconclusive', [{ verdict: 'notApplicable' }]],
  ['violates', [{}, { verdict: 'fail' }, { verdict: 'inconclusive' }]],
  ['error', [{ verdict: 'fail' }, { verdict: 'suiteError' }]],
  ['error', []],
];

for (const [verdict, some] of verdicts) {
  const kinds = some.map((one) => one.verdict ?? 'pass').join(', ') || 'nothing';
  test(`a run of ${kinds} ${verdict === 'error' ? 'is an error' : `is told as ${verdict}`}`, () => {
    const judged = some.map((rest, index) => row('pagination.total', `operation${index}`, rest));

    expect(summarize(reportOf(judged)).verdict).toBe(verdict);
  });
}

test('what goes wrong outside any row makes the run an error', () => {
  const passed = reportOf([row('pagination.total', 'listClasses')]);

  expect(summarize({ ...passed, footer: { ...passed.footer, mishaps: ['Error'] } }).verdict).toBe('error');
});

test('junit.xml has a suite for each chapter, and failed, skipped and broken cases', () => {
  const timings = new Map(rows.map(({ id }, index) => [id, { start: index * 1000, ms: index * 10 }]));

  expect(junit(report, timings)).toMatchSnapshot('junit.xml');
});

test('XML text holds nothing that XML forbids', () => {
  expect(escapeXml('<a b="c">&\n\u{0}\u{1b}[31m\u{d800}é😀')).toBe(
    '&lt;a b=&quot;c&quot;&gt;&amp;&#10;\u{fffd}\u{fffd}[31m\u{fffd}é😀',
  );
});

test('the choices sheet names each way once, with the operations that took it', () => {
  const chosen = (operation: string, choice: string, way: string) =>
    row('pagination.total', operation, { choices: [[choice, way]] });

  expect(
    choicesSheet([
      chosen('listUsers', 'error format', 'basic'),
      chosen('listClasses', 'error format', 'problem'),
      chosen('listTests', 'error format', 'basic'),
      chosen('listTests', 'empty array', 'left out'),
      chosen('listTests', 'empty array', 'left out'),
    ]),
  ).toEqual([
    { choice: 'empty array', taken: [{ way: 'left out', operations: ['listTests'] }] },
    {
      choice: 'error format',
      taken: [
        { way: 'basic', operations: ['listUsers', 'listTests'] },
        { way: 'problem', operations: ['listClasses'] },
      ],
    },
  ]);
});
