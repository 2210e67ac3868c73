import { expect } from '@playwright/test';
import { judge } from '../../../harness/judging/judge.ts';
import { judgesAmong, select } from '../../../harness/judging/plan.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { test } from '../plain-test.ts';
import { contract, judgeAll, planned, trial } from './judge-service.ts';

/** A service of which one operation refuses, or crashes on, whatever it is asked. */
function without(op: string, status: number) {
  return (service: Service): Service =>
    async (request) =>
      operationOf(request) === op ? Response.json({ status, message: 'No' }, { status }) : service(request);
}

for (const [status, row] of [
  [400, 'errors.unfounded-refusal @ listClasses'],
  [500, 'errors.answered @ listClasses'],
] as const) {
  test(`where \`--only\` leaves out the row that ${status} breaks, the row that needed it fails instead`, async () => {
    const rows = select(planned, ['list-classes.search', 'list-classes.academic-year-form']);
    const run = trial({ wrap: without('listClasses', status) });
    const judges = judgesAmong(() => rows, contract, run.settings);
    const judged = [];
    for (const { check, op } of rows) judged.push(await judge({ ...run, judges }, check, op));

    const [first, ...others] = judged.filter(({ verdict }) => verdict !== 'notApplicable');
    expect(first).toMatchObject({ verdict: 'fail', blame: 'target' });
    expect(first?.reason).toContain(`${row}, which this run does not judge`);
    expect(first?.evidence).not.toEqual([]);
    for (const other of others)
      if (other.verdict === 'inconclusive')
        expect(other).toMatchObject({ cause: 'other-row', because: first?.id });
  });
}

test('a quick run names only rows that it judges', async () => {
  const rows = await judgeAll(trial({ wrap: without('listClasses', 401), effort: 'quick' }));
  const failed = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const named = rows.flatMap(({ cause, because }) => (cause === 'other-row' ? [because] : []));

  expect(named).not.toEqual([]);
  expect([...new Set(named)].filter((id) => !failed.includes(id ?? ''))).toEqual([]);
});
