import { expect, request } from '@playwright/test';
import { openLine } from '../../../harness/http/transport.ts';
import { judge } from '../../../harness/judging/judge.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { count } from '../../../harness/judging/verdict.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import { openRun } from '../../../harness/run/run.ts';
import { always, broken, huge, keptFor, raw, refuse } from '../../../reference/hostile/manners.ts';
import { every, relayed, spoiled } from '../../../reference/hostile/relay.ts';
import { type HostileRequest, type Manner, openHostile } from '../../../reference/hostile/server.ts';
import { spoilsJson, spoilsReaders } from '../../../reference/hostile/spoils.ts';
import { createReference, type Service } from '../../../reference/service/index.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract, readings } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { buffersInUse } from '../safety/buffers.ts';
import { hurried } from '../safety/hostile-session.ts';

// Playwright's plain `test`: the other notes each request as a step, which takes longer than the request.
test.describe.configure({ timeout: 300_000 });

// The service behind each socket needs no streams.
let restore: () => void;
test.beforeAll(() => {
  restore = lighten();
});
test.afterAll(() => restore());

const mebibyte = 2 ** 20;

/** A whole quick run over a real socket against a server of this manner; `weighs` the buffers that it holds. */
async function wholeRun(manner: (service: Service) => Manner, { write = false, weighs = false } = {}) {
  const { fetch, keys } = createReference();
  const server = await openHostile(manner(fetch));
  const line = openLine(() => request.newContext(), { body: mebibyte });
  const said: string[] = [];
  const run = openRun({
    contract,
    settings: {
      baseUrl: `${server.origin}/api/v1`,
      keys,
      write,
      seed: 1,
      effort: 'quick',
      readings,
      lent: [],
    },
    transport: line.transport,
    journal: memoryJournal(),
    patience: hurried,
    say: (text) => said.push(text),
  });
  const rows: Row[] = [];
  let memory = 0;
  const before = buffersInUse();
  for (const { check, op } of plan(catalogue, contract)) {
    rows.push(await judge(run, check, op));
    // To ask takes longer than most rows.
    if (weighs) memory = Math.max(memory, process.memoryUsage().arrayBuffers - before);
  }
  await line.close();
  await server.close();
  return { rows, memory, said, heads: server.heads };
}

