import { expect } from '@playwright/test';
import { causes } from '../../../harness/judging/verdict.ts';
import { judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';
import { strange } from './strange-manners.ts';

test.describe.configure({ timeout: 120_000 });

for (const [what, { wrap, fails, effort = 'quick' }] of Object.entries(strange)) {
  test(`of ${what}, a row says that they are wrong, and no row is an error of the suite`, async () => {
    const rows = await judgeAll(trial({ wrap, effort }));
    const ids = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ id }) => id);

    expect(rows.filter(({ verdict }) => verdict === 'suiteError')).toEqual([]);
    expect(ids('fail')).toContain(fails);
    const open = rows.filter(({ verdict }) => verdict === 'inconclusive');
    expect(open.filter(({ cause }) => cause === undefined || !causes.includes(cause))).toEqual([]);
    const named = open.flatMap(({ cause, because = '' }) => (cause === 'other-row' ? [because] : []));
    expect([...new Set(named)].filter((id) => !ids('fail').includes(id))).toEqual([]);
  });
}
