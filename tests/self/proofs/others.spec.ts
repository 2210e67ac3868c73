import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { accusations, judgeAll, planned, rowsBefore, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/*
 * Other people work on the target while a run goes on: they create, change and remove what is theirs. Whoever holds the
 * world at the end to that of the start sees it, and may accuse nobody.
 */

type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;
type Item = Record<string, unknown>;

/** Between every so many requests, somebody else does one thing after the other. */
function beside(every: number, deeds: readonly ((send: Send, turn: number) => Promise<unknown>)[]) {
  let requests = 0;
  return (service: Service): Service =>
    async (request) => {
      requests += 1;
      const turn = Math.floor(requests / every);
      const deed = deeds[turn % deeds.length];
      if (requests % every === 0 && deed !== undefined && request.headers.has('x-api-key')) {
        const headers = {
          'x-api-key': request.headers.get('x-api-key') ?? '',
          'content-type': 'application/json',
        };
        await deed(async (method, path, body) => {
          const sent = body === undefined ? {} : { body: JSON.stringify(body) };
          const response = await service(
            new Request(`http://reference.test/api/v1${path}`, { method, headers, ...sent }),
          );
          return response.ok && response.status !== 204 ? ((await response.json()) as Item) : {};
        }, turn);
      }
      return service(request);
    };
}

/** Somebody who was there before the run, another one each turn. */
async function somebody(send: Send, turn: number): Promise<Item> {
  const { data = [] } = await send('GET', '/users?limit=1000');
  const foreign = (data as Item[]).filter((user) => !JSON.stringify(user).toLowerCase().includes('rollcall'));
  return foreign[(7 * turn) % 100] ?? {};
}

const deeds = [
  (send: Send, turn: number) => send('POST', '/classes', { class: { name: `of somebody else, ${turn}` } }),
  async (send: Send, turn: number) => {
    const user = { firstName: `Changed ${turn}`, lastName: 'Elsewhere' };
    await send('PUT', `/users/${(await somebody(send, turn))['userId']}/name`, { user });
  },
  (send: Send, turn: number) =>
    send('POST', '/students', {
      user: { username: `elsewhere.${turn}`, firstName: 'New', lastName: 'Elsewhere' },
    }),
  async (send: Send, turn: number) => {
    const { data = [] } = await send('GET', '/classes?limit=3');
    const classId = (data as Item[])[turn % 3]?.['classId'];
    await send('POST', `/classes/${classId}/students`, { userIds: [(await somebody(send, turn))['userId']] });
  },
  async (send: Send, turn: number) =>
    send('POST', `/users/${(await somebody(send, turn))['userId']}/disable`),
];

/** A service on which somebody gives other names to classes and cohorts, and puts some of them away. */
function tidying(service: Service): Service {
  let requests = 0;
  return async (request) => {
    requests += 1;
    const op = operationOf(request);
    const response = await service(request);
    const isOfGroups = ['listClasses', 'listCohorts', 'getClass', 'getCohort'].some((one) => one === op);
    if (!isOfGroups || !response.ok || requests < 200) return response;
    const body = (await response.json()) as { data?: Item[]; pagination?: Item };
    const isTheirs = (item: Item) => !JSON.stringify(item).includes('Rollcall');
    const renamed = (item: Item) =>
      isTheirs(item) && /^[0-7]/.test(String(item['classId'] ?? item['cohortId']))
        ? { ...item, name: `${item['name']} (old)` }
        : item;
    const isAway = (item: Item) =>
      isTheirs(item) && /^[89]/.test(String(item['classId'] ?? item['cohortId']));
    if (body.data === undefined)
      return Response.json(
        Object.fromEntries(Object.entries(body).map(([key, item]) => [key, renamed(item as Item)])),
        {
          headers: response.headers,
        },
      );
    const kept = body.data.filter((item) => !isAway(item));
    const total = Number(body.pagination?.['total']) - (body.data.length - kept.length);
    const pagination = { ...body.pagination, total };
    return Response.json({ ...body, data: kept.map(renamed), pagination }, { headers: response.headers });
  };
}

const late = planned.filter(({ check }) => check.afterWrites && !check.id.startsWith('pagination'));

async function judged(wrap: (service: Service) => Service) {
  const run = trial({ wrap });
  const [first] = late;
  const before = rowsBefore(first?.check.id ?? '', [first?.op.id ?? '']);
  await judgeAll(run, [...late, ...before]);
  return judgeAll(
    run,
    planned.filter(({ check }) => check.afterWrites),
  );
}

for (const every of [3, 11])
  test(`what other people do after every ${every} requests accuses nobody at the end`, async () => {
    const rows = await judged(beside(every, deeds));

    expect(accusations(rows)).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(8);
  });

test('classes and cohorts that somebody renames or puts away accuse nobody at the end', async () => {
  const rows = await judged(tidying);
  const ofGroups = rows.filter(({ id }) => id.includes('same-as-list'));

  expect(accusations(ofGroups)).toEqual([]);
  expect(ofGroups.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
});
