import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';
import { type Host, installHost } from './host.ts';

test.describe.configure({ mode: 'serial', timeout: 300_000 });

const rows = ['pagination.offset-with-cursor @ listUsers', 'test.test-id', 'test.name'];
const only = rows.flatMap((row) => ['--only', row]);

/** The service with one deployment at a time, at one address. */
const { fetch, keys } = createReference();
const cursorWins = faults.find(({ id }) => id === 'pagination.offset-with-cursor!cursor-wins')?.wrap;
const env = {
  ROLLCALL_API_KEY: keys.full,
  ROLLCALL_RESTRICTED_KEY: keys.restricted,
  // Nobody opens Allure's page of any of these runs.
  ROLLCALL_NO_PAGE: '1',
};
let deployed: Service = fetch;
let host: Host;
let service: Awaited<ReturnType<typeof serve>>;

/** Changes each item of the list of tests. */
function changed(change: (test: Record<string, unknown>) => Record<string, unknown>): Service {
  return async (request) => {
    const response = await fetch(request);
    if (!request.url.includes('/smart-ia/tests') || response.status !== 200) return response;
    const { data } = (await response.json()) as { data: Record<string, unknown>[] };
    return Response.json({ data: data.map(change) });
  };
}

const withNumbers = changed((test) => ({ ...test, testId: 7 }));
const withoutSubject = changed(({ subject: _, ...test }) => test);

test.beforeAll(async () => {
  // Whoever comes first packs, and the machine may be busy.
  test.setTimeout(240_000);
  host = await installHost(test.info().outputPath('host'));
  service = await serve((request) => deployed(request));
});
test.afterAll(() => service.close());

const inTeam = (name: string) => path.join(host.folder, 'team', name);
const rollcall = (...args: string[]) => host.rollcall(args, 'team', env);

test('a team meets its target: init, doctor, a run with failures, and what one of them means', async () => {
  expect(await rollcall('init', '--target', service.baseUrl)).toMatchObject({ code: 0 });
  expect(await rollcall('doctor', '--profile', 'profile.yaml', '--no-rehearsal')).toMatchObject({ code: 0 });
  deployed = cursorWins?.(withNumbers) ?? withNumbers;
  const run = await rollcall('run', '--profile', 'profile.yaml', ...only, '--out', 'first');

  expect(run.code).toBe(1);
  expect(run.stdout).toContain('The target violates the interface: 2 rows failed.');
  expect((await rollcall('explain', 'test.test-id')).stdout).toContain('UUID');
});

test('it accepts two failures, mends one, is told that its line is stale, and tightens', async () => {
  const gate = (...args: string[]) => rollcall('gate', '--baseline', 'known.yaml', ...args);
  const why = ['--reason', 'a new gateway comes', '--owner', 'team roster'];

  expect(await gate('first', '--update', ...why)).toMatchObject({ code: 0 });
  expect(await gate('first')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 accepted failures'),
  });
  deployed = withNumbers;
  expect(await rollcall('run', '--profile', 'profile.yaml', ...only, '--out', 'second')).toMatchObject({
    code: 1,
  });
  expect(await gate('second')).toMatchObject({ code: 1, stdout: expect.stringContaining('1 stale line') });
  expect(await gate('second', '--update')).toMatchObject({ code: 0 });
  expect(await gate('second')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 accepted failure.'),
  });
});

test('it certifies what it has mended, signs, and whoever tampers is caught', async () => {
  deployed = fetch;
  // By now the team has filled every gap in its profile.
  cpSync(
    path.join(host.folder, 'node_modules/rollcall/profiles/reference/profile.yaml'),
    inTeam('filled.yaml'),
  );
  expect(await rollcall('keygen', '--out', 'team')).toMatchObject({ code: 0 });
  const certified = await rollcall(
    ...['certify', '--profile', 'filled.yaml', '--target', service.baseUrl],
    ...['--seeds', '1,2', '--sign', 'team.key'],
  );
  const verify = (folder: string) => rollcall('verify', folder, '--key', 'team.pub');

  expect(certified).toMatchObject({ code: 0, stdout: expect.stringContaining('Certificate: reads') });
  expect(await verify('rollcall-certificate')).toMatchObject({ code: 0 });
  cpSync(inTeam('rollcall-certificate'), inTeam('forged'), { recursive: true });
  const page = inTeam('forged/certificate.html');
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll('reads', 'reigns'));
  expect(await verify('forged')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('✗ certificate.html was changed'),
  });
});

test('it pins the target, deploys the next one, sees the drift rated, and the pin holds it', async () => {
  deployed = fetch;
  expect(await rollcall('run', '--profile', 'profile.yaml', ...only, '--out', 'third')).toMatchObject({
    code: 0,
  });
  expect(await rollcall('pin', '--out', 'pin.json', 'third')).toMatchObject({ code: 0 });
  deployed = withoutSubject;
  const held = await rollcall(
    ...['run', '--profile', 'profile.yaml', ...only, '--only', 'pin', '--pin', 'pin.json', '--out', 'fourth'],
  );
  const compared = await rollcall('compare', 'third', 'fourth', '--page', 'compare.html');

  expect(held.code).toBe(1);
  expect(held.stdout).toContain('SmartIaTest.subject (200): no such field');
  expect(compared.code).toBe(1);
  expect(compared.stdout).toContain('Drift that breaks clients (1)\n- SmartIaTest.subject');
  expect(readFileSync(inTeam('compare.html'), 'utf8')).toContain('SmartIaTest.subject');
  deployed = fetch;
  expect(
    await rollcall('run', '--profile', 'profile.yaml', ...only, '--only', 'pin', '--pin', 'pin.json'),
  ).toMatchObject({ code: 0 });
});
