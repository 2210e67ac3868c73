import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import type { Run } from '../../../harness/run/run.ts';
import { variant } from '../../../reference/variants/kit/variant.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { judgeAll, trial } from './judge-service.ts';

const lists = ['listUsers', 'searchUsers', 'listClasses'];

/** What a profile says of the largest limit, in two places. */
interface Says {
  readonly reading?: number;
  readonly maximum: number;
}

/** A run against the reference service by such a profile. */
function runBy(profileSays: Says): Run {
  const service = variant('limits.maximum-limit!told', {
    fills: ['limits.maximum-limit'],
    story: 'The reference service, under a profile that tells its largest limit in another place.',
    omits: ['$.components.schemas.Limit'],
    overlay: [{ target: '$.components.schemas.Limit', update: { maximum: profileSays.maximum } }],
    readings: { 'limits.maximum-limit': profileSays.reading },
  });
  return trial({ variant: service });
}

/** How the largest limit is judged there. */
async function verdicts(profileSays: Says): Promise<readonly string[]> {
  const run = runBy(profileSays);
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

/** The limits that rows about large pages ask a list for, in their order. */
async function limitsAsked(profileSays: Says): Promise<readonly number[]> {
  const run = runBy(profileSays);
  const asked: number[] = [];
  const { send } = run.exchange;
  run.exchange.send = (op, params, ...rest) => {
    if (typeof params['limit'] === 'number' && params['limit'] > 50) asked.push(params['limit']);
    return send.call(run.exchange, op, params, ...rest);
  };
  const planned = plan(catalogue, run.contract).filter(
    ({ id }) => id === 'pagination.offset-zero-based/large-page @ listUsers',
  );
  const rows = await judgeAll(run, planned);
  expect(rows).toMatchObject([{ verdict: 'pass' }]);
  return [...new Set(asked)];
}

test('no page is asked for that is larger than the profile names', async () => {
  expect(await limitsAsked({ maximum: 1000 })).toEqual([400]);
  expect(await limitsAsked({ maximum: 250 })).toEqual([250]);
  expect(await limitsAsked({ reading: 110, maximum: 250 })).toEqual([110]);
});
