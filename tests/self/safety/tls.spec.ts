import { expect, request } from '@playwright/test';
import { chromiumPath, openBrowser } from '../../../harness/http/browser.ts';
import { browserTrustFor, tlsFor } from '../../../harness/http/tls.ts';
import { openLine, TransportError } from '../../../harness/http/transport.ts';
import { announcement } from '../../../harness/run/announce.ts';
import { resolveConfig } from '../../../harness/run/config.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { bare } from '../../../harness/run/profile.ts';
import { test } from '../plain-test.ts';
import { listenWithTls, tlsFile } from './tls/listen.ts';

// A process that trusts an authority trusts it until it ends, so that the order of the tests counts.
test.describe.configure({ mode: 'serial' });

let server: Awaited<ReturnType<typeof listenWithTls>>;

test.beforeAll(async () => {
  server = await listenWithTls('server');
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
    return (await line.transport({ url: server.url, method: 'GET', headers: {}, body: undefined }, 5_000))
      .status;
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
  expect(await end({ ca: tlsFile('authority.pem') })).toBe(200);
});

test('Chromium reads from a target whose authority the profile names, and from no other that nobody knows', async () => {
  const chromium = chromiumPath(process.env);
  test.skip(chromium === undefined, 'no Chromium was found');
  const trust = browserTrustFor(
    { options: readOptions({}), profile: { ...bare, ca: tlsFile('authority.pem') } },
    {},
  );
  const stranger = await listenWithTls('stranger');
  const [told, misled] = [openBrowser(chromium ?? '', trust), openBrowser(chromium ?? '', trust)];
  const get = (target: string) => ({ url: target, method: 'GET', headers: {}, body: undefined });

  expect(await told.port(get(server.url))).toEqual({ status: 200, text: '{}' });
  expect(await told.port(get(stranger.url))).toBe('unreachable');
  expect(await misled.port(get(stranger.url))).toBe('unreachable');
  for (const { close } of [told, misled, stranger]) await close();
});

test('a run without verification says so loudly before its first request, and one with it does not', () => {
  const said = (env: Readonly<Record<string, string>>) => {
    const run = resolveConfig(readOptions({ ROLLCALL_TARGET: server.url, ...env }), {
      ROLLCALL_API_KEY: 'k',
    });
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
  expect(() => check({ ca: tlsFile('server.key') })).toThrow(/holds no certificate/);
  expect(() => check({ ca: tlsFile('none.pem') })).toThrow(/can't be read/);
});
