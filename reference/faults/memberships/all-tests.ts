import { type Break, type Fault, fault, type Json, requestBody } from '../kit/fault.ts';

/** Faults of a list of tests that is longer than a batch. */
export const allTests: readonly Fault[] = [
  fault('add-cohort-tests.effect/all!first-batch', {
    on: ['addCohortTests'],
    story: 'Tests are inserted in batches of ten, and the function returns after the first.',
    with: only((ids) => ids.slice(0, 10)),
  }),
  fault('add-cohort-tests.effect/all!tenth', {
    on: ['addCohortTests'],
    deep: true,
    story: 'Between two batches the one at the border is counted to neither.',
    with: only((ids) => ids.filter((_, at) => at !== 10)),
  }),
];

/** Assigns some of the tests that a list names. */
function only(choose: (ids: readonly unknown[]) => readonly unknown[]): Break {
  return requestBody((body: Json) => ({ ...body, testIds: choose((body['testIds'] ?? []) as unknown[]) }));
}
