import { expect } from '@playwright/test';
import { accusations, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';
import { manners, withManners } from './manners.ts';

test('a service with the manners of frameworks, databases and careful teams is accused of nothing', async () => {
  test.setTimeout(120_000);
  const rows = await judgeAll(trial({ wrap: withManners(manners), seed: 1 }));

  expect(rows.some(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(accusations(rows)).toEqual([]);
});
