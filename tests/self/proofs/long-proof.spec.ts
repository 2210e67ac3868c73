import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { packageVersion, readLongProof } from './long-proof.ts';
import { keepTried, readTried } from './tried.ts';

test('this version has a long proof, in which no fault was missed and no conforming service accused', () => {
  const { faults, services } = readLongProof();

  for (const { version, seeds, against } of [faults, services]) {
    expect(version, 'package.json has another version than the last long proof: run `npm run prove`').toBe(
      packageVersion(),
    );
    expect(against).toBe(0);
    expect(seeds).toBeGreaterThanOrEqual(20);
  }
});

test('a long proof goes on with what it has not tried, and begins anew once anything has changed', () => {
  const log = test.info().outputPath('proofs.ndjson');
  const seeds = [1, 2, 3, 4, 5];
  const outcome = { held: 4, against: ['seed 3: a line'] };
  expect(readTried('now', log)({ id: 'one', seeds })).toBeUndefined();

  keepTried({ digest: 'now', id: 'one', seeds, ...outcome }, log);

  expect(readTried('now', log)({ id: 'one', seeds })).toMatchObject(outcome);
  expect(readTried('now', log)({ id: 'another', seeds })).toBeUndefined();
  expect(readTried('now', log)({ id: 'one', seeds: [6, 7, 8, 9, 10] })).toBeUndefined();
  expect(readTried('later', log)({ id: 'one', seeds })).toBeUndefined();
});
