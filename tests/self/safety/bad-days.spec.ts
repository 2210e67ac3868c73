import { expect } from '@playwright/test';
import type { Row } from '../../../harness/judging/row.ts';
import {
  always,
  broken,
  first,
  huge,
  notJson,
  raw,
  refuse,
  reply,
  strange,
} from '../../../reference/hostile/manners.ts';
import type { Manner } from '../../../reference/hostile/server.ts';
import { test } from '../plain-test.ts';
import { hurried, tryManner } from './hostile-session.ts';

/** How the plainest check ends against a server of this manner. */
async function judged(
  manner: Manner,
): Promise<Pick<Row, 'verdict' | 'reason' | 'blame' | 'cause' | 'requests'>> {
  const trial = await tryManner(manner);
  const { verdict, reason, blame, cause, requests } = await trial.judge();
  await trial.close();
  return { verdict, reason, ...(blame ? { blame } : {}), ...(cause ? { cause } : {}), requests };
}

const good = always(reply());

const isOfTests = ({ head }: { readonly head: string }) => head.includes('/smart-ia/tests');

/** Nothing else is answered either, so that the network may be the cause. */
const byNetwork = { verdict: 'inconclusive', blame: 'network', cause: 'network' };

for (const [name, manner] of Object.entries(broken) as [string, Manner][]) {
  test(`${name} is inconclusive and blamed on the network`, async () => {
    expect(await judged(manner)).toMatchObject(byNetwork);
  });
}

for (const [name, make] of Object.entries(huge)) {
  test(`${name} is inconclusive and blamed on the network`, async () => {
    expect(await judged(make())).toMatchObject(byNetwork);
  });
}

test('429 is waited out, with and without Retry-After', async () => {
  const soon = new Date(Date.now() + 1_000).toUTCString();
  for (const headers of [
    {},
    { 'retry-after': '0' },
    { 'retry-after': soon },
    { 'retry-after': 'when the cows come home' },
  ]) {
    expect(await judged(first(2, refuse(429, headers), good))).toMatchObject({
      verdict: 'pass',
      requests: 3,
    });
  }
});

test('Retry-After holds every request back, not only the refused one', async () => {
  const trial = await tryManner(first(1, refuse(429, { 'retry-after': '1' }), good));
  const refused = trial.judge();
  while (trial.server.heads.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const started = performance.now();
  expect((await trial.judge()).verdict).toBe('pass');
  expect(performance.now() - started).toBeGreaterThan(800);
  expect((await refused).verdict).toBe('pass');
  await trial.close();
});

test('429 throughout is inconclusive and blamed on the rate limit', async () => {
  expect(await judged(refuse(429))).toMatchObject({ verdict: 'inconclusive', blame: 'rate-limit' });
});

test('a pause longer than anybody waits is respected: nothing more is sent', async () => {
  const trial = await tryManner(refuse(429, { 'retry-after': '3600' }));
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await trial.judge()).toMatchObject({ verdict: 'inconclusive', blame: 'rate-limit' });
  }
  expect(trial.server.heads).toHaveLength(1);
  await trial.close();
});

for (const status of [500, 502, 503, 504]) {
  test(`${status} to every request is inconclusive, whatever its body is`, async () => {
    const page = raw(Buffer.from('<html>oh no'), `${status} Oh No`, { 'content-type': 'text/html' });
    expect(await judged(always(page))).toMatchObject(byNetwork);
    expect(await judged(refuse(status))).toMatchObject(byNetwork);
  });

  test(`one ${status} is asked again when it was a read`, async () => {
    // The request, the control, and the request again.
    expect(await judged(first(1, refuse(status), good))).toMatchObject({ verdict: 'pass', requests: 3 });
  });

  test(`${status} to one operation alone is its own answer`, async () => {
    const refusing = refuse(status);
    const trial = await tryManner((socket, sent) => (isOfTests(sent) ? refusing : good)(socket, sent));
    expect(await trial.judge()).toMatchObject({
      verdict: 'fail',
      reason: `expected status 200, got status ${status}`,
    });
    await trial.close();
  });
}

for (const [name, body] of Object.entries(notJson)) {
  test(`${name} is the target's fault under one clause, and inconclusive for the others`, async () => {
    const trial = await tryManner(always(raw(body)));
    expect(await trial.judge()).toMatchObject({ verdict: 'inconclusive' });
    const { schemaResults } = trial.run;
    expect(schemaResults.of('conventions.json-well-formed', 'listTests').violation?.violation.got).toMatch(
      /\w/,
    );
    expect(schemaResults.of('list-tests.body', 'listTests').violation).toBeUndefined();
    await trial.close();
  });
}

for (const [name, body] of Object.entries(strange)) {
  test(`${name}: never a crash, never an accusation`, async () => {
    const { verdict } = await judged(always(raw(body)));
    expect(['pass', 'inconclusive']).toContain(verdict);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
}

test('a byte order mark and a declared character set are no defects', async () => {
  const latin = raw(Buffer.from('{"data": [{"name": "Zo\xeb"}]}', 'latin1'), '200 OK', {
    'content-type': 'application/json; charset=iso-8859-1',
  });
  expect(await judged(always(latin))).toMatchObject({ verdict: 'pass' });
  expect(await judged(always(raw(Buffer.from('\ufeff{"data": []}'))))).toMatchObject({ verdict: 'pass' });
});

test('a server that dies half-way ends the run early, loudly, and is used again when it comes back', async () => {
  let alive = true;
  const trial = await tryManner((socket, sent) => (alive ? good(socket, sent) : socket.resetAndDestroy()));
  expect((await trial.judge()).verdict).toBe('pass');

  alive = false;
  for (let nth = 0; nth < 50; nth += 1) expect((await trial.judge()).blame).toBe('network');
  expect(trial.server.heads.length).toBeLessThan(20);
  expect(trial.said).toEqual([expect.stringContaining('inconclusive')]);

  alive = true;
  await new Promise((resolve) => setTimeout(resolve, hurried.breaker.restMs));
  expect((await trial.judge()).verdict).toBe('pass');
  expect(trial.said).toHaveLength(2);
  await trial.close();
});

test('one operation that always breaks fails, and does not end the run for the others', async () => {
  const trial = await tryManner((socket, sent) =>
    isOfTests(sent) ? socket.resetAndDestroy() : good(socket, sent),
  );
  for (let nth = 0; nth < 7; nth += 1) {
    expect(await trial.judge()).toMatchObject({
      verdict: 'fail',
      reason: 'expected status 200, got the connection broke before the answer was whole',
    });
  }
  // Once it is known that this request always breaks, it is not repeated.
  expect(trial.server.heads.filter((head) => head.includes('/smart-ia/tests')).length).toBeLessThan(16);
  const answer = await trial.run.exchange.send(
    trial.run.contract.operation('listAcademicYears'),
    {},
    {},
    'read',
  );
  expect(answer.status).toBe(200);
  expect(trial.said).toEqual([]);
  await trial.close();
});
