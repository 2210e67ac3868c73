import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../../plain-test.ts';
import { accusations } from '../../proofs/judge-service.ts';
import { judged, tallyOf } from '../judged.ts';
import { hasFlask, keys, openFlask } from './server.ts';

test('a conforming service made with Flask and SQLite is accused of nothing, and nearly all of it is judged', async () => {
  test.skip(!hasFlask(), 'This machine has no Python with Flask.');
  test.setTimeout(600_000);
  const { baseUrl, close } = await openFlask();
  try {
    const rows = await judged(
      path.join(import.meta.dirname, 'profile.yaml'),
      { baseUrl, keys },
      { effort: 'quick', atOnce: 8 },
    );
    const { passed, applicable } = tallyOf(rows);
    test.info().annotations.push({ type: 'judged', description: `${passed} of ${applicable}` });

    expect(accusations(rows)).toEqual([]);
    expect(passed).toBeGreaterThan(0.9 * applicable);
  } finally {
    await close();
  }
});
