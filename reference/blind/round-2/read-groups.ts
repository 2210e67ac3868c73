import { edit, editItems, refuse } from '../answers.ts';
import { both, column, itemsOf, newClassId, nobody } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';

/** Faults of academic years, classes, cohorts and tests, as they are read. */
export const groupFaults: readonly BlindFault[] = [
  {
    id: 'round-2.years.current-on-the-wall',
    chapter: 'years',
    story:
      'The current year is read by a later piece of code, whose serialiser writes the offset of the school.',
    rests: 'Conventions 2: dates in UTC, a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ; AcademicYear.startDate.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const wall = (value: unknown) =>
            new Date(Date.parse(String(value)) + 3_600_000).toISOString().replace('Z', '+01:00');
          return {
            ...body,
            academicYear: { ...year, startDate: wall(year['startDate']), endDate: wall(year['endDate']) },
          };
        }),
      ),
    witness: both(async ({ get }) =>
      textAt((await get('/academic-years/current')).body, 'academicYear', 'startDate'),
    ),
  },
  {
    id: 'round-2.tests.first-ten',
    chapter: 'tests',
    story: 'The list is made by the helper of all lists, whose own page size is ten where none is asked for.',
    rests: 'GET /smart-ia/tests lists the tests and is not paginated.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async ({ get }) => {
      const tests = column(await get('/smart-ia/tests'), 'testId');
      const cohorts = itemsOf(await get('/smart-ia/cohorts', { limit: 100 }));
      const assigned = cohorts.flatMap((cohort) =>
        list(cohort['tests']).map((test) => textAt(test, 'testId')),
      );
      return assigned.every((testId) => tests.includes(testId));
    }),
  },
  {
    id: 'round-2.classes.past-year-unknown',
    chapter: 'classes',
    story: 'A default scope on the model adds the current year to every look-up, also to that of one class.',
    rests: 'GET /classes/{classId}: 200 with the class; 404 where it is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 200) return response;
        const found = fields(await response.clone().json());
        const { body } = await call('GET /academic-years/current');
        const current = textAt(body, 'academicYear', 'academicYearId');
        return at(found, 'class', 'academicYearId') === current ? response : refuse(ask, 404, 'Not found');
      }),
    witness: both(async ({ get }) => {
      const years = column(await get('/academic-years'), 'academicYearId');
      const classIds = await Promise.all(
        years.map(
          async (id) => column(await get('/classes', { academicYearId: id, limit: 1 }), 'classId')[0],
        ),
      );
      return (await Promise.all(classIds.map((id) => get(`/classes/${id}`)))).map(({ status }) => status);
    }),
  },
  {
    id: 'round-2.classes.search-for-null',
    chapter: 'classes',
    story:
      'A client of old sent the words "null" and "undefined" for no filter, and since then they are taken for none.',
    rests: 'GET /classes: `search` is an exact match on the class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', ({ ask, pass }) => {
        if (!/^(null|undefined)$/i.test(ask.query.get('search') ?? '')) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('search');
        return pass({ query });
      }),
    witness: both(async (client) => {
      await newClassId(client, { name: 'Undefined' });
      return column(await client.get('/classes', { search: 'undefined' }), 'name');
    }),
  },
  {
    id: 'round-2.cohorts.loader-leaves-out-the-empty',
    chapter: 'cohorts',
    story:
      'A batch loader gives one list of tests for each cohort that has any, and they are dealt out in order from the first cohort on.',
    rests: 'Cohort.tests: the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (item, index, items) => {
          const loaded = items.map(({ tests }) => list(tests)).filter((tests) => tests.length > 0);
          const { tests: _own, ...rest } = item;
          const tests = loaded[index];
          return tests === undefined ? rest : { ...rest, tests };
        }),
      ),
    witness: both(async ({ get }) => {
      const cohorts = itemsOf(await get('/smart-ia/cohorts', { limit: 3 }));
      const same = cohorts.map(async (cohort) => {
        const { body } = await get(`/smart-ia/cohorts/${textAt(cohort, 'cohortId')}`);
        return textsOf(cohort) === textsOf(fields(body['cohort']));
      });
      return Promise.all(same);
    }),
  },
  {
    id: 'round-2.cohorts.cache-forgets-the-year',
    chapter: 'cohorts',
    story:
      'Searches are kept under the name alone, whatever year they were made in, until a cohort is created.',
    rests: 'GET /smart-ia/cohorts: `academicYearId` filters, beside `search`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const kept = new Map<string, URLSearchParams>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const search = ask.query.get('search');
        if (search === null || !ask.query.has('academicYearId') || ask.query.has('cursor')) return pass();
        const key = `${search.toLowerCase()} ${ask.query.get('limit')} ${ask.query.get('offset')}`;
        const query = kept.get(key);
        if (query !== undefined) return pass({ query });
        const response = await pass();
        if (response.status === 200) kept.set(key, ask.query);
        return response;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const found: unknown[] = [];
      const years = column(await client.get('/academic-years'), 'academicYearId').slice(0, 2);
      for (const academicYearId of years) {
        await client.send('POST', '/smart-ia/cohorts', { cohort: { name, academicYearId } });
      }
      for (const academicYearId of [...years, nobody]) {
        const answer = await client.get('/smart-ia/cohorts', { search: name, academicYearId });
        found.push(column(answer, 'academicYearId'));
      }
      return found;
    }),
  },
];

function textsOf(cohort: Fields): string {
  return list(cohort['tests'])
    .map((test) => textAt(test, 'testId'))
    .join(' ');
}
