import type { RequestListener } from 'node:http';
import { expect, request } from '@playwright/test';
import { playwrightTransport } from '../../../harness/http/transport.ts';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { preflight } from '../../../harness/run/preflight.ts';
import { test } from '../plain-test.ts';
import { keys, listen, listenReference } from './cli.ts';

/** What the preflight says of a base address, over a real socket. */
async function look(baseUrl: string, key: string | undefined = keys.ROLLCALL_API_KEY) {
  const client = await request.newContext();
  const settings = { baseUrl, keys: { full: key, restricted: undefined } };
  return preflight(settings, playwrightTransport(client)).finally(() => client.dispose());
}

/** An answer to every request. */
function always(status: number, headers: Record<string, string>, body = ''): RequestListener {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

const json = { 'content-type': 'application/json' };
const notFound = JSON.stringify({ status: 404, message: 'not found' });

const strangers: readonly { what: string; answer: RequestListener; says: RegExp }[] = [
  {
    what: 'a redirect',
    answer: always(302, { location: 'https://login.example/?ticket=1' }),
    says: /redirects to https:\/\/login\.example\/ \(302\), .*use the final address/,
  },
  {
    what: 'a redirect of every path to another host',
    answer: (request, response) => {
      response.writeHead(308, { location: `https://new.example${request.url}` }).end();
    },
    says: /redirects to https:\/\/new\.example\/api\/v1 \(308\), .*use the final address/,
  },
  {
    what: 'a redirect to itself',
    answer: (request, response) => {
      response.writeHead(302, { location: request.url }).end();
    },
    says: /redirects to itself \(302\); mend the service/,
  },
  {
    what: 'a gateway without a service',
    answer: always(503, json, '{}'),
    says: /answers 503 to the plainest reads; wait until the service is up/,
  },
  {
    what: 'a rate limit that is used up for an hour',
    answer: always(429, { ...json, 'retry-after': '3600' }, '{}'),
    says: /answers 429 and asks for a pause of 3600 s before anything else; run again after it/,
  },
  {
    what: 'text that is not JSON',
    answer: always(200, { 'content-type': 'text/plain' }, 'hello'),
    says: /does not speak JSON/,
  },
  {
    what: 'a service of another kind',
    answer: always(404, json, notFound),
    says: /plainest paths are not found there \(404\)/,
  },
  {
    what: 'a key without permissions',
    answer: always(403, json, '{}'),
    says: /may not even read .* \(403\); use a key with full permissions/,
  },
  {
    what: 'a connection that breaks',
    answer: (_, response) => void response.socket?.destroy(),
    says: /broke the connection/,
  },
];

for (const { what, answer, says } of strangers) {
  test(`${what} is told as something to mend, and accuses nobody`, async () => {
    const stranger = await listen(answer);
    const said = look(`${stranger.origin}/api/v1`);

    await expect(said).rejects.toThrow(says);
    await expect(said).rejects.toBeInstanceOf(ConfigurationError);
    await stranger.close();
  });
}

test('one plain read is enough where the service answers, and the reference service is known by its name', async () => {
  const service = await listenReference();

  expect(await look(service.baseUrl)).toEqual({ requests: 1, reference: true });
  await service.close();
});

test('a service that lacks the newest reads can be judged all the same', async () => {
  const old = await listen((incoming, response) => {
    const known = incoming.url?.startsWith('/api/v1/users');
    response.writeHead(known ? 200 : 404, json).end(known ? '{"data":[]}' : notFound);
  });

  expect(await look(`${old.origin}/api/v1`)).toEqual({ requests: 3, reference: false });
  await old.close();
});

test('a violation is no reason to refuse: what answers wrongly is judged', async () => {
  const wrong = await listen(always(200, { 'content-type': 'text/plain' }, '[]'));

  expect(await look(`${wrong.origin}/api/v1`)).toEqual({ requests: 1, reference: false });
  await wrong.close();
});

const addresses: readonly { address: string; says: RegExp }[] = [
  {
    address: 'localhost:4010/api/v1',
    says: /is not an address; .* did you mean http:\/\/localhost:4010\/api\/v1\?/,
  },
  { address: 'staging', says: /`staging` is not an address; it looks like https:\/\/host\/api\/v1/ },
  { address: 'ftp://host/api/v1', says: /it has to be an http or https address/ },
  { address: 'https://me:secret-word@host/api/v1', says: /holds a user name or a password; leave them out/ },
  { address: 'https://me:secret-word@ho st/api/v1', says: /is not an address/ },
  { address: 'https://host/api/v1?x=1', says: /ends in a query or a fragment/ },
];

for (const { address, says } of addresses) {
  test(`${address.replace('secret-word', '…')} is refused before anything is sent`, async () => {
    const error: unknown = await look(address).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toMatch(says);
    expect(String(error)).not.toContain('secret-word');
  });
}

test('a key that no header can carry is told without the key', async () => {
  const error: unknown = await look('http://127.0.0.1:9/api/v1', 'two\nlines').catch(
    (reason: unknown) => reason,
  );

  expect(String(error)).toMatch(/a letter that no header can carry; copy it again/);
  expect(String(error)).not.toContain('lines');
});
