import { expect } from '@playwright/test';
import type { Effort } from '../../../harness/run/effort.ts';
import { combined } from '../../../reference/variants/combine.ts';
import { variants } from '../../../reference/variants/index.ts';
import type { Variant } from '../../../reference/variants/kit/variant.ts';
import { partition } from '../pairs/cover.ts';
import { isCompatible } from '../pairs/incompatible.ts';
import { exceptional, silences } from './floor.ts';
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
const together = 4;

/** What a variant is about: the first word of the gap that it fills. */
const subjectOf = ({ fills: [gap = ''] }: Variant) => gap.split('.')[0];

/** The services: each variant in one of them, beside others that are about something else. */
const services = partition(
  variants.filter(({ id }) => !exceptional.includes(id)),
  together,
  (one, other) => subjectOf(one) !== subjectOf(other) && isCompatible(one, other),
);

// `npm run prove` judges each alone, and `npm run pairs` every two that go together, both at standard effort.
for (const group of services) {
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
for (const variant of variants.filter(({ id }) => exceptional.includes(id))) {
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
