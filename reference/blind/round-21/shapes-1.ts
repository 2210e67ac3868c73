import { edit, editItems, editPagination, json, withText } from '../answers.ts';
import { both, column, itemsOf, newUserId, nobody, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Faults that plain use shows. */
export const shallowShapes: readonly BlindFault[] = [
  {
    id: 'round-21.pagination.total-of-classes-is-a-text',
    chapter: 'pagination',
    story:
      'The database driver hands the bigint of COUNT(*) over as text, and nobody turns it into a number.',
    rests: 'The pagination table: `total` is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ pass }) =>
        editPagination(await pass(), (pagination) => ({ total: String(pagination['total']) })),
      ),
    witness: both(async (client) => typeof paginationOf(await client.get('/classes'))['total']),
  },
  {
    id: 'round-21.sessions.in-progress-ends-in-year-one',
    chapter: 'sessions',
    story:
      'The view model of the in-progress list has a date that cannot be null, so that the serialiser writes its least value.',
    rests: 'An In Progress session has no `endDate`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, endDate: '0001-01-01T00:00:00.000Z' })),
      ),
    witness: both(async (client) =>
      column(await client.get('/smart-ia/sessions/in-progress', { limit: 3 }), 'endDate'),
    ),
  },
  {
    id: 'round-21.reads.unknown-academic-year-is-null',
    chapter: 'reads',
    story:
      'The handler wraps whatever the repository returns, and the serialiser shows nested objects that are empty as null.',
    rests: 'GET `/academic-years/{academicYearId}` answers 404 when there is no such year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 404 && uuid.test(ask.id) ? json(200, { academicYear: null }) : response;
      }),
    witness: both(async (client) => (await client.get(`/academic-years/${nobody}`)).status),
  },
  {
    id: 'round-21.errors.missing-key-is-plain-text',
    chapter: 'errors',
    story: 'The gateway turns away requests without a key by itself and knows nothing of the error formats.',
    rests: 'An error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 401 || ask.headers.has('x-api-key')) return response;
        return withText(response, 'Unauthorized', { 'content-type': 'text/plain' });
      }),
    witness: both(async (client) => {
      const answer = await client.raw('GET /classes');
      return [answer.status, answer.headers.get('content-type'), textAt(answer.body, 'status')];
    }),
  },
  {
    id: 'round-21.dates.one-academic-year-without-milliseconds',
    chapter: 'dates',
    story: 'The read by id prints its instants with a library that leaves out a fraction of zero.',
    rests: 'A date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          return { academicYear: { ...year, startDate: textAt(year, 'startDate').replace('.000Z', 'Z') } };
        }),
      ),
    witness: both(async (client) => {
      const id = column(await client.get('/academic-years'), 'academicYearId')[0];
      return at((await client.get(`/academic-years/${id}`)).body, 'academicYear');
    }),
  },
];

/** Faults about the fields of a user and of a result that take a certain value. */
export const emptyShapes: readonly BlindFault[] = [
  {
    id: 'round-21.fields.renamed-user-shows-null',
    chapter: 'fields',
    story: 'The answer to a change of name is made by an older mapper, which is not set to skip nulls.',
    rests: 'Empty fields are omitted from a response; only nested objects are `null`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        edit(await pass(), (body) => ({
          user: { gender: null, dateOfBirth: null, ...fields(body['user']) },
        })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: client.word(), lastName: 'Renamed' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return Object.keys(fields(body['user'])).sort();
    }),
  },
  {
    id: 'round-21.fields.level-na-is-taken-for-missing',
    chapter: 'fields',
    story:
      'The completed list is fed by a nightly job that reads a table with a data-frame library, to which NA means no value.',
    rests: '`NA` is one of the outputs of a result, and the result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
        editItems(await pass(), (item) => {
          const { level, ...rest } = fields(item['result']);
          return level === 'NA' ? { ...item, result: rest } : item;
        }),
      ),
    witness: both(async (client) => {
      const answer = await client.get('/smart-ia/sessions/completed', { limit: 200 });
      return column(answer, 'result', 'level').filter((level) => level === '' || level === 'NA');
    }),
  },
  {
    id: 'round-21.dates.midnight-is-hour-24',
    chapter: 'dates',
    story:
      'The list of sessions formats its dates with a locale and a 24-hour clock, which there writes the hour after midnight as 24.',
    rests: 'Dates use ISO 8601: 24 is the end of a day, so the start of the session is told a day late.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        editItems(await pass(), (item) => ({
          ...item,
          startDate: textAt(item, 'startDate').replace('T00:', 'T24:'),
        })),
      ),
    witness: both(async (client) => {
      const query = { 'startDate[gte]': '2024-02-29T00:00:00.000Z', limit: 3 };
      return itemsOf(await client.get('/smart-ia/sessions', query)).map((item) => item['startDate']);
    }),
  },
];
