import { objects, remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';

const filtered: readonly OperationId[] = ['listClasses', 'listCohorts', 'listUsers', 'listSessions'];

/** Faults of what one request leaves behind for the next, and of what only long pages lack. */
export const unmoved: readonly Fault[] = [
  fault('pagination.total-counts/after-a-refusal!filters', {
    on: filtered,
    story:
      'The query is built up in an object that is emptied once it has run, and a refused one never runs.',
    with: leftBehind(/^(?!limit|offset|cursor)/),
  }),
  fault('pagination.total-counts/after-a-refusal!one-filter', {
    on: ['listUsers'],
    story: 'The role of the last request stands in a field of the controller until one has been answered.',
    deep: true,
    with: leftBehind(/^role$/),
  }),
  fault('pagination.ways-agree/same-items!first-half', {
    on: ['listUsers', 'searchUsers'],
    story: 'Classes and cohorts are loaded in one batch, and a page is longer than a batch.',
    with: beyond(50, ({ classIds: _classes, cohortIds: _cohorts, ...user }) => user),
  }),
  fault('pagination.ways-agree/same-items!shared-once', {
    on: ['listCohorts'],
    story: 'A join gives each test to the first cohort of the page that has it.',
    deep: true,
    with: answerBody((body) => {
      const seen = new Set<unknown>();
      const data = objects(body['data']).map(({ tests, ...cohort }) => {
        const own = objects(tests).filter(({ testId }) => !seen.has(testId));
        for (const { testId } of own) seen.add(testId);
        return own.length === 0 ? cohort : { ...cohort, tests: own };
      });
      return { ...body, data };
    }),
  }),
];

/** Sends some parameters of a refused request along with the next one. */
function leftBehind(names: RegExp): Break {
  return remembering(() => {
    let left: [string, string][] = [];
    return async (request, service) => {
      const url = new URL(request.url);
      const own = [...url.searchParams].filter(([name]) => names.test(name));
      if (own.length === 0 && !url.searchParams.has('cursor'))
        for (const [name, value] of left) url.searchParams.append(name, value);
      const response = await service(new Request(url, request));
      left = response.status === 400 ? own : [];
      return response;
    };
  });
}

/** Changes the items of a page from a place on. */
function beyond(place: number, change: (item: Json) => Json): Break {
  return answerBody((body) => ({
    ...body,
    data: objects(body['data']).map((item, at) => (at < place ? item : change(item))),
  }));
}
