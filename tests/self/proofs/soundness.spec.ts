import { expect } from '@playwright/test';
import type { Effort } from '../../../harness/run/effort.ts';
import { variants } from '../../../reference/variants/index.ts';
import { onceForAll } from '../once-for-all.ts';
import { exceptional, type ReferenceRow, referenceRows, silences } from './floor.ts';
import { accusations, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';

// Each of these is a whole run of the catalogue; those of slow services wait for them.
test.describe.configure({ timeout: 120_000 });

/** The rows of the reference service, judged once for all workers. */
function sharedRows(effort: Effort): Promise<readonly ReferenceRow[]> {
  return onceForAll(`reference-${effort}`, async () =>
    (await referenceRows(effort)).map(({ id, verdict, reason, counterexample }) => ({
      ...{ id, verdict, reason },
      ...(counterexample && { counterexample }),
    })),
  );
}

test('nothing accuses the reference service', async () => {
  expect(accusations(await sharedRows('standard'))).toEqual([]);
});

// At standard effort, `npm run prove` judges each of them.
for (const variant of variants) {
  test(`nothing accuses ${variant.id}`, async () => {
    // How much those with an exception leave open was counted at standard effort.
    const effort = exceptional.includes(variant.id) ? 'standard' : 'quick';
    const rows = await judgeAll(trial({ variant, effort }));
    expect(accusations(rows)).toEqual([]);
    // Who judges nothing accuses nobody.
    expect(await silences(variant.id, rows, effort, sharedRows)).toEqual([]);
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
