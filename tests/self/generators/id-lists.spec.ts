import { expect } from '@playwright/test';
import fc from 'fast-check';
import { choiceOf, deal, sizesAround } from '../../../generators/id-lists.ts';
import { startingFrom } from '../../../generators/initial-state.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

keepsLaws('a choice of five', {
  arbitrary: choiceOf(5),
  correct: (list) =>
    list.length >= 1 && new Set(list).size === list.length && list.every((at) => at >= 0 && at < 5),
  simplest: (list) => list.length === 1 && list[0] === 0,
  boundaries: {
    'one alone': (list) => list.length === 1,
    'all five': (list) => list.length === 5,
    'an order other than that of the pool': (list) => String(list) !== String([...list].sort()),
  },
});

keepsLaws('sizes around 1 and 100', {
  arbitrary: sizesAround(1, 100),
  correct: (size) => Number.isInteger(size) && size >= 0 && size <= 101,
  simplest: (size) => size === 1,
  boundaries: Object.fromEntries(
    [0, 1, 2, 99, 100, 101].map((edge) => [`${edge}`, (size: number) => size === edge]),
  ),
});

keepsLaws('five things dealt into up to four lists', {
  arbitrary: deal(5, 4),
  correct: (hands) =>
    hands.length >= 2 &&
    hands.length <= 4 &&
    hands.every((hand) => hand.length > 0) &&
    String(hands.flat().sort()) === '0,1,2,3,4',
  simplest: (hands) => hands.length === 2,
  boundaries: { 'two lists': (hands) => hands.length === 2, 'four lists': (hands) => hands.length === 4 },
});

test('an initial state is always the same, and shrinks as any other of its kind', async () => {
  const lengths = fc.record({ users: fc.integer({ min: 1, max: 100 }) });
  const longest = startingFrom({ users: 100 }, lengths);
  expect(fc.sample(longest, { seed: 1, numRuns: 5 })).toEqual(Array(5).fill({ users: 100 }));
  for (const bound of [0, 1, 50, 99]) {
    const { counterexample } = fc.check(
      fc.property(longest, ({ users }) => users <= bound),
      { seed: 1 },
    );
    expect(counterexample).toEqual([{ users: bound + 1 }]);
  }
});
