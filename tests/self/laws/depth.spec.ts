import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { lawfulness } from './lawful.ts';

/** Checks that look like laws and state a single fact: which ones, and why. */
const exceptions: readonly (readonly [ids: RegExp, why: string])[] = [
  [/\/schema$/, 'each field has its own schema, and one wrong shape of it is the fault'],
  [
    /\.success$|\.exists\/own-user$/,
    'the status of one answer is judged; what is read besides is its setting',
  ],
];

const depths = ['shallow', 'deep'] as const;

test.describe('the depth of the proofs', () => {
  // Each check that has no fault of one kind is run, against a service of its own, to see whether it is a law.
  test.describe.configure({ timeout: 120_000 });

  test('each law has a shallow fault and a deep one', async () => {
    const lacking: string[] = [];
    for (const check of catalogue) {
      const missing = missingFor(check.id);
      if (missing.length === 0 || exceptions.some(([ids]) => ids.test(check.id))) continue;
      const lawful = await lawfulness(check);
      if (lawful) lacking.push(`${check.id} has no ${missing.join(' and no ')} fault: it ${lawful}`);
    }

    expect(lacking).toEqual([]);
  });
});

for (const [id, lawful] of [
  ['list-classes.search-no-match', 'tries generated values'],
  ['add-class-students.effect/twice', 'compares answers'],
  ['conventions.cors-error-answers', 'is judged on many operations'],
  ['add-class-students.success', undefined],
  ['get-class.not-found', undefined],
] as const) {
  test(`${id} is ${lawful ? 'a law' : 'no law'}: it ${lawful ?? 'looks at one answer'}`, async () => {
    const [check] = catalogue.filter((one) => one.id === id);

    expect(check && (await lawfulness(check))).toBe(lawful);
  });
}

test('each exception is about a check that there is', () => {
  expect(exceptions.filter(([ids]) => !catalogue.some(({ id }) => ids.test(id)))).toEqual([]);
});

function missingFor(id: string): readonly (typeof depths)[number][] {
  const known = new Set(faults.filter(({ check }) => check === id).map(({ depth }) => depth));
  return depths.filter((depth) => !known.has(depth));
}
