import { expect } from '@playwright/test';
import { accountSequences, routeSequences } from '../../../generators/account-sequences.ts';
import { runSequences } from '../../../harness/judging/sequence.ts';
import { test } from '../plain-test.ts';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test('while an account is disabled nothing is done to it but to enable it', async () => {
  // `expect` takes a millisecond each time.
  const wrong: string[] = [];
  let steps = 0;
  for (const seed of seeds) {
    let off = false;
    await runSequences(
      accountSequences(['updateUserName', 'disableUser', 'enableUser'], 2, 40),
      {
        start: {},
        begin: async () => {
          off = false;
        },
        act: async ({ op }, expected) => {
          steps += 1;
          if ((op === 'enableUser') !== off) wrong.push(`seed ${seed}: ${op} while off is ${off}`);
          off = op === 'disableUser';
          if ((expected['disableUser'] !== undefined) !== off) wrong.push(`seed ${seed}: after ${op}`);
        },
      },
      { seed, runs: 5 },
    );
  }
  expect(wrong).toEqual([]);
  expect(steps).toBeGreaterThan(500);
});

test('a route assigns only who is not there, and removes only who is', async () => {
  const routes = [
    ['one', 'assign'],
    ['other', 'remove'],
  ] as const;
  // `expect` takes a millisecond each time.
  const wrong: string[] = [];
  let steps = 0;
  for (const seed of seeds) {
    let there: readonly number[] = [];
    await runSequences(
      routeSequences(routes, 2, 40),
      {
        start: [],
        begin: async () => {
          there = [];
        },
        act: async ({ does, at }, expected) => {
          steps += 1;
          if (there.includes(at) !== (does === 'remove')) wrong.push(`seed ${seed}: ${does} ${at}`);
          if (expected.includes(at) !== (does === 'assign')) wrong.push(`seed ${seed}: after ${does} ${at}`);
          there = expected;
        },
      },
      { seed, runs: 5 },
    );
  }
  expect(wrong).toEqual([]);
  expect(steps).toBeGreaterThan(500);
});
