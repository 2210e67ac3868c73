import { edit, editError, editUsers, json, nothing, refuse } from '../answers.ts';
import { both, newCohortId, newUser, newUserId, testIds, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const groups: readonly BlindFault[] = [
  {
    id: 'round-16.cohorts.created-cohort-comes-as-a-list',
    chapter: 'cohorts',
    story: 'The serialiser of the cohort list is reused for the answer of the creation.',
    rests: 'POST /smart-ia/cohorts: 201 `{ cohort: Cohort }`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => ({ data: [body['cohort']] })),
      ),
    witness: both(async (client) => {
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return [made.status, Object.keys(made.body)];
    }),
  },
  {
    id: 'round-16.classes.default-year-is-the-oldest',
    chapter: 'classes',
    story: 'The default of the column is filled with the first row of the table of years.',
    rests: 'CreateClass: academicYearId is optional; defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const sent = fields(ask.body['class']);
        if (sent['name'] === undefined || 'academicYearId' in sent) return pass();
        const years = list((await call('GET /academic-years')).body['data']).map(fields);
        years.sort((one, other) => (textAt(one, 'startDate') < textAt(other, 'startDate') ? -1 : 1));
        const academicYearId = textAt(years, 0, 'academicYearId');
        return pass({ body: { class: { ...sent, academicYearId } } });
      }),
    witness: both(async (client) => {
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      const now = await client.get('/academic-years/current');
      return at(made.body, 'class', 'academicYearId') === at(now.body, 'academicYear', 'academicYearId');
    }),
  },
  {
    id: 'round-16.tests.removal-answers-what-is-left',
    chapter: 'tests',
    story: 'The handler returns the cohort to its framework, which makes 200 and a body of it.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        return json(200, (await call(`GET /smart-ia/cohorts/${ask.id}`)).body);
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/tests`;
      const [first] = await testIds(client);
      await client.send('POST', path, { testIds: [first] });
      return (await client.send('DELETE', path, { testIds: [first] })).status;
    }),
  },
];

const answers: readonly BlindFault[] = [
  {
    id: 'round-16.users.password-answers-nothing',
    chapter: 'users',
    story: 'Out of fear to leak a secret the handler of passwords answers without a body.',
    rests: 'PUT /users/{userId}/password: 200 response carries property `user` (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const response = await pass();
        return response.ok ? nothing() : response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const answer = await client.send('PUT', `/users/${id}/password`, { user: { password: 'long enough' } });
      return [answer.status, Object.keys(answer.body)];
    }),
  },
  {
    id: 'round-16.users.email-answers-the-user-before',
    chapter: 'users',
    story: 'find-one-and-update returns the document as it was before unless told otherwise.',
    rests:
      "PUT /users/{userId}/emails/primary: Update the user's primary email address; carries `user` (User).",
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass, call }) => {
        const before = (await call(`GET /users?userId=${ask.id}`)).body;
        return edit(await pass(), () => ({ user: at(before, 'data', 0) }));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'old@school.example' });
      const path = `/users/${id}/emails/primary`;
      const answer = await client.send('PUT', path, { user: { email: 'new@school.example' } });
      return at(answer.body, 'user', 'emails');
    }),
  },
  {
    id: 'round-16.dates.created-without-milliseconds',
    chapter: 'dates',
    story: 'The new row is rendered before the database read it back, with a formatter of its own.',
    rests: 'A date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          createdAt: textAt(user, 'createdAt').replace(/\.\d+Z/, 'Z'),
        })),
      ),
    witness: both(async (client) => (await newUser(client, 'student'))['createdAt']),
  },
  {
    id: 'round-16.users.new-teacher-with-null-upn',
    chapter: 'users',
    story: 'The entity just built has nulls where a row that was read has nothing.',
    rests: 'Empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => ({ upn: null, ...user })),
      ),
    witness: both(async (client) => 'upn' in (await newUser(client, 'teacher'))),
  },
];

const refusals: readonly BlindFault[] = [
  {
    id: 'round-16.errors.message-is-a-list',
    chapter: 'errors',
    story: 'The validation pipe of the framework hands over one message per defect.',
    rests: 'Basic error: message, string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editError(await pass(), (body) =>
          body['status'] === 400 ? { ...body, message: [body['message']] } : body,
        ),
      ),
    witness: both(async (client) => {
      const refused = await client.send('POST', '/students', { user: {} });
      return [refused.status, Array.isArray(refused.body['message'])];
    }),
  },
  {
    id: 'round-16.errors.conflict-tells-400',
    chapter: 'errors',
    story: 'The body of the refusal is made by the validator, the status line by a handler above it.',
    rests: 'Basic error: status equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-16.users.disabled-user-cannot-be-enabled',
    chapter: 'users',
    story: 'The default scope of the model hides disabled rows, also from the handler that enables them.',
    rests:
      'Users can be enabled and disabled through POST /users/{userId}/enable and POST /users/{userId}/disable.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/{id}/enable', 'POST /users/{id}/disable'],
    wrap: (service) => {
      const disabled = new Set<string>();
      const ends = ['POST /users/{id}/disable', 'POST /users/{id}/enable'];
      return on(service, ends, async ({ ask, pass }) => {
        if (ask.path.endsWith('/enable') && disabled.has(ask.id)) return refuse(ask, 404, 'Not found');
        const response = await pass();
        if (response.ok && ask.path.endsWith('/disable')) disabled.add(ask.id);
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      const { status } = await client.send('POST', `/users/${id}/enable`);
      return [status, (await userOf(client, id))['enabled']];
    }),
  },
];

/** Faults that plain use shows. */
export const plain: readonly BlindFault[] = [...groups, ...answers, ...refusals];
