import type { TestInfo } from '@playwright/test';
import { politePace, rowsAtOnce } from '../harness/http/pace.ts';
import { judge } from '../harness/judging/judge.ts';
import type { Planned } from '../harness/judging/plan.ts';
import type { Row } from '../harness/judging/row.ts';
import { schedule } from '../harness/judging/schedule.ts';
import { readAsked } from '../harness/run/asked.ts';
import { optimizeFor } from '../harness/run/lean-heap.ts';
import { writtenRows } from '../harness/run/resume.ts';
import type { Run } from '../harness/run/run.ts';
import { annotationOf, type RowTime } from '../reports/row-time.ts';
import { emit, hasRowReporter, options } from './conformance.fixture.ts';
import { createFirst } from './target/reuse/first-creations.ts';

/** The rows of this worker: its tests wait for them, one after the other, while others are judged beside. */
export interface Rows {
  /** The row of a test. */
  next(run: Run, planned: Planned, testInfo: TestInfo): Promise<Row>;
}

/**
 * Opens the rows of this worker. The first test begins them all, as far as the reporter has said that they are asked for;
 * with another reporter, each test judges its own. A row is written as soon as it is judged.
 *
 * @param earlier what an interrupted run has judged
 */
export function openRows(planned: readonly Planned[], earlier: ReadonlyMap<string, Row>): Rows {
  let begun: Promise<Map<string, Promise<Row>>> | undefined;
  /** Requests that no row has paid for yet. */
  let unpaid = 0;
  const times = new Map<string, RowTime>();

  const judgeOne: typeof judge = async (run, check, op) => {
    const start = Date.now();
    const judged = await judge(run, check, op);
    const row = { ...judged, requests: judged.requests + unpaid };
    unpaid = 0;
    times.set(row.id, { start, ms: Date.now() - start });
    emit(row);
    return row;
  };

  async function begin(run: Run): Promise<Map<string, Promise<Row>>> {
    const asked = hasRowReporter ? readAsked(options.out) : new Set();
    const results = new Map([...writtenRows(options.out)].map(([id, row]) => [id, Promise.resolve(row)]));
    const left = planned.filter(({ id }) => asked.has(id) && !earlier.has(id) && !results.has(id));
    const { refused, requests } = await createFirst(run, left);
    for (const what of refused) process.stderr.write(`rollcall: configuration: the run ${what}\n`);
    unpaid = requests;
    optimizeFor(left.length);
    const judged = schedule(run, left, rowsAtOnce(run.settings.pace ?? politePace), judgeOne);
    for (const [at, result] of judged.entries()) {
      results.set(left[at]?.id ?? '', result);
      // A test that has not come yet waits for its row later: that is no unhandled error.
      result.catch(() => undefined);
    }
    return results;
  }

  return {
    async next(run, { id, check, op }, testInfo) {
      const known = earlier.get(id);
      if (known) {
        emit(known);
        return known;
      }
      begun ??= begin(run);
      const results = await begun;
      const row = await (results.get(id) ?? judgeOne(run, check, op));
      results.delete(id);
      const time = times.get(id);
      if (time) testInfo.annotations.push(annotationOf(time));
      return row;
    },
  };
}
