import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import path from 'node:path';
import { expect, request } from '@playwright/test';
import { tlsFor } from '../../../harness/http/tls.ts';
import { openLine, TransportError } from '../../../harness/http/transport.ts';
import { announcement } from '../../../harness/run/announce.ts';
import { resolveConfig } from '../../../harness/run/config.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { bare } from '../../../harness/run/profile.ts';
import { test } from '../plain-test.ts';

const file = (name: string) => path.join(import.meta.dirname, 'tls', name);
let server: Server;
let url: string;

test.beforeAll(async () => {
  server = createServer(
    { key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) },
    (_, answer) => {
      answer.setHeader('content-type', 'application/json').end('{"data": []}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  url = `https://127.0.0.1:${address.port}/api/v1/users`;
});

test.afterAll(() => server.close());

/** How one request ends with these settings. */
async function end(
  profile: { ca?: string },
  env: Readonly<Record<string, string>> = {},
): Promise<number | string> {
  const line = openLine(() =>
    request.newContext(tlsFor({ options: readOptions(env), profile: { ...bare, ...profile } }, env)),
  );
  try {
    return (await line.transport({ url, method: 'GET', headers: {}, body: undefined }, 5_000)).status;
  } catch (error) {
    if (error instanceof TransportError) return error.fault;
    throw error;
  } finally {
    await line.close();
  }
}

test('a certificate of an unknown authority is refused, unless the caller insists or the profile names the authority', async () => {
  expect(await end({})).toBe('tls');
  expect(await end({}, { ROLLCALL_INSECURE: '1' })).toBe(200);
  expect(await end({})).toBe('tls');
  expect(await end({ ca: file('authority.pem') })).toBe(200);
});

test('a run without verification says so loudly before its first request, and one with it does not', () => {
  const said = (env: Readonly<Record<string, string>>) => {
    const run = resolveConfig(readOptions({ ROLLCALL_TARGET: url, ...env }), { ROLLCALL_API_KEY: 'k' });
    return announcement(run).join(' ');
  };
  expect(said({ ROLLCALL_INSECURE: '1' })).toContain(
    'WARNING: the certificate of the target is NOT verified',
  );
  expect(said({})).not.toContain('WARNING');
});

test('verification is not turned off unseen, and an authority is a certificate', () => {
  const options = readOptions({});
  const check = (profile: { ca?: string }, env = {}) =>
    tlsFor({ options, profile: { ...bare, ...profile } }, env);
  expect(() => check({}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(/NODE_TLS_REJECT_UNAUTHORIZED/);
  expect(() => check({ ca: file('server.key') })).toThrow(/holds no certificate/);
  expect(() => check({ ca: file('none.pem') })).toThrow(/can't be read/);
});
