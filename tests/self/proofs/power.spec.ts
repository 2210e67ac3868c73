import { expect } from '@playwright/test';
import { test } from './light-test.ts';
import { subjects } from './proving.ts';

for (const { id, kind, tryWith } of subjects) {
  if (kind !== 'fault') continue;

  test(`${id} turns its check red`, async () => {
    expect(await tryWith(1)).toEqual([]);
  });
}
