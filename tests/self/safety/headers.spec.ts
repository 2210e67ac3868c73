import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { browserWithHeaders, withHeaders } from '../../../harness/http/extra-headers.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { judge } from '../../../harness/judging/judge.ts';
import { plan } from '../../../harness/judging/plan.ts';
import { headersFor } from '../../../harness/run/headers.ts';
import { preflight } from '../../../harness/run/preflight.ts';
import { loadProfile } from '../../../harness/run/profile.ts';
import { openRun } from '../../../harness/run/run.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference } from '../../../reference/service/index.ts';
import { shellNeeds } from '../../../reports/replay-lines.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract } from '../proofs/judge-service.ts';

const env = { GATEWAY: 'gateway-secret-4711' };

/** A profile with such lines under `headers`. */
function profileWith(...lines: readonly string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rollcall-headers-'));
  writeFileSync(path.join(folder, 'token'), 'token-of-the-file-42\n');
  const file = path.join(folder, 'profile.yaml');
  writeFileSync(file, ['headers:', ...lines.map((line) => `  ${line}`), ''].join('\n'));
  return file;
}

const headers = headersFor(
  loadProfile(profileWith('X-Gateway: { env: GATEWAY }', 'X-From-File: { file: token }', 'X-Tenant: north')),
  env,
);

test('a header comes from a variable, a file or the profile itself', () => {
  expect(headers).toEqual([
    { name: 'X-Gateway', value: 'gateway-secret-4711', variable: 'GATEWAY' },
    { name: 'X-From-File', value: 'token-of-the-file-42', variable: 'X_FROM_FILE' },
    { name: 'X-Tenant', value: 'north' },
  ]);
});

for (const [name, line, words] of [
  ['the key', 'x-api-key: { env: GATEWAY }', /:2: headers\.x-api-key.*may not set.*leave it out/],
  ['the host', 'Host: elsewhere', /headers\.Host.*may not set/],
  ['a length', 'Content-Length: "3"', /headers\.Content-Length.*may not set/],
  ['another method', 'X-HTTP-Method-Override: DELETE', /may not set/],
  ['an unset variable', 'X-Gateway: { env: NOT_SET }', /variable NOT_SET holds no value.*set it/],
] as const)
  test(`${name} as a header is a mistake that names its place and what to do`, () => {
    const file = profileWith(line);
    expect(() => headersFor(loadProfile(file), env)).toThrow(words);
  });

test('a name that is none, and a value of two places, are mistakes of the profile', () => {
  expect(() => loadProfile(profileWith('"X Y": north'))).toThrow(/headers/);
  expect(() => loadProfile(profileWith('X-Y: { env: A, file: b }'))).toThrow(/headers/);
});

test('every request carries them, whatever its key, and no row shows the value', async () => {
  const { fetch, keys } = createReference();
  let without = 0;
  const gateway: Service = (request) => {
    if (request.headers.get('x-gateway') !== 'gateway-secret-4711') without += 1;
    // A fault to be told: any key will do.
    const open = { ...Object.fromEntries(request.headers), 'x-api-key': keys.full };
    return fetch(new Request(request, { headers: open }));
  };
  const transport = serviceTransport(gateway);
  const settings = {
    baseUrl: 'http://service/api/v1',
    keys: { full: keys.full, restricted: 'not-known-to-the-service' },
    headers,
    write: false,
    seed: 1,
    effort: 'standard',
    readings: { 'authentication.key-permissions': { 'restricted-may-use': [] } },
    lent: [],
  } as const;
  await preflight(settings, transport);
  const run = openRun({ contract, settings, transport, browser: simulatedBrowser(transport) });
  const wanted = plan(catalogue, contract).filter(
    ({ check, op }) => check.clause.startsWith('authentication.') && op.id === 'listUsers',
  );
  const rows = [];
  for (const { check, op } of wanted) rows.push(await judge(run, check, op));

  expect(without).toBe(0);
  const failed = rows.find(({ verdict }) => verdict === 'fail');
  const curl = failed?.evidence?.[0]?.curl ?? '';
  expect(curl).toContain(`-H "X-Gateway: $GATEWAY" -H "X-From-File: $X_FROM_FILE" -H 'X-Tenant: north'`);
  expect(JSON.stringify(rows)).not.toContain('gateway-secret');
  expect(run.scan('gateway-secret-4711')).toEqual([{ what: 'the header X-Gateway', how: 'as it is', at: 0 }]);
  expect(shellNeeds('http://service/api/v1', [curl]).join('\n')).toMatch(
    /export GATEWAY=.*\nexport X_FROM_FILE=/,
  );
});

test('a browser that may not send them is no failure of the target', async () => {
  const port = browserWithHeaders(async () => 'blocked', headers);
  const request = { url: 'http://service/', method: 'GET', headers: {}, body: undefined };
  await expect(port(request)).rejects.toMatchObject({ name: 'Inconclusive', cause: 'configuration' });
  const seen = await browserWithHeaders(async ({ headers: sent }) => {
    expect(sent).toMatchObject({ 'X-Gateway': 'gateway-secret-4711' });
    return { status: 200, text: '' };
  }, headers)(request);
  expect(seen).toEqual({ status: 200, text: '' });
});

test('a header of the profile takes the place of one of that name, in any letter case', async () => {
  const line = withHeaders(
    async ({ headers: sent }) => {
      expect(sent).toEqual({ accept: 'text/plain', Authorization: 'Basic abc' });
      return { status: 204, headers: {}, body: new Uint8Array() };
    },
    [{ name: 'Authorization', value: 'Basic abc' }],
  );
  const sent = { authorization: 'Bearer key', accept: 'text/plain' };
  await line({ url: 'http://service/', method: 'GET', headers: sent, body: undefined }, 1);
});
