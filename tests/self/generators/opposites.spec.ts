import { expect } from '@playwright/test';
import { oppositesIn } from '../../target/sorts.ts';
import { test } from '../plain-test.ts';

const sortsBy = (field: string, ...directions: readonly string[]) =>
  directions.map((direction) => ({ field, direction }));

test('two words for one way make no pair, and neither do words that say no way', () => {
  expect(oppositesIn(sortsBy('lastName', 'desc', 'descending'))).toEqual([]);
  expect(oppositesIn(sortsBy('lastName', 'up', 'down'))).toEqual([]);
  expect(oppositesIn([...sortsBy('lastName', 'asc'), ...sortsBy('firstName', 'desc')])).toEqual([]);
});

test('each field has one pair of opposite directions, of the words named first', () => {
  const sorts = [
    ...sortsBy('lastName', 'DESC', 'descending', 'ascending', 'ASC'),
    ...sortsBy('username', 'asc', 'desc'),
  ];

  expect(oppositesIn(sorts)).toEqual([
    sortsBy('lastName', 'ascending', 'DESC'),
    sortsBy('username', 'asc', 'desc'),
  ]);
});
