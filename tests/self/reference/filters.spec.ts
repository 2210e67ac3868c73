import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { client, items, pagination, part, pluck } from './client.ts';

const unknown = () => crypto.randomUUID();
const repeat = (name: string, values: readonly string[]) =>
  values.map((value) => `${name}=${encodeURIComponent(value)}`).join('&');

test('30 values of an array filter pass and 31 are refused, equal ones included', async () => {
  const { ask } = client();
  for (const [path, name] of [
    ['/users', 'userId'],
    ['/users', 'upn'],
    ['/users', 'externalId'],
    ['/users', 'username'],
    ['/smart-ia/sessions', 'userId'],
    ['/smart-ia/sessions', 'testId'],
    ['/smart-ia/sessions', 'subject'],
  ] as const) {
    const value = unknown();
    const status = async (count: number) =>
      (await ask(`GET ${path}?${repeat(name, new Array(count).fill(value))}`)).status;
    expect([name, await status(1), await status(30), await status(31)]).toEqual([name, 200, 200, 400]);
  }
});

test('the search takes any number of values and agrees with the list', async () => {
  const { ask, store } = client();
  const users = store.users.list().slice(0, 120);
  const found = await ask('POST /users/search', {
    search: { userIds: users.map((user) => user.id) },
    limit: 200,
  });
  expect(pagination(found).total).toBe(120);

  const [one, two] = users;
  const twins: readonly (readonly [string, Record<string, unknown>])[] = [
    ['', {}],
    [repeat('userId', [one?.id ?? '', two?.id ?? '']), { userIds: [one?.id, two?.id] }],
    ['username=s00001&username=S00001', { usernames: ['s00001', 'S00001'] }],
    ['upn=A820200000001&upn=none', { upns: ['A820200000001', 'none'] }],
    ['externalId=MIS-100001', { externalIds: ['MIS-100001'] }],
    ['email=LEARNER.1%40school.example', { email: 'LEARNER.1@school.example' }],
    ['name=o%27connor', { name: "o'connor" }],
    ['role=teacher', { role: 'teacher' }],
  ];
  for (const [query, search] of twins) {
    const list = await ask(`GET /users?limit=17&offset=2&sort[field]=username&${query}`);
    const twin = await ask('POST /users/search', {
      search,
      limit: 17,
      offset: 2,
      sort: { field: 'username' },
    });
    expect(twin.json).toEqual(list.json);
  }
});

test('a search body with a defect is refused', async () => {
  const { ask } = client();
  const { nextCursor } = pagination(await ask('POST /users/search', { limit: 1 }));
  for (const body of [
    { limit: '5' },
    { limit: 1.5 },
    { offset: 0, cursor: nextCursor },
    { search: [] },
    { search: { userIds: 'x' } },
    { search: { userIds: ['x'] } },
    { search: { name: '' } },
    { search: { role: 'pirate' } },
    { search: { email: 'nobody' } },
    { sort: { field: 'shoeSize' } },
    { cursor: 5 },
  ]) {
    expect([body, (await ask('POST /users/search', body)).status]).toEqual([body, 400]);
  }
  expect((await ask('POST /users/search', { offset: 0, cursor: null, sort: null })).status).toBe(200);
  expect((await ask('POST /users/search', { cursor: nextCursor, limit: 1 })).status).toBe(200);
});

test('a user filter that is no id, name, e-mail or role is refused, one that matches nothing is not', async () => {
  const { ask } = client();
  for (const query of ['userId=x', 'userId=', 'name=', 'email=x', 'role=pirate', 'name=a&name=b']) {
    expect([query, (await ask(`GET /users?${query}`)).status]).toEqual([query, 400]);
  }
  for (const query of [`userId=${unknown()}`, 'name=zzz', 'email=a@b.example', 'upn=', 'username=nobody']) {
    const answer = await ask(`GET /users?${query}`);
    expect([query, answer.status, pagination(answer).total]).toEqual([query, 200, 0]);
  }
});

test('filters narrow each other', async () => {
  const { ask } = client();
  const total = async (query: string) => pagination(await ask(`GET /users?${query}`)).total;
  expect(await total('username=s00001&role=student')).toBe(1);
  expect(await total('username=s00001&role=teacher')).toBe(0);
});

test('search on names is exact and ignores case, in every script', async () => {
  const { ask, store } = client();
  for (const [path, table] of [
    ['/classes', store.classes],
    ['/smart-ia/cohorts', store.cohorts],
  ] as const) {
    for (const { id, name } of table.list()) {
      const found = await ask(`GET ${path}?search=${encodeURIComponent(name.toUpperCase())}`);
      const names = pluck(items(found), 'name').map((other) => String(other).toLowerCase());
      const wanted = name.toUpperCase().toLowerCase() === name.toLowerCase();
      expect([name, found.text.includes(id)]).toEqual([name, wanted]);
      expect(new Set(names).size).toBe(wanted ? 1 : 0);
    }
    expect(pagination(await ask(`GET ${path}?search=Foundation`)).total).toBe(0);
    expect(pagination(await ask(`GET ${path}?search=foundation%20group`)).total).toBe(2);
    expect(pagination(await ask(`GET ${path}?search=evening+learners`)).total).toBe(2);
  }
});

