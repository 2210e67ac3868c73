import { expect } from '@playwright/test';
import { opening } from '../../../reports/terminal/ending.ts';
import { showProgress } from '../../../reports/terminal/progress.ts';
import { plain, styleFor } from '../../../reports/terminal/style.ts';
import { terminal } from '../../../reports/terminal/terminal.ts';
import { test } from '../plain-test.ts';
import { header, report, reportOf, row } from './sample.ts';

const left = {
  out: 'rollcall-report',
  page: 'rollcall-report/allure-report/index.html',
  files: ['rows.ndjson', 'summary.json', 'junit.xml', 'choices.json', 'allure-results'],
};

test('a finished run is told in tables, failures and reasons', () => {
  const text = `${opening(header, plain)}\n\n${terminal(report, left, plain)}\n`;

  expect(text).toMatchSnapshot('terminal.txt');
});

test('every line fits 80 columns, commands to copy excepted', () => {
  const wide = terminal(report, left, plain)
    .split('\n')
    .filter((line) => line.length > 80 && !/curl -|rollcall -- run/.test(line));

  expect(wide).toEqual([]);
});

test('one cause is told once, with all its operations and one way to repeat it', () => {
  const text = terminal(report, left, plain);

  expect(text).toContain('Failures: 1 cause in 2 rows');
  expect(text).toContain('operation  listClasses, listUsers (2)');
  expect(text.match(/rollcall -- run/g)).toHaveLength(1);
});

test('a failure of the embedded service is repeated without a target', () => {
  const embedded = { ...report, header: { ...header, target: { ...header.target, embedded: true } } };

  expect(terminal(embedded, left, plain)).not.toContain('--target');
});

test('reasons that differ in a name alone are told once, with the names', () => {
  const text = terminal(report, left, plain);

  expect(text).toContain('     2  the interface leaves `…` open, and the profile does not fill it');
  expect(text).toContain('        class.always, class.never');
});

test('a reason is told once, where it names the operation of the row and where it names another', () => {
  const needed = { verdict: 'inconclusive', reason: 'needs createClass to answer' } as const;
  const text = terminal(
    reportOf(['createClass', 'getClass'].map((one) => row('class.name', one, needed))),
    left,
    plain,
  );

  expect(text.match(/needs createClass to answer/g)).toHaveLength(1);
  expect(text).toContain('     2  needs createClass to answer');
});

test('many rows of one reason are cut short, and --verbose tells all', () => {
  const many = reportOf(
    Array.from({ length: 20 }, (_, index) =>
      row('pagination.total', `operation${index}`, {
        verdict: 'inconclusive',
        reason: `needs more of operation${index}`,
      }),
    ),
  );

  expect(terminal(many, left, plain)).toContain('    20  needs more of the operation');
  expect(terminal(many, left, plain)).not.toContain('pagination.total @ operation7');
  expect(terminal(many, left, plain, true)).toContain('pagination.total @ operation7');
});

test('a run in which nothing passed is not told as a success', () => {
  const none = reportOf([
    row('class.name', 'listClasses', { verdict: 'notApplicable', reason: 'the profile' }),
  ]);

  expect(terminal(none, left, plain)).toMatch(/Nothing could be established: no row passed\.$/);
});

test('colour is for people: not in pipes, not in CI, not with NO_COLOR', () => {
  const red = (tty: boolean, env: Record<string, string>) => styleFor({ isTTY: tty }, env).red('x');

  expect(red(true, {})).not.toBe('x');
  expect([red(false, {}), red(true, { CI: '1' }), red(true, { NO_COLOR: '1' })]).toEqual(['x', 'x', 'x']);
  expect([red(false, { FORCE_COLOR: '1' }), red(true, { CI: '1', FORCE_COLOR: '1' })]).not.toContain('x');
  expect([red(false, { FORCE_COLOR: '0' }), red(false, { FORCE_COLOR: '1', NO_COLOR: '1' })]).toEqual([
    'x',
    'x',
  ]);
});

test('in a log, progress is one line for each stretch of a chapter', () => {
  const lines: string[] = [];
  const progress = showProgress(4, {
    write: (text) => lines.push(text),
    live: false,
    style: plain,
    verbose: false,
  });
  progress.step(row('pagination.total', 'listClasses'), 'Pagination');
  progress.step(row('pagination.total', 'listUsers', { verdict: 'fail' }), 'Pagination');
  progress.step(row('class.name', 'listClasses'), 'Classes');
  progress.end();

  expect(lines.join('')).toBe('2/4  Pagination: 1 passed, 1 failed\n3/4  Classes: 1 passed\n');
});

test('before a person, progress is one line that is written over and taken away', () => {
  const lines: string[] = [];
  const progress = showProgress(2, {
    write: (text) => lines.push(text),
    live: true,
    style: plain,
    verbose: false,
  });
  progress.step(row('pagination.total', 'listClasses'), 'Pagination');
  progress.end();

  expect(lines).toEqual(['\r\u{1b}[2K████████░░░░░░░░ 1/2  ✓ 1  ✗ 0  ? 0  – 0  Pagination', '\r\u{1b}[2K']);
});

test('once a twentieth is judged, progress says how long the rest takes, in 80 columns', () => {
  const lines: string[] = [];
  let ms = 0;
  const view = { write: (text: string) => lines.push(text), live: true, style: plain, verbose: false };
  const progress = showProgress(3000, { ...view, now: () => ms });
  const clear = '\r\u{1b}[2K';
  for (let judged = 1; judged <= 1500; judged += 1) {
    ms += 100;
    progress.step(row('pagination.total', 'listClasses'), 'Initial-assessment sessions');
  }
  ms = 600_000;
  progress.step(row('pagination.total', 'listClasses'), 'Initial-assessment sessions');

  expect(lines[10]).not.toContain('left');
  expect(lines[149]).toMatch(/Initial-assess, ~5 min left$/);
  expect(lines[2500 - 1001]).toMatch(/, ~3 min left$/);
  expect(lines.map((line) => line.replace(clear, '').length).filter((length) => length > 80)).toEqual([]);
});
