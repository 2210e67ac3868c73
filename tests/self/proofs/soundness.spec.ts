import { expect } from '@playwright/test';
import type { Effort } from '../../../harness/run/effort.ts';
import { combined } from '../../../reference/variants/combine.ts';
import { variants } from '../../../reference/variants/index.ts';
import { exceptional, silences } from './floor.ts';
import { alone, groupsOf } from './groups.ts';
import { accusations, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';
import { sharedRun } from './shared-run.ts';

// Each of these is a whole run of the catalogue; those of slow services wait for them.
test.describe.configure({ timeout: 120_000 });

const sharedRows = async (effort: Effort) => (await sharedRun(effort)).rows;

test('nothing accuses the reference service', async () => {
  expect(accusations(await sharedRows('standard'))).toEqual([]);
});

/** So many freedoms are used by one service. */
const together = 8;

// At standard effort `npm run prove` judges them on many seeds, and `npm run pairs` every two that go together.
for (const group of groupsOf(together)) {
  const ids = group.map(({ id }) => id);
  test(`nothing accuses ${ids.join(' + ')}`, async () => {
    const rows = await judgeAll(trial({ variant: combined(group), effort: 'quick' }));
    const whose = `npm run pairs -- --with ${ids.join(',')} tells by which of them`;
    expect(accusations(rows), whose).toEqual([]);
    // Who judges nothing accuses nobody.
    expect(await silences(ids.join(' + '), rows, 'quick', sharedRows)).toEqual([]);
  });
}

// How much those with an exception leave open was counted alone, and at standard effort.
for (const variant of alone) {
  test(`nothing accuses ${variant.id}`, async () => {
    const rows = await judgeAll(trial({ variant }));
    expect(accusations(rows)).toEqual([]);
    expect(await silences(variant.id, rows, 'standard', sharedRows)).toEqual([]);
  });
}

test('each exception is about a variant that there is', () => {
  expect(exceptional.filter((id) => !variants.some((variant) => variant.id === id))).toEqual([]);
});

test('a service that answers nobody is accused of little, and is not taken for a sound one', async () => {
  const rows = await judgeAll(trial({ wrap: () => async () => new Response(null, { status: 503 }) }));
  expect(await silences('any variant', rows, 'standard', sharedRows)).toEqual([
    expect.stringMatching(/% of \d+ rows pass, and 98 % have to$/),
  ]);
});
