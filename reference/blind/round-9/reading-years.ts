import { edit, withText } from '../answers.ts';
import { both, column } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';

/** Academic years and the list of tests. */
export const years: readonly BlindFault[] = [
  {
    id: 'round-9.years.unknown-becomes-current',
    chapter: 'academic-years',
    story: 'The look-up shares `find(id) ?? current()` with the create endpoints, which default to it.',
    rests: 'Academic years: GET /academic-years/{academicYearId} is 404 for a year that is not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? pass({ path: '/academic-years/current' }) : answer;
      }),
    witness: both(
      async ({ get }) => (await get('/academic-years/00000000-0000-4000-8000-00000000beef')).status,
    ),
  },
  {
    id: 'round-9.years.current-ends-on-a-date',
    chapter: 'academic-years',
    story: 'The current year comes from a settings table whose end is a DATE column.',
    rests: 'AcademicYear: endDate is a date-time (Conventions 2: YYYY-MM-DDTHH:MM:SS.SSSZ).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          return { ...body, academicYear: { ...year, endDate: textAt(year, 'endDate').slice(0, 10) } };
        }),
      ),
    witness: both(async ({ get }) =>
      textAt((await get('/academic-years/current')).body, 'academicYear', 'endDate'),
    ),
  },
  {
    id: 'round-9.years.first-year-is-kept-for-all',
    chapter: 'academic-years',
    story: 'A memoising decorator takes its key from the method name alone, not from its argument.',
    rests: 'Academic years: GET /academic-years/{academicYearId} answers the year with that id.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: (service) => {
      let kept: string | undefined;
      return on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        kept ??= await answer.clone().text();
        return withText(answer, kept);
      });
    },
    witness: both(async ({ get }) => {
      const ids = column(await get('/academic-years'), 'academicYearId');
      const seen: boolean[] = [];
      for (const id of ids) {
        const { body } = await get(`/academic-years/${id}`);
        seen.push(textAt(body, 'academicYear', 'academicYearId') === id);
      }
      return seen;
    }),
  },
  {
    id: 'round-9.tests.only-the-first-ten',
    chapter: 'tests',
    story: 'The repository has a default page size of ten, which an unpaginated endpoint inherits.',
    rests: 'Cohorts and tests: GET /smart-ia/tests lists the tests and is not paginated.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => {
          const { data } = body;
          return { ...body, data: Array.isArray(data) ? data.slice(0, 10) : data };
        }),
      ),
    witness: both(async ({ get }) => column(await get('/smart-ia/tests'), 'testId').length),
  },
];
