import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Command } from '../../../bin/command.ts';
import { doctor } from '../../../bin/commands/doctor.ts';
import { init } from '../../../bin/commands/init.ts';
import { rollcall as command } from '../cli/cli.ts';
import { inProcess } from '../cli/in-process.ts';
import { test } from '../plain-test.ts';
import { type ServedTarget, serveTarget } from './served.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as somebody would, with the keys of the target in the environment. */
async function rollcall(
  target: ServedTarget,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const { ROLLCALL_TARGET: _, ...keys } = target.env;
  const { code, stdout, stderr } = await command(args, { ...keys, CI: '1', ...env }, target.folder);
  return { code, out: stdout, err: stderr };
}

test.describe.configure({ mode: 'default', timeout: 240_000 });

let target: ServedTarget;
test.beforeAll(async () => {
  target = await serveTarget({ users: 60 });
});
test.afterAll(async () => {
  await target.close();
});

test('init writes a profile, refuses to replace it, and doctor runs with it', async () => {
  const file = path.join(target.folder, 'staging', 'profile.yaml');
  const ask = ['init', '--target', target.baseUrl, '--profile-out', file];
  const first = await rollcall(target, ask);

  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toContain(`Then: npx rollcall doctor --profile ${path.relative(target.folder, file)}`);
  expect(existsSync(file)).toBe(true);

  const second = await rollcall(target, ask);
  expect(second.code).toBe(2);
  expect(second.err).toMatch(/is there already; --force replaces it/);

  const doctor = await rollcall(target, ['doctor', '--profile', file, '--no-rehearsal']);
  expect([doctor.code, doctor.err]).toEqual([0, '']);
  expect(doctor.out).toMatch(/^Profile +staging$/m);
  for (const { out, err } of [first, second, doctor])
    for (const key of Object.values(target.keys)) expect(out + err).not.toContain(key);
});

test('what the caller has to mend ends with exit code 2 and one line', async () => {
  const tries: [Command, string[], Record<string, string>, RegExp][] = [
    [
      doctor,
      ['--target', target.baseUrl, '--no-rehearsal'],
      { ROLLCALL_RESTRICTED_KEY: 'not-the-key' },
      /ROLLCALL_RESTRICTED_KEY is refused/,
    ],
    [init, [], { ROLLCALL_TARGET: '' }, /init needs a target/],
    [init, ['--target', target.baseUrl, '--api-key', 'x'], {}, /a key on the command line/],
  ];
  for (const [tried, args, env, says] of tries) {
    const { code, stderr } = await inProcess(tried, args, { ...target.env, ...env });
    expect([tried.usage, code]).toEqual([tried.usage, 2]);
    expect(stderr).toMatch(says);
    expect(stderr.split('\n')).toHaveLength(1);
  }

  const env = { ROLLCALL_API_KEY: 'not-the-key' };
  const { code, err } = await rollcall(target, ['doctor', '--target', target.baseUrl], env);
  expect(code).toBe(2);
  expect(err).toMatch(/is refused by/);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('a description that contradicts the interface is told as a table, with exit code 1 and the profile written', async () => {
  const description = path.join(target.folder, 'vendor.json');
  writeFileSync(
    description,
    JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/classes': { get: { responses: {} } } } }),
  );
  const file = path.join(target.folder, 'described.yaml');
  const { code, stdout: out } = await inProcess(
    init,
    ['--target', target.baseUrl, '--profile-out', file, '--openapi', description],
    target.env,
  );

  expect(code).toBe(1);
  expect(out).toMatch(/The description contradicts the interface in \d+ places:/);
  expect(out).toMatch(
    /error +query search: a parameter → missing\n +list-classes\.search[\w.-]*: listClasses/,
  );
  expect(existsSync(file)).toBe(true);
});
