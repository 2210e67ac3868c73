import { expect } from '@playwright/test';
import { openContext } from '../../../harness/judging/open-context.ts';
import { variants } from '../../../reference/variants/index.ts';
import { type Known, onKnown } from '../../target/lists/known.ts';
import { rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

test('of a list that goes on, two pages are known, as large as they get', async () => {
  const variant = variants.find(({ readings }) => readings?.['limits.maximum-limit'] === 150);
  expect(variant).toBeDefined();
  const run = trial({ ...(variant && { variant }), write: false });
  const known: Known[] = [];
  for (const { check, op } of rowsOf('pagination.ways-agree/any-combination', ['listSessions']))
    await onKnown(openContext(run, check, op).context, async (one) => {
      known.push(one);
    });

  expect(known).toMatchObject([{ others: 0, mostLimit: 150 }]);
  expect(known[0]?.total).toBeGreaterThan(250);
  expect(known[0]?.items).toHaveLength(known[0]?.total ?? 0);
});
