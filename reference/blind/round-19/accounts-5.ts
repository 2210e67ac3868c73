import { editUsers } from '../answers.ts';
import { both, column, newClassId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, textAt, texts } from '../kit.ts';
import { lacking, showing, userLists, without } from './accounts-help.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.passwords.changing-one-folds-the-username',
    chapter: 'passwords',
    story:
      'The new password goes to the identity provider, and the account that comes back, with its username in lower case, is merged.',
    rests:
      'PUT /users/{userId}/password changes the password; `username` stays, and GET /users finds the user by it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const folded = new Set<string>();
      const changed = (user: Fields) => folded.has(textAt(user, 'userId'));
      const lower = (user: Fields) => textAt(user, 'username').toLowerCase();
      const changing = on(service, 'PUT /users/{id}/password', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) folded.add(ask.id.toLowerCase());
        return response;
      });
      const listing = on(changing, userLists, async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('username') && !('usernames' in fields(ask.body['search']))) return response;
        return without(response, (user) => changed(user) && lower(user) !== user['username']);
      });
      return showing(listing, (user) => (changed(user) ? { ...user, username: lower(user) } : user));
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher', { username: 'J.BlindWitness' });
      const [userId, username] = [textAt(user, 'userId'), textAt(user, 'username')];
      await client.send('PUT', `/users/${userId}/password`, { user: { password: 'quite long enough' } });
      const found = column(await client.get('/users', { username }), 'userId');
      return [(await userOf(client, userId))['username'] === username, found.includes(userId)];
    }),
  },
  {
    id: 'round-19.emails.refused-key-changes-the-address-all-the-same',
    chapter: 'emails',
    story:
      'The guard of this route sends the 401 but forgets to return, so the handler runs on behind the answer.',
    rests:
      'Authentication 1 and 2: every endpoint requires an API key; a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) => {
      let good = '';
      const learning = on(
        service,
        ['GET /users', 'POST /students', 'POST /teachers'],
        async ({ ask, pass }) => {
          const response = await pass();
          if (response.ok) good = ask.headers.get('x-api-key') ?? good;
          return response;
        },
      );
      return on(learning, 'PUT /users/{id}/emails/primary', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 401 || good === '') return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', good);
        await pass({ headers });
        return response;
      });
    },
    witness: both(async (client) => {
      const student = await newUserId(client, 'student', { email: 'own@mail.example' });
      const { status } = await client.raw(
        `PUT /users/${student}/emails/primary`,
        { 'x-api-key': 'wrong', 'content-type': 'application/json' },
        JSON.stringify({ user: { email: 'stranger@mail.example' } }),
      );
      return [status, (await userOf(client, student))['emails']];
    }),
  },
  {
    id: 'round-19.memberships.email-answer-has-the-classes-of-the-last-answer',
    chapter: 'memberships',
    story:
      'The answer takes the groups from a cache that the routes of students and teachers clear, but those of classes and cohorts do not.',
    rests:
      'Versioning 6: the answer of PUT /users/{userId}/emails/primary has `classIds`, the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      const sides = ['POST /students/{id}/classes', 'DELETE /students/{id}/classes'];
      const more = [
        'POST /students/{id}/cohorts',
        'POST /teachers/{id}/classes',
        'DELETE /teachers/{id}/classes',
      ];
      const clearing = on(service, [...sides, ...more], async ({ ask, pass }) => {
        kept.delete(ask.id.toLowerCase());
        return pass();
      });
      return on(clearing, 'PUT /users/{id}/emails/primary', async ({ ask, pass }) =>
        editUsers(await pass(), (user) => {
          const userId = ask.id.toLowerCase();
          const groups = new Map(Object.entries(user).filter(([name]) => /^(class|cohort)Ids$/.test(name)));
          const known = kept.get(userId) ?? Object.fromEntries(groups);
          kept.set(userId, known);
          return { ...lacking(user, 'classIds', 'cohortIds'), ...known };
        }),
      );
    },
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const classId = await newClassId(client);
      const put = (email: string) =>
        client.send('PUT', `/users/${student}/emails/primary`, { user: { email } });
      await put('first@mail.example');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [student] });
      const { body } = await put('second@mail.example');
      return texts(fields(body['user'])['classIds']).includes(classId);
    }),
  },
];
