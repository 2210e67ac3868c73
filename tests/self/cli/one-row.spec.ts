import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { open } from '../../../bin/commands/open.ts';
import { replay } from '../../../bin/commands/replay.ts';
import { show } from '../../../bin/commands/show.ts';
import { desktopOpener } from '../../../bin/replay/desktop.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { resolveConfig } from '../../../harness/run/config.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { askedRows } from '../../../harness/run/selection.ts';
import { faults } from '../../../reference/faults/index.ts';
import { contractDigest } from '../../../reports/header.ts';
import type { Header } from '../../../reports/report.ts';
import { formatLine, readRows } from '../../../reports/rows.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract, judgeAll, rowsOf, trial } from '../proofs/judge-service.ts';
import { header as sampleHeader, rows as sampleRows } from '../reports/sample.ts';
import { keys, listenReference } from './cli.ts';
import { contentsOf } from './earlier.ts';
import { inProcess } from './in-process.ts';

const law = 'pagination.offset-with-cursor';
const id = `${law} @ listUsers`;

/** A report on the embedded reference service, or on another target, with one row. */
function leaveReport(target: Partial<Header['target']>, row: Partial<Row> = {}): string {
  const out = test.info().outputPath('report');
  mkdirSync(out, { recursive: true });
  const header: Header = {
    ...sampleHeader,
    target: {
      origin: 'http://127.0.0.1:1',
      basePath: '/api/v1',
      profile: 'reference',
      embedded: true,
      ...target,
    },
    planned: 1,
    contract: contractDigest(contract),
  };
  const judged: Row = {
    id,
    clause: law,
    check: law,
    operation: 'listUsers',
    verdict: 'pass',
    reason: '',
    requests: 3,
    ...row,
  };
  writeRows(out, header, [judged]);
  return out;
}

function writeRows(out: string, header: Header, rows: readonly Row[]): void {
  const footer = {
    kind: 'footer',
    counts: count(rows),
    requests: 3,
    finishedAt: '2026-01-02T03:05:05.678Z',
    durationMs: 60_000,
    mishaps: [],
  } as const;
  const lines = [header, ...rows.map((row) => ({ kind: 'row', ...row }) as const), footer];
  writeFileSync(path.join(out, 'rows.ndjson'), lines.map(formatLine).join(''));
}

test('replay judges one row of the embedded service again, in a few lines, and leaves the report as it was', async () => {
  const report = leaveReport({});
  const before = contentsOf(report);
  const started = Date.now();
  const out = test.info().outputPath('replay');
  const said = await inProcess(replay, [id, report, '--out', out]);

  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/^✓ .*pagination\.offset-with-cursor @ listUsers.*: passed again\n/);
  expect(said.stdout.trim().split('\n').length).toBeLessThan(4);
  expect(contentsOf(report)).toEqual(before);
  expect(readRows(path.join(out, 'rows.ndjson'))).toMatchObject({
    header: { run: { seed: 7 } },
    rows: [{ id }],
  });
  // Two seconds on a quiet machine, with the start of the process.
  expect(Date.now() - started).toBeLessThan(20_000);
});

