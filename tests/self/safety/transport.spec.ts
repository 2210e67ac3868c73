import { expect, request } from '@playwright/test';
import {
  type Outgoing,
  openLine,
  TransportError,
  type TransportFault,
} from '../../../harness/http/transport.ts';
import {
  always,
  broken,
  first,
  huge,
  keptFor,
  malformed,
  raw,
  reply,
} from '../../../reference/hostile/manners.ts';
import { type Manner, openHostile } from '../../../reference/hostile/server.ts';
import { test } from '../plain-test.ts';
import { buffersInUse } from './buffers.ts';

const secret = 'canary-key-5f2a';
/** What a server that says nothing is given; and one that answers, so that a busy machine is in time as well. */
const [shortMs, ampleMs] = [400, 10_000];

/** Sends requests to a server of this manner, one after the other, and tells how each ended. */
async function endings(manner: Manner, requests = 1): Promise<(number | TransportFault)[]> {
  const server = await openHostile(manner);
  const line = openLine(() => request.newContext());
  const ends: (number | TransportFault)[] = [];
  for (let nth = 0; nth < requests; nth += 1)
    ends.push(await end(line.transport, server.origin, nth === 0 ? shortMs : ampleMs));
  await line.close();
  await server.close();
  return ends;
}

async function end(
  transport: ReturnType<typeof openLine>['transport'],
  origin: string,
  ms = ampleMs,
  rest: Partial<Pick<Outgoing, 'method' | 'safe'>> = {},
): Promise<number | TransportFault> {
  const outgoing = {
    url: `${origin}/api/v1/users`,
    method: 'GET',
    headers: { 'x-api-key': secret },
    body: undefined,
    ...rest,
  };
  try {
    return (await transport(outgoing, ms)).status;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    expect(`${error.message} ${error.stack}`).not.toContain(secret);
    return error.fault;
  }
}

const expected: Readonly<Record<keyof typeof broken, TransportFault>> = {
  'a reset before the answer': 'reset',
  'a reset in the middle of the body': 'reset',
  'an end in the middle of the body': 'reset',
  'an end in the middle of a chunk': 'reset',
  'a body that announces to be longer': 'reset',
  'no HTTP at all': 'malformed-start',
  'one megabyte of headers': 'long-headers',
  'a body that is not what its encoding says': 'encoding',
  silence: 'timeout',
  'a slow drip': 'timeout',
  'headers one byte at a time': 'timeout',
};

for (const [name, manner] of Object.entries(broken) as [keyof typeof broken, Manner][]) {
  test(`${name} ends as ${expected[name]}, and the next request is carried`, async () => {
    expect(await endings(first(1, manner, always(reply())), 2)).toEqual([expected[name], 200]);
  });
}

const brokenRule: Readonly<Record<keyof typeof malformed, TransportFault>> = {
  'a status that is no number': 'malformed-start',
  'a version that does not exist': 'malformed-start',
  'lines without a carriage return': 'malformed-start',
  'a control character in a header': 'malformed-header',
  'a space before a colon': 'malformed-header',
  'a length that is no number': 'malformed-length',
  'two lengths': 'malformed-length',
  'a length beside chunks': 'malformed-length',
  'a chunk whose size is no number': 'malformed-chunk',
  'a character behind a connection that closes': 'malformed',
};

for (const [name, manner] of Object.entries(malformed) as [keyof typeof malformed, Manner][]) {
  test(`of ${name}, it is told which rule of HTTP the answer breaks: ${brokenRule[name]}`, async () => {
    expect(await endings(first(1, manner, always(reply())), 2)).toEqual([brokenRule[name], 200]);
  });
}

for (const [name, make] of Object.entries(huge)) {
  test(`${name} ends early, in bounded memory, and the next request is carried`, async () => {
    const server = await openHostile(first(1, make(), always(reply())));
    const line = openLine(() => request.newContext(), { body: 8 * 2 ** 20 });
    const before = buffersInUse();

    expect(await end(line.transport, server.origin, 20_000)).toBe('too-large');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400 * 2 ** 20);
    expect(await end(line.transport, server.origin)).toBe(200);

    await line.close();
    await server.close();
  });
}

