import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { judgeAll, trial } from './judge-service.ts';
import { lighten } from './light-web.ts';

// Two whole runs of the catalogue.
test.describe.configure({ timeout: 120_000 });

test('the light classes give the same rows as the platform’s, from verdict to evidence', async () => {
  const heavy = await rows();
  const restore = lighten();
  try {
    expect(await rows()).toEqual(heavy);
  } finally {
    restore();
  }
});

async function rows(): Promise<unknown> {
  const judged = await judgeAll(trial({ seed: 5 }));
  return judged.map(({ evidence, ...row }) => ({
    ...row,
    evidence: evidence?.map(({ ms: _, ...shown }) => shown),
  }));
}
