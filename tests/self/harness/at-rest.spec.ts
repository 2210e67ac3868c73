import { expect } from '@playwright/test';
import type { Context } from '../../../harness/judging/context.ts';
import { atRest, noteDelays, unchanged } from '../../target/delays.ts';
import { test } from '../plain-test.ts';

/** A row on a target that has shown a change so many milliseconds late; the profile may say when changes are seen. */
function rowOn(slowest: number, reading?: number): Context {
  const part: Pick<Context, 'reading'> = { reading: () => reading };
  const row = { ...part, world: { msSinceChange: () => Number.POSITIVE_INFINITY } } as unknown as Context;
  noteDelays(row, { slowest });
  return row;
}

/** Reads that show these things in turn, the last one ever after; and how many there were. */
function reads(...shown: readonly string[]) {
  const all = {
    count: 0,
    read: async () => {
      all.count += 1;
      return shown[Math.min(all.count, shown.length) - 1] ?? '';
    },
  };
  return all;
}

const known = async () => 'known';

test('what is known counts where a target has shown every change at once, and nothing is read', async () => {
  for (const row of [rowOn(0), rowOn(60, 0)]) {
    const now = reads('now');
    expect(await unchanged(row, known, now.read)).toBe('known');
    expect(now.count).toBe(0);
  }
});

test('what is not known is read once where a target has shown every change at once', async () => {
  const now = reads('now', 'later');
  expect(await unchanged(rowOn(0), () => undefined, now.read)).toBe('now');
  expect(await atRest(rowOn(60, 0), now.read)).toBe('later');
  expect(now.count).toBe(2);
});

test('of a target that has shown a change late, what is known counts for nothing: it is read until two answers agree', async () => {
  const cached = reads('before', 'after', 'after');
  expect(await unchanged(rowOn(60), known, cached.read)).toBe('after');
  expect(cached.count).toBe(3);
});

test('answers agree by their data, whatever else they hold', async () => {
  const dated = reads('data 1', 'data 2');
  expect(await atRest(rowOn(60), dated.read, (seen) => seen.split(' ')[0])).toBe('data 2');
  expect(dated.count).toBe(2);
});

test('what others change again and again is read four times', async () => {
  const moving = reads('1', '2', '3', '4', '5');
  expect(await atRest(rowOn(60), moving.read)).toBe('4');
});
