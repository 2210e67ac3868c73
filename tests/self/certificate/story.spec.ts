import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { certify } from '../../../bin/commands/certify.ts';
import { keygen } from '../../../bin/commands/keygen.ts';
import { verify } from '../../../bin/commands/verify.ts';
import { keys, listenReference, rollcall } from '../cli/cli.ts';
import { inProcess } from '../cli/in-process.ts';
import { test } from '../plain-test.ts';
import { leaveRun, plannedRows, profileFile } from './finished.ts';

test.setTimeout(180_000);

test('a whole story: keys, a refusal, a certificate, and whoever tampers is caught', async () => {
  const cwd = test.info().outputPath('story');
  mkdirSync(cwd);
  const say = async (...args: string[]) => rollcall(args, keys, cwd);
  const inCwd = (name: string) => path.join(cwd, name);

  expect(await say('keygen', '--out', 'mine')).toMatchObject({ code: 0 });
  expect(statSync(path.join(cwd, 'mine.key')).mode & 0o077).toBe(0);
  expect(await inProcess(keygen, ['--out', inCwd('mine')])).toMatchObject({ code: 2 });
  await inProcess(keygen, ['--out', inCwd('other')]);

  const failing = plannedRows((id) =>
    id === 'pagination.total-counts @ listClasses'
      ? { verdict: 'fail', reason: 'expected `total` to be 3; 2', expected: '3', actual: '2' }
      : {},
  );
  for (const seed of [1, 2]) {
    leaveRun(path.join(cwd, `bad-${seed}`), failing, { seed });
    leaveRun(path.join(cwd, `good-${seed}`), plannedRows(), { seed });
  }
  const words = (kind: string) => [
    ...['--profile', profileFile, '--sign', inCwd('mine.key')],
    ...[1, 2].flatMap((seed) => ['--from', inCwd(`${kind}-${seed}`)]),
  ];
  const out = ['--out', inCwd('rollcall-certificate')];
  const refused = await inProcess(certify, [...words('bad'), ...out], keys);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('No certificate');
  expect(existsSync(path.join(cwd, 'rollcall-certificate/certificate.html'))).toBe(false);

  const issued = await say('certify', ...words('good'));
  expect(issued.stdout).toContain('Certificate: complete');
  expect(issued.code).toBe(0);

  expect(await say('verify', 'rollcall-certificate', '--key', 'mine.pub')).toMatchObject({ code: 0 });
  const stranger = [inCwd('rollcall-certificate/certificate.html'), '--key', inCwd('other.pub')];
  expect(await inProcess(verify, stranger)).toMatchObject({ code: 1 });

  cpSync(path.join(cwd, 'rollcall-certificate'), path.join(cwd, 'forged'), { recursive: true });
  const page = path.join(cwd, 'forged/certificate.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('reference service', 'excellent service'));
  const caught = await say('verify', 'forged', '--key', 'mine.pub');
  expect(caught.code).toBe(1);
  expect(caught.stdout).toContain('✗ certificate.html was changed');
});

test('certify runs each seed, and refuses a part by what is missing', async () => {
  const cwd = test.info().outputPath('part');
  mkdirSync(cwd);
  const { baseUrl, close } = await listenReference();
  const args = [
    '--target',
    baseUrl,
    '--profile',
    profileFile,
    '--seeds',
    '4,5',
    '--only',
    'pagination.offset-with-cursor',
  ];
  const env = { ...keys, ROLLCALL_NO_PAGE: '1' };
  const { code, stdout } = await rollcall(['certify', ...args, '--record'], env, cwd);
  await close();

  expect(stdout).toContain('Run 2 of 2: seed 5');
  expect(stdout).toMatch(/it was not run\n {2}removed by another run/);
  expect(code).toBe(1);
  expect(existsSync(path.join(cwd, 'rollcall-certificate/runs/5/exchanges.ndjson'))).toBe(true);
});

for (const [what, args, words] of [
  ['without a profile', [], 'certify needs --profile'],
  ['with one seed', ['--profile', profileFile, '--seeds', '1'], 'at least two'],
  ['at quick effort', ['--profile', profileFile, '--effort', 'quick'], 'standard or deep'],
  ['with a key that is none', ['--profile', profileFile, '--sign', profileFile], 'no private Ed25519 key'],
] as const)
  test(`certify ${what} is a usage error`, async () => {
    const { code, stderr } = await inProcess(certify, args, keys);

    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });
