import { edit, editUsers, withHeaders } from '../answers.ts';
import { both, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, textAt } from '../kit.ts';
import { address, fault, idOf, reads, storedUser } from './accounts-help.ts';

const details = 'PATCH /students/{id}/details';
const email = 'PUT /users/{id}/emails/primary';
const name = 'PUT /users/{id}/name';
const password = 'PUT /users/{id}/password';

/** Faults that plain use shows. */
export const shallow: readonly BlindFault[] = [
  fault('details-answer-under-student', {
    story:
      'The details controller lies in the students module, whose response interceptor wraps every answer in the name of the module.',
    rests: 'PATCH details: the 200 response carries the property `user`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [details],
    wrap: (service) =>
      on(service, details, async ({ pass }) =>
        edit(await pass(), ({ user, ...rest }) => ({ ...rest, student: user })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2010-03-04' };
      const { status, body } = await client.send('PATCH', `/students/${id}/details`, { user });
      return [status, Object.keys(body), textAt(body, 'user', 'dateOfBirth')];
    }),
  }),
  fault('password-answer-has-text-plain', {
    story:
      'The password route is proxied to the identity service, and the proxy writes the text it got back without setting a type.',
    rests: 'Responses are `application/json` unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [password],
    wrap: (service) =>
      on(service, password, async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return withHeaders(response, (headers) => headers.set('content-type', 'text/plain; charset=utf-8'));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { password: 'correct horse battery' };
      const { status, headers } = await client.send('PUT', `/users/${id}/password`, { user });
      return [status, headers.get('content-type')];
    }),
  }),
  fault('new-teacher-is-answered-without-roles', {
    story:
      'The role of a teacher is granted in a second insert after the account was loaded, and the 201 is made from the entity as it was loaded. Students get theirs with the account.',
    rests: 'User has `roles`, all platform roles of the user; only empty fields are omitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), ({ roles: _, ...user }) => user),
      ),
    witness: both(async (client) => {
      const user = { firstName: client.word(), lastName: 'Witness' };
      const { status, body } = await client.send('POST', '/teachers', { user });
      const kept = await userOf(client, textAt(body, 'user', 'userId'));
      return [status, fields(body['user'])['roles'], kept['roles']];
    }),
  }),
  fault('new-primary-email-never-reaches-the-lists', {
    story:
      'Addresses moved to the identity service. The update writes there; lists and search still read the old column, which only account creation fills.',
    rests: 'PUT emails/primary updates the primary email address of the user; GET /users shows `emails`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [...reads, email],
    wrap: (service) => {
      const columns = new Map<string, unknown>();
      const writing = on(service, email, async (line) => {
        const before = await storedUser(line, idOf(line));
        const response = await line.pass();
        if (response.ok && !columns.has(idOf(line))) columns.set(idOf(line), before['emails']);
        return response;
      });
      const column = (user: Fields) => {
        const id = textAt(user, 'userId');
        return columns.has(id) ? { ...user, emails: columns.get(id) } : user;
      };
      return on(writing, reads, async ({ pass }) => editUsers(await pass(), column));
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: address(client.word()) });
      const user = { email: address(client.word()) };
      const changed = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return [textAt(changed.body, 'user', 'emails', 0), (await userOf(client, id))['emails']];
    }),
  }),
  fault('rename-answers-an-offset-instead-of-z', {
    story:
      'The name endpoint is the first one in the new framework, whose serialiser writes the offset of UTC as +00:00.',
    rests: 'A date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [name],
    wrap: (service) =>
      on(service, name, async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          createdAt: offset(user['createdAt']),
          updatedAt: offset(user['updatedAt']),
        })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: client.word(), lastName: 'Renamed' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return [textAt(body, 'user', 'createdAt'), textAt(body, 'user', 'updatedAt')];
    }),
  }),
];

function offset(moment: unknown): string {
  return String(moment).replace(/Z$/, '+00:00');
}
