import { edit, editUsers, refuse } from '../answers.ts';
import { both, itemsOf, newClassId, newUser, newUserId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, type Service, textAt } from '../kit.ts';

const creations = ['POST /students', 'POST /teachers'];
const primary = 'PUT /users/{id}/emails/primary';
const renaming = 'PUT /users/{id}/name';

/** The service with the payload of some requests changed. */
function rewritten(
  routes: readonly string[],
  change: (user: Fields) => Fields,
): (service: Service) => Service {
  return (service) =>
    on(service, routes, ({ ask, pass }) => {
      const { user } = ask.body;
      return typeof user === 'object' && user !== null
        ? pass({ body: { user: change(fields(user)) } })
        : pass();
    });
}

function dayBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00.000Z`);
  return Number.isNaN(time) ? date : new Date(time - 86_400_000).toISOString().slice(0, 10);
}

/** What becomes of certain values. */
const values: readonly BlindFault[] = [
  {
    id: 'round-15.users.zeros-fall-off-the-external-id',
    chapter: 'users',
    story: 'The import library takes texts of digits for numbers before the account is saved.',
    rests: 'User.externalId is a string: identifier from an outside system.',
    breaks: 'explicit',
    depth: 'medium',
    at: creations,
    wrap: rewritten(creations, (user) => {
      const { externalId } = user;
      const digits = typeof externalId === 'string' && /^\d{1,15}$/.test(externalId);
      return digits ? { ...user, externalId: String(Number(externalId)) } : user;
    }),
    witness: both(async (client) =>
      textAt(await newUser(client, 'teacher', { externalId: '000712' }), 'externalId'),
    ),
  },
  {
    id: 'round-15.users.plus-becomes-a-space',
    chapter: 'users',
    story: 'The address travels to the mail service in a form, and comes back decoded once too often.',
    rests: 'User.emails is an array of string (email); PUT emails/primary updates the primary address.',
    breaks: 'explicit',
    depth: 'medium',
    at: [primary, 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, [primary, 'GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const emails = list(user['emails']).map((one) => String(one).replaceAll('+', ' '));
          return emails.length === 0 ? user : { ...user, emails };
        }),
      ),
    witness: both(async (client) => {
      const path = `/users/${await newUserId(client, 'teacher')}/emails/primary`;
      const done = await client.send('PUT', path, { user: { email: 'ann+roster@school.example' } });
      return [fields(done.body['user'])['emails']];
    }),
  },
  {
    id: 'round-15.dates.born-before-1970',
    chapter: 'dates',
    story: 'Dates are kept as days since 1970 and cut towards zero in local time, so older ones slip by one.',
    rests: 'User.dateOfBirth is a date; PATCH /students/{userId}/details updates the date of birth.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students', 'PATCH /students/{id}/details'],
    wrap: rewritten(['POST /students', 'PATCH /students/{id}/details'], (user) => {
      const date = textAt(user, 'dateOfBirth');
      return /^\d{4}-/.test(date) && date < '1970' ? { ...user, dateOfBirth: dayBefore(date) } : user;
    }),
    witness: both(async (client) => {
      const path = `/students/${await newUserId(client, 'student')}/details`;
      const done = await client.send('PATCH', path, { user: { dateOfBirth: '1961-05-01' } });
      return textAt(done.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-15.users.external-id-displaces-the-upn',
    chapter: 'users',
    story: 'The mapper has one column for a reference; with both sent, only the later survives.',
    rests: 'User has upn (Unique Pupil Number of the user) and externalId (from an outside system).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students'],
    wrap: rewritten(['POST /students'], (user) =>
      typeof user['externalId'] === 'string' ? { ...user, upn: undefined } : user,
    ),
    witness: both(async (client) => {
      const user = await newUser(client, 'student', { upn: 'B820200295002', externalId: 'MIS-77' });
      return textAt(user, 'upn');
    }),
  },
  {
    id: 'round-15.users.names-split-at-the-first-space',
    chapter: 'users',
    story: 'Only the full name is kept, and it is split again at its first space.',
    rests: "PUT /users/{userId}/name: update the user's name; User.firstName and User.lastName.",
    breaks: 'explicit',
    depth: 'medium',
    at: [renaming],
    wrap: rewritten([renaming], (user) => {
      const [first = '', ...rest] = textAt(user, 'firstName').split(' ');
      const lastName = textAt(user, 'lastName');
      const odd = rest.length === 0 || lastName === '' || first === '';
      return odd ? user : { ...user, firstName: first, lastName: `${rest.join(' ')} ${lastName}` };
    }),
    witness: both(async (client) => {
      const path = `/users/${await newUserId(client, 'student')}/name`;
      const done = await client.send('PUT', path, { user: { firstName: 'Mary Ann', lastName: 'Lee' } });
      return textAt(done.body, 'user', 'firstName');
    }),
  },
];

/** What becomes of an account with a second request. */
const states: readonly BlindFault[] = [
  {
    id: 'round-15.users.enabling-is-a-switch',
    chapter: 'users',
    story: 'Both routes end in one handler that negates the flag.',
    rests: 'POST /users/{userId}/enable: enable the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/enable', async ({ ask, pass, call }) => {
        const user = fields(list((await call(`GET /users?userId=${ask.id}`)).body['data'])[0]);
        const response = await pass();
        if (user['enabled'] === true) await call(`POST /users/${ask.id}/disable`);
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      await client.send('POST', `/users/${userId}/enable`);
      return textAt(await userOf(client, userId), 'enabled');
    }),
  },
  {
    id: 'round-15.users.new-address-is-no-update',
    chapter: 'users',
    story: 'Addresses live in a table of their own, and the trigger for updatedAt hangs on the users alone.',
    rests: 'User.updatedAt: when the user was last updated.',
    breaks: 'explicit',
    depth: 'medium',
    at: [primary, 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const moved = new Map<string, { readonly real: string; readonly shown: string }>();
      const known = (user: Fields) => {
        const entry = moved.get(textAt(user, 'userId'));
        return entry && entry.real === user['updatedAt'] ? { ...user, updatedAt: entry.shown } : user;
      };
      return on(service, [primary, 'GET /users', 'POST /users/search'], async ({ ask, pass, call }) => {
        if (ask.method !== 'PUT') return editUsers(await pass(), known);
        const before = known(fields(list((await call(`GET /users?userId=${ask.id}`)).body['data'])[0]));
        return editUsers(await pass(), (user) => {
          const real = textAt(user, 'updatedAt');
          moved.set(textAt(user, 'userId'), { real, shown: textAt(before, 'updatedAt') });
          return known(user);
        });
      });
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      const path = `/users/${textAt(user, 'userId')}/emails/primary`;
      const done = await client.send('PUT', path, { user: { email: 'new@school.example' } });
      return String(textAt(done.body, 'user', 'updatedAt') > textAt(user, 'updatedAt'));
    }),
  },
  {
    id: 'round-15.users.renamed-ones-come-first',
    chapter: 'users',
    story: 'The list is in the order of a log of changes, in which a renaming writes its user anew.',
    rests: 'GET /users: default sort[field]=createdAt&sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'medium',
    at: [renaming, 'GET /users'],
    wrap: (service) => {
      const renamed: string[] = [];
      return on(service, [renaming, 'GET /users'], async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method === 'PUT' && response.ok) renamed.push(ask.id);
        const sorted = ask.query.has('cursor') || ask.query.has('sort[field]');
        if (ask.method === 'PUT' || sorted) return response;
        const rank = (user: unknown) => renamed.lastIndexOf(textAt(user, 'userId'));
        return edit(response, (body) => ({
          ...body,
          data: list(body['data']).toSorted((one, other) => rank(other) - rank(one)),
        }));
      });
    },
    witness: both(async (client) => {
      const userId = await newUserIds(client, 'student', 2);
      await client.send('PUT', `/users/${userId[0]}/name`, { user: { firstName: 'Zoe', lastName: 'Lee' } });
      return itemsOf(await client.get('/users', { userId })).map((user) => user['firstName']);
    }),
  },
];

/** Who may write. */
const keys: readonly BlindFault[] = [
  {
    id: 'round-15.authentication.patch-asks-for-no-key',
    chapter: 'authentication',
    story: 'The middleware for keys is hung on GET, POST, PUT and DELETE; the PATCH route came later.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) => {
      let good = '';
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && ask.method !== 'GET') good = ask.headers.get('x-api-key') ?? good;
        if (ask.method !== 'PATCH' || response.status !== 401 || good === '') return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', good);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const route = `PATCH /students/${await newUserId(client, 'student')}/details`;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { dateOfBirth: '2010-03-04' } });
      return String((await client.raw(route, headers, body)).status);
    }),
  },
  {
    id: 'round-15.authentication.forbidden-class-is-hidden',
    chapter: 'authentication',
    story: 'A policy hides classes from keys that may not write to them, as if they were those of others.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'], async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 403 ? refuse(ask, 404, 'Not found') : response;
      }),
    witness: both(async (client) => {
      const route = `POST /classes/${await newClassId(client)}/teachers`;
      const headers = { 'content-type': 'application/json', 'x-api-key': client.keys.restricted };
      const body = JSON.stringify({ userIds: [await newUserId(client, 'teacher')] });
      return String((await client.raw(route, headers, body)).status);
    }),
  },
];

/** Faults of accounts that need a certain value or a second request. */
export const accounts: readonly BlindFault[] = [...values, ...states, ...keys];
