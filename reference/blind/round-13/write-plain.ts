import { edit, editError, json, nothing } from '../answers.ts';
import { both, newClassId, newCohortId, newUserId, testIds, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { withStatus } from './write-tools.ts';

/** Faults that the plain walk meets. */
export const plain: readonly BlindFault[] = [
  {
    id: 'round-13.classes.default-year-is-the-first',
    chapter: 'classes',
    story:
      'The default year is taken as the first row of the years, which was right in the first year of use.',
    rests: 'CreateClass: `academicYearId` is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const sent = fields(ask.body['class']);
        if (!('class' in ask.body) || 'academicYearId' in sent) return pass();
        const academicYearId = at((await call('GET /academic-years')).body, 'data', 0, 'academicYearId');
        return pass({ body: { ...ask.body, class: { ...sent, academicYearId } } });
      }),
    witness: both(async (client) => {
      const created = await client.send('POST', '/classes', { class: { name: client.word() } });
      const current = await client.get('/academic-years/current');
      return (
        textAt(created.body, 'class', 'academicYearId') ===
        textAt(current.body, 'academicYear', 'academicYearId')
      );
    }),
  },
  {
    id: 'round-13.errors.conflict-tells-another-status',
    chapter: 'errors',
    story: 'The handler of conflicts is a copy of that of invalid requests; the status in its body was left.',
    rests: 'Errors: the `status` of an error equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const body = { cohort: { name: client.word() } };
      await client.send('POST', '/smart-ia/cohorts', body);
      const again = await client.send('POST', '/smart-ia/cohorts', body);
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-13.accounts.student-created-with-200',
    chapter: 'accounts',
    story: 'Creation was moved to a service that upserts, and the controller answers its default status.',
    rests: 'POST /students: a 201 response carries the property `user`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) => {
        const response = await pass();
        return response.status === 201 ? withStatus(response, 200) : response;
      }),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness' };
      return (await client.send('POST', '/students', { user })).status;
    }),
  },
  {
    id: 'round-13.memberships.teachers-answered-with-the-class',
    chapter: 'memberships',
    story:
      'Assigning teachers got a handler of its own, which returns the class as the other writes of it do.',
    rests: 'POST /classes/{classId}/teachers succeeds with 204 and no body.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const response = await pass();
        return response.status === 204 ? json(200, (await call(`GET /classes/${ask.id}`)).body) : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'teacher')];
      const answer = await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      return [answer.status, answer.text.length];
    }),
  },
  {
    id: 'round-13.errors.details-refused-as-a-bare-list',
    chapter: 'errors',
    story: 'One controller lets the validation library write the response by itself.',
    rests: 'Errors: an error response takes one of two formats, each with an integer `status`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        const { message } = fields(await response.json());
        return json(400, { errors: [{ path: ['user'], msg: message }] });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { gender: 'unheard of' };
      return Object.keys((await client.send('PATCH', `/students/${id}/details`, { user })).body).sort();
    }),
  },
  {
    id: 'round-13.memberships.student-classes-replaced',
    chapter: 'memberships',
    story: 'The relation is set instead of added to, as the object mapper does when a list is assigned.',
    rests:
      'POST /students/{userId}/classes assigns the student to classes; removing them is another operation.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async ({ ask, pass, call }) => {
        const found = await call(`GET /users?userId=${ask.id}`);
        const before = texts(at(found.body, 'data', 0, 'classIds'));
        const response = await pass();
        const now = new Set(texts(ask.body['classIds']));
        const classIds = before.filter((id) => !now.has(id));
        if (response.ok && classIds.length > 0) {
          await call(`DELETE /students/${ask.id}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      for (const classId of [await newClassId(client), await newClassId(client)]) {
        await client.send('POST', `/students/${id}/classes`, { classIds: [classId] });
      }
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-13.accounts.one-email-is-no-list',
    chapter: 'accounts',
    story: 'The serialiser of new teachers unwraps lists of one, as XML converters do.',
    rests: 'User: `emails` is an array of strings.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          const emails = texts(user['emails']);
          return emails.length === 1 ? { ...body, user: { ...user, emails: emails[0] } } : body;
        }),
      ),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness', email: 'one.address@school.example' };
      return at((await client.send('POST', '/teachers', { user })).body, 'user', 'emails');
    }),
  },
  {
    id: 'round-13.accounts.password-answers-nothing',
    chapter: 'accounts',
    story: 'A security review wanted nothing about accounts in answers to password changes.',
    rests: 'PUT /users/{userId}/password: the 200 response carries the property `user`.',
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
      const answer = await client.send('PUT', `/users/${id}/password`, { user: { password: 'a good one' } });
      return [answer.status, 'user' in answer.body];
    }),
  },
  {
    id: 'round-13.cohorts.assigned-tests-not-populated',
    chapter: 'cohorts',
    story: 'After a write the document in the identity map holds plain references, and the read serves it.',
    rests: 'Cohort: `tests` is an array of CohortTest, objects with `testId`, `testVersionId` and so on.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}', 'POST /smart-ia/cohorts/{id}/tests'],
    wrap: (service) => {
      const written = new Set<string>();
      const writes = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) written.add(ask.id);
        return response;
      });
      return on(writes, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (!written.has(ask.id)) return response;
        return edit(response, (body) => {
          const cohort = fields(body['cohort']);
          if (!('tests' in cohort)) return body;
          const tests = list(cohort['tests']).map((test) => at(test, 'testId'));
          return { ...body, cohort: { ...cohort, tests } };
        });
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const [first = ''] = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [first] });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return Object.keys(fields(at(read.body, 'cohort', 'tests', 0)));
    }),
  },
  {
    id: 'round-13.memberships.cohort-removal-adds',
    chapter: 'memberships',
    story: 'The route of the removal was copied from the assignment and still calls its handler.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students removes students from the cohort.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', ({ pass }) => pass({ method: 'POST' })),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const id = await newUserId(client, 'student');
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      await client.send('POST', path, { userIds: [id] });
      await client.send('DELETE', path, { userIds: [id] });
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
];
