import { serialize } from 'node:v8';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { Failure } from '../../../harness/judging/outcome.ts';
import { counterexamples, runProperty } from '../../../harness/judging/property.ts';
import { test } from '../plain-test.ts';

const run = { seed: 1, runs: 40, eachOnce: true };

/** The values that a property judges, in order. */
async function judged<T>(arbitrary: fc.Arbitrary<T>, how = run): Promise<T[]> {
  const values: T[] = [];
  await runProperty(arbitrary, async (value) => void values.push(value), how);
  return values;
}

test('a value that is drawn again is not judged again', async () => {
  const [few] = [await judged(fc.record({ at: fc.nat({ max: 3 }) }))];
  expect(few.map(({ at }) => at).toSorted()).toEqual([0, 1, 2, 3]);

  expect(await judged(fc.constant('the same'))).toEqual(['the same']);
  expect(await judged(fc.constant('the same'), { ...run, eachOnce: false })).toHaveLength(run.runs);
});

test('values that differ in what a counterexample does not show are different values', async () => {
  const hidden = fc.nat({ max: 5 }).map((secret) => {
    return Object.defineProperty({ secret }, fc.toStringMethod, { value: () => 'a value' });
  });
  expect((await judged(hidden)).map(({ secret }) => secret).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
});

test('the same value is known again however V8 keeps its numbers', async () => {
  const whole = [1];
  const wasHalf = [0.5];
  wasHalf[0] = 1;
  expect(serialize(whole).equals(serialize(wasHalf))).toBe(false);

  expect(await judged(fc.constantFrom(whole, wasHalf))).toEqual([[1]]);
});

test('values that JSON leaves out, or writes like others, are values of their own', async () => {
  const alike = [0, -0, null, undefined, Number.NaN, Infinity, -Infinity, '0', 0n, new Date(0), '', [], {}];
  const wrapped = alike.map((value) => ({ value }));
  const all = [...alike, ...wrapped, { value: { value: undefined } }, { other: undefined }];
  const drawn = await judged(fc.constantFrom(...all), { ...run, runs: 1_000 });

  expect(drawn).toHaveLength(all.length);
  expect(new Set(drawn).size).toBe(all.length - 1);
});

test('what cannot be compared is judged as often as it is drawn', async () => {
  expect(await judged(fc.constant(() => 'a function'))).toHaveLength(run.runs);
});

test('a failure still ends at its smallest value', async () => {
  const law = async (value: number) => {
    if (value > 9) throw new Failure('at most 9', 'more');
  };
  const end = await runProperty(fc.nat({ max: 1000 }), law, run).catch((error: unknown) => error);

  expect(counterexamples.get(end as Failure)?.value).toBe('10');
});
