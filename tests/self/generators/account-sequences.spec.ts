import { expect } from '@playwright/test';
import { accountSequences, routeSequences } from '../../../generators/account-sequences.ts';
import { runSequences } from '../../../harness/judging/sequence.ts';
import { test } from '../plain-test.ts';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test('while an account is disabled nothing is done to it but to enable it', async () => {
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
          expect(op === 'enableUser').toBe(off);
          off = op === 'disableUser';
          expect(expected['disableUser'] !== undefined).toBe(off);
        },
      },
      { seed, runs: 5 },
    );
  }
});

test('a route assigns only who is not there, and removes only who is', async () => {
  const routes = [
    ['one', 'assign'],
    ['other', 'remove'],
  ] as const;
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
          expect(there.includes(at)).toBe(does === 'remove');
          expect(expected.includes(at)).toBe(does === 'assign');
          there = expected;
        },
      },
      { seed, runs: 5 },
    );
  }
});
