import { objects, remembering } from '../kit/breaks.ts';
import { answerBody, type Fault, fault, faultsFrom, type Json } from '../kit/fault.ts';
import { page } from '../kit/pages.ts';

/** Faults of lists in which an entry shows what a read by its id does not say of it. */
export const heldToReads: readonly Fault[] = [
  ...faultsFrom(
    {
      'get-class.same-as-list/page': ['getClass', 'listClasses'],
      'get-cohort.same-as-list/page': ['getCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'The list fills one object again and again, and sets only the columns that are not null.',
      with: answerBody((body) => {
        let description: unknown;
        const data = objects(body['data']).map((item) => {
          description = item['description'] ?? description;
          return description === undefined ? item : { ...item, description };
        });
        return { ...body, data };
      }),
    }),
  ),
  ...faultsFrom(
    {
      'get-class.same-as-list/page!neighbour': ['getClass', 'listClasses'],
      'get-cohort.same-as-list/page!neighbour': ['getCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'Descriptions are loaded in a batch, and from the third row of a page on put to the row before.',
      deep: true,
      with: answerBody((body) => {
        const data = objects(body['data']);
        return {
          ...body,
          data: data.map((item, at) =>
            at < 2 ? item : { ...item, description: data[at - 1]?.['description'] ?? 'None.' },
          ),
        };
      }),
    }),
  ),
  fault('get-cohort.same-as-list/page!tests-stay', {
    on: ['getCohort'],
    touches: ['listCohorts'],
    story: 'The list of tests is declared before the loop, and a row without tests does not empty it.',
    with: page(({ data }) => fillFromBefore(data, 'tests')),
  }),
  ...faultsFrom(
    {
      'get-class.same-as-list/page!later': ['getClass', 'listClasses', 'description'],
      'get-cohort.same-as-list/page!later': ['getCohort', 'listCohorts', 'tests'],
    },
    ([op, list, field]) => ({
      on: [op],
      touches: [list],
      story:
        'Past the first page rows come from a buffer that is used again, and fields without a value stay.',
      deep: true,
      with: page(({ data }, { offset = 0 }) => {
        if (offset > 0) fillFromBefore(data, field);
      }),
    }),
  ),
  ...faultsFrom(
    {
      'get-class.same-as-list/page!found': ['getClass', 'listClasses', 'description'],
      'get-cohort.same-as-list/page!found': ['getCohort', 'listCohorts', 'tests'],
    },
    ([op, list, field]) => ({
      on: [op],
      touches: [list],
      story: 'A search fills the object of the search before, and a field without a value stays in it.',
      deep: true,
      with: remembering(() => {
        let kept: unknown;
        return answerBody((body, request) => {
          if (!new URL(request.url).searchParams.has('search')) return body;
          for (const item of objects(body['data'])) {
            kept = item[field] ?? kept;
            if (kept !== undefined) item[field] = kept;
          }
          return body;
        });
      }),
    }),
  ),
  ...faultsFrom(
    {
      'get-class.same-as-list/page!escaped': ['getClass', 'listClasses'],
      'get-cohort.same-as-list/page!escaped': ['getCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'What lists show was once written into a page as it stood, and is still escaped for one.',
      deep: true,
      with: page(({ data }) => {
        for (const item of data) item['name'] = String(item['name']).replaceAll('&', '&amp;');
      }),
    }),
  ),
  fault('get-cohort.same-as-list/page!first-ten', {
    on: ['getCohort'],
    touches: ['listCohorts'],
    story: 'Tests are loaded in batches of ten cohorts, and the loop ends after the first.',
    deep: true,
    with: page(({ data }) => {
      for (const cohort of data.slice(10)) delete cohort['tests'];
    }),
  }),
  fault('get-cohort.same-as-list/page!version-of-neighbour', {
    on: ['getCohort'],
    touches: ['listCohorts'],
    story: 'Versions are joined by their place, and the last test of four gets that of the one before.',
    deep: true,
    with: page(({ data }) => {
      for (const cohort of data) {
        const tests = objects(cohort['tests']);
        const [before, last] = tests.slice(-2);
        if (tests.length > 3 && before && last) last['testVersionId'] = before['testVersionId'];
      }
    }),
  }),
];

/** Leaves in each row without a field the value of the row before. */
function fillFromBefore(rows: readonly Json[], field: string): void {
  let kept: unknown;
  for (const row of rows) {
    kept = row[field] ?? kept;
    if (kept !== undefined) row[field] = kept;
  }
}