/** Rows that accuse the target outside this clause, or Rollcall itself. */
function accused(rows: readonly Row[], clause = ''): string[] {
  return rows
    .filter(
      ({ verdict, ...row }) => verdict === 'suiteError' || (verdict === 'fail' && row.clause !== clause),
    )
    .map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`);
}

const page = raw(Buffer.from('<html>oh no'), '502 Bad Gateway', { 'content-type': 'text/html' });

/** A date to wait for: a second ahead once in ten times, which a whole run has time for, and else no time ahead. */
const soon = ({ nth }: HostileRequest) => new Date(Date.now() + (nth % 50 === 0 ? 1_000 : 0)).toUTCString();

/** A refusal by the rate limit is an answer of the interface, which browsers of any origin can read. */
const forBrowsers = { 'access-control-allow-origin': '*' };

/** What one request of five meets: by name, what the server does then. */
const mishaps: Readonly<Record<string, Manner>> = {
  ...broken,
  '429 without Retry-After': refuse(429, forBrowsers),
  '429 with seconds': refuse(429, { ...forBrowsers, 'retry-after': '0' }),
  '429 with a date': (socket, sent) =>
    refuse(429, { ...forBrowsers, 'retry-after': soon(sent) })(socket, sent),
  '429 with nonsense': refuse(429, { ...forBrowsers, 'retry-after': 'when the cows come home' }),
  '500': refuse(500),
  '502': refuse(502),
  "502 with a gateway's page": always(page),
  '503 with a pause': refuse(503, { 'retry-after': '1' }),
  '504': refuse(504),
};

/** A whole run in which one request of five meets this mishap. */
function fifth(name: string): ReturnType<typeof wholeRun> {
  return wholeRun((service) => every(5, mishaps[name] ?? refuse(502), relayed(service)));
}

/** Half a minute of waiting each. */
const long = Object.keys(mishaps).filter((name) => /^silence$|byte at a time|drip|with a date/.test(name));

test.describe('in one worker', () => {
  test.describe.configure({ mode: 'default' });

  // The long ones wait together, while the others run.
  const waiting = new Map<string, ReturnType<typeof wholeRun>>();
  test.beforeAll(() => {
    for (const name of long) waiting.set(name, fifth(name));
    for (const run of waiting.values()) run.catch(() => undefined);
  });

  for (const name of [...Object.keys(mishaps).filter((one) => !long.includes(one)), ...long])
    test(`${name}, once in five requests: a whole run accuses nobody`, async () => {
      const { rows } = await (waiting.get(name) ?? fifth(name));
      expect(accused(rows)).toEqual([]);
      expect(count(rows).pass).toBeGreaterThan(100);
    });
});

test('a server that closes each connection when its fourth request is on the way costs a run no row', async () => {
  const plain = await wholeRun(relayed);
  const { rows, heads } = await wholeRun((service) => keptFor(3, relayed(service), (socket) => socket.end()));

  expect(heads.length).toBeGreaterThan(plain.heads.length * 1.2);
  expect(rows.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual(
    plain.rows.map(({ id, verdict }) => `${id}: ${verdict}`),
  );
});

for (const [name, make] of Object.entries(huge)) {
  test(`${name}, once in forty requests: a whole run accuses nobody, in bounded memory`, async () => {
    const manner: Manner = make();
    const { rows, memory } = await wholeRun((service) => every(40, manner, relayed(service)), {
      weighs: true,
    });
    expect(accused(rows)).toEqual([]);
    expect(count(rows).pass).toBeGreaterThan(100);
    expect(memory).toBeLessThan(400 * mebibyte);
  });
}

for (const [name, spoil] of Object.entries(spoilsJson)) {
  test(`${name}, once in five requests: a whole run accuses under one clause alone`, async () => {
    const { rows } = await wholeRun((service) => every(5, spoiled(service, spoil), relayed(service)));
    expect(accused(rows, 'conventions.json-well-formed')).toEqual([]);
    expect(count(rows).fail).toBeGreaterThan(0);
  });
}

for (const [name, spoil] of Object.entries(spoilsReaders)) {
  test(`${name} in every answer: a whole run accuses nobody`, async () => {
    const { rows } = await wholeRun((service) => spoiled(service, spoil));
    expect(accused(rows)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
}

test('loops of redirects with 301, 302, 307 and 308 in turn: nobody is accused, nothing is followed, the key stays', async () => {
  const elsewhere = await openHostile(refuse(500));
  const statuses = [301, 302, 307, 308];
  const around: Manner = (socket, { head, nth, body }) => {
    const address = head.split(' ')[1] ?? '/';
    const turn = Math.floor(nth / 5);
    const location = turn % 2 === 0 ? address : `${elsewhere.origin}${address}`;
    const status = statuses[Math.floor(turn / 2) % statuses.length];
    always(raw(Buffer.from(''), `${status} Elsewhere`, { location }))(socket, { head, nth, body });
  };
  const { rows, heads } = await wholeRun((service) => every(5, around, relayed(service)));
  // A preflight that is redirected fails in every browser.
  expect(accused(rows).filter((row) => !row.startsWith('conventions.cors-'))).toEqual([]);
  expect(count(rows).pass).toBeGreaterThan(100);
  expect(elsewhere.heads).toEqual([]);
  // The budget of a quick run, and the one for repetitions.
  expect(heads.length).toBeLessThan(500);
  await elsewhere.close();
});

test('a server that dies half-way: the run ends early and says so; one that comes back is judged to the end', async () => {
  const dead =
    (service: Service): Manner =>
    (socket, sent) =>
      sent.nth > 150 ? socket.resetAndDestroy() : relayed(service)(socket, sent);
  const gone = await wholeRun(dead);
  expect(accused(gone.rows)).toEqual([]);
  expect(gone.said).toEqual([expect.stringContaining('no usable answer any more')]);
  expect(gone.heads.length).toBeLessThan(250);

  // A restart: as long as three broken requests and the first look.
  const away =
    (service: Service): Manner =>
    (socket, sent) =>
      sent.nth >= 150 && sent.nth < 154 ? socket.resetAndDestroy() : relayed(service)(socket, sent);
  const back = await wholeRun(away);
  expect(accused(back.rows)).toEqual([]);
  expect(count(back.rows).pass).toBeGreaterThan(count(gone.rows).pass);
});

for (const name of ['a reset in the middle of the body', '429 without Retry-After', '502'] as const) {
  test(`${name}, once in five requests of a run that writes: what may have come to be is never forgotten`, async () => {
    const manner = mishaps[name] ?? refuse(502);
    const { rows } = await wholeRun((service) => every(5, manner, relayed(service)), { write: true });
    expect(accused(rows)).toEqual([]);
  });
}
