import { bodyOf, remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { inCohorts, testIdsIn } from './list.ts';

/** Faults of the versions in which tests stand in cohorts. */
export const versions: readonly Fault[] = [
  fault('cohort-test.once!each-version', {
    on: ['listCohorts', 'getCohort'],
    story: 'Tests are joined with the table of all their versions, and each stands there once for each.',
    with: inCohorts((tests) => {
      for (const test of [...tests]) tests.push({ ...test, testVersionId: former(test) });
    }),
  }),
  fault('cohort-test.once!last-changed', {
    on: ['listCohorts', 'getCohort'],
    story: 'The last of many tests got a new version, and the old one was never closed.',
    deep: true,
    with: inCohorts((tests) => {
      const last = tests.at(-1);
      if (last !== undefined && tests.length > 2) tests.push({ ...last, testVersionId: former(last) });
    }),
  }),
  fault('cohort-test.version-of-one-test', {
    on: ['listCohorts', 'getCohort'],
    story: 'Tests are joined with the table of versions by the cohort, and all have the first that is found.',
    with: inCohorts((tests) => {
      for (const test of tests) test['testVersionId'] = tests[0]?.['testVersionId'];
    }),
  }),
  fault('cohort-test.version-of-one-test!fourth', {
    on: ['listCohorts', 'getCohort'],
    story:
      'From the fourth test on the version is that of the test before, for the batch loader holds three.',
    deep: true,
    with: inCohorts((tests) => {
      for (const [at, test] of tests.entries())
        if (at >= 3) test['testVersionId'] = tests[at - 1]?.['testVersionId'];
    }),
  }),
  fault('add-cohort-tests.effect/fields!version-of-the-first', {
    on: ['addCohortTests'],
    touches: ['addCohortTests', 'getCohort', 'listCohorts'],
    story: 'The version is looked up once for a list of tests, before the loop that writes them.',
    deep: true,
    with: ofTheFirst(),
  }),
  fault('add-cohort-tests.effect/one-version', {
    on: ['addCohortTests'],
    touches: ['getCohort', 'listCohorts'],
    story: 'The version is the id of the row that ties a test to a cohort.',
    with: inCohorts((tests, { cohortId }) => {
      for (const test of tests) test['testVersionId'] = mixed(String(test['testId']), String(cohortId));
    }),
  }),
  fault('add-cohort-tests.effect/one-version!counted', {
    on: ['addCohortTests'],
    touches: ['addCohortTests', 'getCohort', 'listCohorts'],
    story: 'Each assignment of a test that was assigned before copies its content, and names the copy.',
    deep: true,
    with: copied(),
  }),
];

/** The id of an older version of a test. */
function former(test: Json): string {
  return String(test['testVersionId']).replace(/^.{4}/, '0000');
}

/** An id made of two, the same for the same two. */
function mixed(one: string, other: string): string {
  return `${one.slice(0, 24)}${other.slice(24)}`;
}

/** Shows all tests of one assignment in the version of the first of them. */
function ofTheFirst(): Break {
  return remembering(() => {
    const firsts = new Map<string, string>();
    const shown = inCohorts((tests) => {
      const known = new Map(tests.map((test) => [test['testId'], test['testVersionId']]));
      for (const test of tests) {
        const first = known.get(firsts.get(String(test['testId'])));
        if (first !== undefined) test['testVersionId'] = first;
      }
    });
    return async (request, service) => {
      if (request.method !== 'POST') return shown(request, service);
      const ids = testIdsIn(await bodyOf(request));
      for (const id of ids) firsts.set(id, ids[0] ?? id);
      return service(request);
    };
  });
}

/** Shows a test that was assigned more than once in a version of the cohort that has it. */
function copied(): Break {
  return remembering(() => {
    const times = new Map<string, number>();
    const shown = inCohorts((tests, { cohortId }) => {
      for (const test of tests)
        if ((times.get(String(test['testId'])) ?? 0) > 1)
          test['testVersionId'] = mixed(String(test['testId']), String(cohortId));
    });
    return async (request, service) => {
      if (request.method !== 'POST') return shown(request, service);
      for (const id of testIdsIn(await bodyOf(request))) times.set(id, (times.get(id) ?? 0) + 1);
      return service(request);
    };
  });
}
