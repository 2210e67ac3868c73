import type { TestInfo } from '@playwright/test';
import { Failure } from '../harness/judging/outcome.ts';
import { plan } from '../harness/judging/plan.ts';
import type { Row } from '../harness/judging/row.ts';
import { earlierRows } from '../harness/run/resume.ts';
import { rowsOfRun } from '../harness/run/selection.ts';
import { readPin } from '../reports/pin/pin.ts';
import { judgePin, pinRows } from '../reports/pin/rows.ts';
import { catalogue } from './checks/index.ts';
import { tellAllure } from './conformance.allure.ts';
import { config, contract, emit, hasRowReporter, options, test } from './conformance.fixture.ts';
import { openRows } from './conformance.rows.ts';

const earlier = earlierRows(options.out);
/** The rows of this worker, for the pin. */
const judged: Row[] = [];
const planned = rowsOfRun(plan(catalogue, contract), config);
const rows = openRows(planned, earlier);

for (const row of planned) {
  const { chapter, statement } = contract.clause(row.check.clause);

  test(row.id, { tag: [`@${chapter}`, `@${row.op.id}`] }, async ({ run }, testInfo) => {
    const judged = await rows.next(run, row, testInfo);
    await tellAllure?.(judged, testInfo);
    end(judged, statement, testInfo);
  });
}

const pin = options.pin === undefined ? undefined : readPin(options.pin);
// A pin is held last: by then every answer has been seen.
for (const pinned of pin ? pinRows(pin, options.only) : []) {
  test(pinned.id, { tag: ['@pin', `@${pinned.operation}`] }, ({ run }, testInfo) => {
    if (!pin) return;
    const row = judgePin(pinned, pin, judged, run.shapes.shapes());
    emit(row);
    end(row, pinned.statement, testInfo);
  });
}

/** Ends a test with the verdict of its row. */
function end(row: Row, statement: string, testInfo: TestInfo): void {
  judged.push(row);
  // After an unexpected failure, Playwright would replace the worker and lose the run that the rows share.
  if (hasRowReporter && (row.verdict === 'fail' || row.verdict === 'suiteError')) testInfo.fail();
  if (row.verdict === 'fail') throw new Failure(row.expected ?? statement, row.actual ?? row.reason);
  if (row.verdict === 'suiteError') throw new Error(row.reason);
  testInfo.skip(row.verdict !== 'pass', `${row.verdict}: ${row.reason}`);
}
