import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { doctor } from '../../../bin/commands/doctor.ts';
import { openScan, secretsOf } from '../../../harness/privacy/scan.ts';
import { scanFolder } from '../../../harness/privacy/scan-folder.ts';
import { canaries, withCanaries } from '../../../reference/hostile/canaries.ts';
import { createReference, type Service, serve } from '../../../reference/service/index.ts';
import { inProcess } from '../cli/in-process.ts';
import { test } from '../plain-test.ts';
import { launchInstalled, linesOf, until } from './process.ts';

test.describe.configure({ timeout: 600_000 });

const secrets = Object.entries(canaries).map(([what, text]) => ({ what, text }));

/** A service full of canaries, held back a little, and a folder that everything has to be written into. */
async function planted(wrap: (service: Service) => Service = (service) => service) {
  const { fetch, keys } = createReference({ latencyMs: 5 });
  const { baseUrl, close } = await serve(wrap(withCanaries(fetch)));
  const folder = test.info().outputPath('left');
  mkdirSync(folder, { recursive: true });
  const env = { ROLLCALL_API_KEY: keys.full, ROLLCALL_RESTRICTED_KEY: keys.restricted };
  const scan = openScan([...secrets, ...secretsOf(keys, [])]);
  return {
    baseUrl,
    env,
    close,
    folder,
    out: path.join(folder, 'run'),
    start: (...words: string[]) => launchInstalled([...words, '--target', baseUrl], env),
    /** Every canary and key in what was said and in every file that is left. */
    found: (said: string) => [...scan(said), ...(existsSync(folder) ? scanFolder(folder, scan) : [])],
  };
}

const rowsIn = (out: string) => linesOf(path.join(out, 'rows.ndjson')).length;

/** How runs end badly, and the exit code then. */
const endings: Readonly<Record<string, readonly [signal: NodeJS.Signals, code: number | null]>> = {
  'interrupted by Ctrl-C': ['SIGINT', 130],
  'killed with all that it started': ['SIGKILL', null],
};

for (const [how, [signal, code]] of Object.entries(endings)) {
  test(`a run that is ${how} leaves no canary and no key anywhere, its scratch folder included`, async () => {
    const { start, out, found, close } = await planted();
    const run = await start('run', '--write', '--verbose', '--out', out);
    await until('rows that failed', () => rowsIn(out) > 120);
    run.signalAll(signal);
    expect(await run.ended).toBe(code);
    expect(readdirSync(out)).toContain('rows.ndjson');
    expect(found(run.said())).toEqual([]);
    await close();
  });
}

test('a target that starts to answer with errors in mid-run leaves no canary in reasons or messages', async () => {
  let answered = 0;
  const failing =
    (service: Service): Service =>
    async (request) => {
      answered += 1;
      const response = await service(request);
      if (answered < 60 || answered % 3 > 0) return response;
      const body = { status: 500, message: `${canaries.message} of ${canaries.name}`, trace: canaries.upn };
      return Response.json(body, { status: 500, headers: { 'x-error': canaries.header } });
    };
  const { start, out, found, close } = await planted(failing);
  const only = ['users', 'sessions', 'classes', 'errors'].flatMap((chapter) => ['--only', chapter]);
  const run = await start('run', '--verbose', '--effort', 'quick', '--no-page', ...only, '--out', out);
  expect(await run.ended).toBe(1);
  expect(found(run.said())).toEqual([]);
  await close();
});

test('doctor and init show no canary: neither on the terminal nor in the profile that is written', async () => {
  // Somebody else's server, so that no profile is built in.
  const strange =
    (service: Service): Service =>
    async (request) => {
      const response = await service(request);
      response.headers.set('server', canaries.header);
      return response;
    };
  const { start, folder, found, close } = await planted(strange);
  const told = await start('doctor', '--verbose', '--write');
  await told.ended;
  expect(told.said()).toMatch(/\w/);
  expect(found(told.said())).toEqual([]);
  const init = await start('init', '--profile-out', path.join(folder, 'profile.yaml'));
  expect(`${await init.ended} ${init.said()}`).toMatch(/^0 /);
  expect(readdirSync(folder)).toContain('profile.yaml');
  expect(found(init.said())).toEqual([]);
  await close();
});

test('a target that refuses before the first row is told without what it said', async () => {
  const body = { status: 503, message: `${canaries.message} ${canaries.email}`, detail: canaries.birthday };
  for (const status of [401, 403, 404, 503]) {
    const refusing = (): Service => async () =>
      Response.json({ ...body, status }, { status, headers: { 'x-error': canaries.header } });
    const { baseUrl, env, start, out, found, close } = await planted(refusing);
    const run = await start('run', '--out', out);
    expect(await run.ended).toBe(2);
    expect(found(run.said())).toEqual([]);
    const { code, stdout, stderr } = await inProcess(doctor, ['--target', baseUrl], env);
    expect(code).toBe(2);
    expect(found(stdout + stderr)).toEqual([]);
    await close();
  }
});
