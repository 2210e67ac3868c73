import { once } from 'node:events';
import path from 'node:path';
import { expect } from '@playwright/test';
import { list } from '../../../bin/commands/list.ts';
import { serve } from '../../../bin/commands/serve.ts';
import { faults } from '../../../reference/faults/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { test } from '../plain-test.ts';
import { rollcall, root, startRollcall } from './cli.ts';
import { inProcess } from './in-process.ts';

test.describe.configure({ timeout: 120_000 });

const here = () => test.info().outputPath();

/** Starts `rollcall serve` and waits for its line. */
async function startServe(args: readonly string[]) {
  const { child, ended } = await startRollcall(['serve', ...args], here());
  const [line] = (await once(child.stdout, 'data')) as [string];
  const { baseUrl, keys } = JSON.parse(line) as {
    baseUrl: string;
    keys: { full: string; restricted: string };
  };
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { baseUrl, keys, stop };
}

test('serve prints one line, answers until SIGTERM, and ends with 0', async () => {
  const { baseUrl, keys, stop } = await startServe(['--seed', '2', '--users', '40']);
  const answer = await fetch(`${baseUrl}/users?limit=1`, { headers: { 'x-api-key': keys.full } });
  const body = (await answer.json()) as { pagination: { total: number } };
  const { code, stdout, stderr } = await stop();

  expect(body.pagination.total).toBe(40);
  expect({ code, stderr, lines: stdout.trim().split('\n').length }).toEqual({
    code: 0,
    stderr: '',
    lines: 1,
  });
  expect(new URL(baseUrl)).toMatchObject({ hostname: '127.0.0.1', pathname: '/api/v1' });
});

test('serve says what to do when its port is in use', async () => {
  const { baseUrl, stop } = await startServe([]);
  const { port } = new URL(baseUrl);
  const second = await rollcall(['serve', '--port', port], {}, here());
  await stop();

  expect(second).toMatchObject({ code: 2, stdout: '' });
  expect(second.stderr).toContain(`port ${port} is in use; choose another with --port`);
});

test('serve uses the freedoms of another team, and says which do not go together', async () => {
  const { baseUrl, keys, stop } = await startServe([
    '--variant',
    'errors.which-format!problem-everywhere',
    '--variant',
    'pagination.limit-negative!default',
  ]);
  const get = (where: string) => fetch(baseUrl + where, { headers: { 'x-api-key': keys.full } });
  const missing = (await (await get('/classes/00000000-0000-4000-8000-000000000000')).json()) as object;
  const { status } = await get('/classes?limit=-1');
  await stop();

  expect(missing).toHaveProperty('title');
  expect(status).toBe(200);
  const together = ['errors.which-format!problem-everywhere', 'errors.which-format!basic-everywhere'];
  expect(
    await inProcess(
      serve,
      together.flatMap((id) => ['--variant', id]),
    ),
  ).toEqual({
    code: 2,
    stdout: '',
    stderr: `--variant ${together[1]} does not go with --variant ${together[0]}: both fill errors.which-format; leave one out`,
  });
});

test('serve breaks one promise, and a run names it', async () => {
  const { baseUrl, keys, stop } = await startServe(['--fault', 'get-academic-year.not-found']);
  const env = { ROLLCALL_API_KEY: keys.full };
  const args = [
    'run',
    '--target',
    baseUrl,
    '--only',
    'get-academic-year.not-found @ getAcademicYear',
    '--no-page',
    '--out',
    path.join(here(), 'report'),
  ];
  const { code, stdout } = await rollcall(args, env, here());
  await stop();

  expect(code).toBe(1);
  expect(stdout).toContain('get-academic-year.not-found @ getAcademicYear');
});

test('a body that the profile describes wrongly ends a run with 2, and accuses nobody', async () => {
  const { baseUrl, keys, stop } = await startServe(['--variant', 'accounts.bodies!bare']);
  const profile = path.join(root, 'profiles/reference/profile.yaml');
  const env = { ROLLCALL_API_KEY: keys.full };
  const only = ['--only', 'create-student.success', '--only', 'update-student-details.success'];
  const run = ['run', '--target', baseUrl, '--profile', profile, '--write', '--no-page', ...only];
  const { code, stdout, stderr } = await rollcall(
    [...run, '--out', path.join(here(), 'report')],
    env,
    here(),
  );
  await stop();

  expect({ code, stderr }).toMatchObject({ code: 2 });
  expect(stdout).toContain('the target refuses what the profile describes');
  expect(stdout).not.toContain('violates');
});

for (const [flag, kind, known] of [
  ['--variant', 'variant', variants],
  ['--fault', 'fault', faults],
] as const) {
  test(`${flag} takes what list names, and tells the nearest`, async () => {
    const { stdout } = await inProcess(list, [`--${kind}s`, '--json']);
    const ids = (JSON.parse(stdout) as readonly { readonly id: string }[]).map(({ id }) => id);
    const [first = ''] = ids;

    expect(ids).toEqual(known.map(({ id }) => id));
    expect(await inProcess(serve, [flag, `${first}x`])).toMatchObject({
      code: 2,
      stderr: `${flag}: there is no ${kind} ${first}x; did you mean ${first}?`,
    });
    expect(await inProcess(serve, [flag, 'nothing-of-the-kind'])).toMatchObject({
      code: 2,
      stderr: `${flag}: there is no ${kind} nothing-of-the-kind; \`rollcall list ${flag}s\` names them`,
    });
  });
}
