import { expect } from '@playwright/test';
import { operations } from '../../../reference/service/operations/index.ts';
import { test } from '../plain-test.ts';
import { client } from './client.ts';

const id = '00000000-0000-4000-8000-000000000000';

test('there are 39 operations, each with an id of its own', () => {
  expect(operations).toHaveLength(39);
  expect(new Set(operations.map((operation) => operation.id)).size).toBe(39);
});

test('each operation needs a key, and an empty or wrong one is none', async () => {
  const { ask } = client();
  for (const { method, path } of operations) {
    for (const key of ['', 'wrong', 'reference-full-']) {
      const answer = await ask(`${method} ${path.replace('{id}', id)}`, undefined, { 'x-api-key': key });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  }
});

test('the restricted key reads academic years and nothing else', async () => {
  const { ask, keys } = client();
  for (const { method, path, resource } of operations) {
    const answer = await ask(`${method} ${path.replace('{id}', id)}`, undefined, {
      'x-api-key': keys.restricted,
    });
    const years = path.includes('{id}') ? 404 : 200;
    expect([path, answer.status]).toEqual([path, resource === 'academicYears' ? years : 403]);
  }
});

test('a preflight needs no key and names methods and headers', async () => {
  const { ask } = client();
  for (const { method, path } of operations) {
    const answer = await ask(`OPTIONS ${path.replace('{id}', id)}`, undefined, {
      'x-api-key': '',
      origin: 'https://elsewhere.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'x-api-key',
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(answer.headers.get('access-control-allow-headers')).toBe('x-api-key, content-type');
  }
});

test('every answer may be read from any origin, errors included', async () => {
  const { ask } = client();
  for (const line of ['GET /users?limit=1', 'GET /users?limit=x', 'GET /nowhere', 'PATCH /classes']) {
    expect((await ask(line)).headers.get('access-control-allow-origin')).toBe('*');
  }
  const locked = await ask('GET /users', undefined, { 'x-api-key': '' });
  expect(locked.headers.get('access-control-allow-origin')).toBe('*');
});

test('an unknown path is 404 and a wrong method 405 with Allow', async () => {
  const { ask } = client();
  for (const path of ['/', '/classes/', '/classes/{id}', '/academic-years/a/b', '//classes', '/%zz']) {
    expect([path, (await ask(`GET ${path}`)).status]).toEqual([path, path === '/classes/{id}' ? 400 : 404]);
  }
  const answer = await ask('PUT /classes', {});
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('HEAD, GET, POST, OPTIONS');
});

test('HEAD answers as GET does, without the body', async () => {
  const { ask } = client();
  const [head, get] = [await ask('HEAD /classes?limit=3'), await ask('GET /classes?limit=3')];
  expect(head.status).toBe(200);
  expect(head.text).toBe('');
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  expect((await ask('HEAD /classes?limit=x')).text).toBe('');
});
