import { expect, test } from '@playwright/test';
import { subjects } from './proving.ts';

for (const { id, kind, tryWith } of subjects) {
  if (kind !== 'fault') continue;

  test(`${id} turns its check red`, async () => {
    expect(await tryWith(1)).toEqual([]);
  });
}
