import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, request } from '@playwright/test';
import { type BrowserPort, chromiumPath, openBrowser } from '../../../harness/http/browser.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import { browserTrustFor } from '../../../harness/http/tls.ts';
import type { Outgoing } from '../../../harness/http/transport.ts';
import { openLine } from '../../../harness/http/transport.ts';
import { readOptions } from '../../../harness/run/options.ts';
import { bare } from '../../../harness/run/profile.ts';
import { conventions } from '../../../reference/faults/conventions/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';

const chromium = chromiumPath(process.env);
const tlsFolder = path.join(import.meta.dirname, '../safety/tls');
const unknown = '0b8ff2ba-3a53-4f0c-9f0a-5a9b6f3c1d20';

/** Each kind of request that a browser treats in a way of its own. */
const kinds = [
  ['GET', '/users?limit=1', undefined],
  ['POST', '/users/search', '{"search":{},"limit":1}'],
  ['GET', `/classes/${unknown}`, undefined],
  ['DELETE', `/classes/${unknown}/students`, `{"userIds":["${unknown}"]}`],
  ['PATCH', `/students/${unknown}/details`, '{}'],
  ['PUT', `/users/${unknown}/name`, '{}'],
] as const;

const cors = conventions.filter(({ check }) => check.startsWith('conventions.cors-in-browser'));
const services: readonly [string, (service: Service) => Service][] = [
  ['the reference', (service) => service],
  ...cors.map(({ id, wrap }): [string, (service: Service) => Service] => [id, wrap]),
];

test.describe('a page of another origin', () => {
  test.skip(chromium === undefined, 'no Chromium was found');

  let browser: ReturnType<typeof openBrowser>;
  test.beforeAll(() => {
    browser = openBrowser(chromium ?? '');
  });
  test.afterAll(() => browser.close());

  test('reads each kind of operation of the reference, and its error answers', async () => {
    const seen = await visit((service) => service, browser.port);

    expect(seen).toEqual([200, 401, 200, 401, 404, 401, 404, 401, 400, 401, 400, 401]);
  });

  test('follows no redirect to another origin with the key', async () => {
    const heard: string[] = [];
    const elsewhere = await serve(async (request) => {
      heard.push(`${request.method} ${request.headers.get('x-api-key') ?? 'without a key'}`);
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      return new Response('{}', { headers });
    });
    const here = await serve(async (request) => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
      return new Response(null, { status: 307, headers: { ...headers, location: elsewhere.baseUrl } });
    });
    const headers = { 'x-api-key': 'the-key' };
    const seen = await browser.port({
      url: `${here.baseUrl}/users`,
      method: 'GET',
      headers,
      body: undefined,
    });
    await here.close();
    await elsewhere.close();

    expect(heard).toEqual([]);
    expect(seen).toBe('redirected');
  });

  test('reads from a target with a certificate that nobody knows only where certificates are not verified', async () => {
    const { url, close } = await listenWithTls();
    const trusting = openBrowser(chromium ?? '', { ignoreHTTPSErrors: true });

    expect(await browser.port(get(url))).toBe('unreachable');
    expect(await trusting.port(get(url))).toEqual({ status: 200, text: '{}' });
    await trusting.close();
    await close();
  });

  test('reads from a target whose authority the profile names, and from no other that nobody knows', async () => {
    const profile = { ...bare, ca: path.join(tlsFolder, 'authority.pem') };
    const [target, stranger] = [await listenWithTls(), await listenWithTls('stranger')];
    const trust = browserTrustFor({ options: readOptions({}), profile }, {});
    const [told, misled] = [openBrowser(chromium ?? '', trust), openBrowser(chromium ?? '', trust)];

    expect(await told.port(get(target.url))).toEqual({ status: 200, text: '{}' });
    expect(await told.port(get(stranger.url))).toBe('unreachable');
    expect(await misled.port(get(stranger.url))).toBe('unreachable');
    for (const { close } of [told, misled, target, stranger]) await close();
  });

  for (const [name, wrap] of services) {
    test(`sees the same of ${name} in Chromium and by the rules of the simulation`, async () => {
      const line = openLine(() => request.newContext());
      const real = await visit(wrap, browser.port);
      const simulated = await visit(wrap, simulatedBrowser(line.transport));
      await line.close();

      expect(simulated).toEqual(real);
    });
  }
});

const get = (url: string): Outgoing => ({ url, method: 'GET', headers: {}, body: undefined });

/** A server whose certificate the authority of the tests has signed, or which has signed its own as a stranger. */
async function listenWithTls(name = 'server'): Promise<{ url: string; close(): Promise<void> }> {
  const file = (type: string) => readFileSync(path.join(tlsFolder, `${name}.${type}`));
  const server = createServer({ key: file('key'), cert: file('pem') }, (_, answer) => {
    answer.setHeader('access-control-allow-origin', '*').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a page gets to see of each kind of request, with a valid key and with a wrong one. */
async function visit(wrap: (service: Service) => Service, port: BrowserPort): Promise<(number | string)[]> {
  const { fetch, keys } = createReference();
  const { baseUrl, close } = await serve(wrap(fetch));
  const seen: (number | string)[] = [];
  for (const [method, path, body] of kinds) {
    for (const key of [keys.full, 'not-a-key']) {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const outgoing: Outgoing = {
        url: baseUrl + path,
        method,
        headers: { 'x-api-key': key, ...json },
        body,
      };
      const answer = await port(outgoing);
      seen.push(typeof answer === 'string' ? answer : answer.status);
    }
  }
  await close();
  return seen;
}
