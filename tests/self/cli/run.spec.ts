import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { readRows } from '../../../reports/rows.ts';
import type { Summary } from '../../../reports/summary.ts';
import { test } from '../plain-test.ts';
import { type Ended, keys, listenReference, playwrightTest, rollcall } from './cli.ts';

// One run of the embedded service is looked at twice.
const timeout = 300_000;
test.describe.configure({ mode: 'default', timeout });

const few = 'pagination.offset-with-cursor';
const only = ['--only', 'getClass', '--only', few];
const fault = faults.find(({ check }) => check === few);

let embedded: { readonly folder: string; readonly ended: Ended };
test.beforeAll(async () => {
  test.setTimeout(timeout);
  const folder = test.info().outputPath('embedded');
  mkdirSync(folder, { recursive: true });
  embedded = { folder, ended: await rollcall(['run', ...only], {}, folder) };
});

function summaryIn(folder: string): Summary {
  return JSON.parse(readFileSync(path.join(folder, 'rollcall-report/summary.json'), 'utf8')) as Summary;
}

const verdictsOf = ({ rows }: Summary) => rows.map(({ id, verdict }) => [id, verdict]);

test('the embedded service is judged, everything is left, and every chapter and operation is told', () => {
  const { folder, ended } = embedded;
  const left = (name: string) => path.join(folder, 'rollcall-report', name);
  const operations = ended.stdout.match(/\b[a-z]+[A-Z]\w+(?= .*[·\d])/g) ?? [];

  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toMatch(/Nothing violated in \d+ of \d+ rows\.\n$/);
  expect(new Set(operations).size).toBe(39);
  for (const chapter of ['Conventions', 'Events', 'Versioning']) expect(ended.stdout).toContain(chapter);
  expect(readRows(left('rows.ndjson')).footer.counts.pass).toBeGreaterThan(0);
  expect(summaryIn(folder)).toMatchObject({
    verdict: 'conforms',
    scope: { whole: false },
    run: { write: true },
    target: { profile: 'reference' },
  });
  for (const name of ['junit.xml', 'choices.json', 'allure-results', 'allure-report/index.html']) {
    expect(existsSync(left(name)), name).toBe(true);
  }
});

test('a served reference gets the verdicts of the embedded one, through either command', async () => {
  const service = await listenReference();
  const folder = (name: string) => test.info().outputPath(name);
  mkdirSync(folder('served'), { recursive: true });
  const served = await rollcall(
    ['run', '--target', service.baseUrl, '--write', '--no-page', ...only],
    keys,
    folder('served'),
  );
  const other = await playwrightTest({
    ...keys,
    ROLLCALL_TARGET: service.baseUrl,
    ROLLCALL_WRITE: '1',
    ROLLCALL_NO_PAGE: '1',
    ROLLCALL_ONLY: `getClass\n${few}`,
    ROLLCALL_OUT: folder('other/rollcall-report'),
  });
  await service.close();
  const verdicts = verdictsOf(summaryIn(embedded.folder));

  expect([served.code, other.code]).toEqual([0, 0]);
  expect(served.stdout).toContain('its built-in profile is used');
  expect(verdicts.length).toBeGreaterThan(10);
  expect(existsSync(path.join(folder('served'), 'rollcall-report/allure-report'))).toBe(false);
  expect(served.stdout).not.toContain('Allure page');
  expect(verdictsOf(summaryIn(folder('served')))).toEqual(verdicts);
  expect(verdictsOf(summaryIn(folder('other')))).toEqual(verdicts);
});

test('a violation is exit code 1, told in five lines, without a key in anything that is left', async () => {
  const service = await listenReference(fault?.wrap);
  const folder = test.info().outputPath('.');
  const row = `${few} @ ${fault?.on[0]}`;
  const args = ['run', '--target', service.baseUrl, '--no-page', '--only', row];
  const ended = await rollcall(args, keys, folder);
  await service.close();

  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain('1 row of');
  for (const label of ['✗ clause     ', '  operation  ', '  expected   ', '  actual     ', '  repeat     ']) {
    expect(ended.stdout).toContain(`\n${label}`);
  }
  expect(ended.stdout).toContain(`rollcall run --target ${service.baseUrl} --only '${row}' --seed 1`);
  expect(ended.stdout).toContain('$ROLLCALL_API_KEY');
  expect(summaryIn(folder).verdict).toBe('violates');
  const rows = readFileSync(path.join(folder, 'rollcall-report/rows.ndjson'), 'utf8');
  for (const key of Object.values(keys)) expect(ended.stdout + rows).not.toContain(key);
});

test('a run that could establish nothing is not a success', async () => {
  const service = await listenReference();
  const row = 'class.name/schema @ createClass';
  const args = ['run', '--target', service.baseUrl, '--no-page', '--only', row];
  const ended = await rollcall(args, keys, test.info().outputPath('.'));
  await service.close();

  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(/Nothing could be established: no row passed\.\n$/);
});
