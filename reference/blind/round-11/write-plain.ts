import { edit, editError, editUsers, json, nothing, withHeaders } from '../answers.ts';
import { both, newClassId, newUserId, nobody } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

/** Faults on the beaten path: answers of writes. */
export const plain: readonly BlindFault[] = [
  {
    id: 'round-11.cohorts.created-as-class',
    chapter: 'cohorts',
    story: 'The handler was copied from that of classes, and with it the name of the wrapper.',
    rests: 'Conventions 5 and POST /smart-ia/cohorts: 201 wraps the new cohort in `cohort`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), ({ cohort, ...rest }) => ({ ...rest, class: cohort })),
      ),
    witness: both(async (client) => {
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return `${made.status} ${Object.keys(made.body)}`;
    }),
  },
  {
    id: 'round-11.conventions.renamed-user-bare',
    chapter: 'conventions',
    story: 'A new version of the handler returns the entity itself and leaves the envelope to nobody.',
    rests: 'PUT /users/{userId}/name: the 200 response carries the property `user`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) => edit(await pass(), (body) => body['user'])),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const user = { firstName: 'Nia', lastName: 'Price' };
      const answer = await client.send('PUT', `/users/${userId}/name`, { user });
      return `${answer.status} ${textAt(answer.body, 'user', 'firstName')}`;
    }),
  },
  {
    id: 'round-11.accounts.gender-without-birthday',
    chapter: 'accounts',
    story: 'PATCH was built on the model of PUT: a property that is not sent is written as null.',
    rests: 'PATCH details updates the date of birth or the gender: the one that is not sent stays.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        if (!('gender' in user) || 'dateOfBirth' in user) return pass();
        return pass({ body: { ...ask.body, user: { ...user, dateOfBirth: null } } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { dateOfBirth: '2008-11-05', gender: 'female' });
      const user = { gender: 'male' };
      const answer = await client.send('PATCH', `/students/${userId}/details`, { user });
      return textAt(answer.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-11.memberships.teachers-answered-ok',
    chapter: 'memberships',
    story: 'The controller returns the default result of the framework, 200 with a small object.',
    rests: 'POST /classes/{classId}/teachers succeeds with 204 and no body.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ pass }) => {
        const response = await pass();
        return response.status === 204 ? json(200, { success: true }) : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'teacher')];
      const answer = await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      return `${answer.status} ${answer.text}`;
    }),
  },
  {
    id: 'round-11.errors.conflict-says-400',
    chapter: 'errors',
    story: 'The body is written by the validation error it derives from, the status line by a filter.',
    rests: 'Errors: `status` of an error equals the HTTP status of the response.',
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
      const again = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return `${again.status} ${textAt(again.body, 'status')}`;
    }),
  },
  {
    id: 'round-11.errors.removal-from-nowhere',
    chapter: 'errors',
    story:
      'The DELETE statement affects no row, which the handler takes for success; nobody looks for the class.',
    rests: 'DELETE /classes/{classId}/students lists 404; Errors: 404 for a class that is not found.',
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
      const answer = await client.send('DELETE', `/classes/${nobody}/students`, { userIds });
      return String(answer.status);
    }),
  },
  {
    id: 'round-11.classes.oldest-year-by-default',
    chapter: 'classes',
    story: 'The default year is the first row of the table of years, which was once the only one.',
    rests: 'CreateClass: `academicYearId` defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const sent = fields(ask.body['class']);
        if (typeof sent['name'] !== 'string' || 'academicYearId' in sent) return pass();
        const years = list((await call('GET /academic-years')).body['data']).map(fields);
        const starts = years.map((year) => textAt(year, 'startDate')).sort();
        const oldest = years.find((year) => year['startDate'] === starts[0]);
        if (!oldest) return pass();
        return pass({ body: { ...ask.body, class: { ...sent, academicYearId: oldest['academicYearId'] } } });
      }),
    witness: both(async (client) => {
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      const current = await client.get('/academic-years/current');
      const own = textAt(made.body, 'class', 'academicYearId');
      return String(own === textAt(current.body, 'academicYear', 'academicYearId'));
    }),
  },
  {
    id: 'round-11.conventions.no-cors-without-body',
    chapter: 'conventions',
    story: 'The CORS header is set where the body is written, and an answer without a body never gets there.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 204 || ask.method === 'OPTIONS') return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      const answer = await client.send('POST', `/classes/${classId}/students`, { userIds });
      return `${answer.status} ${answer.headers.get('access-control-allow-origin')}`;
    }),
  },
  {
    id: 'round-11.accounts.lone-address-as-text',
    chapter: 'accounts',
    story: 'The account comes from a directory whose client hands out a single value of a list as a text.',
    rests: 'User: `emails` is an array of strings.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const emails = list(user['emails']);
          return emails.length === 1 ? { ...user, emails: emails[0] } : user;
        }),
      ),
    witness: both(async (client) => {
      const user = { firstName: 'Ada', lastName: 'Rees', email: 'ada.rees@school.example' };
      const made = await client.send('POST', '/teachers', { user });
      return JSON.stringify(fields(made.body['user'])['emails']);
    }),
  },
  {
    id: 'round-11.conventions.created-to-the-second',
    chapter: 'conventions',
    story:
      'What was just created is written from memory with the usual format of the language, without fraction.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ; `createdAt` is one.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const short = (name: string) => textAt(user, name).replace(/\.\d{3}Z$/, 'Z');
          return { ...user, createdAt: short('createdAt'), updatedAt: short('updatedAt') };
        }),
      ),
    witness: both(async (client) => {
      const user = { firstName: 'Bo', lastName: 'Hall' };
      const made = await client.send('POST', '/students', { user });
      return textAt(made.body, 'user', 'createdAt');
    }),
  },
];
