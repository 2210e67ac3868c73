import { edit, editUsers, withBody } from '../answers.ts';
import { both, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { chapter, stored } from './accounts-help.ts';

/** Faults that plain use shows. */
export const plain: readonly BlindFault[] = [
  {
    id: 'round-23.accounts.new-teacher-comes-with-nulls',
    chapter,
    story:
      'Students have a serialiser of their own that skips empty values. Teachers got the one that the framework generates, which writes null for every column without a value.',
    rests: 'Empty fields are omitted from a response; only nested objects are null when they are empty.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          upn: null,
          externalId: null,
          gender: null,
          dateOfBirth: null,
          ...user,
        })),
      ),
    witness: both(async (client) => Object.keys(await newUser(client, 'teacher')).sort()),
  },
  {
    id: 'round-23.accounts.new-student-has-no-roles-in-the-answer',
    chapter,
    story:
      'The role is a row of another table and is written after the account. The answer is the account as it was read back between the two.',
    rests: '`roles` holds all platform roles of the user, and the answer to POST /students carries the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), ({ roles: _, ...user }) => user),
      ),
    witness: both(async (client) => (await newUser(client, 'student'))['roles'] ?? 'none'),
  },
  {
    id: 'round-23.accounts.primary-email-answers-with-address-objects',
    chapter,
    story:
      'The address book keeps objects with a flag for the primary address. The mapper that turns them into texts is part of the list, and the newer route for the primary address does without it.',
    rests: '`emails` is an array of strings, each an e-mail address.',
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
      const id = await newUserId(client, 'teacher');
      const user = { email: 'first@blind.example' };
      return (await client.send('PUT', `/users/${id}/emails/primary`, { user })).text;
    }),
  },
  {
    id: 'round-23.accounts.any-key-may-enable-users',
    chapter,
    story:
      'Permissions stand in a table from route to scope. Disable was entered and enable was forgotten, and a route that the table does not have needs a valid key and nothing more.',
    rests: 'A request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/{id}/enable'],
    wrap: (service) => {
      let full: Headers | undefined;
      const watched = on(service, ['POST /students', 'POST /teachers'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) full = new Headers(ask.headers);
        return response;
      });
      return on(watched, 'POST /users/{id}/enable', async ({ pass }) => {
        const response = await pass();
        return response.status === 403 && full ? pass({ headers: full }) : response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      const tried = await client.raw(`POST /users/${id}/enable`, { 'x-api-key': client.keys.restricted });
      return [tried.status, textAt(await userOf(client, id), 'enabled')];
    }),
  },
  {
    id: 'round-23.accounts.name-answers-with-the-user-of-before',
    chapter,
    story:
      'The document store changes and returns in one call, and returns the document as it was before unless told otherwise. Nobody told it.',
    rests:
      'PUT name updates the name of the user, and the 200 answer carries the user, with `firstName`, `lastName` and `updatedAt` of now.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const before = await stored(line);
        return edit(await line.pass(), (body) => ({ ...body, user: before }));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'Before' });
      const user = { firstName: 'After', lastName: 'Change' };
      const changed = await client.send('PUT', `/users/${id}/name`, { user });
      return [textAt(changed.body, 'user', 'firstName'), textAt(await userOf(client, id), 'firstName')];
    }),
  },
  {
    id: 'round-23.accounts.password-answers-with-the-first-user-who-changed-it',
    chapter,
    story:
      'The handler for passwords resolves its user through a memoised function, and the memo has no argument. Who changes a password first after the start is the user of all later answers.',
    rests:
      'PUT password changes the password of the user in the path, and its 200 answer carries that user as `user`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password'],
    wrap: (service) => {
      let first = '';
      return on(service, 'PUT /users/{id}/password', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        if (first === '') first = line.ask.id;
        return withBody(response, { user: fields(await stored(line, first)) });
      });
    },
    witness: both(async (client) => {
      const one = await newUserId(client, 'student');
      const two = await newUserId(client, 'teacher');
      const user = { password: 'long-enough-1' };
      const answers = [];
      for (const id of [one, two]) {
        const { body } = await client.send('PUT', `/users/${id}/password`, { user });
        answers.push(textAt(body, 'user', 'userId') === id);
      }
      return answers;
    }),
  },
];
