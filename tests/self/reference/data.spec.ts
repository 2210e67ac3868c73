import { expect } from '@playwright/test';
import { duration } from '../../../reference/service/render/fields.ts';
import { test } from '../plain-test.ts';
import { client, items, part, pluck } from './client.ts';

test('the same seed gives the same service, another seed other ids and keys', async () => {
  const text = async (seed: number) => (await client({ seed }).ask('GET /users')).text;
  expect(await text(3)).toBe(await text(3));
  expect(await text(3)).not.toBe(await text(4));
  expect(client({ seed: 3 }).keys).not.toEqual(client({ seed: 4 }).keys);
});

test('larger data contains smaller data', () => {
  const [small, large] = [client({ users: 50 }), client({ users: 500 })];
  expect(small.store.users.list()).toEqual(large.store.users.list().slice(0, 50));
  expect(small.store.classes.list()).toEqual(large.store.classes.list());
  expect(client({ users: 5000 }).store.users.list()).toHaveLength(5000);
});

test('ids are unique version 4 UUIDs', () => {
  const { store } = client({ users: 5000 });
  const tables = [store.years, store.classes, store.cohorts, store.users, store.tests, store.sessions];
  const ids = [...tables, store.studySessions].flatMap((table) => table.list().map((row) => row.id));
  expect(new Set(ids).size).toBe(ids.length);
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.filter((id) => !form.test(id))).toEqual([]);
});

test('all 17 result levels occur, the special ones where they belong', async () => {
  const completed = items(await client().ask('GET /smart-ia/sessions/completed?limit=1000'));
  const levels = completed.map((session) => part(session, 'result')['level']);
  expect(new Set(levels).size).toBe(17);
  const subjectsOf = (level: string) => [
    ...new Set(
      completed
        .filter((session) => part(session, 'result')['level'] === level)
        .map((session) => part(session, 'test')['subject']),
    ),
  ];
  expect(subjectsOf('NA')).toEqual(['English Writing']);
  expect(subjectsOf('Entry - Below E3')).toEqual(['Digital Skills']);
});

test('a session in progress has no end and a null result, a completed one has both', async () => {
  const sessions = items(await client().ask('GET /smart-ia/sessions?limit=1000'));
  const isOpen = (session: (typeof sessions)[number]) => session['status'] === 'InProgress';
  const [open, ended] = [sessions.filter(isOpen), sessions.filter((session) => !isOpen(session))];
  const written = /^P(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$/;

  expect([open.length > 0, ended.length > 0]).toEqual([true, true]);
  expect(open.filter((session) => session['result'] !== null || 'endDate' in session)).toEqual([]);
  expect(ended.filter((session) => !(String(session['endDate']) > String(session['startDate'])))).toEqual([]);
  expect(ended.filter((session) => !written.test(String(part(session, 'result')['duration'])))).toEqual([]);
});

test('dates tie, and lie on the edges of years, months and leap days', async () => {
  const { ask } = client();
  const starts = pluck(items(await ask('GET /smart-ia/sessions?limit=1000')), 'startDate');
  for (const edge of ['2023-12-31T23:59:59.999Z', '2024-02-29T00:00:00.000Z', '2025-01-01T00:00:00.000Z']) {
    expect(starts.filter((start) => start === edge).length).toBeGreaterThan(1);
  }
  const created = pluck(items(await ask('GET /users?limit=1000')), 'createdAt');
  expect(new Set(created).size).toBeLessThan(created.length / 4);
});

test('users share names, lack optional fields, and are in none, some or many classes', () => {
  const users = client().store.users.list();
  const names = users.map((user) => `${user.firstName} ${user.lastName}`);
  expect(new Set(names).size).toBeLessThan(users.length);
  for (const field of ['upn', 'externalId', 'gender', 'dateOfBirth', 'lastName'] as const) {
    const present = users.filter((user) => user[field] !== undefined).length;
    expect(present).toBeGreaterThan(0);
    expect(present).toBeLessThan(users.length);
  }
  const sizes = new Set(users.map((user) => user.classIds.length));
  expect([0, 1, 2, 3, 12].every((size) => sizes.has(size))).toBe(true);
  expect(new Set(users.flatMap((user) => user.roles)).size).toBe(4);
  expect(users.some((user) => user.emails.length === 2)).toBe(true);
});

test('names of classes and cohorts are unique within a year, ignoring case, and not between years', () => {
  const { store } = client();
  for (const table of [store.classes, store.cohorts]) {
    const groups = table.list();
    const within = groups.map((group) => `${group.academicYearId} ${group.name.toLowerCase()}`);
    expect(new Set(within).size).toBe(groups.length);
    expect(new Set(groups.map((group) => group.name)).size).toBe(groups.length - 1);
    expect(new Set(groups.map((group) => group.name.toLowerCase())).size).toBe(groups.length - 2);
  }
});

test('nothing empty is answered but the result of a session in progress', async () => {
  const { ask } = client();
  for (const path of [
    '/users',
    '/classes',
    '/smart-ia/cohorts',
    '/smart-ia/sessions',
    '/sessions/completed',
  ]) {
    const { text } = await ask(`GET ${path}?limit=1000`);
    const bare = text.replaceAll('"result":null', '').replace(/"(previous|next)Cursor":null/g, '');
    expect(bare).not.toMatch(/:(null|""|\[\]|\{\})/);
  }
});

test('durations leave out what is zero', () => {
  const texts = [0, 1000, 61_000, 3_600_000, 93_600_000, 86_400_000].map(duration);
  expect(texts).toEqual(['PT0S', 'PT1S', 'PT1M1S', 'PT1H', 'P1DT2H', 'P1D']);
});
