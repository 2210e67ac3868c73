import { insteadOf, objects } from './breaks.ts';
import { answerBody, type Fault, fault } from './fault.ts';

/** Faults of the list of tests, and of the tests that stand in cohorts. */
export const tests: readonly Fault[] = [
  fault('list-tests.success', {
    on: ['listTests'],
    story: 'The list is copied from another service together with its 203.',
    with: insteadOf(200, 203),
  }),
  fault('list-tests.not-paginated', {
    on: ['listTests'],
    story: 'All lists go through one serialiser, which adds a page to this one, too.',
    with: answerBody((body) => ({
      ...body,
      pagination: { total: 12, limit: 100, offset: 0, previousCursor: null, nextCursor: null },
    })),
  }),
  fault('test.id-unique', {
    on: ['listTests'],
    story: 'A test is listed once for each of its versions.',
    with: answerBody((body) => ({ ...body, data: objects(body['data']).flatMap((test) => [test, test]) })),
  }),
  fault('cohort-test.test-id-unique', {
    on: ['listCohorts', 'getCohort'],
    story: 'The id of the cohort stands where that of the test should.',
    with: answerBody((body) => {
      for (const cohort of [...objects(body['data']), ...objects([body['cohort']].filter(Boolean))]) {
        for (const test of objects(cohort['tests'])) test['testId'] = cohort['cohortId'];
      }
      return body;
    }),
  }),
  fault('cohort-test.activation-status-values', {
    on: ['listCohorts', 'getCohort'],
    story: 'A status was added to the code and to no document.',
    with: answerBody((body) => {
      for (const cohort of [...objects(body['data']), ...objects([body['cohort']].filter(Boolean))]) {
        for (const test of objects(cohort['tests'])) test['activationStatus'] = 'archived';
      }
      return body;
    }),
  }),
];
