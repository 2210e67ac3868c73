import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { sourceOf, writeSnapshot } from '../../../spec/load.ts';
import { test } from '../plain-test.ts';

test('the snapshot for a package holds what the YAML files say', () => {
  const info = test.info();
  const file = info.outputPath('contract.json');
  writeSnapshot(file);
  const snapshot = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of ['openapi', 'passages', 'clauses', 'gaps'] as const) {
    expect(snapshot[name].tree).toEqual(sourceOf(name, undefined).tree);
    expect(snapshot[name].sha256).toMatch(/^[\da-f]{64}$/);
  }
});
