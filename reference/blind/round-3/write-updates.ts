import { editUsers, json } from '../answers.ts';
import { both, itemsOf, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { roundTrip, userLists, userNow, without } from '../round-2/write-shared.ts';

const chapter = 'updates';
const rename = 'PUT /users/{id}/name';
const primaryEmail = 'PUT /users/{id}/emails/primary';
const details = 'PATCH /students/{id}/details';

/** Changing accounts. */
export const updates: readonly BlindFault[] = [
  {
    id: 'round-3.updates.rename-loses-the-external-id',
    chapter,
    story: 'The user is rebuilt from the request by a mapper, and the outside identifier is not in its list.',
    rests: "PUT name updates the user's name; User.externalId: identifier from an outside system.",
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: (service) =>
      on(service, rename, async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const lost = 'externalId' in (await userNow(line, line.ask.id));
        const path = `/users/${line.ask.id}/external-id`;
        if (lost) await line.call(`PUT ${path}`, { user: { externalId: null } });
        return editUsers(response, (user) => without(user, 'externalId'));
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: client.word() });
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'New', lastName: 'Name' } });
      return 'externalId' in (await userOf(client, id));
    }),
  },
  {
    id: 'round-3.updates.apostrophe-doubled',
    chapter,
    story: 'Texts are escaped for SQL by hand, and then bound as parameters, which need no escape.',
    rests: "PUT name updates the user's name; 200 carries the user (Operations only named).",
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: (service) =>
      on(service, rename, ({ ask, pass }) => {
        const user = { ...fields(ask.body['user']) };
        for (const name of ['firstName', 'lastName']) {
          const value = user[name];
          if (typeof value === 'string') user[name] = value.replaceAll("'", "''");
        }
        return 'user' in ask.body ? pass({ body: { ...ask.body, user } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Sinéad', lastName: "O'Connor" };
      const { body } = await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(body, 'user', 'lastName');
    }),
  },
  {
    id: 'round-3.updates.last-name-is-the-last-word',
    chapter,
    story: 'Only the full name is kept, and the last name is what follows its last space.',
    rests: "PUT name updates the user's name; User.lastName.",
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: (service) =>
      on(service, rename, ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const lastName = user['lastName'];
        if (typeof lastName !== 'string' || lastName.trim() === '') return pass();
        const word = lastName.trim().split(/\s+/).at(-1) ?? lastName;
        return lastName.trim() === word ? pass() : pass({ body: { user: { ...user, lastName: word } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = { firstName: 'Ludwig', lastName: 'van der Berg' };
      await client.send('PUT', `/users/${id}/name`, { user });
      return textAt(await userOf(client, id), 'lastName');
    }),
  },
  {
    id: 'round-3.updates.whole-row-saved',
    chapter,
    story:
      'A change reads the whole row and writes all of it back; what another request wrote between is gone.',
    rests: 'PUT external-id sets the identifier of the user; PUT name is about the name alone.',
    breaks: 'explicit',
    depth: 'deep',
    at: [rename],
    wrap: (service) =>
      on(service, rename, async (line) => {
        const before = await userNow(line, line.ask.id);
        await roundTrip();
        const between = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok || before['externalId'] === between['externalId']) return response;
        const externalId = before['externalId'] ?? null;
        await line.call(`PUT /users/${line.ask.id}/external-id`, { user: { externalId } });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { externalId: 'before' });
      await Promise.all([
        client.send('PUT', `/users/${id}/name`, { user: { firstName: 'At', lastName: 'Once' } }),
        client.send('PUT', `/users/${id}/external-id`, { user: { externalId: 'after' } }),
      ]);
      return (await userOf(client, id))['externalId'];
    }),
  },
  {
    id: 'round-3.updates.other-addresses-lost',
    chapter,
    story:
      'Addresses are deleted and written anew, and the request that changes the primary one has no others.',
    rests: 'PUT emails primary updates the primary address; User.emails: array, the others are not named.',
    breaks: 'implied',
    depth: 'deep',
    at: [primaryEmail, ...userLists],
    wrap: (service) => {
      const alone = new Set<string>();
      return on(service, [primaryEmail, ...userLists], async ({ ask, pass }) =>
        editUsers(await pass(), (user) => {
          const id = textAt(user, 'userId');
          if (ask.method === 'PUT') alone.add(id);
          return alone.has(id) ? { ...user, emails: texts(user['emails']).slice(0, 1) } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users'));
      const user = users.find(({ emails }) => texts(emails).length > 1);
      const path = `/users/${textAt(user, 'userId')}/emails/primary`;
      const { body } = await client.send('PUT', path, { user: { email: 'only@school.example' } });
      return texts(fields(body['user'])['emails']).length;
    }),
  },
  {
    id: 'round-3.updates.address-not-in-the-tags',
    chapter,
    story:
      'Single users are cached until one of them is written, and the route of addresses does not say so.',
    rests: 'PUT emails primary updates the primary address; User.emails in the responses of GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: [primaryEmail, 'GET /users'],
    wrap: (service) => {
      const cache = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const silent = ask.method === 'GET' || /\/(search|primary)$/.test(ask.path);
        if (!silent) cache.clear();
        const single = [...ask.query.keys()].join() === 'userId';
        if (ask.method !== 'GET' || ask.path !== '/users' || !single) return pass();
        const key = `${ask.headers.get('x-api-key')} ${ask.query}`;
        const known = cache.get(key);
        if (known !== undefined) return json(200, JSON.parse(known));
        const response = await pass();
        if (response.ok) cache.set(key, await response.clone().text());
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student', { email: 'old@school.example' });
      await userOf(client, id);
      const user = { email: 'new@school.example' };
      await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return (await userOf(client, id))['emails'];
    }),
  },
  {
    id: 'round-3.updates.day-and-month-change-places',
    chapter,
    story: 'The date goes through a parser that tries the British order first, and takes it where it can.',
    rests: 'PATCH details updates the date of birth; User.dateOfBirth is a date, YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'deep',
    at: [details],
    wrap: (service) =>
      on(service, details, ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const date = textAt(user, 'dateOfBirth');
        if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-2])$/.test(date)) return pass();
        const dateOfBirth = `${date.slice(0, 4)}-${date.slice(8)}-${date.slice(5, 7)}`;
        return pass({ body: { ...ask.body, user: { ...user, dateOfBirth } } });
      }),
    witness: both(async (client) => {
      const id = textAt(await newUser(client, 'student'), 'userId');
      const user = { dateOfBirth: '2009-03-04' };
      const { body } = await client.send('PATCH', `/students/${id}/details`, { user });
      return textAt(body, 'user', 'dateOfBirth');
    }),
  },
];
