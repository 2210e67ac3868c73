import { expect } from '@playwright/test';
import fc from 'fast-check';
import { test } from '../plain-test.ts';
import { keepsLaws, shrinkPath } from './laws.ts';

// The laws themselves, on generators of which everything is known.
keepsLaws('an integer from 0 to 9', {
  arbitrary: fc.integer({ min: 0, max: 9 }),
  correct: (value) => Number.isInteger(value) && value >= 0 && value <= 9,
  simplest: (value) => value === 0,
  boundaries: { 'the least': (value) => value === 0, 'the greatest': (value) => value === 9 },
});

test('a generator that shrinks out of its range is seen along the path', async () => {
  const leaky = fc.integer({ min: 0, max: 9 }).map((value) => (value === 0 ? -1 : value));
  expect(await shrinkPath(leaky, 3)).toContain(-1);
});