test('replay tells a failure with the line that repeats it, and exits as a run does', async () => {
  const fault = faults.find(({ check }) => check === law);
  const service = await listenReference(fault?.wrap);
  const operation = fault?.on[0] ?? '';
  const { origin, pathname } = new URL(service.baseUrl);
  const report = leaveReport(
    { origin, basePath: pathname, embedded: false },
    { id: `${law} @ ${operation}`, operation, verdict: 'fail', expected: 'status 400', actual: 'status 200' },
  );
  Object.assign(process.env, keys);
  const said = await inProcess(replay, [law, report, '--out', report]).finally(() => {
    for (const name of Object.keys(keys)) delete process.env[name];
  });
  await service.close();

  expect(said.code).toBe(1);
  expect(said.stdout).toContain(': failed again');
  expect(said.stdout).toContain('  expected   status 400\n  actual     status 200\n');
  expect(said.stdout).toMatch(/repeat +CURSOR_1=\$\(curl -sSi .*\n +curl -sSi /);
  // The folder of the report itself is left alone.
  expect(said.stdout).toContain('report-again');
});

test('replay of a row that looks back judges the rows that it looks back on first', async () => {
  const back = rowsOf('errors.answered', ['getCurrentAcademicYear'])[0]?.id ?? '';
  const report = leaveReport({}, { id: back, check: 'errors.answered', clause: 'errors.answered' });
  const said = await inProcess(replay, [back, report, '--out', test.info().outputPath('replay')]);

  expect(said).toMatchObject({ code: 0 });
  expect(said.stdout).toContain(`${back}: passed again`);
});

test('show tells what a report holds about a row, and of several the one that failed', async () => {
  const out = leaveReport({});
  writeRows(out, { ...sampleHeader, planned: sampleRows.length }, sampleRows);
  const failed = sampleRows.find(({ verdict }) => verdict === 'fail');
  const said = await inProcess(show, [failed?.id ?? '', out]);
  const wide = said.stdout
    .split('\n')
    .filter((line) => line.length > 80 && !/curl -|rollcall -- /.test(line));

  expect(said.code).toBe(0);
  for (const label of ['clause ', 'expected ', 'actual ', 'for ', 'answered ', 'repeat '])
    expect(said.stdout).toMatch(new RegExp(`^ {2}${label}`, 'm'));
  expect(wide).toEqual([]);
});

const mistakes: readonly { args: (out: string) => readonly string[]; says: RegExp }[] = [
  {
    args: (out) => ['pagination.ofset-with-cursor @ listUsers', out],
    says: /has no row .*; did you mean pagination\.offset-with-cursor @ listUsers\?/,
  },
  { args: () => [], says: /it needs the id of a row/ },
  { args: (out) => [id, path.join(out, 'nowhere')], says: /there is no folder/ },
];

for (const command of [show, replay])
  for (const { args, says } of mistakes)
    test(`${command.usage.split(' ')[1]} says what to mend: ${says.source}`, async () => {
      expect(await inProcess(command, args(leaveReport({})))).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(says),
      });
    });

test('open prints where the page is, and opens it where there is a desktop', async () => {
  const out = leaveReport({});
  expect((await inProcess(open, [out])).stderr).toMatch(/there is no page in /);
  mkdirSync(path.join(out, 'allure-report'));
  writeFileSync(path.join(out, 'allure-report/index.html'), '<p>');

  expect((await inProcess(open, [out])).stdout).toMatch(/allure-report\/index\.html\n$/);
  expect(desktopOpener('linux', {})).toBeUndefined();
  expect(desktopOpener('darwin', { CI: '1' })).toBeUndefined();
  expect(desktopOpener('linux', { DISPLAY: ':0' })?.command).toBe('xdg-open');
});

test('--only takes chapters, --skip leaves rows out, --failed takes what failed in a report', () => {
  const all = plan(catalogue, contract);
  const report = leaveReport({}, { verdict: 'fail' });
  const chosen = (more: { only?: string[]; skip?: string[]; failed?: string }) =>
    askedRows(all, {
      only: [],
      skip: [],
      failed: undefined,
      out: test.info().outputPath('none'),
      prepared: false,
      resume: false,
      ...more,
    });
  const chapterOf = (row: (typeof all)[number]) => contract.clause(row.check.clause).chapter;
  const users = chosen({ only: ['users'] });

  expect(users.filter((row) => chapterOf(row) === 'users')).toEqual(
    all.filter((row) => chapterOf(row) === 'users'),
  );
  expect(chosen({ only: ['users'], skip: ['createStudent'] })).toEqual(
    users.filter(({ op }) => op.id !== 'createStudent'),
  );
  expect(chosen({ failed: report }).map((row) => row.id)).toEqual([id]);
  expect(() => chosen({ failed: 'nowhere' })).toThrow(/name the folder that a run left with --failed/);
});

test('a time limit is a number of seconds, and rows that are not reached are inconclusive', async () => {
  const { settings } = resolveConfig(readOptions({ ROLLCALL_TIME_LIMIT: '5' }), { ROLLCALL_ENDS_AT: '1000' });

  const late = { ...trial(), settings: { ...trial().settings, endsAt: settings.endsAt ?? 0 } };
  const [row] = await judgeAll(late, rowsOf(law, ['listUsers']));

  expect(settings.endsAt).toBe(1000);
  expect(row).toMatchObject({ verdict: 'inconclusive', cause: 'configuration', requests: 0 });
  expect(() => readOptions({ ROLLCALL_TIME_LIMIT: 'soon' })).toThrow(/seconds from 1 to 999999, not `soon`/);
});
