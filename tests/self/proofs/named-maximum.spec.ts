import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { variant } from '../../../reference/variants/kit/variant.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { judgeAll, trial } from './judge-service.ts';

const lists = ['listUsers', 'searchUsers', 'listClasses'];

/** How the largest limit is judged where a profile says these two things of it. */
async function verdicts(profileSays: { reading?: number; maximum: number }): Promise<readonly string[]> {
  const service = variant('limits.maximum-limit!told', {
    fills: ['limits.maximum-limit'],
    story: 'The reference service, under a profile that tells its largest limit in another place.',
    omits: ['$.components.schemas.Limit'],
    overlay: [{ target: '$.components.schemas.Limit', update: { maximum: profileSays.maximum } }],
    readings: { 'limits.maximum-limit': profileSays.reading },
  });
  const run = trial({ variant: service });
  const planned = plan(catalogue, run.contract).filter(
    ({ check, op }) => check.id === 'limits.maximum-limit' && lists.includes(op.id),
  );
  return (await judgeAll(run, planned)).map(({ verdict }) => verdict);
}

test('the largest limit is read in the overlay where no reading tells it', async () => {
  expect(await verdicts({ maximum: 1000 })).toEqual(['pass', 'pass', 'pass']);
  expect(await verdicts({ maximum: 4000 })).toEqual(['fail', 'fail', 'fail']);
});

test('the reading of the largest limit goes before the overlay', async () => {
  expect(await verdicts({ reading: 500, maximum: 4000 })).toEqual(['pass', 'pass', 'pass']);
});
