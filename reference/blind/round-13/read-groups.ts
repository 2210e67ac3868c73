import { edit } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUserIds, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, requery, textAt, texts } from '../kit.ts';

/** Faults of years, classes, cohorts and tests as they are shown. */
export const groups: readonly BlindFault[] = [
  {
    id: 'round-13.tests.first-ten-only',
    chapter: 'tests',
    story: 'The repository has pages of ten by default, and this handler asks for the first one.',
    rests: 'GET `/smart-ia/tests` lists the tests and is not paginated.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async (client) => (await testIds(client)).length),
  },
  {
    id: 'round-13.years.last-one-read-is-taken-for-current',
    chapter: 'years',
    story: 'The handler of a year puts it into a singleton that was meant to live as long as one request.',
    rests: 'GET `/smart-ia/cohorts`: the literal `current` stands for the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      let chosen: string | undefined;
      const reading = on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) chosen = ask.id;
        return response;
      });
      const meaning = requery('GET /smart-ia/cohorts', (query) => {
        if (chosen !== undefined && query.get('academicYearId') === 'current') {
          query.set('academicYearId', chosen);
        }
      });
      return meaning(reading);
    },
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const { body } = await client.get('/academic-years/current');
      const current = textAt(body, 'academicYear', 'academicYearId');
      await client.get(`/academic-years/${years.find((id) => id !== current)}`);
      const found = await client.get('/smart-ia/cohorts', { academicYearId: 'current', limit: 5 });
      return column(found, 'academicYearId').map((id) => id === current);
    }),
  },
  {
    id: 'round-13.classes.name-wins-over-year',
    chapter: 'classes',
    story: 'A name is looked up by a query of its own, to which the year was never added.',
    rests: 'GET `/classes`: `academicYearId` chooses the classes of a year, beside `search` as without it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      const year = query.get('academicYearId') ?? '';
      if (query.has('search') && (year === 'current' || year.length === 36)) query.delete('academicYearId');
    }),
    witness: both(async (client) => {
      const asked = { search: 'foundation group', academicYearId: 'current' };
      return itemsOf(await client.get('/classes', asked)).length;
    }),
  },
  {
    id: 'round-13.classes.namesake-of-another-year',
    chapter: 'classes',
    story: 'Rendered classes are kept by their name, which is unique within one academic year only.',
    rests: 'GET `/classes/{classId}` returns the class with that id.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const rendered = new Map<string, Fields>();
      return on(service, 'GET /classes/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const name = textAt(body, 'class', 'name');
          const known = rendered.get(name) ?? body;
          rendered.set(name, known);
          return known;
        }),
      );
    },
    witness: both(async (client) => {
      const ids = column(await client.get('/classes', { search: 'Foundation Group' }), 'classId');
      const seen: boolean[] = [];
      for (const id of ids) {
        const { body } = await client.get(`/classes/${id}`);
        seen.push(textAt(body, 'class', 'classId') === id);
      }
      return seen;
    }),
  },
  {
    id: 'round-13.classes.name-that-reads-null',
    chapter: 'classes',
    story: 'The parser of queries turns `null` into no value, and no value means no filter.',
    rests: 'GET `/classes`: `search` is an exact match on the class name, ignoring case.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.get('search') === 'null') query.delete('search');
    }),
    witness: both(async (client) => paginationOf(await client.get('/classes', { search: 'null' }))['total']),
  },
  {
    id: 'round-13.cohorts.case-of-plain-letters-only',
    chapter: 'cohorts',
    story: 'The database folds the case of the letters A to Z and of no others.',
    rests: 'GET `/smart-ia/cohorts`: `search` is an exact match on the cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        const search = ask.query.get('search');
        if (search === null) return response;
        return edit(response, (body) => {
          const data = list(body['data']).filter((item) => folded(textAt(item, 'name')) === folded(search));
          if (data.length === list(body['data']).length) return body;
          return { data, pagination: { ...fields(body['pagination']), total: data.length } };
        });
      }),
    witness: both(async (client) => {
      const name = `Été ${client.word()}`;
      await newCohortId(client, { name });
      return column(await client.get('/smart-ia/cohorts', { search: name.toUpperCase() }), 'name');
    }),
  },
  {
    id: 'round-13.cohorts.inactive-tests-left-out',
    chapter: 'cohorts',
    story: 'The join for a single cohort has the condition of the page on which learners choose a test.',
    rests: 'Cohort: `tests` holds the tests assigned to the cohort, each with its `activationStatus`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), ({ cohort }) => {
          const { tests, ...rest } = fields(cohort);
          const active = list(tests).filter((test) => at(test, 'activationStatus') !== 'inactive');
          return { cohort: active.length === 0 ? rest : { ...rest, tests: active } };
        }),
      ),
    witness: both(async (client) => {
      const counts: string[] = [];
      for (const listed of itemsOf(await client.get('/smart-ia/cohorts', { limit: 12 }))) {
        const { body } = await client.get(`/smart-ia/cohorts/${listed['cohortId']}`);
        counts.push(`${list(at(body, 'cohort', 'tests')).length} of ${list(listed['tests']).length}`);
      }
      return counts;
    }),
  },
  {
    id: 'round-13.cohorts.tests-once-for-each-student',
    chapter: 'cohorts',
    story: 'One statement joins the cohort with its students and its tests, and rows are not made distinct.',
    rests: 'Cohort: `tests` are the tests assigned to it; `testId` is unique per test.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { body: found } = await call('POST /users/search', { search: {}, limit: 1000 });
        const id = ask.id.toLowerCase();
        const students = list(found['data']).filter((user) => texts(at(user, 'cohortIds')).includes(id));
        return edit(response, (body) => {
          const cohort = fields(body['cohort']);
          if (students.length < 2 || !('tests' in cohort)) return body;
          return {
            cohort: { ...cohort, tests: list(cohort['tests']).flatMap((t) => students.map(() => t)) },
          };
        });
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const userIds = await newUserIds(client, 'student', 3);
      await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds });
      const tests = (await testIds(client)).slice(0, 2);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: tests });
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      return list(at(body, 'cohort', 'tests')).length;
    }),
  },
];

function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
