import { edit, editError, editUsers, json, nothing, withHeaders } from '../answers.ts';
import { both, newClassId, newUserId, nobody } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';

/** What plain use of an operation shows: groups. */
const groups: readonly BlindFault[] = [
  {
    id: 'round-15.classes.created-class-names-its-year',
    chapter: 'classes',
    story: 'The answer to a creation is built from the form, whose year is a select of labels.',
    rests: 'Class.academicYearId is a string (UUID): the academic year the class belongs to.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass, call }) => {
        const years = list((await call('GET /academic-years')).body['data']).map(fields);
        return edit(await pass(), (body) => {
          const own = fields(body['class']);
          const year = years.find((one) => one['academicYearId'] === own['academicYearId']);
          return { class: { ...own, academicYearId: year?.['name'] } };
        });
      }),
    witness: both(async (client) => {
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      return textAt(made.body, 'class', 'academicYearId');
    }),
  },
  {
    id: 'round-15.cohorts.created-cohort-in-an-envelope',
    chapter: 'cohorts',
    story: 'A response interceptor wraps whatever a create handler returns once more.',
    rests: 'POST /smart-ia/cohorts answers 201 { cohort: Cohort }.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => ({ data: body })),
      ),
    witness: both(async (client) => {
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return Object.keys(made.body);
    }),
  },
  {
    id: 'round-15.members.removal-of-teachers-counts',
    chapter: 'members',
    story: 'The handler returns the result of the data layer, and the framework makes a 200 of it.',
    rests: 'DELETE /classes/{classId}/teachers: success response 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 204 ? json(200, { deleted: texts(ask.body['userIds']).length }) : response;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'teacher')];
      const path = `/classes/${await newClassId(client)}/teachers`;
      return String((await client.send('DELETE', path, { userIds })).status);
    }),
  },
  {
    id: 'round-15.tests.no-tests-no-look-for-the-cohort',
    chapter: 'tests',
    story: 'The cohort is looked up inside the loop over the tests, so an empty list never meets it.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests lists 400 and 404; 404 is for a cohort not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        const sent = ask.body['testIds'];
        const empty = Array.isArray(sent) && sent.length === 0;
        return response.status === 404 && empty ? nothing() : response;
      }),
    witness: both(async (client) =>
      String((await client.send('DELETE', `/smart-ia/cohorts/${nobody}/tests`, { testIds: [] })).status),
    ),
  },
  {
    id: 'round-15.errors.conflict-says-400-inside',
    chapter: 'errors',
    story: 'The conflict is raised as a validation error; only the outer handler knows that it is a 409.',
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
      const cohort = { name: client.word() };
      await client.send('POST', '/smart-ia/cohorts', { cohort });
      return textAt((await client.send('POST', '/smart-ia/cohorts', { cohort })).body, 'status');
    }),
  },
];

/** What plain use of an operation shows: accounts. */
const accounts: readonly BlindFault[] = [
  {
    id: 'round-15.users.roles-joined-after-renaming',
    chapter: 'users',
    story: 'The update returns the raw row, in which the roles are one column with commas.',
    rests: 'User.roles is an array of UserRole; PUT /users/{userId}/name answers with a User.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, roles: texts(user['roles']).join(',') })),
      ),
    witness: both(async (client) => {
      const path = `/users/${await newUserId(client, 'student')}/name`;
      const done = await client.send('PUT', path, { user: { firstName: 'Ann', lastName: 'Lee' } });
      return [fields(done.body['user'])['roles']];
    }),
  },
  {
    id: 'round-15.dates.birthday-with-a-time',
    chapter: 'dates',
    story: 'After the update the date of birth is a date object, and the serialiser writes all of it.',
    rests: 'User.dateOfBirth is a string (date, YYYY-MM-DD).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'dateOfBirth' in user ? { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` } : user,
        ),
      ),
    witness: both(async (client) => {
      const path = `/students/${await newUserId(client, 'student')}/details`;
      const done = await client.send('PATCH', path, { user: { dateOfBirth: '2010-03-04' } });
      return textAt(done.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-15.users.addresses-as-records',
    chapter: 'users',
    story: 'The mapper of the e-mail table was forgotten in one of the handlers.',
    rests: 'User.emails is an array of string (email).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          emails: texts(user['emails']).map((address, index) => ({ address, primary: index === 0 })),
        })),
      ),
    witness: both(async (client) => {
      const path = `/users/${await newUserId(client, 'student')}/emails/primary`;
      const done = await client.send('PUT', path, { user: { email: 'ann@school.example' } });
      return [fields(done.body['user'])['emails']];
    }),
  },
  {
    id: 'round-15.authentication.password-without-an-answer',
    chapter: 'authentication',
    story: 'The password is changed by the identity provider, whose empty answer is handed on.',
    rests: 'PUT /users/{userId}/password: 200 response carries property user (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) => {
        const response = await pass();
        return response.ok ? nothing() : response;
      }),
    witness: both(async (client) => {
      const path = `/users/${await newUserId(client, 'teacher')}/password`;
      return String((await client.send('PUT', path, { user: { password: 'a long one' } })).status);
    }),
  },
  {
    id: 'round-15.http.created-without-cors',
    chapter: 'http',
    story: 'The handler of creations builds its own answer with a Location, past the middleware.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students', 'POST /teachers'],
    wrap: (service) =>
      on(service, ['POST /students', 'POST /teachers'], async ({ pass }) => {
        const response = await pass();
        if (response.status !== 201) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Lee' };
      const made = await client.send('POST', '/students', { user });
      return String(made.headers.get('access-control-allow-origin'));
    }),
  },
];

/** Faults that plain use shows. */
export const shallow: readonly BlindFault[] = [...groups, ...accounts];
