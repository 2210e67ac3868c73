import { expect } from '@playwright/test';
import type { Planned } from '../../../harness/judging/plan.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { test } from '../plain-test.ts';
import { judgeAll, planned, trial, withoutPauses } from './judge-service.ts';

/** Judges rows while one operation gets 503 from its gateway for so many milliseconds, by a clock that sleep moves on. */
async function judgedDuring(operation: string, ms: number, rows: readonly Planned[]) {
  let time = 0;
  const clock = {
    now: () => time,
    sleep: async (pause: number) => {
      time += pause;
    },
  };
  const run = trial({
    retryPolicy: { ...withoutPauses, clock },
    wrap: (service) => (request) => {
      time += 5;
      const isAway = operationOf(request) === operation && time < ms;
      return isAway ? Promise.resolve(new Response('<html>', { status: 503 })) : service(request);
    },
  });
  return { rows: await judgeAll(run, rows), took: time };
}

for (const operation of ['listTests', 'createClass']) {
  const rows = planned.filter(({ op }) => op.id === operation);

  test(`a minute without ${operation}, as in a deployment, accuses nobody`, async () => {
    const { rows: judged } = await judgedDuring(operation, 60_000, rows);

    expect(judged.filter(({ verdict }) => verdict === 'fail' || verdict === 'suiteError')).toEqual([]);
    expect(judged.find(({ id }) => id === `errors.answered @ ${operation}`)).toMatchObject({
      verdict: 'inconclusive',
      cause: 'network',
    });
  });

  test(`${operation} that always gets 503 fails in the row that looks again, and in a bounded time`, async () => {
    const { rows: judged, took } = await judgedDuring(operation, Number.POSITIVE_INFINITY, rows);

    expect(judged.filter(({ verdict }) => verdict === 'suiteError')).toEqual([]);
    expect(judged.find(({ id }) => id === `errors.answered @ ${operation}`)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('each time status 503'),
    });
    const open = judged.filter(({ verdict }) => verdict === 'inconclusive');
    expect(open.filter(({ because }) => because === `errors.answered @ ${operation}`)).not.toEqual([]);
    expect(took).toBeLessThan(300_000);
  });
}
