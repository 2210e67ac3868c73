import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { type Client, client, items, pagination, pluck } from './client.ts';

const lists = [
  ['/classes', 'classId'],
  ['/smart-ia/cohorts', 'cohortId'],
  ['/users', 'userId'],
  ['/smart-ia/sessions', 'sessionId'],
  ['/smart-ia/sessions/completed', 'sessionId'],
  ['/smart-ia/sessions/in-progress', 'sessionId'],
  ['/sessions/completed', 'sessionId'],
] as const;

async function walk({ ask }: Client, first: string, next: (cursor: string) => string, id: string) {
  const ids: unknown[] = [];
  const backwards: (string | null)[] = [];
  let answer = await ask(first);
  for (;;) {
    ids.push(...pluck(items(answer), id));
    const { nextCursor, previousCursor } = pagination(answer);
    backwards.push(previousCursor);
    if (nextCursor === null) return { ids, backwards };
    answer = await ask(next(encodeURIComponent(nextCursor)));
  }
}

for (const [path, id] of lists) {
  test(`${path} shows each item once, whatever the limit and the way`, async () => {
    const service = client();
    const whole = pluck(items(await service.ask(`GET ${path}?limit=1000`)), id);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(100);
    for (const limit of [7, 50, 100, whole.length]) {
      const byCursor = await walk(
        service,
        `GET ${path}?limit=${limit}`,
        (cursor) => `GET ${path}?limit=${limit}&cursor=${cursor}`,
        id,
      );
      expect(byCursor.ids).toEqual(whole);
      expect(byCursor.backwards.map((cursor) => cursor === null)).toEqual(
        byCursor.backwards.map((_, page) => page === 0),
      );
      const byOffset: unknown[] = [];
      for (let offset = 0; offset < whole.length; offset += limit) {
        byOffset.push(...pluck(items(await service.ask(`GET ${path}?limit=${limit}&offset=${offset}`)), id));
      }
      expect(byOffset).toEqual(whole);
    }
  });

  test(`${path} begins with 100 items, and says what page it is`, async () => {
    const { ask } = client();
    const first = await ask(`GET ${path}`);
    expect(items(first)).toHaveLength(100);
    expect(pagination(first)).toMatchObject({ limit: 100, offset: 0, previousCursor: null });
    const cursor = encodeURIComponent(pagination(first).nextCursor ?? '');
    expect(pagination(await ask(`GET ${path}?cursor=${cursor}`))).toMatchObject({ limit: 100, offset: 0 });
    expect(pagination(await ask(`GET ${path}?limit=5&offset=3`))).toMatchObject({ limit: 5, offset: 3 });
  });

  test(`${path} refuses defective pages`, async () => {
    const { ask } = client();
    const cursor = encodeURIComponent(pagination(await ask(`GET ${path}`)).nextCursor ?? '');
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=1001',
      'limit=1.5',
      'limit=',
      'limit=1&limit=2',
      'limit=99999999999999999999',
      'offset=-1',
      'offset=x',
      'offset=2147483648',
      'cursor=',
      'cursor=null',
      'cursor=eyJhIjoxfQ==',
      `cursor=${cursor.slice(0, -8)}`,
      `cursor=${cursor}&offset=0`,
      `cursor=${cursor}&offset=1`,
      `cursor=${cursor}&offset=`,
    ]) {
      expect([query, (await ask(`GET ${path}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test(`${path} is empty past its end`, async () => {
    const { ask } = client();
    const { total } = pagination(await ask(`GET ${path}`));
    for (const offset of [total, total + 1, 2_147_483_647]) {
      const answer = await ask(`GET ${path}?offset=${offset}`);
      expect(answer.status).toBe(200);
      expect(items(answer)).toHaveLength(0);
      expect(pagination(answer).nextCursor).toBeNull();
      const back = encodeURIComponent(pagination(answer).previousCursor ?? '');
      const last = await ask(`GET ${path}?limit=4&cursor=${back}`);
      expect(items(last)).toEqual(items(await ask(`GET ${path}?limit=4&offset=${total - 4}`)));
    }
  });
}

test('the previous cursor of the next page leads back', async () => {
  const { ask } = client();
  const first = await ask('GET /users?limit=9');
  const second = await ask(
    `GET /users?limit=9&cursor=${encodeURIComponent(pagination(first).nextCursor ?? '')}`,
  );
  const back = await ask(
    `GET /users?limit=9&cursor=${encodeURIComponent(pagination(second).previousCursor ?? '')}`,
  );
  expect(back.json).toEqual(first.json);
});

test('a cursor keeps filters and sort, alone and beside them', async () => {
  const service = client();
  const query = 'role=student&sort[field]=lastName&sort[direction]=desc';
  const whole = pluck(items(await service.ask(`GET /users?${query}&limit=1000`)), 'userId');
  const first = `GET /users?${query}&limit=20`;
  const alone = await walk(service, first, (cursor) => `GET /users?limit=20&cursor=${cursor}`, 'userId');
  const beside = await walk(service, first, (cursor) => `${first}&cursor=${cursor}`, 'userId');
  expect(alone.ids).toEqual(whole);
  expect(beside.ids).toEqual(whole);
});

test('a cursor works in its own list only', async () => {
  const { ask } = client();
  const cursor = encodeURIComponent(pagination(await ask('GET /classes?limit=1')).nextCursor ?? '');
  expect((await ask(`GET /smart-ia/cohorts?cursor=${cursor}`)).status).toBe(400);
});

test('a cursor loses and repeats nothing when something is created in between', async () => {
  const { ask } = client();
  const first = await ask('GET /users?limit=150');
  await ask('POST /students', { user: { firstName: 'New', lastName: 'Learner' } });
  const cursor = encodeURIComponent(pagination(first).nextCursor ?? '');
  const second = await ask(`GET /users?limit=150&cursor=${cursor}`);
  const ids = [...pluck(items(first), 'userId'), ...pluck(items(second), 'userId')];
  expect(new Set(ids).size).toBe(300);
});

test('items are sorted as asked, ties by id, absent values last when ascending', async () => {
  const { ask } = client();
  for (const direction of ['asc', 'desc']) {
    const answer = await ask(
      `GET /smart-ia/sessions?limit=1000&sort[field]=endDate&sort[direction]=${direction}`,
    );
    const dates = pluck(items(answer), 'endDate');
    const dated = dates.filter((date) => date !== undefined).map(String);
    const sorted = dated.toSorted();
    expect(dated).toEqual(direction === 'asc' ? sorted : sorted.toReversed());
    expect(dates.indexOf(undefined)).toBe(direction === 'asc' ? dated.length : 0);
  }
});

test('the default sort equals its explicit form', async () => {
  const { ask } = client();
  for (const [path, field, direction] of [
    ['/users', 'createdAt', 'desc'],
    ['/smart-ia/sessions', 'startDate', 'asc'],
  ] as const) {
    const plain = await ask(`GET ${path}`);
    expect(items(await ask(`GET ${path}?sort[field]=${field}&sort[direction]=${direction}`))).toEqual(
      items(plain),
    );
    expect(items(await ask(`GET ${path}?sort[field]=${field}`))).toEqual(items(plain));
  }
  for (const sort of [
    'sort[field]=x',
    'sort[field]=',
    'sort[direction]=up',
    'sort=createdAt',
    'sort[field]=constructor',
  ]) {
    expect((await ask(`GET /users?${sort}`)).status).toBe(400);
  }
});