test('an endless body costs at most 64 megabytes while it arrives', async () => {
  const server = await openHostile(huge['an endless body']());
  const line = openLine(() => request.newContext());
  const before = buffersInUse();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 5);

  expect(await end(line.transport, server.origin, 20_000)).toBe('too-large');
  clearInterval(watch);
  expect(most).toBeLessThan(64 * 2 ** 20);

  await line.close();
  await server.close();
});

test('a body that is longer than it announces spoils no later answer but the next', async () => {
  const long = raw(Buffer.from('{"data": []} and more'), '200 OK', { 'content-length': '12' });
  expect(await endings(first(1, always(long), always(reply())), 3)).toEqual([
    expect.anything(),
    expect.anything(),
    200,
  ]);
});

/** How so many requests of one method end, one after the other, and how many of them arrived. */
async function endingsOf(manner: Manner, method: string, safe?: boolean, pauseMs = 0) {
  const server = await openHostile(manner);
  const line = openLine(() => request.newContext());
  const ends: (number | TransportFault)[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    if (nth === 2) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    ends.push(
      await end(line.transport, server.origin, ampleMs, { method, ...(safe === undefined ? {} : { safe }) }),
    );
  }
  await line.close();
  await server.close();
  return { ends, arrived: server.heads.length };
}

const impatient = keptFor(1, always(reply()), broken['a reset before the answer']);
const closing = keptFor(1, always(reply()), (socket) => socket.end());

for (const [name, manner] of [
  ['reset', impatient],
  ['closed', closing],
] as const) {
  test(`a read that meets an idle connection as it is ${name} is sent again on a new one`, async () => {
    expect(await endingsOf(manner, 'GET')).toEqual({ ends: [200, 200, 200], arrived: 5 });
    expect(await endingsOf(manner, 'POST', true)).toEqual({ ends: [200, 200, 200], arrived: 5 });
  });
}

test('a write is never sent twice', async () => {
  expect(await endingsOf(impatient, 'POST')).toEqual({ ends: [200, 'reset', 200], arrived: 3 });
  expect(await endingsOf(impatient, 'DELETE', false)).toEqual({ ends: [200, 'reset', 200], arrived: 3 });
});

test('a write after a pause gets a new connection', async () => {
  const patient = keptFor(2, always(reply()), broken['a reset before the answer']);

  expect((await endingsOf(patient, 'POST')).ends).toEqual([200, 200, 'reset']);
  expect((await endingsOf(patient, 'POST', false, 1_200)).ends).toEqual([200, 200, 200]);
});

test('a read that a new connection breaks on is sent once', async () => {
  const ended = await endingsOf(broken['a reset before the answer'], 'GET');

  expect(ended).toEqual({ ends: ['reset', 'reset', 'reset'], arrived: 3 });
});

test('a redirect is an answer, and nobody follows it', async () => {
  const elsewhere = await openHostile(always(reply()));
  const away = reply({}, '302 Found', { location: `${elsewhere.origin}/api/v1/users` });
  const around = reply({}, '307 Temporary Redirect', { location: '/api/v1/users' });

  expect(await endings(always(away))).toEqual([302]);
  expect(await endings(always(around))).toEqual([307]);
  expect(elsewhere.heads).toEqual([]);
  await elsewhere.close();
});

test('a cookie is never sent back, and neither is an empty header in its place', async () => {
  const server = await openHostile(always(reply({}, '200 OK', { 'set-cookie': 'session=1; Path=/' })));
  const line = openLine(() => request.newContext());
  await end(line.transport, server.origin);
  await end(line.transport, server.origin);
  await line.close();
  await server.close();
  expect(server.heads).toHaveLength(2);
  expect(server.heads.join('\n')).not.toMatch(/cookie/i);
});

test('a closed port, an unknown host and a plain server behind https each have their own name', async () => {
  const server = await openHostile(always(reply()));
  const line = openLine(() => request.newContext());
  const secure = server.origin.replace('http:', 'https:');
  expect(await end(line.transport, secure)).toBe('tls');
  await server.close();
  expect(await end(line.transport, server.origin)).toBe('refused');
  expect(await end(line.transport, 'http://no-such-host.invalid', 5000)).toBe('unknown-host');
  await line.close();
});
