import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { judgeAll } from './judge-service.ts';
import { test } from './light-test.ts';

const check = 'authentication.invalid-key/near-miss';

for (const id of [`${check}!prefix`, `${check}!like`, `${check}!suffix`])
  test(`a quick run tries one key that is nearly valid at each operation, and each way at some: ${id}`, async () => {
    const fault = faults.find((one) => one.id === id);
    expect(fault).toBeDefined();
    const asked = candidates.filter(
      (row) => row.check.id === check && fault?.on.includes(row.op.id as never),
    );

    const rows = await judgeAll(wideRun(fault && { wrap: fault.wrap }), asked);

    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(0);
    expect((await judgeAll(wideRun(), asked)).map(({ verdict }) => verdict)).toEqual(asked.map(() => 'pass'));
  });

for (const [what, id] of [
  ['for nothing', 'authentication.missing-key/unknown-id'],
  ['in a malformed way', 'authentication.missing-key/malformed'],
  ['from a page', 'authentication.missing-key/from-a-page!own-pages'],
] as const)
  test(`with such keys a quick run asks ${what} too`, async () => {
    const fault = faults.find((one) => one.id === id);
    expect(fault).toBeDefined();
    const asked = candidates.filter((row) => row.check.id === check);

    const rows = await judgeAll(wideRun(fault && { wrap: fault.wrap }), asked);

    expect(rows.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(2);
  });
