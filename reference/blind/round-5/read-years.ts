import { edit, refuse } from '../answers.ts';
import { both, column, itemsOf, nobody } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

/** Faults in reading academic years and tests. */
export const years: readonly BlindFault[] = [
  {
    id: 'round-5.years.moments-as-numbers',
    chapter: 'academic years',
    story:
      'The JSON library writes moments as milliseconds since 1970 unless it is told otherwise, and one mapper was not told.',
    rests:
      'Conventions: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ; startDate and endDate of AcademicYear are strings.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const moment = (name: string) => Date.parse(textAt(year, name));
          return { academicYear: { ...year, startDate: moment('startDate'), endDate: moment('endDate') } };
        }),
      ),
    witness: both(async ({ get }) => {
      const [first] = column(await get('/academic-years'), 'academicYearId');
      const { body } = await get(`/academic-years/${first}`);
      return [typeof at(body, 'academicYear', 'startDate'), typeof at(body, 'academicYear', 'endDate')];
    }),
  },
  {
    id: 'round-5.years.current-refused-as-a-malformed-id',
    chapter: 'academic years',
    story: 'The route with an id was declared first, and its check for a UUID meets the word current.',
    rests: 'GET /academic-years/current answers 200 with academicYear; 400 is not among its statuses.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.ok ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async ({ get }) => (await get('/academic-years/current')).status),
  },
  {
    id: 'round-5.years.unknown-id-falls-back-to-the-current',
    chapter: 'academic years',
    story:
      'A helper gives the year with that id, or else the current one; it was made for forms and is used by the route.',
    rests: 'GET /academic-years/{academicYearId}: 404 where there is no such academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? pass({ path: '/academic-years/current' }) : answer;
      }),
    witness: both(async ({ get }) => (await get(`/academic-years/${nobody}`)).status),
  },
  {
    id: 'round-5.tests.one-a-subject',
    chapter: 'tests',
    story: 'The list was made for a menu of subjects, and its query is distinct on the subject.',
    rests: 'GET /smart-ia/tests lists the initial-assessment tests, all of them: it is not paginated.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => {
          const tests = list(body['data']).map(fields);
          const subjects = tests.map((test) => test['subject']);
          return { ...body, data: tests.filter((test, n) => subjects.indexOf(test['subject']) === n) };
        }),
      ),
    witness: both(async ({ get }) => {
      const known = new Set(itemsOf(await get('/smart-ia/tests')).map((test) => test['testId']));
      const cohorts = itemsOf(await get('/smart-ia/cohorts', { limit: 100 }));
      const assigned = cohorts.flatMap((cohort) => list(cohort['tests']).map((test) => at(test, 'testId')));
      return assigned.filter((id) => !known.has(id)).length;
    }),
  },
];
