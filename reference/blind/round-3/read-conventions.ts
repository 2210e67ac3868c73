import { edit, editItems, refuse, withHeaders, withText } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';

const chapter = 'conventions';
const cors = 'Conventions 4: browser requests from any origin are permitted (CORS).';

/** Faults of what holds for all answers: other origins, shapes and dates. */
export const conventionFaults: readonly BlindFault[] = [
  {
    id: 'round-3.conventions.refused-key-without-origins',
    chapter,
    story:
      'The check of the key stands before the middleware for other origins, so a page cannot read why it failed.',
    rests: cors,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 401) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async ({ raw }) => {
      const { headers } = await raw('GET /users', { origin: 'https://school.example' });
      return headers.get('access-control-allow-origin');
    }),
  },
  {
    id: 'round-3.conventions.origin-allowed-twice',
    chapter,
    story:
      'Service and gateway both add the header when a request names its origin; browsers refuse the two values.',
    rests: cors,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (origin === null) return response;
        return withHeaders(response, (headers) => headers.append('access-control-allow-origin', origin));
      }),
    witness: both(async ({ raw, keys }) => {
      const origin = 'https://school.example';
      const { headers } = await raw('GET /academic-years', { 'x-api-key': keys.full, origin });
      return headers.get('access-control-allow-origin');
    }),
  },
  {
    id: 'round-3.conventions.preflight-needs-a-key',
    chapter,
    story:
      'The check of the key is applied to every method, also to the preflight, which carries no headers of its own.',
    rests: cors,
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) =>
        ask.method === 'OPTIONS' && !ask.headers.has('x-api-key')
          ? refuse(ask, 401, 'Invalid credentials')
          : pass(),
      ),
    witness: both(async ({ raw }) => {
      const { status } = await raw('OPTIONS /classes', {
        origin: 'https://school.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return status < 300;
    }),
  },
  {
    id: 'round-3.conventions.six-digits-of-a-second',
    chapter,
    story:
      'The service behind the search writes dates with the standard library, whose fraction has six digits.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withText(response, (await response.text()).replace(/(T[\d:]{8}\.\d{3})Z"/g, '$1000Z"'));
      }),
    witness: both(async ({ send }) =>
      column(await send('POST', '/users/search', { search: {}, limit: 1 }), 'createdAt'),
    ),
  },
  {
    id: 'round-3.conventions.zone-in-digits',
    chapter,
    story: 'The old controller of study sessions prints UTC as an offset of zero hours.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withText(response, (await response.text()).replace(/(T[\d:.]{12})Z"/g, '$1+00:00"'));
      }),
    witness: both(async ({ get }) => column(await get('/sessions/completed', { limit: 1 }), 'startDate')),
  },
  {
    id: 'round-3.conventions.years-sent-as-text',
    chapter,
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
