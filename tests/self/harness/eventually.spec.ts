import { expect } from '@playwright/test';
import type { Context } from '../../../harness/judging/context.ts';
import { eventually, longestFor, type Purpose } from '../../target/eventually.ts';
import { test } from '../plain-test.ts';

test('where the profile says nothing, a change may take half a minute to be seen', () => {
  expect(longestFor(undefined, { slowest: 0, vain: 0 })).toBe(30_000);
  expect(longestFor(undefined, { slowest: 0, vain: 2 })).toBe(30_000);
});

test('a target that never shows changes is not waited for again and again', () => {
  expect(longestFor(undefined, { slowest: 0, vain: 3 })).toBe(3000);
});

test('a target that shows changes late is waited for longer than the slowest one took', () => {
  expect(longestFor(undefined, { slowest: 5000, vain: 3 })).toBe(20_000);
  expect(longestFor(undefined, { slowest: 25_000, vain: 9 })).toBe(30_000);
});

test('what the profile says counts', () => {
  expect(longestFor(0, { slowest: 0, vain: 0 })).toBe(0);
  expect(longestFor(90_000, { slowest: 0, vain: 9 })).toBe(90_000);
});

test('a change that is seen late is seen, and how late is noted', async () => {
  const noted: string[] = [];
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads;
  };
  const seen = await eventually(withReading(1000, noted), read, (count) => count > 3);

  expect(seen).toBe(4);
  expect(noted).toEqual(['seen a moment later']);
});

test('what is never seen is read to the end, and given back', async () => {
  const noted: string[] = [];

  expect(
    await eventually(
      withReading(30, noted),
      async () => 'before',
      (state) => state === 'after',
    ),
  ).toBe('before');
  expect(noted).toEqual([]);
});

/** How often a read that always says the same is sent until a row gives up waiting for something else. */
async function readsInVain(context: Context, purpose: Purpose): Promise<number> {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return 'before';
  };
  await eventually(context, read, (state) => state === 'after', purpose);
  return reads;
}

test('who has waited in vain for what is arranged waits as long for what is claimed, and then hardly', async () => {
  const context = withReading(200, []);
  const inTurn: number[] = [];
  for (const purpose of ['arrangement', 'arrangement', 'claim', 'claim', 'arrangement'] as const)
    inTurn.push(await readsInVain(context, purpose));

  // At 0, 20, 60, 140 and 200 milliseconds, or at 0 and 20.
  expect(inTurn).toEqual([5, 2, 5, 2, 2]);
});

function withReading(reading: number, noted: string[]): Context {
  const part: Pick<Context, 'reading' | 'observe'> = {
    reading: () => reading,
    observe: (_, value) => noted.push(value),
  };
  return { ...part, world: {} } as unknown as Context;
}
