import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { names } from '../../../bin/certificate/files.ts';
import { certify } from '../../../bin/commands/certify.ts';
import { verify } from '../../../bin/commands/verify.ts';
import { pack, unpack } from '../../../reports/certificate/bundle.ts';
import { inProcess } from '../cli/in-process.ts';
import { test } from '../plain-test.ts';
import { certificateOf, leaveRun, plannedRows, profileFile } from './finished.ts';

const profile = ['--profile', profileFile];

/** Two finished runs and a third with the rows of a pin, in the folder of the test. */
function leaveRuns(): (name: string) => string {
  const folder = (name: string) => test.info().outputPath(name);
  const pinned = { id: 'pin.shapes @ listUsers', clause: 'pin.shapes', check: 'pin.shapes' };
  const [first, ...rest] = plannedRows();
  if (first === undefined) throw new Error('the catalogue is empty');
  leaveRun(folder('1'), [first, ...rest], { seed: 1 });
  leaveRun(folder('2'), [first, ...rest], { seed: 2 });
  leaveRun(folder('quick'), [first, ...rest], { seed: 3, effort: 'quick' });
  leaveRun(folder('pinned'), [first, ...rest, { ...first, ...pinned, operation: 'listUsers' }], { seed: 3 });
  return folder;
}

test('what can never be a certificate is told before it is made, and an earlier one stays', async () => {
  const folder = leaveRuns();
  const out = folder('out');
  const page = path.join(out, names.page);
  const from = (...runs: string[]) => runs.flatMap((name) => ['--from', folder(name)]);
  const nobody = folder('nobody.yaml');
  writeFileSync(nobody, 'target: http://127.0.0.1:9/api/v1\n');
  mkdirSync(out);
  writeFileSync(page, 'of an earlier day');

  for (const [args, words] of [
    [[...profile, ...from('1')], 'is one run: a certificate needs at least two'],
    [[...profile, ...from('1', '1')], 'has the seed 1 as another run has'],
    [[...profile, ...from('1', 'pinned')], 'pin.shapes @ listUsers, which is none of the catalogue'],
    [[...profile, ...from('quick', '1')], 'is of a quick run; a certificate needs at least standard'],
    [[...profile, ...from('nowhere')], 'is not there; name the folder that a run left'],
    [profile, 'names none; give --target URL'],
    [['--profile', nobody], 'does not say whose service it is'],
  ] as const)
    expect(await inProcess(certify, [...args, '--out', out])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    });

  expect(readFileSync(page, 'utf8')).toBe('of an earlier day');
  expect(await inProcess(certify, [...profile, ...from('1', '2'), '--out', out])).toMatchObject({ code: 0 });
  expect(await inProcess(verify, [out])).toMatchObject({ code: 0 });
});

test('a refusal leaves no certificate of an earlier day', async () => {
  const folder = leaveRuns();
  const failed = plannedRows((id) => (id.startsWith('test.name') ? { verdict: 'fail', reason: 'x' } : {}));
  leaveRun(folder('bad'), failed, { seed: 3 });
  const out = folder('out');
  mkdirSync(out);
  writeFileSync(path.join(out, names.page), 'of an earlier day');
  const from = ['--from', folder('1'), '--from', folder('bad')];

  expect(await inProcess(certify, [...profile, ...from, '--out', out])).toMatchObject({ code: 1 });
  expect(existsSync(path.join(out, names.page))).toBe(false);
});

/** What verify says of a bundle of which a text was changed, and of one run alone. */
async function verified(change: (entries: Map<string, string>) => void) {
  const { files } = certificateOf(test.info().outputPath('made'));
  const entries = new Map(unpack(files.get(names.bundle) ?? Buffer.alloc(0)));
  change(entries);
  const file = test.info().outputPath(names.bundle);
  writeFileSync(file, pack(entries));
  return inProcess(verify, [file]);
}

test('a certificate of another version is not said to hold: it takes that version to tell', async () => {
  const said = await verified((entries) => {
    for (const [name, text] of entries)
      entries.set(name, text.replace(/("name": ?"rollcall",\s*"version": ?)"[^"]+"/, '$1"9.8.7"'));
  });

  expect(said.stdout).toContain('npx rollcall@9.8.7 verify');
  expect(said.stdout).not.toContain('The certificate holds.');
  expect(said.code).toBe(2);
});

test('a bundle of one run is no certificate, whoever packed it', async () => {
  const said = await verified((entries) => entries.delete('rows/2.ndjson'));

  expect(said).toMatchObject({ code: 1, stdout: expect.stringContaining('do not give a certificate') });
});
