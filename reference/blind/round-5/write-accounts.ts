import { edit, editUsers, json } from '../answers.ts';
import { both, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { userViews } from './write-help.ts';

const codes: Readonly<Record<string, number>> = { male: 1, female: 2 };

export const accounts: readonly BlindFault[] = [
  {
    id: 'round-5.accounts.gender-as-a-number',
    chapter: 'accounts',
    story: 'The gender is kept as the code of a standard, and the new account is shown as it is kept.',
    rests: 'User: gender is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'gender' in user ? { ...user, gender: codes[textAt(user, 'gender')] ?? 9 } : user,
        ),
      ),
    witness: both(
      async (client) => typeof (await newUser(client, 'student', { gender: 'female' }))['gender'],
    ),
  },
  {
    id: 'round-5.accounts.one-empty-address',
    chapter: 'accounts',
    story: 'Addresses are kept in one text with semicolons, and an empty text splits into one empty part.',
    rests: 'Empty fields are omitted, and each of emails is an e-mail address.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => ('emails' in user ? user : { ...user, emails: [''] })),
      ),
    witness: both(async (client) => (await newUser(client, 'teacher'))['emails'] ?? 'none'),
  },
  {
    id: 'round-5.accounts.password-answers-the-account',
    chapter: 'accounts',
    story: 'Passwords belong to the login service, which calls its users accounts and is passed through.',
    rests: 'PUT /users/{userId}/password: the 200 response carries the property user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        edit(await pass(), ({ user, ...others }) => ({ ...others, account: user })),
      ),
    witness: both(async (client) => {
      const path = `/users/${await newUserId(client, 'student')}/password`;
      const { body } = await client.send('PUT', path, { user: { password: 'Corvid-Umbrella-7' } });
      return Object.keys(body);
    }),
  },
  {
    id: 'round-5.accounts.outside-id-in-place-of-the-pupil-number',
    chapter: 'accounts',
    story: 'Setter and column were copied from those of the pupil number, and one line was left as it was.',
    rests: 'PUT external-id sets the external identifier; upn is the Unique Pupil Number of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const written = new Map<string, unknown>();
      return on(service, userViews, async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok && ask.path.endsWith('/external-id')) {
          written.set(ask.id.toLowerCase(), fields(ask.body['user'])['externalId']);
        }
        return editUsers(answer, (user) => {
          const upn = written.get(textAt(user, 'userId'));
          return typeof upn === 'string' ? { ...user, upn } : user;
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { upn: 'B820200000017' });
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'SIS-77' } });
      return (await userOf(client, id))['upn'];
    }),
  },
];

export const primaryAddress: readonly BlindFault[] = [
  {
    id: 'round-5.accounts.two-clocks-for-one-update',
    chapter: 'accounts',
    story: 'The answer has the time of the program, and the row has that of a trigger in the database.',
    rests: 'updatedAt tells when the user was last updated: one update has one time, wherever it is shown.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const early = new Date(Date.parse(textAt(user, 'updatedAt')) - 41);
          return { ...user, updatedAt: early.toISOString() };
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const path = `/users/${id}/emails/primary`;
      const { body } = await client.send('PUT', path, { user: { email: 'clock@school.example' } });
      return textAt(body, 'user', 'updatedAt') === (await userOf(client, id))['updatedAt'];
    }),
  },
  {
    id: 'round-5.accounts.patch-answered-in-its-own-type',
    chapter: 'accounts',
    story: 'The route is registered for merge patches, and the framework labels the answer by the route.',
    rests: 'Conventions 1: responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) => {
        const answer = await pass();
        return answer.ok ? json(200, await answer.json(), 'application/merge-patch+json') : answer;
      }),
    witness: both(async (client) => {
      const path = `/students/${await newUserId(client, 'student')}/details`;
      const { headers } = await client.send('PATCH', path, { user: { dateOfBirth: '2009-03-04' } });
      return headers.get('content-type')?.split(';')[0];
    }),
  },
];
