import { edit, editError, editItems, editPagination, json, refuse } from '../answers.ts';
import { both, column, itemsOf, newCohortId, nobody, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, requery } from '../kit.ts';

/** Faults that plain use shows. */
export const shallow: readonly BlindFault[] = [
  {
    id: 'round-15.academic-years.only-the-current-by-id',
    chapter: 'academic-years',
    story: 'A default scope of the model confines look-ups by id to the current year; the list is unscoped.',
    rests: 'GET /academic-years/{academicYearId}: 200 { academicYear }; 404 only where it is not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const current = at(
          (await call('GET /academic-years/current')).body,
          'academicYear',
          'academicYearId',
        );
        return current === ask.id ? response : refuse(ask, 404, 'Not found');
      }),
    witness: both(async (client) => {
      const ids = column(await client.get('/academic-years'), 'academicYearId');
      const answers = await Promise.all(ids.map((id) => client.get(`/academic-years/${id}`)));
      return answers.map(({ status }) => status);
    }),
  },
  {
    id: 'round-15.tests.first-ten-only',
    chapter: 'tests',
    story: 'The generic list resource of the framework has a page size of ten, here without a way to go on.',
    rests: 'GET /smart-ia/tests: 200 { data: SmartIaTest[] } (not paginated).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async (client) => {
      const listed = await testIds(client);
      const cohorts = itemsOf(await client.get('/smart-ia/cohorts'));
      const used = cohorts.flatMap((cohort) => list(cohort['tests']).map((test) => at(test, 'testId')));
      return used.filter((id) => !listed.includes(String(id))).length;
    }),
  },
  {
    id: 'round-15.sessions.no-result-at-all-in-progress',
    chapter: 'sessions',
    story: 'The list of one kind uses a serialiser that strips nulls, nested objects included.',
    rests:
      'The exception is a nested object, which is returned as null when empty; result is null when empty.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), ({ result: _result, ...rest }) => rest),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 3 })).map((one) => 'result' in one),
    ),
  },
  {
    id: 'round-15.pagination.total-as-text',
    chapter: 'pagination',
    story: 'The driver hands out COUNT(*), a bigint, as a string, and nothing converts it.',
    rests: 'pagination.total: integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
        editPagination(await pass(), (pagination) => ({ total: String(pagination['total']) })),
      ),
    witness: both(
      async (client) => typeof paginationOf(await client.get('/smart-ia/sessions/completed'))['total'],
    ),
  },
  {
    id: 'round-15.users.search-oldest-first',
    chapter: 'users',
    story: 'The default sort is a default of the query schema; the body of the search goes past it.',
    rests: 'sort: Same as the sort parameter of GET /users, by default createdAt and desc.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) =>
        'sort' in ask.body || Object.keys(ask.body).length === 0
          ? pass()
          : pass({ body: { ...ask.body, sort: { field: 'createdAt', direction: 'asc' } } }),
      ),
    witness: both(async (client) =>
      column(await client.send('POST', '/users/search', { search: {}, limit: 9 }), 'createdAt'),
    ),
  },
  {
    id: 'round-15.errors.forbidden-in-words-of-the-gateway',
    chapter: 'errors',
    story: 'The gateway refuses the key before the service sees it, with a body of its own making.',
    rests: 'An error response takes one of two JSON formats; both have status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        return response.status === 403
          ? editError(response, () => ({ Message: 'User is not authorized to access this resource' }))
          : response;
      }),
    witness: both(async (client) => {
      const answer = await client.raw('GET /classes', { 'x-api-key': client.keys.restricted });
      return [answer.status, Object.keys(answer.body)];
    }),
  },
  {
    id: 'round-15.cohorts.activation-as-truth-value',
    chapter: 'cohorts',
    story: 'The column is a boolean; the list maps it to its literal and the detail view forgets to.',
    rests: 'CohortTest.activationStatus: string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          if (!('tests' in cohort)) return body;
          const truth = (test: Fields) => ({
            ...test,
            activationStatus: test['activationStatus'] === 'active',
          });
          return { cohort: { ...cohort, tests: list(cohort['tests']).map((test) => truth(fields(test))) } };
        }),
      ),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, {
        testIds: (await testIds(client)).slice(0, 1),
      });
      const read = await client.get(`/smart-ia/cohorts/${id}`);
      return typeof at(read.body, 'cohort', 'tests', 0, 'activationStatus');
    }),
  },
  {
    id: 'round-15.users.one-role-is-no-array',
    chapter: 'users',
    story: 'The list is made from XML of the directory; an element that occurs once becomes a plain value.',
    rests: 'User.roles: array of UserRole.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const roles = list(user['roles']);
          return roles.length === 1 ? { ...user, roles: roles[0] } : user;
        }),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/users', { limit: 5 })).map((user) => user['roles']),
    ),
  },
  {
    id: 'round-15.authentication.unknown-key-is-forbidden',
    chapter: 'authentication',
    story: 'The authoriser knows allow and deny only; who has sent any key at all is taken as identified.',
    rests: 'A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const sent = ask.headers.get('x-api-key') ?? '';
        return response.status === 401 && sent !== ''
          ? json(403, { status: 403, message: 'This key may not do that.' })
          : response;
      }),
    witness: both(async (client) => {
      const none = await client.raw(`GET /classes/${nobody}`);
      const wrong = await client.raw(`GET /classes/${nobody}`, { 'x-api-key': 'of-nobody' });
      return [none.status, wrong.status];
    }),
  },
  {
    id: 'round-15.classes.search-stays-in-the-current-year',
    chapter: 'classes',
    story: 'The search goes to an index that is rebuilt each summer with the classes of the new year alone.',
    rests: 'GET /classes: search is an exact match on class name; academicYearId is a filter of its own.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.has('search') && !query.has('academicYearId')) query.set('academicYearId', 'current');
    }),
    witness: both(async (client) => {
      const name = column(await client.get('/classes', { limit: 1 }), 'name')[0] ?? '';
      return paginationOf(await client.get('/classes', { search: name }))['total'];
    }),
  },
];
