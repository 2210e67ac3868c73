import { editUsers, json } from '../answers.ts';
import { both, column, newClassId, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, list, on, textAt } from '../kit.ts';
import { idsOf, overlayUsers, payloadOf, reads, userBy, userRoutes, usersBy } from './helpers.ts';

const name = 'PUT /users/{id}/name';
const details = 'PATCH /students/{id}/details';
const external = 'PUT /users/{id}/external-id';
const search = 'POST /users/search';

/** What goes wrong with names, details, moments and identifiers of users. */
export const changes: readonly BlindFault[] = [
  {
    id: 'round-8.accounts.single-role-is-no-list',
    chapter: 'accounts',
    story: 'A gateway turns XML into JSON there; an element that occurs once becomes no array.',
    rests: 'User: `roles` is an array of UserRole, also in the response of PUT name.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [name],
    wrap: (service) =>
      on(service, name, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const roles = list(user['roles']);
          return roles.length === 1 ? { ...user, roles: roles[0] } : user;
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Nova', lastName: 'Witness' };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return JSON.stringify(body).includes('"roles":[');
    }),
  },
  {
    id: 'round-8.accounts.names-in-latin-1',
    chapter: 'accounts',
    story: 'The update goes through an old connection whose character set knows 256 characters.',
    rests: 'PUT /users/{userId}/name updates the name of the user; User: firstName, lastName.',
    breaks: 'explicit',
    depth: 'medium',
    at: [name, ...reads],
    wrap: (service) =>
      on(service, name, async (line) => {
        const payload = payloadOf(line, 'user');
        const user: Fields = {};
        for (const [key, value] of Object.entries(payload)) {
          user[key] = typeof value === 'string' ? inLatin1(value) : value;
        }
        if (JSON.stringify(user) === JSON.stringify(payload)) return line.pass();
        return line.pass({ body: { ...line.ask.body, user } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Łukasz', lastName: 'Nguyễn' } });
      const { firstName, lastName } = await userOf(client, id);
      return [firstName, lastName];
    }),
  },
  {
    id: 'round-8.accounts.letter-case-is-no-change',
    chapter: 'accounts',
    story: 'Updates without a change are skipped, and names are compared in the way of the database.',
    rests: 'PUT /users/{userId}/name updates the name of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [name, ...reads],
    wrap: (service) =>
      on(service, name, async (line) => {
        const user = await userBy(line, line.ask.id);
        const payload = payloadOf(line, 'user');
        const equal = ['firstName', 'lastName'].every(
          (key) => textAt(user, key).toLowerCase() === textAt(payload, key).toLowerCase(),
        );
        return user['userId'] !== undefined && equal ? json(200, { user }) : line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { firstName: 'niamh', lastName: 'MCDONALD' });
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Niamh', lastName: 'McDonald' } });
      return (await userOf(client, id))['fullName'];
    }),
  },
  {
    id: 'round-8.accounts.summer-birthdays-a-day-early',
    chapter: 'accounts',
    story:
      'The date is read as midnight in London and kept as a day in UTC; in summer that is the day before.',
    rests: 'PATCH details updates the date of birth; dates are in UTC (Conventions 2; User: dateOfBirth).',
    breaks: 'explicit',
    depth: 'deep',
    at: [details, ...reads],
    wrap: (service) =>
      on(service, details, async (line) => {
        const payload = payloadOf(line, 'user');
        const kept = keptDay(textAt(payload, 'dateOfBirth'));
        if (kept === undefined) return line.pass();
        return line.pass({ body: { ...line.ask.body, user: { ...payload, dateOfBirth: kept } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const seen: unknown[] = [];
      for (const dateOfBirth of ['2009-02-10', '2009-07-01']) {
        await client.send('PATCH', `/students/${id}/details`, { user: { dateOfBirth } });
        seen.push((await userOf(client, id))['dateOfBirth']);
      }
      return seen;
    }),
  },
  {
    id: 'round-8.conventions.new-student-to-the-second',
    chapter: 'conventions',
    story: 'The fresh object still has the moments of the database driver, which leaves out a zero fraction.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const short = (key: string) => textAt(user, key).replace(/\.\d+Z$/, 'Z');
          return { ...user, createdAt: short('createdAt'), updatedAt: short('updatedAt') };
        }),
      ),
    witness: both(async (client) => textAt(await newUser(client, 'student'), 'createdAt').length),
  },
  {
    id: 'round-8.users.created-when-disabled',
    chapter: 'users',
    story:
      'The first timestamp of the table is ON UPDATE CURRENT_TIMESTAMP by default; most updates set it back.',
    rests: 'User: createdAt is when the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/disable', ...userRoutes],
    wrap: (service) => {
      const moved = new Map<unknown, unknown>();
      const reading = overlayUsers(service, (user) => {
        const createdAt = moved.get(user['userId']);
        return createdAt === undefined ? user : { ...user, createdAt };
      });
      return on(reading, 'POST /users/{id}/disable', async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const { userId, updatedAt } = await userBy(line, line.ask.id);
        moved.set(userId, updatedAt);
        return answer;
      });
    },
    witness: both(async (client) => {
      const { userId, createdAt } = await newUser(client, 'student');
      await client.send('POST', `/users/${userId}/disable`);
      return (await userOf(client, String(userId)))['createdAt'] === createdAt;
    }),
  },
  {
    id: 'round-8.users.former-external-id-still-finds',
    chapter: 'users',
    story: 'A new identifier is added to the look-up table, and the former one is never taken out.',
    rests: 'GET /users: the filter `externalId`; PUT external-id sets the identifier of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const former = new Map<string, string>();
      const setting = on(service, external, async (line) => {
        const before = textAt(await userBy(line, line.ask.id), 'externalId');
        const answer = await line.pass();
        const after = textAt(payloadOf(line, 'user'), 'externalId');
        if (answer.ok && before !== '' && after !== '' && before !== after) former.set(before, after);
        return answer;
      });
      const current = (value: string): string[] => {
        const all = [value];
        for (let next = former.get(value); next && !all.includes(next); next = former.get(next))
          all.push(next);
        return all;
      };
      return on(setting, 'GET /users', async ({ ask, pass }) => {
        const values = ask.query.getAll('externalId').flatMap(current);
        if (values.length === ask.query.getAll('externalId').length || values.length > 30) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('externalId');
        for (const value of new Set(values)) query.append('externalId', value);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'OLD-1' });
      await client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'NEW-1' } });
      return column(await client.get('/users', { externalId: 'OLD-1' }), 'externalId');
    }),
  },
  {
    id: 'round-8.users.search-behind-the-roster',
    chapter: 'users',
    story:
      'The search reads a copy that is refreshed when the account changes, not when a class gets members.',
    rests: 'POST /users/search has the same response as GET /users; User: `classIds`.',
    breaks: 'explicit',
    depth: 'medium',
    at: [search],
    wrap: (service) => {
      const copies = new Map<unknown, unknown>();
      const reading = overlayUsers(
        service,
        (user) => (copies.has(user['userId']) ? { ...user, classIds: copies.get(user['userId']) } : user),
        [search],
      );
      const accounts = [name, details, 'POST /students/{id}/classes', 'DELETE /students/{id}/classes'];
      const refreshing = on(reading, accounts, ({ ask, pass }) => {
        copies.delete(ask.id.toLowerCase());
        return pass();
      });
      return on(refreshing, 'POST /classes/{id}/students', async (line) => {
        for (const { userId, classIds } of await usersBy(line, idsOf(line, 'userIds'))) {
          if (!copies.has(userId)) copies.set(userId, classIds);
        }
        return line.pass();
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      const found = await client.send('POST', '/users/search', { search: { userIds: [id] } });
      return [
        list((await userOf(client, id))['classIds']).length,
        column(found, 'classIds').join() === classId,
      ];
    }),
  },
];

/** A text in which each character that Latin-1 lacks is a question mark. */
function inLatin1(text: string): string {
  return [...text].map((character) => ((character.codePointAt(0) ?? 0) > 255 ? '?' : character)).join('');
}

/** The day in UTC on which it is midnight in London, undefined for what is no date. */
function keptDay(date: string): string | undefined {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(midnight)) return undefined;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hour: 'numeric',
    hour12: false,
  });
  const ahead = Number(format.format(midnight)) % 24;
  return new Date(midnight - ahead * 3_600_000).toISOString().slice(0, 10);
}
