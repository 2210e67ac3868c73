import { judge } from '../harness/judging/judge.ts';
import { Failure } from '../harness/judging/outcome.ts';
import { plan, select } from '../harness/judging/plan.ts';
import { earlierRows } from '../harness/run/resume.ts';
import { catalogue } from './checks/index.ts';
import { contract, emit, hasRowReporter, options, test } from './conformance.fixture.ts';

const earlier = earlierRows(options.out);

for (const { id, check, op } of select(plan(catalogue, contract), options.only)) {
  const { chapter, statement } = contract.clause(check.clause);

  test(id, { tag: [`@${chapter}`, `@${op.id}`] }, async ({ run }, testInfo) => {
    const row = earlier.get(id) ?? (await judge(run, check, op));
    emit(row);
    // After an unexpected failure, Playwright would replace the worker and lose the run that the rows share.
    if (hasRowReporter && (row.verdict === 'fail' || row.verdict === 'suiteError')) testInfo.fail();
    if (row.verdict === 'fail') throw new Failure(row.expected ?? statement, row.actual ?? row.reason);
    if (row.verdict === 'suiteError') throw new Error(row.reason);
    testInfo.skip(row.verdict !== 'pass', `${row.verdict}: ${row.reason}`);
  });
}
