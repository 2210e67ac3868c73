import { edit, editError, editUsers, nothing, refuse, withHeaders } from '../answers.ts';
import { both, column, newClassId, newCohortId, newUserId, testIds } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { idsIn } from './write-tools.ts';

const deletes = [
  'DELETE /classes/{id}/students',
  'DELETE /classes/{id}/teachers',
  'DELETE /smart-ia/cohorts/{id}/students',
  'DELETE /smart-ia/cohorts/{id}/tests',
  'DELETE /students/{id}/classes',
  'DELETE /teachers/{id}/classes',
];

/** What the plain walk sees. */
export const first: readonly BlindFault[] = [
  {
    id: 'round-10.conventions.removals-not-for-browsers',
    chapter: 'conventions',
    story: 'The CORS middleware is configured with a list of methods, and nobody added DELETE to it.',
    rests: 'Conventions 4: browser requests from any origin are permitted, so answers say so.',
    breaks: 'explicit',
    depth: 'shallow',
    at: deletes,
    wrap: (service) =>
      on(service, deletes, async ({ pass }) =>
        withHeaders(await pass(), (headers) => headers.delete('access-control-allow-origin')),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      const answer = await client.raw(
        `DELETE /classes/${classId}/students`,
        { 'x-api-key': client.keys.full, 'content-type': 'application/json', origin: 'https://a.example' },
        JSON.stringify({ userIds }),
      );
      return [answer.status, answer.headers.get('access-control-allow-origin')];
    }),
  },
  {
    id: 'round-10.cohorts.always-in-the-current-year',
    chapter: 'cohorts',
    story: 'The create handler takes the year from the context and not from the payload.',
    rests:
      'CreateCohort: `academicYearId` is taken, the current year is only the default when it is left out.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', ({ ask, pass }) => {
        const { academicYearId: _ignored, ...cohort } = fields(ask.body['cohort']);
        return 'cohort' in ask.body ? pass({ body: { ...ask.body, cohort } }) : pass();
      }),
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const cohort = { name: client.word(), academicYearId };
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return [made.status, textAt(made.body, 'cohort', 'academicYearId') === academicYearId];
    }),
  },
  {
    id: 'round-10.accounts.password-tells-nothing',
    chapter: 'accounts',
    story: 'The controller has no return value, and the framework makes 204 of that.',
    rests: 'PUT /users/{userId}/password: the 200 response carries the property `user`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const answer = await pass();
        return answer.ok ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const answer = await client.send('PUT', `/users/${id}/password`, {
        user: { password: 'sufficient 1' },
      });
      return [answer.status, textAt(answer.body, 'user', 'userId') === id];
    }),
  },
  {
    id: 'round-10.accounts.new-teacher-with-address-rows',
    chapter: 'accounts',
    story: 'The answer to the creation is the entity with its address rows, past the serialiser of users.',
    rests: 'User: `emails` is an array of string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'emails' in user
            ? { ...user, emails: texts(user['emails']).map((address, n) => ({ address, primary: n === 0 })) }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const user = { firstName: 'Ada', lastName: 'Rowe', email: 'ada.rowe@school.example' };
      return fields((await client.send('POST', '/teachers', { user })).body['user'])['emails'];
    }),
  },
  {
    id: 'round-10.accounts.details-answer-an-instant',
    chapter: 'accounts',
    story: 'The row that the UPDATE returns holds a Date, which JSON writes as an instant.',
    rests: 'User: `dateOfBirth` is a date, YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'dateOfBirth' in user
            ? { ...user, dateOfBirth: `${textAt(user, 'dateOfBirth')}T00:00:00.000Z` }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2010-02-03' };
      return textAt(
        (await client.send('PATCH', `/students/${id}/details`, { user })).body,
        'user',
        'dateOfBirth',
      );
    }),
  },
  {
    id: 'round-10.tests.removed-means-inactive',
    chapter: 'tests',
    story: 'Removal became a soft delete: the assignment is marked inactive, and the reads still show it.',
    rests: 'DELETE …/tests removes tests from the cohort; `tests` holds the tests assigned to it.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const gone = new Map<string, Fields[]>();
      const shown = (cohort: Fields): Fields => {
        const tests = list(cohort['tests']).map(fields);
        const own = new Set(tests.map((test) => test['testId']));
        const left = (gone.get(textAt(cohort, 'cohortId')) ?? []).filter((test) => !own.has(test['testId']));
        return left.length === 0 ? cohort : { ...cohort, tests: [...tests, ...left] };
      };
      const removing = on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async (line) => {
        const { id } = line.ask;
        const before = await line.call(`GET /smart-ia/cohorts/${id}`);
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        const ids = idsIn(line, 'testIds');
        const removed = list(fields(before.body['cohort'])['tests'])
          .map(fields)
          .filter((test) => ids.includes(textAt(test, 'testId')))
          .map((test) => ({ ...test, activationStatus: 'inactive' }));
        gone.set(id.toLowerCase(), [...(gone.get(id.toLowerCase()) ?? []), ...removed]);
        return answer;
      });
      return on(removing, ['GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'], async ({ pass }) =>
        edit(await pass(), (body) =>
          'cohort' in body
            ? { cohort: shown(fields(body['cohort'])) }
            : { ...body, data: list(body['data']).map((item) => shown(fields(item))) },
        ),
      );
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const [one, two] = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: [one, two] });
      await client.send('DELETE', `/smart-ia/cohorts/${id}/tests`, { testIds: [one] });
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      return list(fields(body['cohort'])['tests']).map((test) => textAt(test, 'testId') === two);
    }),
  },
  {
    id: 'round-10.errors.conflict-says-400',
    chapter: 'errors',
    story: 'The status line of the conflict was set by hand; the body is still that of a validation error.',
    rests: 'Errors: `status` in the body is the HTTP status, 409 for a class that exists.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 409 ? editError(answer, (body) => ({ ...body, status: 400 })) : answer;
      }),
    witness: both(async (client) => {
      const body = { class: { name: client.word() } };
      await client.send('POST', '/classes', body);
      const again = await client.send('POST', '/classes', body);
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-10.classes.created-with-null',
    chapter: 'classes',
    story: 'The creation answers with the model as it was inserted, with null for every column left out.',
    rests: 'Conventions 3: empty fields are omitted; only nested objects are null.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) =>
        edit(await pass(), (body) => ({ class: { description: null, ...fields(body['class']) } })),
      ),
    witness: both(async (client) => {
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      return 'description' in fields(made.body['class']);
    }),
  },
  {
    id: 'round-10.cohorts.taken-by-a-class',
    chapter: 'cohorts',
    story: 'Classes and cohorts share one table of groups, and its unique index forgets the kind.',
    rests: 'POST /smart-ia/cohorts: 409 is for a cohort that already exists, not for a class.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const { name, academicYearId } = fields(ask.body['cohort']);
        const query = new URLSearchParams({
          search: String(name ?? ''),
          academicYearId: String(academicYearId ?? 'current'),
        });
        const { body } = await call(`GET /classes?${query}`);
        return list(body['data']).length > 0 ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/classes', { class: { name } });
      return (await client.send('POST', '/smart-ia/cohorts', { cohort: { name } })).status;
    }),
  },
  {
    id: 'round-10.memberships.no-teacher-to-remove',
    chapter: 'memberships',
    story: 'An early return for an empty list stands before the validation.',
    rests: 'DELETE /classes/{classId}/teachers: `userIds` has 1 to 100 items, else 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const sent = ask.body['userIds'];
        if (!Array.isArray(sent) || sent.length > 0) return pass();
        const found = await call(`GET /classes/${ask.id}`);
        return found.status === 200 ? nothing() : pass();
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      return (await client.send('DELETE', `/classes/${id}/teachers`, { userIds: [] })).status;
    }),
  },
];
