import { expect, test } from '@playwright/test';
import { variants } from '../../../reference/variants/index.ts';
import { accusations, judgeAll, trial } from './judge-service.ts';

// Each of these is a whole run of the catalogue; that of a slow service waits for it.
test.describe.configure({ timeout: 120_000 });

test('nothing accuses the reference service', async () => {
  expect(accusations(await judgeAll(trial()))).toEqual([]);
});

for (const variant of variants) {
  test(`nothing accuses ${variant.id}`, async () => {
    expect(accusations(await judgeAll(trial({ variant })))).toEqual([]);
  });
}
