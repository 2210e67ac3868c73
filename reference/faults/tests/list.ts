import { bodyOf, insteadOf, objects, read, refusal, remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';

/** Faults of the list of tests, and of the tests that stand in cohorts. */
export const tests: readonly Fault[] = [
  fault('list-tests.success', {
    on: ['listTests'],
    story: 'The list is copied from another service together with its 203.',
    with: insteadOf(200, 203),
  }),
  fault('list-tests.body/identified', {
    on: ['listTests'],
    story: 'The key of the table is left out of what is served.',
    with: answerBody((body) => ({
      ...body,
      data: objects(body['data']).map(({ testId: _, ...test }) => test),
    })),
  }),
  fault('list-tests.body/identified!drafts', {
    on: ['listTests'],
    deep: true,
    story: 'The newest test is a draft, which gets its identifier when it is published.',
    with: answerBody((body) => ({
      ...body,
      data: objects(body['data']).map(({ testId, ...test }, at) => (at === 0 ? test : { testId, ...test })),
    })),
  }),
  fault('list-tests.not-paginated', {
    on: ['listTests'],
    story: 'All lists go through one serialiser, which adds a page to this one, too.',
    with: answerBody((body) => ({
      ...body,
      pagination: { total: 12, limit: 100, offset: 0, previousCursor: null, nextCursor: null },
    })),
  }),
  fault('list-tests.not-paginated/whole', {
    on: ['listTests'],
    story: 'The list is cut at a page size of ten that nobody told it of.',
    with: answerBody((body) => ({ ...body, data: objects(body['data']).slice(0, 10) })),
  }),
  fault('list-tests.not-paginated/whole!by-subject', {
    on: ['listTests'],
    story: 'Of each subject the newest test alone is listed.',
    deep: true,
    with: answerBody((body) => {
      const tests = objects(body['data']);
      const last = (test: Json) => tests.findLast(({ subject }) => subject === test['subject']);
      return { ...body, data: tests.filter((test) => test === last(test)) };
    }),
  }),
  ...(
    [
      ['list-tests.not-paginated/asked', 'limit', false],
      ['list-tests.not-paginated/asked!offset', 'offset', true],
    ] as const
  ).map(([id, name, deep]) =>
    fault(id, {
      on: ['listTests'],
      ...(deep ? { deep } : {}),
      story: 'What cuts pages stands before all lists, and this one got it without its `pagination`.',
      with: answerBody((body, { url }) => {
        const count = Number(new URL(url).searchParams.get(name) ?? Number.NaN);
        if (Number.isNaN(count)) return body;
        const tests = objects(body['data']);
        return { ...body, data: name === 'limit' ? tests.slice(0, count) : tests.slice(count) };
      }),
    }),
  ),
  fault('list-tests.not-paginated/asked!crashing', {
    on: ['listTests'],
    story: 'What cuts pages stands before all lists, and fails where it finds no total.',
    with: async (request, service) =>
      new URL(request.url).searchParams.has('limit') ? refusal(500, 'There is no total.') : service(request),
  }),
  fault('add-cohort-tests.effect/fields', {
    on: ['addCohortTests'],
    touches: ['getCohort', 'listCohorts'],
    story: 'Names are fetched for all tests at once, and come back in the order of their names.',
    with: inCohorts((tests) => {
      const names = tests
        .map(({ name }) => name)
        .toSorted()
        .toReversed();
      for (const [at, test] of tests.entries()) test['name'] = names[at];
    }),
  }),
  fault('add-cohort-tests.effect/fields!list', {
    on: ['addCohortTests'],
    touches: ['listCohorts'],
    story: 'A search for cohorts is kept with the tests that they had when it was asked first.',
    deep: true,
    with: keptAsFirst(),
  }),
  fault('test.id-unique', {
    on: ['listTests'],
    story: 'A test is listed once for each of its versions.',
    with: answerBody((body) => ({ ...body, data: objects(body['data']).flatMap((test) => [test, test]) })),
  }),
  fault('test.id-unique!past-the-tenth', {
    on: ['listTests'],
    story: 'Tests are written out in groups of ten, and the last of a group lends the next its id.',
    deep: true,
    with: answerBody((body) => {
      const tests = objects(body['data']);
      const borrower = tests[10];
      if (borrower) borrower['testId'] = tests[9]?.['testId'];
      return body;
    }),
  }),
  fault('test.id-unique/assigned', {
    on: ['listTests'],
    touches: ['listTests', 'addCohortTests', 'removeCohortTests'],
    story: 'The list is joined with the assignments, to show which tests are in use.',
    with: listedOften((assignments) => Math.max(1, assignments)),
  }),
  fault('test.id-unique/assigned!two-cohorts', {
    on: ['listTests'],
    touches: ['listTests', 'addCohortTests', 'removeCohortTests'],
    story:
      'Of the cohorts of a test the list shows the number, and who grouped by it has a row for each number.',
    deep: true,
    with: listedOften((assignments) => (assignments === 2 ? 2 : 1)),
  }),
  fault('add-cohort-tests.effect/fields!dealt', {
    on: ['addCohortTests'],
    touches: ['addCohortTests', 'getCohort', 'listCohorts'],
    story: 'Tests come back from the database in its own order, and are dealt out to the ids in theirs.',
    deep: true,
    with: dealtOut(),
  }),
  fault('cohort-test.test-id-unique!fourth', {
    on: ['listCohorts', 'getCohort'],
    story:
      'A cohort has three tests in its own row and the rest in another table, which gives the id of the first.',
    deep: true,
    with: inCohorts((tests) => {
      for (const test of tests.slice(3)) test['testId'] = tests[0]?.['testId'];
    }),
  }),
  fault('cohort-test.activation-status-values!fourth', {
    on: ['listCohorts', 'getCohort'],
    story:
      'A cohort has three tests in its own row and the rest in another table, with an older set of words.',
    deep: true,
    with: inCohorts((tests) => {
      for (const test of tests.slice(3)) test['activationStatus'] = 'archived';
    }),
  }),
  fault('cohort-test.test-id-unique', {
    on: ['listCohorts', 'getCohort'],
    story: 'The id of the cohort stands where that of the test should.',
    with: inCohorts((tests, { cohortId }) => {
      for (const test of tests) test['testId'] = cohortId;
    }),
  }),
  fault('cohort-test.activation-status-values', {
    on: ['listCohorts', 'getCohort'],
    story: 'A status was added to the code and to no document.',
    with: inCohorts((tests) => {
      for (const test of tests) test['activationStatus'] = 'archived';
    }),
  }),
];

/** Changes the tests of every cohort in an answer. */
export function inCohorts(change: (tests: Json[], cohort: Json) => void): Break {
  return answerBody((body) => {
    for (const cohort of [...objects(body['data']), ...objects([body['cohort']].filter(Boolean))]) {
      change(objects(cohort['tests']), cohort);
    }
    return body;
  });
}

/** Lists each cohort with the tests with which it was listed first. */
function keptAsFirst(): Break {
  return remembering(() => {
    const first = new Map<unknown, unknown>();
    return inCohorts((tests, cohort) => {
      const id = cohort['cohortId'];
      if (tests.length > 0 && !first.has(id)) first.set(id, cohort['tests']);
      if (first.has(id)) cohort['tests'] = first.get(id);
    });
  });
}

/** Lists a test as often as the number of its new assignments says. */
function listedOften(times: (assignments: number) => number): Break {
  return remembering(() => {
    const cohorts = new Map<string, Set<string>>();
    const list = answerBody((body) => ({
      ...body,
      data: objects(body['data']).flatMap((test) =>
        Array.from({ length: times(cohorts.get(String(test['testId']))?.size ?? 0) }, () => test),
      ),
    }));
    return async (request, service) => {
      if (request.method === 'GET') return list(request, service);
      const ids = testIdsIn(await bodyOf(request));
      const response = await service(request);
      if (!response.ok) return response;
      for (const id of ids) {
        const own = cohorts.get(id) ?? new Set();
        cohorts.set(id, own);
        if (request.method === 'POST') own.add(request.url);
        else own.delete(request.url);
      }
      return response;
    };
  });
}

/** Shows of each test in a list that was assigned the name of the one at its place in the list of all tests. */
function dealtOut(): Break {
  return remembering(() => {
    const names = new Map<string, unknown>();
    const shown = inCohorts((tests) => {
      for (const test of tests) test['name'] = names.get(String(test['testId'])) ?? test['name'];
    });
    return async (request, service) => {
      if (request.method === 'GET') return shown(request, service);
      const ids = testIdsIn(await bodyOf(request));
      const response = await service(request);
      const all = objects((await read(request, service, '/smart-ia/tests'))['data']);
      const found = all.filter(({ testId }) => ids.includes(String(testId)));
      for (const [at, id] of ids.entries()) names.set(id, found[at]?.['name']);
      return response;
    };
  });
}

/** The tests that a list names. */
export function testIdsIn({ testIds }: Json): readonly string[] {
  return Array.isArray(testIds) ? testIds.map(String) : [];
}
