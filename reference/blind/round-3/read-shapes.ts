import { edit, editItems, withHeaders, withText } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';

/** Faults in the shape of years, tests and levels. */
export const shapeFaults: readonly BlindFault[] = [
  {
    id: 'round-3.conventions.years-sent-as-text',
    chapter: 'conventions',
    story: 'The list of years is cached as a text, and the framework takes a text for a page.',
    rests: 'Conventions 1: responses are application/json.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withHeaders(response, (headers) => headers.set('content-type', 'text/html; charset=utf-8'));
      }),
    witness: both(async ({ get }) => (await get('/academic-years')).headers.get('content-type')),
  },
  {
    id: 'round-3.years.twelve-hour-clock',
    chapter: 'years',
    story: 'The pattern of the formatter has small letters for the hour, which count to twelve.',
    rests: 'AcademicYear.endDate is a date-time; Conventions 2: dates are in UTC, HH:MM:SS.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const text = await response.text();
        return withText(
          response,
          text.replace(
            /T(\d\d)(:[\d:.]{9}Z")/g,
            (_, hour, rest) => `T${String(Number(hour) % 12 || 12).padStart(2, '0')}${rest}`,
          ),
        );
      }),
    witness: both(async ({ get }) => {
      const [id = ''] = column(await get('/academic-years'), 'academicYearId');
      return textAt((await get(`/academic-years/${id}`)).body, 'academicYear', 'endDate');
    }),
  },
  {
    id: 'round-3.years.current-by-its-column',
    chapter: 'years',
    story: 'The current year is read by hand-written SQL, and the identifier keeps the name of its column.',
    rests: 'AcademicYear.academicYearId: identifier; GET /academic-years/current returns an AcademicYear.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const { academicYearId: id, ...year } = fields(body['academicYear']);
          return { academicYear: { id, ...year } };
        }),
      ),
    witness: both(async ({ get }) => {
      const { body } = await get('/academic-years/current');
      return Object.keys(fields(body['academicYear']));
    }),
  },
  {
    id: 'round-3.tests.subject-is-a-row',
    chapter: 'tests',
    story: 'Subjects have moved to a table of their own, and the relation is written out where its name was.',
    rests: 'SmartIaTest.subject: string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, subject: { name: item['subject'] } })),
      ),
    witness: both(async ({ get }) => typeof itemsOf(await get('/smart-ia/tests'))[0]?.['subject']),
  },
  {
    id: 'round-3.sessions.level-with-a-long-dash',
    chapter: 'sessions',
    story: 'The names of levels were pasted from a text processor, which makes a dash of a hyphen.',
    rests: 'Result levels: the format is [Level] - [Sub-Level], and the values are listed.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
        editItems(await pass(), (item) => {
          const result = fields(item['result']);
          const level = textAt(result, 'level').replace(' - ', ' – ');
          return { ...item, result: { ...result, level } };
        }),
      ),
    witness: both(async ({ get }) =>
      column(await get('/smart-ia/sessions/completed', { limit: 3 }), 'result', 'level'),
    ),
  },
];
