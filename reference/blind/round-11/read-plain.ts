import { edit, editError, editItems, editPagination, json, refuse, Trail } from '../answers.ts';
import { both, nextOf, nobody, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';

const withoutMilliseconds = (value: unknown) => String(value).replace(/\.000Z$/, 'Z');

const years: readonly BlindFault[] = [
  {
    id: 'round-11.years.current-without-milliseconds',
    chapter: 'years',
    story: 'The current year comes from another mapper, whose `Instant.toString` drops a fraction of zero.',
    rests: 'Conventions 2: a date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`, with milliseconds.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/current'],
    wrap: (service) =>
      on(service, 'GET /academic-years/current', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          const startDate = withoutMilliseconds(year['startDate']);
          return { academicYear: { ...year, startDate, endDate: withoutMilliseconds(year['endDate']) } };
        }),
      ),
    witness: both(async (client) =>
      textAt((await client.get('/academic-years/current')).body, 'academicYear', 'startDate'),
    ),
  },
  {
    id: 'round-11.years.unknown-is-null',
    chapter: 'years',
    story: 'The controller returns what the repository finds, and nobody looks whether it found anything.',
    rests: 'GET `/academic-years/{academicYearId}` is 404 for a year that does not exist.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? json(200, { academicYear: null }) : response;
      }),
    witness: both(async (client) => (await client.get(`/academic-years/${nobody}`)).status),
  },
];

const groups: readonly BlindFault[] = [
  {
    id: 'round-11.classes.description-null',
    chapter: 'classes',
    story: 'The serialiser of a single class was set up without "non-null only".',
    rests: 'Conventions 3: empty fields are omitted; only nested objects may be `null`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) =>
        edit(await pass(), (body) => ({ class: { description: null, ...fields(body['class']) } })),
      ),
    witness: both(async (client) => {
      const created = await client.send('POST', '/classes', { class: { name: client.word() } });
      const read = await client.get(`/classes/${textAt(created.body, 'class', 'classId')}`);
      return `description shown: ${'description' in fields(read.body['class'])}`;
    }),
  },
  {
    id: 'round-11.pagination.offset-beside-cursor',
    chapter: 'pagination',
    story: 'Cursors hold an offset, and the page tells the offset it ended up with.',
    rests: 'Pagination: `offset` is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          trail.note(ask, body);
          const start = trail.startOf(ask) ?? 0;
          return { ...body, pagination: { ...fields(body['pagination']), offset: start } };
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/cohorts', { limit: 5 });
      const second = await client.get('/smart-ia/cohorts', { limit: 5, cursor: nextOf(first) });
      return paginationOf(second)['offset'];
    }),
  },
  {
    id: 'round-11.tests.subject-as-object',
    chapter: 'tests',
    story: 'Subjects became a table of their own, and the relation is serialised whole.',
    rests: 'SmartIaTest: `subject` is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        editItems(await pass(), (test) => ({ ...test, subject: { name: test['subject'] } })),
      ),
    witness: both(
      async (client) => typeof at((await client.get('/smart-ia/tests')).body, 'data', 0, 'subject'),
    ),
  },
];

const sessions: readonly BlindFault[] = [
  {
    id: 'round-11.sessions.study-dates-with-offset',
    chapter: 'sessions',
    story: 'Study sessions come from a Python service, whose `isoformat` writes UTC as an offset.',
    rests: 'Conventions 2: a date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ pass }) =>
        editItems(await pass(), (item) => ({
          ...item,
          startDate: textAt(item, 'startDate').replace(/Z$/, '+00:00'),
          endDate: textAt(item, 'endDate').replace(/Z$/, '+00:00'),
        })),
      ),
    witness: both(async (client) =>
      textAt((await client.get('/sessions/completed', { limit: 1 })).body, 'data', 0, 'endDate'),
    ),
  },
  {
    id: 'round-11.sessions.empty-result-object',
    chapter: 'sessions',
    story: 'The result is an embedded value; without columns of its own it is an empty object.',
    rests: 'Session: an In Progress session has no result, `result` is `null` when empty (Conventions 3).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, result: item['result'] ?? {} })),
      ),
    witness: both(async (client) => {
      const { body } = await client.get('/smart-ia/sessions/in-progress', { limit: 1 });
      return at(body, 'data', 0, 'result');
    }),
  },
  {
    id: 'round-11.errors.forbidden-says-401',
    chapter: 'errors',
    story: 'The guard of this route was copied from the one that looks for a key, with its body.',
    rests: 'Basic error: `status` equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 403) return response;
        return editError(response, (body) => ({ ...body, status: 401 }));
      }),
    witness: both(async (client) => {
      const key = { 'x-api-key': client.keys.restricted };
      const { status, body } = await client.raw('GET /smart-ia/sessions/completed', key);
      return `${status} with ${String(body['status'])} in the body`;
    }),
  },
];

const users: readonly BlindFault[] = [
  {
    id: 'round-11.users.name-of-one-letter',
    chapter: 'users',
    story: 'The full-text index has words of two letters and more, so shorter ones are refused.',
    rests: '`name` on GET `/users` has a minimum length of 1.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const short = ask.query.get('name')?.length === 1;
        return short && response.ok ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => (await client.get('/users', { name: 'é', limit: 5 })).status),
  },
  {
    id: 'round-11.pagination.total-as-text',
    chapter: 'pagination',
    story: 'The search counts with a raw query, and the driver hands a bigint on as text.',
    rests: 'Pagination: `total` is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editPagination(await pass(), ({ total }) => ({ total: String(total) })),
      ),
    witness: both(async (client) => {
      const found = await client.send('POST', '/users/search', { search: { name: 'Khan' }, limit: 1 });
      return typeof paginationOf(found)['total'];
    }),
  },
];

/** Faults that the plain walk meets. */
export const plain: readonly BlindFault[] = [...years, ...groups, ...sessions, ...users];
