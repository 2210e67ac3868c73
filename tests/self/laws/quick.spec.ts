import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { quickRows } from '../../../spec/quick.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract } from '../proofs/judge-service.ts';

// `npm run quick` makes the choice anew.
test('each row that was chosen for quick runs is one of the catalogue, and changes nothing', () => {
  const rows = new Map(plan(catalogue, contract).map((row) => [row.id, row]));
  const chosen = Object.entries(quickRows()).flatMap(([check, ops]) => ops.map((op) => `${check} @ ${op}`));

  expect(chosen.length).toBeGreaterThan(500);
  expect(chosen.filter((id) => !rows.has(id))).toEqual([]);
  expect(
    chosen.filter((id) => {
      const row = rows.get(id);
      return row?.check.access(row.op) === 'write';
    }),
  ).toEqual([]);
});

test('a quick run asks every operation that reads without a key, with one that nobody was given, and with one that may not', () => {
  const reading = contract.operations.filter(({ writes }) => !writes).map(({ id }) => id);

  expect(reading.length).toBeGreaterThan(10);
  for (const check of [
    'authentication.missing-key',
    'authentication.invalid-key/near-miss',
    'authentication.lacking-permission',
  ])
    expect(quickRows()[check]).toEqual(expect.arrayContaining(reading));
});
