import { expect } from '@playwright/test';
import { lengths, places, valuesAt } from '../../../generators/every-place.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

const known = ['a', 'b', 'c', 'd', 'e'];
const unknown = (n: number) => `nothing ${n}`;

keepsLaws('how long a list of values is, and with which it begins', {
  arbitrary: places(known.length),
  correct: ({ length, first }) => lengths.includes(length) && first >= 0 && first < known.length,
  simplest: ({ length, first }) => length === 30 && first === 0,
  boundaries: {
    'two values': ({ length }) => length === 2,
    'the last known value first': ({ first }) => first === known.length - 1,
  },
});

test('a list holds as many values as it has places, none twice, and known ones at both ends', () => {
  for (const length of lengths)
    for (const count of [1, 2, 5]) {
      const some = known.slice(0, count);
      const values = valuesAt({ length, first: count - 1 }, some, unknown);
      expect(new Set(values).size).toBe(length);
      expect(values.filter((value) => some.includes(value)).length).toBe(Math.min(count, length));
      expect(some).toContain(values.at(-1));
      if (count > 1) expect(some).toContain(values[0]);
    }
});
