import { edit, editError, editItems, editPagination, Trail, withBody, withHeaders } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, nextOf, paginationOf, testIds } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

/** Faults that the first look shows. */
export const plain: readonly BlindFault[] = [
  {
    id: 'round-12.pagination.total-from-the-cursor-on',
    chapter: 'pagination',
    story: 'The count runs over the query to which the condition of the cursor has already been added.',
    rests: 'Pagination: `total` is the total number of results, on every page.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          trail.note(ask, body);
          const pagination = fields(body['pagination']);
          const total =
            Number(pagination['total']) - (ask.query.has('cursor') ? (trail.startOf(ask) ?? 0) : 0);
          return { ...body, pagination: { ...pagination, total } };
        }),
      );
    },
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/in-progress';
      const first = await client.get(path, { limit: 10 });
      const second = await client.get(path, { limit: 10, cursor: nextOf(first) });
      return paginationOf(second)['total'] === paginationOf(first)['total'];
    }),
  },
  {
    id: 'round-12.years.listed-without-milliseconds',
    chapter: 'years',
    story: 'The list has a date formatter of its own, which stops at the second.',
    rests: 'Conventions 2: a date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ pass }) =>
        editItems(await pass(), (year) => ({
          ...year,
          startDate: textAt(year, 'startDate').replace(/\.\d{3}Z$/, 'Z'),
          endDate: textAt(year, 'endDate').replace(/\.\d{3}Z$/, 'Z'),
        })),
      ),
    witness: both(async (client) => column(await client.get('/academic-years'), 'startDate')),
  },
  {
    id: 'round-12.errors.forbidden-says-401',
    chapter: 'errors',
    story: 'The guard of permissions was copied from the guard of keys, and with it the number in the body.',
    rests: 'Errors: `status` of a basic error equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editError(await pass(), (body) => (body['status'] === 403 ? { ...body, status: 401 } : body)),
      ),
    witness: both(async (client) => {
      const refused = await client.raw('GET /smart-ia/cohorts', { 'x-api-key': client.keys.restricted });
      return `${refused.status} ${textAt(refused.body, 'status')}`;
    }),
  },
  {
    id: 'round-12.tests.subject-as-an-object',
    chapter: 'tests',
    story: 'Subjects moved into a table of their own, and the list now shows the row that is joined.',
    rests: 'SmartIaTest: `subject` is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        editItems(await pass(), (test) => ({ ...test, subject: { name: test['subject'] } })),
      ),
    witness: both(async (client) =>
      itemsOf(await client.get('/smart-ia/tests')).map((test) => typeof test['subject']),
    ),
  },
  {
    id: 'round-12.users.birth-with-a-time',
    chapter: 'users',
    story: 'The driver hands dates over as instants, and the list writes them as they come.',
    rests: 'User: `dateOfBirth` is a date, YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) =>
          'dateOfBirth' in user ? { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` } : user,
        ),
      ),
    witness: both(async (client) => column(await client.get('/users', { limit: 10 }), 'dateOfBirth')),
  },
  {
    id: 'round-12.cohorts.activation-as-a-flag',
    chapter: 'cohorts',
    story: 'The single cohort shows the column of the database, which is a boolean.',
    rests: 'CohortTest: `activationStatus` is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          if (!('tests' in cohort)) return body;
          const tests = list(cohort['tests'])
            .map(fields)
            .map((test) => ({ ...test, activationStatus: test['activationStatus'] === 'active' }));
          return { ...body, cohort: { ...cohort, tests } };
        }),
      ),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const [testId] = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [testId] });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(fields(body['cohort'])['tests']).map((test) => typeof fields(test)['activationStatus']);
    }),
  },
  {
    id: 'round-12.sessions.hollow-result',
    chapter: 'sessions',
    story: 'The outer join always makes a result, of which every field is empty and so left out.',
    rests: 'Session: an In Progress session has no result; `result` is `null` when empty.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        editItems(await pass(), (session) =>
          session['result'] === null ? { ...session, result: {} } : session,
        ),
      ),
    witness: both(async (client) => {
      const open = itemsOf(await client.get('/smart-ia/sessions')).filter(
        (session) => !('endDate' in session),
      );
      return open.slice(0, 3).map((session) => session['result']);
    }),
  },
  {
    id: 'round-12.conventions.refused-keys-outside-cors',
    chapter: 'conventions',
    story: 'The guard of keys answers before the CORS middleware is reached.',
    rests:
      'Conventions 4: browser requests from any origin are permitted, so a page must get to see its 401.',
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
      const refused = await client.raw('GET /classes', { origin: 'https://school.example' });
      return `${refused.status} ${refused.headers.get('access-control-allow-origin')}`;
    }),
  },
  {
    id: 'round-12.pagination.limit-as-text',
    chapter: 'pagination',
    story: 'The parameter is echoed as it stood in the query, before it became a number.',
    rests: 'Pagination: `limit` of the `pagination` object is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const sent = ask.query.get('limit');
        const response = await pass();
        return sent === null ? response : editPagination(response, (own) => ({ ...own, limit: sent }));
      }),
    witness: both(async (client) => typeof paginationOf(await client.get('/classes', { limit: 7 }))['limit']),
  },
  {
    id: 'round-12.classes.single-class-unwrapped',
    chapter: 'classes',
    story: 'The handler returns the entity; the wrapper is put on by the create handler alone.',
    rests: 'Conventions 5 and the table: a single class is answered as `{ class: Class }`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withBody(response, fields(await response.json())['class']);
      }),
    witness: both(async (client) =>
      Object.keys((await client.get(`/classes/${await newClassId(client)}`)).body),
    ),
  },
];
