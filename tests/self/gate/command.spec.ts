import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { gate as command } from '../../../bin/commands/gate.ts';
import { formatLine } from '../../../reports/rows.ts';
import { inProcess } from '../cli/in-process.ts';
import { test } from '../plain-test.ts';
import { header, row } from '../reports/sample.ts';
import { leaveRun } from './folder.ts';

const failed = { verdict: 'fail', reason: 'expected status 400, got status 200' } as const;
const one = 'pagination.offset-with-cursor @ listUsers';
const pass = row('pagination.offset-with-cursor', 'listClasses');

test('a baseline is written, explained, held to, and goes stale', async () => {
  const folder = test.info().outputPath('.');
  const known = path.join(folder, 'known.yaml');
  const gate = (name: string, ...args: string[]) =>
    inProcess(command, ['--baseline', known, path.join(folder, name), ...args]);
  leaveRun(path.join(folder, 'rollcall-report'), [
    pass,
    row('pagination.offset-with-cursor', 'listUsers', failed),
  ]);
  leaveRun(path.join(folder, 'mended'), [pass, row('pagination.offset-with-cursor', 'listUsers')]);

  expect(await gate('rollcall-report')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--update writes one'),
  });
  expect(await gate('rollcall-report', '--update')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 line added'),
  });
  expect(await gate('rollcall-report')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 unexplained line'),
  });
  const text = readFileSync(known, 'utf8');
  writeFileSync(known, text.replace('TODO: say why', 'cache').replace('TODO', 'us'));
  expect(await gate('rollcall-report', '--json')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"open": true'),
  });
  expect(await gate('mended', '--markdown')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('**Stale lines: these rows pass now** (1)'),
  });
  expect(await gate('mended', '--update')).toMatchObject({ code: 0 });
  expect(readFileSync(known, 'utf8')).not.toContain(one);
  expect(existsSync(path.join(folder, 'known.yaml.new'))).toBe(false);
});

test('a line that names no row is a mistake with its line and the nearest row', async () => {
  const folder = test.info().outputPath('.');
  leaveRun(path.join(folder, 'rollcall-report'), [pass]);
  const entry = '{ row: pagination.offset-with-cursr @ listUsers, reason: r, owner: o, expires: 2027-01-01 }';
  const known = path.join(folder, 'known.yaml');
  writeFileSync(known, `failures:\n  - ${entry}\n`);
  const { code, stderr } = await inProcess(command, [
    '--baseline',
    known,
    path.join(folder, 'rollcall-report'),
  ]);

  const text = readFileSync(known, 'utf8');
  const update = await inProcess(command, [
    '--baseline',
    known,
    path.join(folder, 'rollcall-report'),
    '--update',
  ]);

  expect(update).toMatchObject({ code: 2, stderr });
  expect(readFileSync(known, 'utf8')).toBe(text);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /known\.yaml:2: failures\[0\]\.row: .*is no row; did you mean pagination\.offset-with-cursor @ listUsers\?/,
  );
});

const folders: readonly [string, (folder: string) => void, string][] = [
  ['is not there', () => undefined, 'there is no folder'],
  ['holds no rows', (folder) => mkdirSync(folder), 'there is no file'],
  ['holds a run that did not come to its end', (folder) => put(folder, formatLine(header)), 'missing footer'],
  [
    'holds a row of another shape',
    (folder) => put(folder, `${formatLine(header)}{"kind":"row","id":3}\n`),
    'rows.ndjson:2: unreadable line: the line must have required property',
  ],
  ['holds something else', (folder) => put(folder, 'null\n'), 'rows.ndjson:1: unreadable line'],
];

function put(folder: string, text: string): void {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'rows.ndjson'), text);
}

for (const [what, prepare, told] of folders) {
  test(`a folder that ${what} is refused with its place`, async () => {
    const folder = test.info().outputPath('.');
    prepare(path.join(folder, 'report'));
    const known = path.join(folder, 'known.yaml');
    writeFileSync(known, 'failures: []\n');
    const ended = await inProcess(command, ['--baseline', known, path.join(folder, 'report')]);

    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(told) });
  });
}
