import { expect } from '@playwright/test';
import { matches, plan } from '../../../harness/judging/plan.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { accusations, judgeAll, trial } from './judge-service.ts';

/** A service on which somebody else makes a class between every so many requests. */
function growing(every: number): (service: Service) => Service {
  let requests = 0;
  return (service) => async (request) => {
    requests += 1;
    if (requests % every === 0) {
      const name = `made by somebody else, ${requests}`;
      const headers = { ...Object.fromEntries(request.headers), 'content-type': 'application/json' };
      const body = JSON.stringify({ class: { name } });
      await service(new Request('http://reference.test/api/v1/classes', { method: 'POST', headers, body }));
    }
    return service(request);
  };
}

for (const every of [2, 7, 40]) {
  test(`a list that grows after every ${every} requests accuses nobody`, async () => {
    const run = trial({ wrap: growing(every) });
    const rows = plan(catalogue, run.contract).filter(
      (row) => matches(row, 'pagination') && row.op.id === 'listClasses',
    );

    expect(accusations(await judgeAll(run, rows))).toEqual([]);
  });
}
