import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { client } from './client.ts';

test('a basic error has the status of the response and a message', async () => {
  const answer = await client().ask('GET /smart-ia/cohorts?limit=x');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.json).toEqual({ status: 400, message: 'limit must be an integer.' });
});

test('problem details have their five members and a media type of their own', async () => {
  const { ask } = client();
  const [one, other] = [await ask('GET /users?limit=x'), await ask('GET /users?limit=x')];
  expect(one.headers.get('content-type')).toBe('application/problem+json');
  expect(Object.keys(one.json)).toEqual(['type', 'title', 'status', 'detail', 'instance']);
  expect(one.json['status']).toBe(400);
  expect(one.json['instance']).not.toBe(other.json['instance']);
});

const wrong: readonly (readonly [string, unknown, Record<string, string>, number])[] = [
  ['no body', '', {}, 400],
  ['half of an object', '{"class":{', {}, 400],
  ['an array', [], {}, 400],
  ['null', 'null', {}, 400],
  ['a text', '"class"', {}, 400],
  ['no wrapper', { name: 'A' }, {}, 400],
  ['a wrapper that holds a text', { class: 'A' }, {}, 400],
  ['a wrapper that holds null', { class: null }, {}, 400],
  ['a name that is a number', { class: { name: 1 } }, {}, 400],
  ['no name', { class: {} }, {}, 400],
  ['a blank name', { class: { name: ' ' } }, {}, 400],
  ['an endless name', { class: { name: 'x'.repeat(256) } }, {}, 400],
  ['a malformed year', { class: { name: 'A', academicYearId: 'current' } }, {}, 400],
  ['an unknown year', { class: { name: 'A', academicYearId: crypto.randomUUID() } }, {}, 400],
  ['plain text', { class: { name: 'A' } }, { 'content-type': 'text/plain' }, 415],
  ['five mebibytes', `{"class":{"name":"A"},"x":"${'x'.repeat(5 * 1024 * 1024)}"}`, {}, 413],
];
for (const [what, body, headers, status] of wrong) {
  test(`a class is not created from ${what}`, async () => {
    const { ask, store } = client();
    const before = store.classes.list().length;
    expect((await ask('POST /classes', body, headers)).status).toBe(status);
    expect(store.classes.list()).toHaveLength(before);
  });
}

test('a malformed id is 400 where the operation lists 400, and 404 for an academic year', async () => {
  const { ask } = client();
  for (const [path, status] of [
    ['/classes/x', 400],
    ['/smart-ia/cohorts/x', 400],
    ['/academic-years/x', 404],
    [`/classes/${crypto.randomUUID()}`, 404],
    [`/smart-ia/cohorts/${crypto.randomUUID()}`, 404],
    [`/academic-years/${crypto.randomUUID()}`, 404],
  ] as const) {
    expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, status]);
  }
});

test('ids are found in either letter case', async () => {
  const { ask, store } = client();
  const id = store.classes.list()[0]?.id ?? '';
  expect((await ask(`GET /classes/${id.toUpperCase()}`)).status).toBe(200);
  expect((await ask(`GET /users?userId=${store.users.list()[0]?.id.toUpperCase()}`)).text).toContain(
    '"total":1',
  );
});

test('too many requests are 429 with Retry-After', async () => {
  const { ask } = client({ shapes: { rate: { requests: 2, seconds: 30 } } });
  await ask('GET /academic-years');
  expect((await ask('GET /academic-years')).status).toBe(200);
  const third = await ask('GET /academic-years');
  expect(third.status).toBe(429);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
});
