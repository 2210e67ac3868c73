import { edit, editItems } from '../answers.ts';
import { both, column, itemsOf, nobody } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

const years = 'academic years';
const form = 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ, in UTC.';
const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Faults of academic years. */
export const readingYears: readonly BlindFault[] = [
  {
    id: 'round-7.years.bounds-as-plain-dates',
    chapter: years,
    story: 'Start and end of a year are DATE columns, and the list serialises them as such.',
    rests: `AcademicYear: startDate and endDate are date-times. ${form}`,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ pass }) =>
        editItems(await pass(), (year) => ({
          ...year,
          startDate: textAt(year, 'startDate').slice(0, 10),
          endDate: textAt(year, 'endDate').slice(0, 10),
        })),
      ),
    witness: both(async ({ get }) =>
      column(await get('/academic-years'), 'startDate').every((date) => shape.test(date)),
    ),
  },
  {
    id: 'round-7.years.current-ends-in-british-summer-time',
    chapter: years,
    story: 'The current year is told in the time of the school, with the offset of British summer.',
    rests: form,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const local = (name: string) => {
            const instant = Date.parse(textAt(year, name));
            return `${new Date(instant + 3_600_000).toISOString().slice(0, -1)}+01:00`;
          };
          return { academicYear: { ...year, startDate: local('startDate'), endDate: local('endDate') } };
        }),
      ),
    witness: both(async ({ get }) => {
      const { body } = await get('/academic-years/current');
      return [shape.test(textAt(body, 'academicYear', 'startDate'))];
    }),
  },
  {
    id: 'round-7.years.unknown-year-answers-current-one',
    chapter: years,
    story: 'The year of a request is resolved by a helper that falls back to the current year.',
    rests: 'GET /academic-years/{academicYearId}: 404 for a year that does not exist (Errors: not found).',
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
];

const tests = 'tests';

/** Faults of the list of tests. */
export const readingTests: readonly BlindFault[] = [
  {
    id: 'round-7.tests.page-of-ten',
    chapter: tests,
    story: 'The generic repository takes ten rows where no page is asked for.',
    rests: 'GET /smart-ia/tests answers data of all tests and is not paginated.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async ({ get }) => itemsOf(await get('/smart-ia/tests')).length),
  },
];
