import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { Planned } from '../../../harness/judging/plan.ts';
import { accusations, judgeAll, planned, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/*
 * A run may judge a part of the rows: a shard does, and so does `--only`. What each row rests on may then have been made, or
 * changed, by other rows than in a whole run.
 */

test('what is removed in another year is held to what came there since, and not only to its assignment', async () => {
  const rows = [
    ...rowsOf('add-cohort-students.effect/in-another-year', ['addCohortStudents']),
    ...rowsOf('add-cohort-tests.effect/in-another-year', ['addCohortTests']),
    ...rowsOf('remove-cohort-students.keeps-the-rest/another-year', ['removeCohortStudents']),
  ];
  const judged = await judgeAll(trial(), rows);
  expect(judged.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
});

/** So many rows are judged of each part. */
const rowsOfPart = 240;

/** How many parts are tried. */
const parts = 4;

/** Some rows, in their order: the same ones for the same seed. */
function partOf(seed: number): readonly Planned[] {
  const part = fc.subarray([...planned], { minLength: rowsOfPart, maxLength: rowsOfPart });
  return fc.sample(part, { seed, numRuns: 1 }).flat();
}

for (let seed = 1; seed <= parts; seed += 1)
  test(`a part of the rows accuses nobody, with seed ${seed}`, async () => {
    const rows = partOf(seed);
    expect(rows).toHaveLength(rowsOfPart);
    const judged = await judgeAll(trial({ seed }), rows);
    expect(accusations(judged)).toEqual([]);
    // Who judges nothing accuses nobody.
    const passed = judged.filter(({ verdict }) => verdict === 'pass');
    expect(passed.length).toBeGreaterThan(0.9 * rowsOfPart);
  });
