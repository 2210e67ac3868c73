import { expect } from '@playwright/test';
import { place } from '../../../harness/http/place.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { loadContract } from '../../../spec/contract.ts';
import { instantIn } from '../../target/dates/bounds.ts';
import { test } from '../plain-test.ts';

test('a text of the target that no address can hold is no error of the suite', () => {
  const listUsers = loadContract().operation('listUsers');
  expect(() => place(listUsers, { username: ['\ud800'] })).toThrow(Inconclusive);
  expect(place(listUsers, { username: ['🙂'] }).path).toBe('/users?username=%F0%9F%99%82');
});

test('nobody filters by or beside the ends of calendars', () => {
  for (const text of [
    '+275760-09-13T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    'x',
  ])
    expect(instantIn(text)).toBeUndefined();
  expect(instantIn('2024-02-29T12:00:00.000Z')).toBe(Date.UTC(2024, 1, 29, 12));
});
