import { edit, editError, editItems, editPagination, json } from '../answers.ts';
import { both, itemsOf, nextOf, nobody, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';

/** Shows in plain use. */
export const shallow: readonly BlindFault[] = [
  {
    id: 'round-16.academic-years.single-year-starts-on-a-bare-date',
    chapter: 'academic-years',
    story: 'The single year is read through a model whose startDate is a DATE column; the list uses another.',
    rests: 'AcademicYear: startDate is a string (date-time), YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const year = fields(body['academicYear']);
          return { academicYear: { ...year, startDate: textAt(year, 'startDate').slice(0, 10) } };
        }),
      ),
    witness: both(async (client) => {
      const id = itemsOf(await client.get('/academic-years'))[0]?.['academicYearId'];
      return at((await client.get(`/academic-years/${id}`)).body, 'academicYear', 'startDate');
    }),
  },
  {
    id: 'round-16.academic-years.unknown-year-falls-back-to-the-current',
    chapter: 'academic-years',
    story: 'A look-up helper ends in `?? currentYear`, made for requests that leave the year out.',
    rests: 'GET /academic-years/{academicYearId}: 404. 404: Academic year not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass, call }) => {
        const response = await pass();
        return response.status === 404
          ? json(200, (await call('GET /academic-years/current')).body)
          : response;
      }),
    witness: both(async (client) => (await client.get(`/academic-years/${nobody}`)).status),
  },
  {
    id: 'round-16.tests.subject-is-an-expanded-relation',
    chapter: 'tests',
    story: 'Subjects became a table of their own, and the serialiser of the test list expands the relation.',
    rests: 'SmartIaTest: subject is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        editItems(await pass(), (test) => ({ ...test, subject: { name: test['subject'] } })),
      ),
    witness: both(async (client) => typeof itemsOf(await client.get('/smart-ia/tests'))[0]?.['subject']),
  },
  {
    id: 'round-16.cohorts.total-counts-what-remains',
    chapter: 'cohorts',
    story: 'The count is taken over the query after OFFSET was put to it.',
    rests: 'total: Total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) =>
        editPagination(await pass(), ({ total }) => ({
          total: Math.max(0, Number(total) - Number(ask.query.get('offset') ?? 0)),
        })),
      ),
    witness: both(
      async (client) => paginationOf(await client.get('/smart-ia/cohorts', { limit: 4, offset: 8 }))['total'],
    ),
  },
  {
    id: 'round-16.users.search-shows-empty-upn',
    chapter: 'users',
    story: 'The search reads from an index whose documents hold an empty text where a user has no UPN.',
    rests: 'Empty fields are omitted from a response; the search has the same response as GET /users.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), (user) => ({ ...user, upn: user['upn'] ?? '' })),
      ),
    witness: both(async (client) => {
      const found = await client.send('POST', '/users/search', { search: { role: 'teacher' }, limit: 5 });
      return itemsOf(found).map((user) => user['upn'] ?? 'absent');
    }),
  },
  {
    id: 'round-16.sessions.duration-in-the-alternative-format',
    chapter: 'sessions',
    story:
      'The interval comes out of the database in the alternative format of ISO 8601, P0000-00-00T01:05:00.',
    rests: 'A duration is PnYnMnDTnHnMnS.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
        editItems(await pass(), (session) => {
          const took = Date.parse(textAt(session, 'endDate')) - Date.parse(textAt(session, 'startDate'));
          const [, time = ''] = new Date(took).toISOString().split('T');
          const days = String(Math.floor(took / 86_400_000)).padStart(2, '0');
          const duration = `P0000-00-${days}T${time.slice(0, 8)}`;
          return { ...session, result: { ...fields(session['result']), duration } };
        }),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 3 })).map((one) =>
        textAt(one, 'result', 'duration'),
      ),
    ),
  },
  {
    id: 'round-16.sessions.in-progress-leaves-result-out',
    chapter: 'sessions',
    story: 'The serialiser drops every null, also that of the nested object.',
    rests: 'An In Progress session has no result (`result` is `null` when empty).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), ({ result: _result, ...session }) => session),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 3 })).map((one) => 'result' in one),
    ),
  },
  {
    id: 'round-16.errors.message-is-a-list-of-complaints',
    chapter: 'errors',
    story: 'The validation pipe of the framework answers with all its complaints as an array.',
    rests: 'Basic error: message is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        return editError(response, (body) => ({ ...body, message: [body['message']] }));
      }),
    witness: both(async (client) =>
      Array.isArray((await client.send('POST', '/smart-ia/cohorts', { cohort: {} })).body['message']),
    ),
  },
  {
    id: 'round-16.authentication.nobody-reads-an-empty-school',
    chapter: 'authentication',
    story:
      'Without a key the tenant is null; authentication is optional on the route, and null owns no users.',
    rests: 'A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        if (ask.headers.has('x-api-key')) return pass();
        const pagination = { total: 0, limit: 100, offset: 0, previousCursor: null, nextCursor: null };
        return json(200, { data: [], pagination });
      }),
    witness: both(async (client) => (await client.raw('GET /users')).status),
  },
  {
    id: 'round-16.pagination.cursor-page-tells-its-position',
    chapter: 'pagination',
    story: 'Cursors hold an offset, and the answer repeats the one that was used inside.',
    rests: 'pagination.offset: Offset used for this request; 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) => {
      const positions = new Map<string, number>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const start = positions.get(ask.query.get('cursor') ?? '') ?? Number(ask.query.get('offset') ?? 0);
        return editPagination(await pass(), (pagination, data) => {
          const next = textAt(pagination, 'nextCursor');
          if (next !== '') positions.set(next, start + data.length);
          return { offset: start };
        });
      });
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/classes', { limit: 3 }));
      return paginationOf(await client.get('/classes', { limit: 3, cursor }))['offset'];
    }),
  },
];
