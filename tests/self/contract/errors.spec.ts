import { expect } from '@playwright/test';
import { loadContract } from '../../../spec/contract.ts';
import { test } from '../plain-test.ts';

const contract = loadContract();

/** The clauses that a 401 with this body breaks. */
function broken(body: unknown): readonly string[] {
  return contract.validate('getClass', 401, body).map(({ clause }) => clause);
}

const good: readonly unknown[] = [
  { status: 401, message: 'No key.' },
  { status: 401, message: 'x', trace: 'x' },
  { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'No key.', instance: '/a/1' },
  { type: '/problems/no-key' },
  { title: 'Unauthorized' },
  { detail: 'No key.' },
  { status: 401 },
  { status: 401, message: 'a basic error', detail: { with: 'more' } },
  { title: 'a problem', message: { with: 'an extension' } },
];

for (const body of good)
  test(`${JSON.stringify(body)} is an error body`, () => expect(broken(body)).toEqual([]));

const bad: readonly [body: unknown, ...clauses: string[]][] = [
  [{ message: 'x' }, 'errors.basic-status'],
  [{ status: '401', message: 'x' }, 'errors.basic-status'],
  [{ status: 401.5, message: 'x' }, 'errors.basic-status'],
  [{ status: 401, message: 5 }, 'errors.basic-message'],
  [{ status: 401, message: '' }, 'errors.basic-message'],
  [{ status: 401, message: null }, 'errors.basic-message'],
  [{ status: 400, message: 'x' }, 'errors.status-equals-http'],
  [{ title: 'x', status: 400 }, 'errors.problem-status'],
  [{ title: 'x', status: '401' }, 'errors.problem-status'],
  [{ title: 5 }, 'errors.problem-title'],
  [{ type: 'not a uri' }, 'errors.problem-type'],
  [{ title: 'x', instance: 'a b' }, 'errors.problem-instance'],
  [{ title: 'x', detail: ['x'] }, 'errors.problem-detail'],
  [{ title: 'x', detail: null }, 'conventions.empty-omitted'],
  [{ status: '401' }, 'errors.two-formats'],
  [{}, 'errors.two-formats'],
  [{ error: 'Unauthorized' }, 'errors.two-formats'],
  [{ statusCode: 401, message: 'Unauthorized' }, 'errors.basic-status'],
  [['x'], 'errors.two-formats'],
  ['Unauthorized', 'errors.two-formats'],
  [null, 'errors.two-formats'],
  [undefined, 'errors.two-formats'],
];

for (const [body, ...clauses] of bad) {
  test(`${JSON.stringify(body)} breaks ${clauses.join(' and ')} and nothing else`, () => {
    expect(broken(body)).toEqual(clauses);
  });
}

test('every listed error status has the formats, with its own number', () => {
  const listed = contract.operations.flatMap(({ id, statuses }) =>
    statuses.filter((one) => one >= 400 && one !== 504).map((status) => [id, status] as const),
  );
  const found = listed.map(([id, status]) => {
    const of = (told: number) => contract.validate(id, status, { status: told, message: 'x' });
    return [id, status, of(status), of(status + 1)[0]?.clause];
  });
  expect(listed.length).toBeGreaterThan(100);
  expect(found).toEqual(listed.map((one) => [...one, [], 'errors.status-equals-http']));
});

test('a 504 may carry the page of a gateway', () => {
  expect(contract.validate('getClass', 504, '<html>')).toEqual([]);
});

test('a status that the operation does not list is not judged', () => {
  expect(contract.validate('getClass', 418, { any: 'thing' })).toEqual([]);
  expect(contract.validate('listTests', 404, { any: 'thing' })).toEqual([]);
});
