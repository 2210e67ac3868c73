import '../colourless.ts';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { FullConfig, FullResult, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { resolveConfig } from '../../../harness/run/config.ts';
import { readOptions, variables } from '../../../harness/run/options.ts';
import { StorageError } from '../../../harness/run/storage.ts';
import { type Report, verdictOf } from '../../../reports/report.ts';
import { RowReporter } from '../../../reports/reporter.ts';
import { formatLine, readRows } from '../../../reports/rows.ts';
import { test } from '../plain-test.ts';
import { row } from './sample.ts';

const config = { projects: [{ name: 'conformance', retries: 0, repeatEach: 1 }] } as unknown as FullConfig;
const ids = ['pagination.total @ listClasses', 'pagination.total @ listUsers'];

/** What a test stands for in a run of the reporter: it ends with or without a row. */
interface Ended {
  readonly row?: ReturnType<typeof row>;
  readonly errors?: { message: string }[];
}

/** Plays a run to a reporter, and gives what it left. */
async function play(some: readonly Ended[], status: FullResult['status'] = 'passed', room = true) {
  const out = test.info().outputPath('report');
  const file = path.join(out, 'rows.ndjson');
  const env = {
    [variables.target]: 'http://target.test/api/v1',
    [variables.out]: out,
    ROLLCALL_API_KEY: 'k',
  };
  let told = '';
  let report: Report | undefined;
  let stopped = 0;
  const reporter = new RowReporter({
    open: () => ({
      config: resolveConfig(readOptions(env), env),
      rehearsed: { embedded: false, requests: 1 },
    }),
    stream: { write: (text) => (told += text) },
    leave: async (finished) => {
      if (!room) throw new StorageError('summary.json has no room');
      report = finished;
      return { out, page: undefined, files: [] };
    },
    halt: () => ({ out: 'somewhere', residue: '1 × class', leaks: [] }),
    stop: () => {
      stopped += 1;
    },
  });
  mkdirSync(out, { recursive: true });
  const tests = ids.map(testCase);
  reporter.onBegin(config, { allTests: () => tests } as unknown as Suite);
  for (const [index, { row: judged, errors = [] }] of some.entries()) {
    if (judged) appendFileSync(file, formatLine({ kind: 'row', ...judged }));
    const result = { startTime: new Date(), duration: 1, errors } as unknown as TestResult;
    const ended = tests[index];
    if (ended) reporter.onTestEnd(ended, result);
  }
  await reporter.onEnd({ status } as FullResult);
  return { file, told, report, stopped };
}

function testCase(title: string): TestCase {
  return { title, parent: { project: () => ({ name: 'conformance' }) } } as unknown as TestCase;
}

test('rows become a whole stream, and the story of the run', async () => {
  const { file, told, report } = await play([
    { row: row('pagination.total', 'listClasses') },
    { row: row('pagination.total', 'listUsers', { requests: 4 }) },
  ]);

  const { rows, footer } = readRows(file);
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(footer.requests).toBe(1 + 1 + 4);
  expect(report && verdictOf(report)).toBe('conforms');
  expect(told).toContain('2/2  Pagination: 2 passed');
  expect(told).toMatch(/The target conforms\.\n$/);
});

test('a test that ends without a row is an error of the suite, with the name of what happened', async () => {
  const crash = { message: 'Error: worker process exited unexpectedly (code=9, signal=null)' };
  const { report } = await play([{ row: row('pagination.total', 'listClasses') }, { errors: [crash] }]);

  expect(report && verdictOf(report)).toBe('error');
  expect(report?.rows[1]).toMatchObject({
    id: 'pagination.total @ listUsers',
    verdict: 'suiteError',
    reason: 'worker process exited unexpectedly (code=9, signal=null)',
  });
});

test('a row that was planned and never judged is an error of the suite', async () => {
  const { report } = await play([{ row: row('pagination.total', 'listClasses') }], 'failed');

  expect(report && verdictOf(report)).toBe('error');
  expect(report?.rows[1]).toMatchObject({
    verdict: 'suiteError',
    reason: 'the run ended before this was judged',
  });
});

test('a row that comes twice, or that nobody planned, makes the run an error', async () => {
  const twice = { row: row('pagination.total', 'listClasses') };
  const stray = { row: row('pagination.total', 'listTests') };
  const { report, told } = await play([twice, twice, stray]);

  expect(report && verdictOf(report)).toBe('error');
  expect(report?.footer.mishaps).toEqual([
    'a second row came for `pagination.total @ listClasses`',
    'a row came that was not planned: `pagination.total @ listTests`',
  ]);
  expect(told).toContain('Outside any row, Rollcall itself went wrong');
});

test('an interrupted run leaves no verdict', async () => {
  const { file, told, report } = await play([{ row: row('pagination.total', 'listClasses') }], 'interrupted');

  expect(report).toBeUndefined();
  expect(told).toContain('Residue  1 × class');
  expect(told).toContain('Interrupted: 1 of 2 rows judged, and there is no verdict.');
  expect(told).toMatch(/To go on: npm run -s rollcall -- run --resume somewhere\n$/);
  expect(() => readRows(file)).toThrow('missing footer');
});

test('a run that was interrupted after its last row lacks its report alone', async () => {
  const { report, told } = await play(
    [{ row: row('pagination.total', 'listClasses') }, { row: row('pagination.total', 'listUsers') }],
    'interrupted',
  );

  expect(report).toBeUndefined();
  expect(told).toContain('Interrupted: all 2 rows judged, and there is no report yet.');
  expect(told).toMatch(/To go on: npm run -s rollcall -- run --resume somewhere\n$/);
});

test('a full disk ends the run at once, and is for the caller to mend', async () => {
  const message = "StorageError: rows.ndjson can't be written (ENOSPC): the disk is full; make room there";
  const { file, told, report, stopped } = await play(
    [{ row: row('pagination.total', 'listClasses') }, { errors: [{ message }] }],
    'interrupted',
  );

  expect(report).toBeUndefined();
  expect(stopped).toBe(1);
  expect(told).toContain("✗ rows.ndjson can't be written (ENOSPC): the disk is full; make room there");
  expect(told).toContain('Stopped: 1 of 2 rows judged');
  expect(() => readRows(file)).toThrow('missing footer');
});

test('reports that find no room are told, and are made from the rows by going on', async () => {
  const both = ids.map((id) => ({ row: row('pagination.total', id.split(' @ ')[1] ?? '') }));
  const { file, told, report } = await play(both, 'passed', false);

  expect(report).toBeUndefined();
  expect(told).toContain('✗ summary.json has no room\nStopped: all 2 rows judged');
  expect(readRows(file).rows).toHaveLength(2);
});
