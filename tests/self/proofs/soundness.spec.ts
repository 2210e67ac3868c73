import { expect, test } from '@playwright/test';
import { variants } from '../../../reference/variants/index.ts';
import { combined } from '../pairs/combine.ts';
import { partition } from '../pairs/cover.ts';
import { goTogether } from '../pairs/incompatible.ts';
import { exceptional, silences } from './floor.ts';
import { accusations, judgeAll, trial } from './judge-service.ts';

// Each of these is a whole run of the catalogue; those of slow services wait for them.
test.describe.configure({ timeout: 120_000 });

/**
 * How many variants stand together in one service at standard effort. By itself, each is judged at quick effort here, and
 * at standard effort by `npm run prove`.
 */
const atOnce = 8;

test('nothing accuses the reference service', async () => {
  expect(accusations(await judgeAll(trial()))).toEqual([]);
});

for (const variant of variants) {
  test(`nothing accuses ${variant.id}`, async () => {
    const rows = await judgeAll(trial({ variant, effort: 'quick' }));
    expect(accusations(rows)).toEqual([]);
    // Who judges nothing accuses nobody.
    expect(await silences(variant.id, rows, 'quick')).toEqual([]);
  });
}

for (const group of partition(variants.length, goTogether, atOnce)) {
  const together = group.flatMap((at) => variants[at] ?? []);

  test(`nothing accuses ${together.map(({ id }) => id).join(' + ')}, at standard effort`, async () => {
    expect(accusations(await judgeAll(trial({ variant: combined(together) })))).toEqual([]);
  });
}

test('each exception is about a variant that there is', () => {
  expect(exceptional.filter((id) => !variants.some((variant) => variant.id === id))).toEqual([]);
});

test('a service that answers nobody is accused of little, and is not taken for a sound one', async () => {
  const rows = await judgeAll(trial({ wrap: () => async () => new Response(null, { status: 503 }) }));
  expect(await silences('any variant', rows)).toEqual([
    expect.stringMatching(/% of \d+ rows pass, and 98 % have to$/),
  ]);
});
