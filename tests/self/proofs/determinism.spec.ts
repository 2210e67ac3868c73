import { expect } from '@playwright/test';
import { judge } from '../../../harness/judging/judge.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { faults } from '../../../reference/faults/index.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { catalogue } from '../../checks/index.ts';
import { examples } from './examples.ts';
import { contract, judgeAll, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

// Whole runs of the catalogue.
test.describe.configure({ timeout: 180_000 });

/** A service that notes what it is asked. */
function noting(requests: string[]): (service: Service) => Service {
  return (service) => async (request) => {
    const body = await request.clone().text();
    requests.push(`${request.method} ${request.url} ${body}`);
    return service(request);
  };
}

/** What each row sends, in order, by the id of the row. */
async function sentBy(rows: readonly Planned[], seed: number): Promise<Record<string, string[]>> {
  const requests: string[] = [];
  const run = trial({ wrap: noting(requests), seed });
  const sent: Record<string, string[]> = {};
  for (const { id, check, op } of rows) {
    requests.length = 0;
    await judge(run, check, op);
    sent[id] = [...requests];
  }
  return sent;
}

test('the same seed against the same state sends the same requests in the same order, row by row', async () => {
  const rows = plan(catalogue, contract);
  const first = await sentBy(rows, 7);

  expect(Object.values(first).flat().length).toBeGreaterThan(rows.length);
  expect(await sentBy(rows, 7)).toEqual(first);
});

test('another seed sends other requests', async () => {
  const rows = plan(catalogue, contract).filter(({ check }) => check.clause.startsWith('pagination.'));

  expect(await sentBy(rows, 8)).not.toEqual(await sentBy(rows, 7));
});

for (const id of examples) {
  test(`${id} is found at the same seed and path, whatever was judged before`, async () => {
    const fault = faults.find((one) => one.id === id);
    const [row] = rowsOf(fault?.check ?? '', fault?.on ?? []);
    const alone = await judgeAll(trial({ wrap: fault?.wrap ?? same }), row ? [row] : []);
    const others = plan(catalogue, contract).filter(({ op }) => op.id === row?.op.id);
    const among = await judgeAll(trial({ wrap: fault?.wrap ?? same }), others);

    expect(found(alone, row)).toEqual(found(among, row));
    expect(found(alone, row)?.path).toBeTruthy();
  });
}

const same = (service: Service) => service;

function found(rows: readonly Row[], row: Planned | undefined): Row['counterexample'] {
  return rows.find(({ id }) => id === row?.id)?.counterexample;
}
