import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { packageVersion, readLongProof } from './long-proof.ts';

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
