import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type Check, check } from '../../../harness/judging/check.ts';
import { judge } from '../../../harness/judging/judge.ts';
import type { Run } from '../../../harness/run/run.ts';
import { test } from '../plain-test.ts';
import { trial } from '../proofs/judge-service.ts';

/** A check that sends two requests for each number it tries, and breaks above 9. */
const breaksAboveNine = check('pagination.total', {
  access: 'read',
  on: ['listTests'],
  sends: 'two requests for each number',
  accepts: 'numbers up to 9',
  async run({ forAll, must, send, op }) {
    await forAll(fc.integer({ min: 0, max: 1_000_000 }), async (value) => {
      for (let nth = 0; nth < 2; nth += 1) await send(op);
      must.hold(value <= 9, { expected: 'at most 9', actual: 'more' });
    });
  },
});

const judged = (run: Run, one: Check = breaksAboveNine) =>
  judge(run, one, run.contract.operation('listTests'));

const budget = { requests: 5, writes: 0, creations: 0, shrinking: 400 };

test('a failure is shrunk at the expense of a budget of its own', async () => {
  const run = trial({ budget });
  const row = await judged(run);

  expect(row).toMatchObject({ verdict: 'fail', counterexample: { value: '10' } });
  expect(row.counterexample?.cutShort).toBeUndefined();
  expect(row.requests).toBeGreaterThan(budget.requests);
  // The rest of the run has lost nothing but what the failing value itself cost.
  await run.exchange.send(run.contract.operation('listTests'), {}, {}, 'read');
});

test('one failure takes no more than its share, and says that there may be a smaller value', async () => {
  const row = await judged({ ...trial({ budget }), shrinks: 6 });

  expect(row).toMatchObject({ verdict: 'fail', counterexample: { cutShort: true } });
  expect(row.requests).toBeLessThanOrEqual(2 + 6);
});

test('when nothing is left for shrinking, the failure arrives as it was found', async () => {
  const row = await judged(trial({ budget: { ...budget, shrinking: 0 } }));

  expect(row).toMatchObject({ verdict: 'fail', counterexample: { cutShort: true, shrinks: 0 } });
  expect(row.requests).toBe(2);
});

test('what was cut short is repeated as it was told', async () => {
  const first = await judged({ ...trial(), shrinks: 6 });
  const again = await judged({ ...trial(), replay: { [first.id]: first.counterexample?.path ?? '' } });

  expect(again.counterexample?.value).toBe(first.counterexample?.value);
  expect(again.requests).toBe(2);
});
