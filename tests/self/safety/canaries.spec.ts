import { expect, test } from '@playwright/test';
import { openScan } from '../../../harness/scan.ts';
import { faults } from '../../../reference/faults/index.ts';
import { canaries, withCanaries } from '../../../reference/hostile/canaries.ts';
import { judgeAll, rowsOf, trial } from '../proofs/judge-service.ts';

const secrets = Object.entries(canaries).map(([what, text]) => ({ what, text }));
const scan = openScan(secrets);

test('no row of a whole run shows a canary, whatever its verdict', async () => {
  const rows = await judgeAll(trial({ wrap: withCanaries }));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.some(({ verdict }) => verdict === 'fail')).toBe(true);
  for (const row of rows)
    expect(`${row.id} ${JSON.stringify(scan(JSON.stringify(row)))}`).toBe(`${row.id} []`);
});

test('no failure that a fault provokes shows a canary', async () => {
  test.setTimeout(120_000);
  for (const fault of faults) {
    const rows = await judgeAll(
      trial({ wrap: (service) => fault.wrap(withCanaries(service)) }),
      rowsOf(fault.check, fault.on),
    );
    expect(`${fault.id} ${JSON.stringify(rows.flatMap((row) => scan(JSON.stringify(row))))}`).toBe(
      `${fault.id} []`,
    );
  }
});
