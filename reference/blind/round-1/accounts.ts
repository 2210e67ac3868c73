import { edit, editUsers } from '../answers.ts';
import { both, column, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { keeping, mapped, names, renamed } from '../shared/accounts.ts';

const chapter = 'accounts';
const shown = [
  'GET /users',
  'POST /users/search',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
  'PATCH /students/{id}/details',
];

export const accounts: readonly BlindFault[] = [
  {
    id: 'round-1.accounts.namesakes-become-one',
    chapter,
    story: 'A guard against double clicks answers a second student of the same names with the first.',
    rests: 'POST /students: create a student account; userId is the identifier',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students'],
    wrap: (service) => {
      const created = new Map<string, unknown>();
      return on(service, 'POST /students', async ({ ask, pass }) => {
        const { firstName, lastName, dateOfBirth } = fields(ask.body['user']);
        const name = JSON.stringify([firstName, lastName, dateOfBirth]);
        const denied = !ask.headers.has('x-api-key') || typeof firstName !== 'string';
        if (denied || !created.has(name)) {
          return edit(await pass(), (body) => {
            created.set(name, body);
            return body;
          });
        }
        const { call } = { call: created.get(name) };
        return new Response(JSON.stringify(call), {
          status: 201,
          headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
        });
      });
    },
    witness: both(async (client) => {
      const user = { firstName: 'Sam', lastName: 'Twin' };
      const [one, other] = [await newUser(client, 'student', user), await newUser(client, 'student', user)];
      return one['userId'] === other['userId'] ? 'one account' : 'two accounts';
    }),
  },
  {
    id: 'round-1.accounts.letters-of-four-bytes',
    chapter,
    story: 'The character set of the column has three bytes a letter, and the driver replaces the rest.',
    rests: "PUT name: update the user's name",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: keeping('PUT /users/{id}/name', (user) =>
      mapped(user, names, (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
    witness: renamed('太郎', '𠮷田'),
  },
  {
    id: 'round-1.accounts.born-the-day-before',
    chapter,
    story: 'The date of birth is midnight in London, stored as UTC: in summer that is the day before.',
    rests: "PATCH details: update the student's date of birth",
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: keeping('PATCH /students/{id}/details', (user) =>
      mapped(user, ['dateOfBirth'], (date) => {
        const month = Number(date.slice(5, 7));
        const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
        const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
        const summer = month >= 4 && month <= 9 && real;
        return summer ? new Date(time - 86_400_000).toISOString().slice(0, 10) : date;
      }),
    ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2009-07-01' };
      const { body } = await client.send('PATCH', `/students/${id}/details`, { user });
      return textAt(body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-1.accounts.external-id-without-zeros',
    chapter,
    story: 'External identifiers pass through a mapper that makes numbers of digits.',
    rests: "PUT external-id: set the user's external identifier, a string",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/external-id'],
    wrap: keeping('PUT /users/{id}/external-id', (user) =>
      mapped(user, ['externalId'], (id) => (/^\d+$/.test(id) ? String(Number(id)) : id)),
    ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: '00420' } });
      return column(await client.get('/users', { externalId: '00420' }), 'userId').length;
    }),
  },
  {
    id: 'round-1.accounts.password-answers-without-groups',
    chapter: 'versioning',
    story: 'Changing a password answers with the user of the login service, which knows no classes.',
    rests: 'classIds and cohortIds are in the user of PUT password',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        edit(await pass(), (body) => {
          const { classIds: _classes, cohortIds: _cohorts, ...user } = fields(body['user']);
          return { user };
        }),
      ),
    witness: both(async (client) => {
      const { body: found } = await client.get('/users', { role: 'teacher', limit: 1 });
      const id = textAt(found, 'data', 0, 'userId');
      const { body } = await client.send('PUT', `/users/${id}/password`, {
        user: { password: 'battery staple' },
      });
      return 'classIds' in fields(body['user']);
    }),
  },
  {
    id: 'round-1.accounts.updated-at-of-the-parent-row',
    chapter,
    story: 'E-mail addresses are a table of their own, and a change there leaves the row of the user alone.',
    rests: 'updatedAt: when the user was last updated',
    breaks: 'explicit',
    depth: 'shallow',
    at: shown,
    wrap: (service) => {
      const frozen = new Map<string, { readonly told: unknown; readonly real: unknown }>();
      const writes = on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /users?userId=${ask.id}`);
        const told = textAt(body, 'data', 0, 'updatedAt');
        return edit(await pass(), (answer) => {
          const real = textAt(answer, 'user', 'updatedAt');
          if (told !== '') frozen.set(ask.id.toLowerCase(), { told, real });
          return answer;
        });
      });
      return on(writes, shown, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const known = frozen.get(textAt(user, 'userId'));
          return known?.real === user['updatedAt'] ? { ...user, updatedAt: known?.told } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const { userId, updatedAt } = await newUser(client, 'student');
      const user = { email: 'moved@mail.example' };
      const { body } = await client.send('PUT', `/users/${userId}/emails/primary`, { user });
      return textAt(body, 'user', 'updatedAt') > String(updatedAt);
    }),
  },
  {
    id: 'round-1.accounts.created-anew-by-an-upsert',
    chapter,
    story:
      'The save is an insert that replaces the row on conflict, and the default of createdAt comes again.',
    rests: 'createdAt: when the user was created',
    breaks: 'explicit',
    depth: 'shallow',
    at: shown,
    wrap: (service) => {
      const anew = new Map<string, unknown>();
      const writes = on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        edit(await pass(), (body) => {
          anew.set(textAt(body, 'user', 'userId'), textAt(body, 'user', 'updatedAt'));
          return body;
        }),
      );
      return on(writes, shown, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const createdAt = anew.get(textAt(user, 'userId'));
          return createdAt === undefined ? user : { ...user, createdAt };
        }),
      );
    },
    witness: both(async (client) => {
      const { userId, createdAt } = await newUser(client, 'student');
      await client.send('PATCH', `/students/${userId}/details`, { user: { gender: 'female' } });
      return (await userOf(client, String(userId)))['createdAt'] === createdAt;
    }),
  },
];
