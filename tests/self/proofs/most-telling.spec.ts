import { expect } from '@playwright/test';
import { mostTelling } from '../../target/groups/most-telling.ts';
import { rounds } from '../blind/rounds.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { judgeAll } from './judge-service.ts';
import { test } from './light-test.ts';

test('of many entries those are read that lack a field, have it long, or share it', () => {
  const usual = { name: 'Set', description: 'A set.', tests: ['one'] };
  const alike = Array.from({ length: 20 }, (_, at) => ({ ...usual, id: `${at}`, name: `Set ${at % 10}` }));
  const [empty, long, own] = [
    { ...usual, id: 'empty', description: '', tests: [] },
    { ...usual, id: 'long', name: 'A name that is longer than any other' },
    { ...usual, id: 'own', description: 'One of its own.' },
  ];

  const chosen = mostTelling([...alike, empty, long, own], 4).map(({ id }) => id);

  expect(chosen).toEqual(expect.arrayContaining(['empty', 'long', 'own']));
  expect(chosen).toHaveLength(4);
  expect(mostTelling([usual], 4)).toEqual([usual]);
  expect(mostTelling([], 4)).toEqual([]);
});

const row = 'get-cohort.same-as-list/page @ getCohort';

for (const id of [
  'round-4.cohorts.list-shows-three-tests-at-most',
  'round-9.cohorts.tests-of-the-first-fifty',
])
  test(`a quick run reads the cohorts that show it: ${id}`, async () => {
    const fault = Object.values(rounds)
      .flat()
      .find((one) => one.id === id);
    const asked = candidates.filter((one) => one.id === row);

    expect(await judgeAll(wideRun(fault && { wrap: fault.wrap }), asked)).toMatchObject([
      { verdict: 'fail' },
    ]);
    expect(await judgeAll(wideRun(), asked)).toMatchObject([{ verdict: 'pass' }]);
  });
