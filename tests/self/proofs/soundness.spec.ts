import { expect, test } from '@playwright/test';
import { judgeAll, sessionWith } from './judge-service.ts';

test('the reference service keeps every clause', async () => {
  const rows = await judgeAll(sessionWith());

  expect(rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'suiteError')).toEqual([]);
});