test('academicYearId is an id, or current for the current one', async () => {
  const { ask } = client();
  const year = part((await ask('GET /academic-years/current')).json, 'academicYear')['academicYearId'];
  for (const path of ['/classes', '/smart-ia/cohorts']) {
    const current = await ask(`GET ${path}?academicYearId=current`);
    expect(current.json).toMatchObject((await ask(`GET ${path}?academicYearId=${year}`)).json);
    expect(new Set(pluck(items(current), 'academicYearId'))).toEqual(new Set([year]));
    expect((await ask(`GET ${path}?academicYearId=CURRENT`)).status).toBe(400);
    expect(pagination(await ask(`GET ${path}?academicYearId=${unknown()}`)).total).toBe(0);
  }
});

test('date operators are exact at the boundary, in both forms', async () => {
  const { ask } = client();
  const total = async (query: string) => pagination(await ask(`GET /smart-ia/sessions?${query}`)).total;
  for (const field of ['startDate', 'endDate']) {
    const all = pluck(items(await ask('GET /smart-ia/sessions?limit=1000')), field).filter(
      (date) => date !== undefined,
    );
    for (const date of ['2024-02-29T00:00:00.000Z', String(all[0]), String(all.at(-1))]) {
      const forms = date.endsWith('.000Z') ? [date, String(Date.parse(date) / 1000)] : [date];
      for (const form of forms) {
        const by = async (operator: string) => await total(`${field}[${operator}]=${form}`);
        expect(await by('gt')).toBe(all.filter((other) => String(other) > date).length);
        expect(await by('gte')).toBe(all.filter((other) => String(other) >= date).length);
        expect(await by('lt')).toBe(all.filter((other) => String(other) < date).length);
        expect(await by('lte')).toBe(all.filter((other) => String(other) <= date).length);
        expect(await total(`${field}[gte]=${form}&${field}[lte]=${form}`)).toBe(
          all.filter((other) => other === date).length,
        );
      }
    }
  }
});

test('conflicting operators and unreadable dates are refused, other combinations are not', async () => {
  const { ask } = client();
  const date = '2024-01-01T00:00:00.000Z';
  const status = async (query: string) => (await ask(`GET /smart-ia/sessions?${query}`)).status;
  for (const field of ['startDate', 'endDate']) {
    expect(await status(`${field}[gt]=${date}&${field}[gte]=${date}`)).toBe(400);
    expect(await status(`${field}[lt]=0&${field}[lte]=${date}&limit=1`)).toBe(400);
    expect(await status(`${field}[gt]=${date}&${field}[lte]=0`)).toBe(200);
    for (const value of [
      '',
      'x',
      'yesterday',
      '2024-02-30T00:00:00.000Z',
      '2023-02-29T00:00:00.000Z',
      '2024-01-01T24:00:00.000Z',
      '2024-01-01T00:60:00.000Z',
      '2024-13-01T00:00:00.000Z',
      '2024-01-01T00:00:00.000+01:00',
      '2024-01-01T00:00:00.000',
      '2024-01-01',
      '1.5',
      '1e9',
      '9999999999999',
    ]) {
      const query = `${field}[gt]=${encodeURIComponent(value)}`;
      expect([query, await status(query)]).toEqual([query, 400]);
    }
    expect(await status(`${field}[eq]=${date}`)).toBe(400);
    expect(await status(`${field}=${date}`)).toBe(400);
    expect(await status(`${field}[gt]=-1`)).toBe(200);
    expect(await status(`${field}[gt]=2024-01-01T00:00:00Z`)).toBe(200);
  }
  expect(await status(`startDate[gt]=${date}&endDate[gte]=${date}`)).toBe(200);
});

test('the two kinds of session partition the list', async () => {
  const { ask } = client();
  const ids = async (line: string) => pluck(items(await ask(line)), 'sessionId');
  const all = await ids('GET /smart-ia/sessions?limit=1000');
  const completed = await ids('GET /smart-ia/sessions?limit=1000&status=Completed');
  const open = await ids('GET /smart-ia/sessions?limit=1000&status=InProgress');
  expect([...completed, ...open].toSorted()).toEqual(all.toSorted());
  expect(await ids('GET /smart-ia/sessions/completed?limit=1000')).toEqual(completed);
  expect(await ids('GET /smart-ia/sessions/in-progress?limit=1000')).toEqual(open);
  expect((await ask('GET /smart-ia/sessions?status=completed')).status).toBe(400);
});

test('the session search agrees with the list', async () => {
  const { ask, store } = client();
  const tests = store.tests.list().slice(0, 3);
  const list = await ask(
    `GET /smart-ia/sessions?limit=40&status=Completed&${repeat(
      'testId',
      tests.map((one) => one.id),
    )}&${repeat('subject', ['Mathematics', 'English Writing'])}&startDate[gte]=1704067200`,
  );
  const search = await ask('POST /smart-ia/sessions/search', {
    search: {
      testIds: tests.map((one) => one.id),
      subjects: ['Mathematics', 'English Writing'],
      status: 'Completed',
      startDate: { gte: 1_704_067_200 },
    },
    limit: 40,
  });
  expect(search.json).toEqual(list.json);
  expect(items(list).length).toBeGreaterThan(3);
  const conflict = { search: { endDate: { lt: 0, lte: '2024-01-01T00:00:00.000Z' } } };
  expect((await ask('POST /smart-ia/sessions/search', conflict)).status).toBe(400);
});
