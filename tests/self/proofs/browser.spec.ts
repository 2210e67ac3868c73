import { expect, request } from '@playwright/test';
import { type BrowserPort, chromiumPath, openBrowser } from '../../../harness/http/browser.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import type { Outgoing } from '../../../harness/http/transport.ts';
import { openLine } from '../../../harness/http/transport.ts';
import { conventions } from '../../../reference/faults/conventions/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference, serve } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';
import { listenWithTls } from '../safety/tls/listen.ts';

const chromium = chromiumPath(process.env);
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
    const { url, close } = await listenWithTls('server');
    const trusting = openBrowser(chromium ?? '', { ignoreHTTPSErrors: true });

    expect(await browser.port(get(url))).toBe('unreachable');
    expect(await trusting.port(get(url))).toEqual({ status: 200, text: '{}' });
    await trusting.close();
    await close();
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
