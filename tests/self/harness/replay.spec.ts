import { expect } from '@playwright/test';
import fc from 'fast-check';
import { check } from '../../../harness/judging/check.ts';
import { judge } from '../../../harness/judging/judge.ts';
import type { Run } from '../../../harness/run/run.ts';
import { test } from '../plain-test.ts';
import { trial } from '../proofs/judge-service.ts';

/** A check of two properties, the second of which breaks above 9. Notes what it tries. */
function twoProperties(tried: string[]) {
  return check('pagination.total', {
    access: 'read',
    on: ['listTests'],
    sends: 'nothing',
    accepts: 'anything',
    async run({ forAll, must }) {
      for (const most of [99, 9]) {
        await forAll(fc.integer({ min: 0, max: 99 }), async (value) => {
          tried.push(`${most}: ${value}`);
          must.hold(value <= most, { expected: `at most ${most}`, actual: 'more' });
        });
      }
    },
  });
}

async function judged(run: Run) {
  const tried: string[] = [];
  const row = await judge(run, twoProperties(tried), run.contract.operation('listTests'));
  return { row, tried };
}

test('a failure of the second property is repeated by its path alone', async () => {
  const first = await judged(trial());
  expect(first.row.verdict).toBe('fail');
  expect(first.row.counterexample?.value).toBe('10');
  expect(first.row.counterexample?.path).toMatch(/^2\//);

  const replay = { [first.row.id]: first.row.counterexample?.path ?? '' };
  const again = await judged({ ...trial(), replay });
  expect(again.tried[0]).toBe('9: 10');
  expect(again.tried.filter((value) => !value.startsWith('9: '))).toEqual([]);
  expect(again.row.counterexample?.value).toBe('10');
});

test('a path without a number belongs to the first property', async () => {
  const { tried } = await judged({ ...trial(), replay: { 'pagination.total @ listTests': '0' } });
  expect(tried.every((value) => value.startsWith('99: '))).toBe(true);
});
