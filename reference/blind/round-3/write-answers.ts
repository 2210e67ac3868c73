import { editUsers, json, nothing, refuse, withHeaders } from '../answers.ts';
import { both, column, newClassId, newUserId, nobody, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, texts } from '../kit.ts';
import { userNow, without } from '../round-2/write-shared.ts';

const externalId = 'PUT /users/{id}/external-id';
const newCohort = 'POST /smart-ia/cohorts';
const primaryEmail = 'PUT /users/{id}/emails/primary';
const switches = ['POST /users/{id}/enable', 'POST /users/{id}/disable'];
const silent = [...switches, 'POST /classes/{id}/students', 'DELETE /classes/{id}/students'];

/** What writes are answered with. */
export const answers: readonly BlindFault[] = [
  {
    id: 'round-3.versioning.external-id-not-routed',
    chapter: 'versioning',
    story: 'The gateway has a list of its own of what may pass, and the latest route has not been added.',
    rests: 'Versioning 4: other additions: PUT /users/{userId}/external-id; it sets the external identifier.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [externalId],
    wrap: (service) =>
      on(service, externalId, async ({ pass, ask }) =>
        ask.headers.has('x-api-key') ? json(404, { status: 404, message: 'no Route matched' }) : pass(),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { externalId: client.word() };
      await client.send('PUT', `/users/${id}/external-id`, { user });
      return 'externalId' in (await userOf(client, id));
    }),
  },
  {
    id: 'round-3.updates.password-answers-nothing',
    chapter: 'updates',
    story: 'Nothing of a password may be shown, so its route was given the answer without content.',
    rests: 'PUT password: 200 response carries property `user` (User).',
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
      const user = { password: 'long enough' };
      return (await client.send('PUT', `/users/${id}/password`, { user })).status;
    }),
  },
  {
    id: 'round-3.versioning.address-answers-without-groups',
    chapter: 'versioning',
    story: 'The controller of addresses writes users with the serialiser of the version before.',
    rests: 'Versioning 6: classIds and cohortIds were added to the user of PUT emails primary.',
    breaks: 'explicit',
    depth: 'deep',
    at: [primaryEmail],
    wrap: (service) =>
      on(service, primaryEmail, async ({ pass }) =>
        editUsers(await pass(), (user) => without(user, 'classIds', 'cohortIds')),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/classes`, { classIds: [await newClassId(client)] });
      const user = { email: 'new@school.example' };
      const { body } = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return 'classIds' in fields(body['user']);
    }),
  },
  {
    id: 'round-3.versioning.classes-twice-in-details',
    chapter: 'versioning',
    story:
      'The two new fields were written by copying a line, and in one mapper the line still reads classes.',
    rests: 'Versioning 6: cohortIds in the user of PATCH details; User.cohortIds: cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const { cohortIds: _cohorts, ...rest } = user;
          return 'classIds' in user ? { ...rest, cohortIds: user['classIds'] } : rest;
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/students/${id}/classes`, { classIds: [classId] });
      const user = { gender: 'female' };
      const { body } = await client.send('PATCH', `/students/${id}/details`, { user });
      return texts(fields(body['user'])['cohortIds']).includes(classId);
    }),
  },
  {
    id: 'round-3.keys.user-looked-up-first',
    chapter: 'keys',
    story:
      'The user of the path is loaded by a hook of the router, which runs before the check of the key; who is unknown is told so.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: switches,
    wrap: (service) => {
      let own: string | undefined;
      const noting = on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && !ask.path.startsWith('/academic-years')) {
          own = ask.headers.get('x-api-key') ?? own;
        }
        return response;
      });
      return on(noting, switches, async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 401 || own === undefined) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', own);
        const query = new URLSearchParams({ userId: ask.id });
        const found = await readAnswer(await pass({ method: 'GET', path: '/users', query, headers }));
        const unknown = found.status === 200 && list(found.body['data']).length === 0;
        return unknown ? refuse(ask, 404, 'Not found') : response;
      });
    },
    witness: both(async (client) => {
      await newUserId(client, 'student');
      return (await client.raw(`POST /users/${nobody}/enable`)).status;
    }),
  },
  {
    id: 'round-3.errors.conflict-without-a-word',
    chapter: 'errors',
    story: 'The conflict is answered by the one line that sets a status and ends the response.',
    rests: 'Errors: an error response takes one of two JSON formats; 409 cohort already exists.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [newCohort],
    wrap: (service) =>
      on(service, newCohort, async ({ pass }) => {
        const response = await pass();
        if (response.status !== 409) return response;
        return new Response(null, { status: 409, headers: { 'access-control-allow-origin': '*' } });
      }),
    witness: both(async (client) => {
      const cohort = { name: client.word() };
      await client.send('POST', '/smart-ia/cohorts', { cohort });
      return (await client.send('POST', '/smart-ia/cohorts', { cohort })).text.length > 0;
    }),
  },
  {
    id: 'round-3.conventions.no-content-no-origin',
    chapter: 'conventions',
    story: 'Answers without content are ended by hand, before the middleware for other origins has its turn.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'shallow',
    at: silent,
    wrap: (service) =>
      on(service, silent, async ({ pass }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const id = column(await client.get('/users', { limit: 1 }), 'userId')[0];
      const headers = { 'x-api-key': client.keys.full, origin: 'https://school.example' };
      const { headers: answered } = await client.raw(`POST /users/${id}/disable`, headers);
      return answered.get('access-control-allow-origin');
    }),
  },
  {
    id: 'round-3.updates.answers-with-the-former',
    chapter: 'updates',
    story:
      'The database is told to find and to change in one step, and by default it gives what it has found.',
    rests: 'PUT emails primary updates the primary address; 200 carries property `user` (User).',
    breaks: 'explicit',
    depth: 'medium',
    at: [primaryEmail],
    wrap: (service) =>
      on(service, primaryEmail, async (line) => {
        const before = await userNow(line, line.ask.id);
        return editUsers(await line.pass(), () => before);
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: 'old@school.example' });
      const user = { email: 'new@school.example' };
      const { body } = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return fields(body['user'])['emails'];
    }),
  },
];
