import { expect } from '@playwright/test';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { type Contract, loadContract } from '../../../spec/contract.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract, judgeAll, trial } from '../proofs/judge-service.ts';

/** Odd requests go to writing operations even in a run that may only read. */
const checks = ['errors.no-server-error', 'limits.time-out/defective'];
const odd = catalogue.filter(({ id }) => checks.includes(id));
const bare = loadContract();

for (const [name, by] of [
  ['that the profile shapes', contract],
  ['that the interface leaves open', bare],
] as const) {
  test(`no odd request to an operation ${name} is accepted where it writes`, async () => {
    const accepted: string[] = [];
    let sent = 0;
    const run = trial({
      by,
      write: false,
      effort: 'deep',
      wrap: (service) => async (request) => {
        const response = await service(request.clone());
        const writes = contract.operation(operationOf(request) ?? 'listClasses').writes;
        if (writes) sent += 1;
        if (writes && response.ok) accepted.push(`${request.method} ${request.url} ${await request.text()}`);
        return response;
      },
    });

    const judged = await judgeAll(run, plan(odd, by));

    expect(judged.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect(sent).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
    expect(run.world.made).toEqual([]);
  });
}

test('an account of which nobody knows the shape is sent nothing that could make one', async () => {
  const bodies: string[] = [];
  const run = trial({
    by: bare,
    write: false,
    effort: 'deep',
    wrap: (service) => async (request) => {
      bodies.push(await request.clone().text());
      return service(request);
    },
  });
  await judgeAll(run, creations(bare));

  expect(bodies.length).toBeGreaterThan(4);
  expect(bodies.filter((body) => /^\s*\{.*\}\s*$/s.test(body))).toEqual([]);
});

function creations(by: Contract): Planned[] {
  return plan(odd, by).filter(({ op }) => op.id === 'createStudent' || op.id === 'createTeacher');
}
