import { edit, json, page, withBody } from '../answers.ts';
import { both, column, itemsOf, newCohortId, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';

/** Lower case as a database without Unicode has it. */
function plainLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The ids of the tests of a cohort in an answer. */
function assigned(body: Fields): string[] {
  return list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'testId'));
}

/** Years, classes, cohorts and tests as they are shown. */
export const groups: readonly BlindFault[] = [
  {
    id: 'round-10.tests.ten-on-the-first-page',
    chapter: 'tests',
    story: 'The list goes through the common repository, whose page has ten rows unless told otherwise.',
    rests: 'GET /smart-ia/tests is not paginated: it answers with the tests, all of them.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async (client) => itemsOf(await client.get('/smart-ia/tests')).length),
  },
  {
    id: 'round-10.years.end-without-a-time',
    chapter: 'years',
    story: 'The single year is mapped with the date type of the column, the list with a date-time.',
    rests: 'AcademicYear: `endDate` is a date-time; Conventions 2 gives its form.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          return { ...body, academicYear: { ...year, endDate: textAt(year, 'endDate').slice(0, 10) } };
        }),
      ),
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      return (await client.get(`/academic-years/${textAt(year, 'academicYearId')}`)).body;
    }),
  },
  {
    id: 'round-10.cohorts.one-cohort-as-data',
    chapter: 'cohorts',
    story: 'An interceptor wraps what the newer controllers return in `data`, lists or not.',
    rests: 'Conventions 5: a single resource is wrapped in its name, here `cohort`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), ({ cohort }) => ({ data: cohort })),
      ),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      return Object.keys((await client.get(`/smart-ia/cohorts/${cohortId}`)).body);
    }),
  },
  {
    id: 'round-10.classes.small-letters-of-english-only',
    chapter: 'classes',
    story: 'LOWER of the database knows the letters A to Z and no others.',
    rests: 'GET /classes: `search` is an exact match on the name, case-insensitive.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        const search = ask.query.get('search');
        if (search === null || !response.ok) return response;
        const body = fields(await response.json());
        const items = list(body['data']).map(fields);
        const data = items.filter((item) => plainLower(textAt(item, 'name')) === plainLower(search));
        if (data.length === items.length) return withBody(response, body);
        return withBody(response, {
          data,
          pagination: { ...fields(body['pagination']), total: data.length },
        });
      }),
    witness: both(async (client) =>
      column(await client.get('/classes', { search: 'AÑO 7 / GRUPO Ñ' }), 'name'),
    ),
  },
  {
    id: 'round-10.cohorts.year-that-is-no-id',
    chapter: 'cohorts',
    story: 'The id of the year is compared as text and never checked: nothing matches, and that is that.',
    rests: 'GET /smart-ia/cohorts: `academicYearId` is a UUID or `current`; an invalid request is 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        const year = ask.query.get('academicYearId') ?? 'current';
        const odd = year !== 'current' && !/^[0-9a-f-]{36}$/i.test(year);
        if (response.status !== 400 || !odd) return response;
        const query = new URLSearchParams(ask.query);
        query.delete('academicYearId');
        const healthy = await pass({ query });
        return healthy.ok ? page(query, []) : healthy;
      }),
    witness: both(
      async (client) => (await client.get('/smart-ia/cohorts', { academicYearId: '2025/2026' })).status,
    ),
  },
  {
    id: 'round-10.classes.search-kept-without-its-year',
    chapter: 'classes',
    story: 'Searches are cached under the name and the page; the year is not part of the key.',
    rests: 'GET /classes: `academicYearId` chooses the classes of that academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      const writing = on(service, 'POST /classes', ({ pass }) => {
        kept.clear();
        return pass();
      });
      return on(writing, 'GET /classes', async ({ ask, pass }) => {
        const key = ['search', 'limit', 'offset'].map((name) => ask.query.get(name) ?? '').join('\n');
        const response = await pass();
        if (!response.ok || !ask.query.has('search') || ask.query.has('cursor')) return response;
        const known = kept.get(key);
        if (known) return json(200, known);
        return edit(response, (body) => {
          kept.set(key, body);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const totals: unknown[] = [];
      for (const academicYearId of years) {
        const query = { search: 'Evening Learners', academicYearId };
        totals.push(paginationOf(await client.get('/classes', query))['total']);
      }
      return totals;
    }),
  },
  {
    id: 'round-10.cohorts.list-with-a-hole',
    chapter: 'cohorts',
    story:
      'Taking out one of several tests leaves the other keys as they are, and JSON makes an object of it.',
    rests: 'Cohort: `tests` is an array of CohortTest.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}', 'DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) => {
      const holes = new Set<string>();
      const removing = on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, call, pass }) => {
        const before = assigned((await call(`GET /smart-ia/cohorts/${ask.id}`)).body);
        const response = await pass();
        const after = assigned((await call(`GET /smart-ia/cohorts/${ask.id}`)).body);
        if (after.some((testId, index) => testId !== before[index])) holes.add(ask.id);
        if (after.length === 0) holes.delete(ask.id);
        return response;
      });
      return on(removing, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          if (!holes.has(ask.id) || !('tests' in cohort)) return body;
          const tests = list(cohort['tests']).map((test, index) => [index + 1, test] as const);
          return { ...body, cohort: { ...cohort, tests: Object.fromEntries(tests) } };
        }),
      );
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const ids = (await testIds(client)).slice(0, 3);
      await client.send('POST', `${path}/tests`, { testIds: ids });
      await client.send('DELETE', `${path}/tests`, { testIds: ids.slice(0, 1) });
      return Array.isArray(at((await client.get(path)).body, 'cohort', 'tests'));
    }),
  },
  {
    id: 'round-10.years.year-left-in-the-context',
    chapter: 'years',
    story: 'A year that a class list names is kept in the context of the key, and is then the current one.',
    rests: 'GET /smart-ia/cohorts: the literal `current` is the current academic year, as /current has it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      let context = 'current';
      const setting = on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        const year = ask.query.get('academicYearId');
        if (response.ok && year !== null) context = year;
        return response;
      });
      return on(setting, 'GET /smart-ia/cohorts', ({ ask, pass }) => {
        if (ask.query.get('academicYearId') !== 'current') return pass();
        const query = new URLSearchParams(ask.query);
        query.set('academicYearId', context);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const [oldest = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const query = { academicYearId: 'current', limit: 3 };
      await client.get('/classes', { academicYearId: oldest, limit: 1 });
      const found = column(await client.get('/smart-ia/cohorts', query), 'academicYearId');
      return found.includes(oldest);
    }),
  },
];
