import { edit, editError, json, nothing } from '../answers.ts';
import { both, newClassId, newCohortId, newUserId, nobody, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { payload, showing, userIn } from './write-tools.ts';

const withoutMillis = (value: unknown) => String(value).replace(/\.\d{3}Z$/, 'Z');

/** Faults that everybody meets. */
export const plain: readonly BlindFault[] = [
  {
    id: 'round-14.conventions.new-student-whole-seconds',
    chapter: 'conventions',
    story: 'The answer to a creation comes from the object in memory, whose formatter leaves out fractions.',
    rests:
      'Conventions 2: a date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`; createdAt and updatedAt are date-times.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          const createdAt = withoutMillis(user['createdAt']);
          return { ...body, user: { ...user, createdAt, updatedAt: withoutMillis(user['updatedAt']) } };
        }),
      ),
    witness: both(async (client) => {
      const user = { firstName: 'Ada', lastName: 'Whole' };
      return textAt((await client.send('POST', '/students', { user })).body, 'user', 'createdAt');
    }),
  },
  {
    id: 'round-14.accounts.password-answer-unwrapped',
    chapter: 'accounts',
    story: 'The handler for passwords returns the user view itself; its siblings wrap theirs by hand.',
    rests: 'PUT /users/{userId}/password: the 200 response carries the property `user`; Conventions 5.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        edit(await pass(), (body) => fields(body['user'])),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { password: 'correct horse' };
      const answer = await client.send('PUT', `/users/${id}/password`, { user });
      return [answer.status, 'user' in answer.body];
    }),
  },
  {
    id: 'round-14.cohorts.created-with-200',
    chapter: 'cohorts',
    story: 'The handler returns the new cohort and forgets to set the status of a creation.',
    rests: 'POST /smart-ia/cohorts succeeds with 201.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        return response.status === 201 ? json(200, await response.json()) : response;
      }),
    witness: both(async (client) => {
      const cohort = { name: client.word() };
      return (await client.send('POST', '/smart-ia/cohorts', { cohort })).status;
    }),
  },
  {
    id: 'round-14.errors.conflict-tells-400',
    chapter: 'errors',
    story: 'The exception mapper sets 409 on the response after the body was built from a general 400.',
    rests: 'Errors: `status` of an error body equals the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const create = () => client.send('POST', '/classes', { class: { name: 'Twice' } });
      await create();
      const { status, body } = await create();
      return [status, body['status']];
    }),
  },
  {
    id: 'round-14.accounts.details-replaced',
    chapter: 'accounts',
    story: 'PATCH was built as PUT: what the payload leaves out is written as null.',
    rests: 'PATCH /students/{userId}/details updates the date of birth or the gender: the other one stays.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', (line) => {
        const user = payload(line, 'user');
        const { gender, dateOfBirth } = user;
        if (gender === undefined && dateOfBirth === undefined) return line.pass();
        return line.pass({ body: { user: { gender: null, dateOfBirth: null, ...user } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { gender: 'female', dateOfBirth: '2009-01-15' });
      await client.send('PATCH', `/students/${id}/details`, { user: { gender: 'male' } });
      return (await userOf(client, id))['dateOfBirth'] ?? 'none';
    }),
  },
  {
    id: 'round-14.accounts.primary-email-answer-from-before',
    chapter: 'accounts',
    story:
      'The entity was loaded for its checks, the update ran as SQL, and the answer shows the loaded one.',
    rests:
      'PUT /users/{userId}/emails/primary updates the address and its 200 carries the user, with `emails`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const before = await userIn(line, line.ask.id);
        const response = await line.pass();
        return edit(response, (body) => ({ ...body, user: before }));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'old@school.example' });
      const user = { email: 'new@school.example' };
      const answer = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return textAt(answer.body, 'user', 'emails', 0);
    }),
  },
  {
    id: 'round-14.memberships.class-students-told-in-a-body',
    chapter: 'memberships',
    story: 'A framework upgrade renders the result of the handler instead of an empty answer.',
    rests: 'POST /classes/{classId}/students succeeds with 204 and no body.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 204 ? json(200, { userIds: ask.body['userIds'] }) : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      const { status, text } = await client.send('POST', `/classes/${classId}/students`, { userIds });
      return [status, text.length > 0];
    }),
  },
  {
    id: 'round-14.years.new-cohort-in-the-first-year',
    chapter: 'years',
    story: 'The default year is the first row of the table of years, which was once the only one.',
    rests: 'CreateCohort: `academicYearId` is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async (line) => {
        const cohort = payload(line, 'cohort');
        if (cohort['name'] === undefined || cohort['academicYearId'] !== undefined) return line.pass();
        const years = (await line.call('GET /academic-years')).body;
        const academicYearId = textAt(years, 'data', 0, 'academicYearId');
        return line.pass({ body: { cohort: { ...cohort, academicYearId } } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const cohort = fields((await client.get(`/smart-ia/cohorts/${cohortId}`)).body['cohort']);
      const current = (await client.get('/academic-years/current')).body;
      return cohort['academicYearId'] === textAt(current, 'academicYear', 'academicYearId');
    }),
  },
  {
    id: 'round-14.classes.unknown-class-left-in-peace',
    chapter: 'classes',
    story: 'The removal is one DELETE statement; that it met no row is not looked at.',
    rests: 'DELETE /classes/{classId}/students: 404; Errors: 404 when a class is not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      return (await client.send('DELETE', `/classes/${nobody}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-14.users.enabled-as-if-created',
    chapter: 'users',
    story: 'Enabling calls the initialiser of new accounts, which stamps both times.',
    rests: 'User: `createdAt` is when the user was created.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/{id}/enable', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const enabled = new Map<string, unknown>();
      const noting = on(service, 'POST /users/{id}/enable', async (line) => {
        const response = await line.pass();
        if (response.ok) enabled.set(line.ask.id, (await userIn(line, line.ask.id))['updatedAt']);
        return response;
      });
      return showing(noting, (user) => {
        const createdAt = enabled.get(textAt(user, 'userId'));
        return createdAt === undefined ? user : { ...user, createdAt };
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const before = (await userOf(client, id))['createdAt'];
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/users/${id}/enable`);
      return (await userOf(client, id))['createdAt'] === before;
    }),
  },
];
