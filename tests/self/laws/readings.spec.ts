import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { contract } from '../proofs/judge-service.ts';
import { test } from '../proofs/light-test.ts';
import { sharedRun } from '../proofs/shared-run.ts';

test('of each reading a profile can be told which values there are', () => {
  const file = path.join(import.meta.dirname, '../../../profiles/profile.schema.json');
  const { readings } = JSON.parse(readFileSync(file, 'utf8')).properties;
  const offered = [...contract.gaps.values()].filter(({ id, fill }) => fill === `profile: readings.${id}`);

  expect(offered.length).toBeGreaterThan(5);
  expect(offered.map(({ id }) => id).filter((id) => readings.properties[id] === undefined)).toEqual([]);
});

test('each reading that a profile can give is read by a check, and no other', async () => {
  test.setTimeout(60_000);
  const { asked } = await sharedRun('standard');

  const offered = [...contract.gaps.values()].filter(({ fill }) => fill.startsWith('profile: readings.'));
  const named = offered.filter(({ id, fill }) => fill !== `profile: readings.${id}`);
  // What a key may do, or which request is slow, is told by a setting of its own, which ends as a reading.
  const others = asked.filter((id) => !/^profile: (?:keys|fixtures)/.test(contract.gaps.get(id)?.fill ?? ''));
  expect(named.map(({ id }) => id)).toEqual([]);
  expect(others.sort()).toEqual(offered.map(({ id }) => id).sort());
});
