import { edit, editError, editItems, editPagination, withHeaders } from '../answers.ts';
import { both, column, itemsOf, nobody, paginationOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { relist } from './read-relist.ts';

/** Faults that plain use of the operations shows. */
export const shallow: readonly BlindFault[] = [
  {
    id: 'round-14.sessions.result-as-empty-object',
    chapter: 'sessions',
    story: 'The serialiser turns every absent nested entity into a new, empty one.',
    rests: 'Conventions 3 and Session: a nested object is `null` when empty; `result` is `null` when empty.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, result: item['result'] ?? {} })),
      ),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/smart-ia/sessions', { limit: 50 }));
      return items.filter((item) => item['result'] === null).length;
    }),
  },
  {
    id: 'round-14.years.end-without-time',
    chapter: 'years',
    story: 'The column of the end is a DATE, that of the beginning a TIMESTAMP, and nobody converts.',
    rests: 'AcademicYear: `endDate` is a date-time, and a date-time is written YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, endDate: String(item['endDate']).slice(0, 10) })),
      ),
    witness: both(async (client) => column(await client.get('/academic-years'), 'endDate')),
  },
  {
    id: 'round-14.cohorts.last-cursor-empty-text',
    chapter: 'cohorts',
    story: 'The cursor is encoded whether or not there is a next page, and the encoding of nothing is empty.',
    rests: 'Pagination: `nextCursor` is `null` on the last page.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editPagination(await pass(), ({ nextCursor }) => ({ nextCursor: nextCursor ?? '' })),
      ),
    witness: both(async (client) =>
      JSON.stringify(
        paginationOf(await client.get('/smart-ia/cohorts', { search: 'foundation group' }))['nextCursor'],
      ),
    ),
  },
  {
    id: 'round-14.pagination.limit-as-text',
    chapter: 'pagination',
    story: 'What the query string held is echoed without being parsed.',
    rests: 'Pagination: `pagination.limit` is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) =>
        editPagination(await pass(), ({ limit }) => ({ limit: ask.query.get('limit') ?? limit })),
      ),
    witness: both(async (client) => typeof paginationOf(await client.get('/users', { limit: 5 }))['limit']),
  },
  {
    id: 'round-14.errors.status-as-text',
    chapter: 'errors',
    story: 'The handler of "not found" writes the status as a string constant.',
    rests: 'Basic error: `status` is an integer that equals the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ pass }) =>
        editError(await pass(), (body) => ({ ...body, status: String(body['status']) })),
      ),
    witness: both(async (client) => (await client.get(`/academic-years/${nobody}`)).body),
  },
  {
    id: 'round-14.conventions.refused-keys-without-cors',
    chapter: 'conventions',
    story: 'The check of the key stands before the CORS middleware and answers by itself.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 401) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const { headers } = await client.raw('GET /academic-years', { origin: 'https://school.example' });
      return headers.get('access-control-allow-origin') ?? 'none';
    }),
  },
  {
    id: 'round-14.users.names-by-relevance',
    chapter: 'users',
    story: 'A search by name goes to the text index, which brings an order of its own.',
    rests: 'GET /users: the default is `sort[field]=createdAt&sort[direction]=desc`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', (line) => {
        const length = (user: Fields) => textAt(user, 'fullName').length;
        return relist(
          line,
          (query) => query.has('name') && !query.has('sort[field]') && !query.has('sort[direction]'),
          (items) => items.toSorted((one, other) => length(one) - length(other)),
        );
      }),
    witness: both(async (client) => column(await client.get('/users', { name: 'smith' }), 'createdAt')),
  },
  {
    id: 'round-14.sessions.level-without-spaces',
    chapter: 'sessions',
    story: 'The level is put together from its two columns by a formatter for file names.',
    rests: 'Result levels: the format is `[Level] - [Sub-Level]`, such as `E1 - Lower`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'], async ({ pass }) =>
        editItems(await pass(), (item) => {
          const level = textAt(item, 'result', 'level');
          if (!level.includes(' - ')) return item;
          return { ...item, result: { ...fields(item['result']), level: level.replace(' - ', '-') } };
        }),
      ),
    witness: both(async (client) => {
      const levels = column(await client.get('/smart-ia/sessions/completed'), 'result', 'level');
      return [...new Set(levels)].sort();
    }),
  },
  {
    id: 'round-14.cohorts.tests-with-bare-id',
    chapter: 'cohorts',
    story: 'The list maps the tests of a cohort with the generic mapper, which calls every key `id`.',
    rests: 'CohortTest: a test of a cohort has the field `testId`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (item) => {
          if (!('tests' in item)) return item;
          const tests = list(item['tests']).map((test) => {
            const { testId, ...rest } = fields(test);
            return { id: testId, ...rest };
          });
          return { ...item, tests };
        }),
      ),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/smart-ia/cohorts', { limit: 4 }));
      return items.map((item) => Object.keys(fields(at(item, 'tests', 0))));
    }),
  },
  {
    id: 'round-14.tests.subject-expanded',
    chapter: 'tests',
    story: 'The subject became a table of its own, and the relation is serialised instead of its name.',
    rests: 'SmartIaTest: `subject` is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data'])
            .map(fields)
            .map((test) => ({ ...test, subject: { name: test['subject'] } })),
        })),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/tests')).map((test) => typeof test['subject']),
    ),
  },
];
