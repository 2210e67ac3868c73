import { bodyOf, objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, type Json, requestBody } from '../kit/fault.ts';
import { idsOf } from './membership.ts';

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
  ...(
    [
      ['remove-cohort-tests.effect/in-list', 1, false],
      ['remove-cohort-tests.effect/in-list!several', 2, true],
    ] as const
  ).map(([id, least, deep]) =>
    fault(id, {
      on: ['removeCohortTests'],
      touches: ['addCohortTests', 'listCohorts'],
      ...(deep ? { deep } : {}),
      story: 'Items of the list are kept by cohort; assigning tests evicts them, and removing does not.',
      with: keptUntilAssigned(least),
    }),
  ),
  fault('remove-cohort-tests.keeps-the-rest/listed', {
    on: ['removeCohortTests'],
    touches: ['removeCohortTests', 'listTests'],
    story: 'The removal marks the test as deleted, and not the row that links it.',
    with: hidingTests((removed) => removed),
  }),
  fault('remove-cohort-tests.keeps-the-rest/listed!last', {
    on: ['removeCohortTests'],
    touches: ['addCohortTests', 'removeCohortTests', 'listTests'],
    deep: true,
    story: 'What no cohort has any more is cleaned away.',
    with: hidingTests((removed, assigned) => removed.filter((id) => !assigned.has(id))),
  }),
];

/** Shows the tests of a cohort in the list as they were first, if so many, until some are assigned. */
function keptUntilAssigned(least: number): Break {
  return remembering(() => {
    const kept = new Map<string, unknown>();
    return async (request, service) => {
      const [, cohort] = /\/cohorts\/([^/]+)\/tests$/.exec(new URL(request.url).pathname) ?? [];
      const response = await service(request);
      if (!response.ok) return response;
      if (cohort !== undefined) {
        kept.delete(cohort.toLowerCase());
        return response;
      }
      const body = (await response.json()) as Json;
      const data = objects(body['data']).map((item) => {
        const id = String(item['cohortId']).toLowerCase();
        if (!kept.has(id) && objects(item['tests']).length >= least) kept.set(id, item['tests']);
        return kept.has(id) ? { ...item, tests: kept.get(id) } : item;
      });
      return answer(response, { ...body, data });
    };
  });
}

/** Leaves tests out of the list of tests after removals. */
function hidingTests(
  hides: (removed: readonly string[], assigned: ReadonlySet<string>) => readonly string[],
): Break {
  return remembering(() => {
    const hidden = new Set<string>();
    const assigned = new Map<string, Set<string>>();
    return async (request, service) => {
      const ids = idsOf(await bodyOf(request), 'testIds').map((id) => id.toLowerCase());
      const response = await service(request);
      if (!response.ok) return response;
      if (request.method === 'GET') {
        const { data } = (await response.json()) as Json;
        return answer(response, {
          data: objects(data).filter(({ testId }) => !hidden.has(String(testId).toLowerCase())),
        });
      }
      const path = new URL(request.url).pathname;
      const own = assigned.get(path) ?? new Set();
      assigned.set(path, own);
      for (const id of ids) {
        if (request.method === 'POST') own.add(id);
        else own.delete(id);
        if (request.method === 'POST') hidden.delete(id);
      }
      const elsewhere = new Set([...assigned.values()].flatMap((some) => [...some]));
      if (request.method === 'DELETE') for (const id of hides(ids, elsewhere)) hidden.add(id);
      return response;
    };
  });
}

/** Assigns some of the tests that a list names. */
function only(choose: (ids: readonly unknown[]) => readonly unknown[]): Break {
  return requestBody((body: Json) => ({ ...body, testIds: choose((body['testIds'] ?? []) as unknown[]) }));
}
