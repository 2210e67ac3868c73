import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { createReference, type Store } from '../../../reference/service/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { accusations, judgeAll, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/** A service on which, after every so many requests, the next session in progress ends that stands far from both ends. */
function ending(every: number, { sessions }: Store): (service: Service) => Service {
  let requests = 0;
  return (service) => async (request) => {
    requests += 1;
    const inOrder = sessions.list().toSorted((one, other) => one.startDate - other.startDate);
    const open = inOrder.slice(100, -100).find(({ endDate }) => endDate === undefined);
    if (requests % every === 0 && open !== undefined) {
      const endDate = open.startDate + 1_800_000;
      sessions.put({ ...open, endDate, result: { calculatedAt: endDate, level: 'E3 - Middle' } });
    }
    return service(request);
  };
}

test('sessions that end between the pages that are known of their list accuse nobody', async () => {
  const variant = variants.find(({ id }) => id === 'limits.maximum-limit!100');
  expect(variant).toBeDefined();
  const reference = createReference({ users: 600, ...(variant && { shapes: variant.shapes }) });
  const run = trial({
    ...(variant && { variant }),
    against: reference,
    wrap: ending(7, reference.store),
    write: false,
    profileSays: { readings: { ...variant?.readings, 'membership.visibility-delay': 0 } },
  });

  const ids = ['pagination.ways-agree/any-combination', 'pagination.ways-agree/each-pair'];
  const rows = ids.flatMap((id) => rowsOf(id, ['listSessions']));
  expect(accusations(await judgeAll(run, rows))).toEqual([]);
});
