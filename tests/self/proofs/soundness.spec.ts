import { expect, test } from '@playwright/test';
import { variants } from '../../../reference/variants/index.ts';
import { accusations, judgeAll, trial } from './judge-service.ts';

test('nothing accuses the reference service', async () => {
  expect(accusations(await judgeAll(trial()))).toEqual([]);
});

for (const variant of variants) {
  test(`nothing accuses ${variant.id}`, async () => {
    expect(accusations(await judgeAll(trial({ variant })))).toEqual([]);
  });
}
