import { edit, editError, editItems, nothing, withHeaders } from '../answers.ts';
import { both, newClassId, newCohortId, newUser, newUserId, testIds, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

/** Faults that plain use shows. */
export const plain: readonly BlindFault[] = [
  {
    id: 'round-12.classes.first-year-by-default',
    chapter: 'classes',
    story: 'The default year is the first row of the table of years; once there was only one.',
    rests: 'CreateClass: `academicYearId` is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const sent = fields(ask.body['class']);
        if (sent['name'] === undefined || sent['academicYearId'] !== undefined) return pass();
        const academicYearId = textAt((await call('GET /academic-years')).body, 'data', 0, 'academicYearId');
        return pass({ body: { ...ask.body, class: { ...sent, academicYearId } } });
      }),
    witness: both(async (client) => {
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      const current = await client.get('/academic-years/current');
      return textAt(made.body, 'class', 'academicYearId') ===
        textAt(current.body, 'academicYear', 'academicYearId')
        ? 'current'
        : 'another';
    }),
  },
  {
    id: 'round-12.cohorts.made-with-200',
    chapter: 'cohorts',
    story: 'The handler returns the entity and leaves the status to the framework.',
    rests: 'POST /smart-ia/cohorts answers 201.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 201) return response;
        return new Response(response.body, { status: 200, headers: response.headers });
      }),
    witness: both(async (client) => {
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return String(made.status);
    }),
  },
  {
    id: 'round-12.errors.conflict-that-says-400',
    chapter: 'errors',
    story: 'The conflict is a subclass of the validation error, and the status in its body was inherited.',
    rests: 'Errors: `status` in the body of an error is the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const body = { class: { name: client.word() } };
      await client.send('POST', '/classes', body);
      const again = await client.send('POST', '/classes', body);
      return `${again.status} ${again.body['status']}`;
    }),
  },
  {
    id: 'round-12.memberships.nobody-leaves',
    chapter: 'memberships',
    story: 'The schema of the neighbour, which has no bounds, was taken over for the teachers.',
    rests: 'DELETE /classes/{classId}/teachers takes 1 to 100 `userIds`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const ids = ask.body['userIds'];
        if (!Array.isArray(ids) || ids.length > 0) return pass();
        const found = await call(`GET /classes/${ask.id}`);
        return found.status === 200 ? nothing() : pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const answer = await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: [] });
      return String(answer.status);
    }),
  },
  {
    id: 'round-12.accounts.one-address-is-no-list',
    chapter: 'accounts',
    story: 'A converter that came from XML writes a list of one as the one.',
    rests: 'User: `emails` is an array of strings.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          const emails = list(user['emails']);
          return emails.length === 1 ? { ...body, user: { ...user, emails: emails[0] } } : body;
        }),
      ),
    witness: both(async (client) => {
      const { emails } = await newUser(client, 'teacher', { email: 'one@school.example' });
      return emails;
    }),
  },
  {
    id: 'round-12.accounts.birth-at-midnight',
    chapter: 'accounts',
    story: 'After the change the user is answered from the entity, whose birthday is a moment.',
    rests: 'User: `dateOfBirth` is a date, YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          const { dateOfBirth } = user;
          if (typeof dateOfBirth !== 'string') return body;
          return { ...body, user: { ...user, dateOfBirth: `${dateOfBirth}T00:00:00.000Z` } };
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2010-03-04' };
      return textAt(
        (await client.send('PATCH', `/students/${id}/details`, { user })).body,
        'user',
        'dateOfBirth',
      );
    }),
  },
  {
    id: 'round-12.accounts.nothing-to-say-about-passwords',
    chapter: 'accounts',
    story: 'So as not to answer a password, the handler answers nothing at all.',
    rests: 'PUT /users/{userId}/password answers 200 with the property `user`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const response = await pass();
        return response.ok ? nothing() : response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const body = { user: { password: 'correct horse' } };
      const answer = await client.send('PUT', `/users/${id}/password`, body);
      return `${answer.status} ${Object.keys(answer.body)}`;
    }),
  },
  {
    id: 'round-12.memberships.last-cohort-left-out',
    chapter: 'memberships',
    story: 'The loop over the ids ends one too early, unless there is one alone.',
    rests: 'POST /students/{userId}/cohorts assigns the student to the cohorts.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', ({ ask, pass }) => {
        const ids = list(ask.body['cohortIds']);
        return ids.length < 2 ? pass() : pass({ body: { ...ask.body, cohortIds: ids.slice(0, -1) } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortIds = [await newCohortId(client), await newCohortId(client)];
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      const of = texts((await userOf(client, id))['cohortIds']);
      return cohortIds.map((one) => of.includes(one));
    }),
  },
  {
    id: 'round-12.cohorts.version-of-the-first-test',
    chapter: 'cohorts',
    story: 'The version is looked up before the loop over the tests that are assigned.',
    rests: 'CohortTest: `testVersionId` tells the version of the content of that test.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const wrong = new Map<string, string>();
      const told = (cohort: Fields): Fields => {
        const tests = list(cohort['tests']).map((item): Fields => {
          const test = fields(item);
          const version = wrong.get(`${cohort['cohortId']} ${test['testId']}`);
          return version === undefined ? test : { ...test, testVersionId: version };
        });
        return tests.length === 0 ? cohort : { ...cohort, tests };
      };
      const written = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const before = testsOf((await call(`GET /smart-ia/cohorts/${ask.id}`)).body);
        const response = await pass();
        if (!response.ok) return response;
        const after = testsOf((await call(`GET /smart-ia/cohorts/${ask.id}`)).body);
        const known = new Set(before.map((test) => test['testId']));
        const added = after.filter((test) => !known.has(test['testId']));
        for (const test of added) {
          wrong.set(`${ask.id} ${test['testId']}`, textAt(added[0], 'testVersionId'));
        }
        return response;
      });
      const one = on(written, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, cohort: told(fields(body['cohort'])) })),
      );
      return on(one, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), told));
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const wanted = (await testIds(client)).slice(0, 3);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: wanted });
      const tests = testsOf((await client.get(`/smart-ia/cohorts/${cohortId}`)).body);
      return `${tests.length} ${new Set(tests.map((test) => test['testVersionId'])).size}`;
    }),
  },
  {
    id: 'round-12.conventions.no-origin-may-remove',
    chapter: 'conventions',
    story: 'The experimental route was mounted before the middleware that permits origins.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ pass }) =>
        withHeaders(await pass(), (headers) => headers.delete('access-control-allow-origin')),
      ),
    witness: both(async (client) => {
      const [classId, id] = [await newClassId(client), await newUserId(client, 'student')];
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const answer = await client.send('DELETE', `/classes/${classId}/students`, { userIds: [id] });
      return `${answer.status} ${answer.headers.get('access-control-allow-origin')}`;
    }),
  },
];

function testsOf(body: Fields): Fields[] {
  return list(at(body, 'cohort', 'tests')).map(fields);
}
