import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { judgeAll } from './judge-service.ts';
import { test } from './light-test.ts';

const check = 'pagination.ways-agree/any-combination';

/** Orders that break where a quick run asks for them in two requests, and the list where they do. */
const broken = {
  'list-users.sort-order!forgotten-by-offset': 'listUsers',
  'search-users.sort/as-in-list!field-ignored': 'searchUsers',
  'list-sessions.sort-order!field-ignored-descending': 'listSessions',
  'search-sessions.sort!ends-ignored': 'searchSessions',
} as const;

for (const [id, op] of Object.entries(broken))
  test(`a quick run asks for other orders than that of the list: ${id}`, async () => {
    const fault = faults.find((one) => one.id === id);
    expect(fault).toBeDefined();
    expect(await judged(op, fault?.wrap)).toEqual([`${check} @ ${op} fail`]);
    expect(await judged(op)).toEqual([`${check} @ ${op} pass`]);
  });

/** The verdict on a list, whether or not its row was chosen for quick runs. */
async function judged(op: string, wrap?: (service: Service) => Service): Promise<readonly string[]> {
  const row = candidates.filter(({ id }) => id === `${check} @ ${op}`);
  const rows = await judgeAll(wideRun(wrap && { wrap }), row);
  return rows.map(({ id, verdict }) => `${id} ${verdict}`);
}
