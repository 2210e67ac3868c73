import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { refuseForeign, setEarlierAside, settleEarlier } from '../../../harness/run/earlier.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { outputNames } from '../../../reports/output.ts';
import { commandLine } from '../../../spec/command-line.ts';
import { test } from '../plain-test.ts';
import { playwrightTest, root } from './cli.ts';
import { contentsOf, leaveEarlierReport } from './earlier.ts';

test('an earlier report is back where the new run began none, and the folder holds nothing else', () => {
  const out = test.info().outputPath('report');
  const earlier = leaveEarlierReport(out);
  setEarlierAside(out, outputNames);
  appendFileSync(path.join(out, 'journal.ndjson'), '{"topic":"rehearsal"}\n');
  // The process was killed here; the next run settles it before it begins.
  setEarlierAside(out, outputNames);
  settleEarlier(out, outputNames);

  expect(contentsOf(out)).toEqual(earlier);
});

test('an earlier report goes once the new one has begun', () => {
  const out = test.info().outputPath('report');
  leaveEarlierReport(out);
  appendFileSync(path.join(out, 'notes.txt'), 'mine');
  setEarlierAside(out, outputNames);
  appendFileSync(path.join(out, 'rows.ndjson'), '{"kind":"header","new":true}\n');
  settleEarlier(out, outputNames);

  expect(contentsOf(out)).toEqual({
    'rows.ndjson': '{"kind":"header","new":true}\n',
    'notes.txt': 'mine',
  });
});

test('files of the same names that no run has left are never replaced, and nobody minds other files', () => {
  const folder = (name: string, files: Readonly<Record<string, string>>) => {
    const out = test.info().outputPath(name);
    mkdirSync(path.join(out, 'allure-results'), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(out, file), text);
    return out;
  };
  const refused = (out: string) => () => refuseForeign(out, outputNames);

  expect(refused(folder('theirs', { 'junit.xml': '<testsuites/>' }))).toThrow(
    /holds allure-results, junit\.xml, left by no run, .* name another with --out/,
  );
  expect(refused(folder('table', { 'rows.ndjson': '{"id":1}\n' }))).toThrow(/rows\.ndjson/);
  expect(refused(test.info().outputPath('none'))).not.toThrow();
  const others = test.info().outputPath('others');
  mkdirSync(others);
  writeFileSync(path.join(others, 'notes.txt'), 'mine');
  expect(refused(others)).not.toThrow();
  const ours = test.info().outputPath('ours');
  leaveEarlierReport(ours);
  expect(refused(ours)).not.toThrow();
  setEarlierAside(ours, outputNames);
  expect(refused(ours)).not.toThrow();
});

test('a repetition has a folder of its own, unless another is named', () => {
  const outOf = (env: Readonly<Record<string, string>>) => path.basename(readOptions(env).out);

  expect(outOf({ ROLLCALL_PATH: '0:1', ROLLCALL_ONLY: 'a @ b' })).toBe('rollcall-replay');
  expect(outOf({ ROLLCALL_PATH: '0:1', ROLLCALL_OUT: 'elsewhere' })).toBe('elsewhere');
  expect(outOf({})).toBe('rollcall-report');
});

test('a command works where it is printed', () => {
  expect(commandLine('list', root)).toBe('npm run -s rollcall -- list');
  expect(commandLine('list', path.join(root, '..'))).toBe('rollcall list');
  expect(commandLine('list', '/srv', '/srv/node_modules/rollcall/dist/harness/run/command-line.js')).toBe(
    'npx rollcall list',
  );
});

const entries: readonly { args: readonly string[]; code: number; says: RegExp }[] = [
  {
    args: ['--list', '-g', 'class.name/schema @ createClass'],
    code: 0,
    says: /^class\.name\/schema @ createClass$/m,
  },
  { args: ['-g', 'no such row'], code: 3, says: /Nothing was judged/ },
  { args: ['--shard=1/2'], code: 2, says: /set ROLLCALL_SHARD=K\/N instead/ },
];

for (const { args, code, says } of entries) {
  test(`npx playwright test ${args.join(' ')} leaves an earlier report as it was`, async () => {
    const out = test.info().outputPath('report');
    const earlier = leaveEarlierReport(out);
    const ended = await playwrightTest({ ROLLCALL_OUT: out }, args);

    expect(ended.stdout + ended.stderr).toMatch(says);
    expect(ended.code).toBe(code);
    expect(contentsOf(out)).toEqual(earlier);
  });
}
