import { expect } from '@playwright/test';
import { test } from './light-test.ts';
import { power } from './proving.ts';

/** So many go to a worker together: to hand one over alone takes as long as to try it, as the file has so many tests. */
const together = 25;

for (let at = 0; at < power.length; at += together)
  test.describe(() => {
    test.describe.configure({ mode: 'default' });

    for (const { id, tryWith } of power.slice(at, at + together))
      test(`${id} turns its check red`, async () => {
        expect(await tryWith(1)).toEqual([]);
      });
  });
