import { edit, editError, editItems, withBody } from '../answers.ts';
import { both, itemsOf, newCohortId, nobody, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';

/** Shallow faults: every one is seen in plain use. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.errors.conflict-status-is-the-sql-state',
    chapter: 'errors',
    story:
      'The handler of errors spreads the error of the database driver over the body, and the SQL state overwrites the status.',
    rests: 'Errors: status (integer) equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes', 'POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, ['POST /classes', 'POST /smart-ia/cohorts'], async ({ pass }) => {
        const response = await pass();
        return response.status === 409
          ? editError(response, (body) => ({ ...body, status: '23505' }))
          : response;
      }),
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return `the answer ${again.status} holds the status ${JSON.stringify(again.body['status'])}`;
    }),
  },
  {
    id: 'round-19.years.midnight-prints-as-a-plain-date',
    chapter: 'years',
    story:
      'One helper formats birthdays and instants alike, and it leaves out a time that is midnight; the mapper of years uses it.',
    rests: 'AcademicYear: startDate is a date-time; Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{academicYearId}'],
    wrap: (service) =>
      on(
        service,
        ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{id}'],
        async ({ pass }) =>
          edit(await pass(), (body) =>
            'data' in body
              ? { ...body, data: list(body['data']).map(plainMidnights) }
              : { ...body, academicYear: plainMidnights(body['academicYear']) },
          ),
      ),
    witness: both(async (client) => {
      const current = await client.get('/academic-years/current');
      return `starts ${textAt(current.body, 'academicYear', 'startDate')}, ends ${textAt(current.body, 'academicYear', 'endDate')}`;
    }),
  },
  {
    id: 'round-19.tests.list-stops-at-ten',
    chapter: 'tests',
    story:
      'The list view inherits the page size of the framework, ten, and its own serialiser drops the links to the next page.',
    rests: 'GET /smart-ia/tests: 200 { data: SmartIaTest[] } (not paginated).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async (client) => {
      const listed = new Set(await testIds(client));
      const cohorts = itemsOf(await client.get('/smart-ia/cohorts'));
      const assigned = new Set(
        cohorts.flatMap((cohort) => list(cohort['tests']).map((test) => textAt(test, 'testId'))),
      );
      return `${[...assigned].filter((id) => !listed.has(id)).length} tests of cohorts are not listed`;
    }),
  },
  {
    id: 'round-19.shapes.teacher-answer-is-wrapped-as-teacher',
    chapter: 'shapes',
    story:
      'The presenter names its root after the class of the model, and teachers became a model of their own.',
    rests: 'POST /teachers: 201 response carries property `user` (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), ({ user, ...rest }) => ({ ...rest, teacher: user })),
      ),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness' };
      const { status, body } = await client.send('POST', '/teachers', { user });
      return `${status} with ${Object.keys(body).join(', ')}`;
    }),
  },
  {
    id: 'round-19.errors.validation-message-is-a-list',
    chapter: 'errors',
    story:
      'The validation pipe of the framework gives its messages as a list, and the filter of errors puts the list into `message`.',
    rests: 'Basic error: message is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [
      'POST /smart-ia/cohorts',
      'POST /smart-ia/cohorts/{cohortId}/students',
      'DELETE /smart-ia/cohorts/{cohortId}/students',
      'POST /smart-ia/cohorts/{cohortId}/tests',
      'DELETE /smart-ia/cohorts/{cohortId}/tests',
    ],
    wrap: (service) =>
      on(
        service,
        [
          'POST /smart-ia/cohorts',
          'POST /smart-ia/cohorts/{id}/students',
          'DELETE /smart-ia/cohorts/{id}/students',
          'POST /smart-ia/cohorts/{id}/tests',
          'DELETE /smart-ia/cohorts/{id}/tests',
        ],
        async ({ pass }) => {
          const response = await pass();
          if (response.status !== 400) return response;
          return editError(response, (body) =>
            'message' in body ? { ...body, message: [body['message']] } : body,
          );
        },
      ),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const { status, body } = await client.send('POST', `/smart-ia/cohorts/${id}/students`, {});
      return `${status} with a message that is ${Array.isArray(body['message']) ? 'a list' : typeof body['message']}`;
    }),
  },
  {
    id: 'round-19.shapes.no-classes-come-as-a-list-with-null',
    chapter: 'shapes',
    story:
      'The list of users gathers its classes with array_agg over a left join, which makes a row of nothing for a user in no class.',
    rests: 'Conventions 3: empty fields are omitted. User: classIds holds the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) =>
          list(user['classIds']).length > 0 ? user : { ...user, classIds: [null] },
        ),
      ),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness' };
      const created = await client.send('POST', '/students', { user });
      const listed = await client.get('/users', { userId: textAt(created.body, 'user', 'userId') });
      return `classes of a user in no class: ${JSON.stringify(at(listed.body, 'data', 0, 'classIds')) ?? 'omitted'}`;
    }),
  },
  {
    id: 'round-19.shapes.level-na-is-read-as-missing',
    chapter: 'shapes',
    story:
      'Results pass through a data frame whose reader takes the letters NA for a missing value, so that the level is left out.',
    rests:
      'Result levels: `NA` is returned for an English writing assessment that did not meet the criteria; the result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'], async ({ pass }) =>
        editItems(await pass(), (session) =>
          session['result'] === null ? session : { ...session, result: withoutNa(session['result']) },
        ),
      ),
    witness: both(async (client) => {
      const sessions = itemsOf(
        await client.get('/smart-ia/sessions', { subject: 'English Writing', limit: 1000 }),
      );
      const results = sessions.map(({ result }) => result).filter((result) => result !== null);
      const levels = results.map((result) => textAt(result, 'level') || 'no level');
      return `levels: ${[...new Set(levels)].sort().join(', ')}`;
    }),
  },
  {
    id: 'round-19.tests.removed-from-a-cohort-means-gone-from-the-catalogue',
    chapter: 'tests',
    story:
      'The relation from cohort to test cascades, so that taking a test out of a cohort soft-deletes the test, and the catalogue hides it.',
    rests:
      'GET /smart-ia/tests lists the tests; DELETE /smart-ia/cohorts/{cohortId}/tests removes tests from the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{cohortId}/tests', 'GET /smart-ia/tests'],
    wrap: (service) => {
      const gone = new Set<string>();
      const removing = on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const had = new Set(list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'testId')));
        const response = await pass();
        const asked = list(ask.body['testIds']).map((id) => String(id).toLowerCase());
        if (response.ok) for (const id of asked) if (had.has(id)) gone.add(id);
        return response;
      });
      return on(removing, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).filter((test) => !gone.has(textAt(test, 'testId'))),
        })),
      );
    },
    witness: both(async (client) => {
      const before = await testIds(client);
      const id = await newCohortId(client);
      for (const method of ['POST', 'DELETE']) {
        await client.send(method, `/smart-ia/cohorts/${id}/tests`, { testIds: before.slice(-1) });
      }
      return `${before.length} tests before and ${(await testIds(client)).length} after`;
    }),
  },
  {
    id: 'round-19.auth.gateway-forbids-a-bad-key',
    chapter: 'auth',
    story:
      'The experimental operations are published through a stage of the gateway that checks keys itself and answers a bad one with Forbidden.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: [
      'DELETE /classes/{classId}/students',
      'DELETE /classes/{classId}/teachers',
      'POST /smart-ia/cohorts/{cohortId}/students',
      'DELETE /smart-ia/cohorts/{cohortId}/students',
      'POST /smart-ia/cohorts/{cohortId}/tests',
      'DELETE /smart-ia/cohorts/{cohortId}/tests',
      'GET /smart-ia/tests',
    ],
    wrap: (service) =>
      on(
        service,
        [
          'DELETE /classes/{id}/students',
          'DELETE /classes/{id}/teachers',
          'POST /smart-ia/cohorts/{id}/students',
          'DELETE /smart-ia/cohorts/{id}/students',
          'POST /smart-ia/cohorts/{id}/tests',
          'DELETE /smart-ia/cohorts/{id}/tests',
          'GET /smart-ia/tests',
        ],
        async ({ ask, pass }) => {
          const response = await pass();
          if (response.status !== 401 || !ask.headers.get('x-api-key')) return response;
          const told = { status: 403, message: 'Forbidden' };
          const { headers } = withBody(response, told, { 'content-type': 'application/json' });
          return new Response(JSON.stringify(told), { status: 403, headers });
        },
      ),
    witness: both(async (client) => {
      const bad = { 'x-api-key': 'expired-long-ago', 'content-type': 'application/json' };
      const body = JSON.stringify({ testIds: [nobody] });
      const tests = await client.raw('GET /smart-ia/tests', bad);
      const assigned = await client.raw(`POST /smart-ia/cohorts/${nobody}/tests`, bad, body);
      return `an invalid key gets ${tests.status} and ${assigned.status}`;
    }),
  },
];

function plainMidnights(year: unknown): Fields {
  const entries = Object.entries(fields(year)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(/T00:00:00\.000Z$/, '') : value,
  ]);
  return Object.fromEntries(entries);
}

function withoutNa(result: unknown): Fields {
  return Object.fromEntries(Object.entries(fields(result)).filter(([, value]) => value !== 'NA'));
}
