import { editPagination, editUsers } from '../answers.ts';
import { both, column, itemsOf, newUser, newUserId, paginationOf, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';

const route = 'GET /users';
const search = 'POST /users/search';

const letters: BlindFault = {
  id: 'round-4.users.one-username-taken-for-its-letters',
  chapter: 'users',
  story: 'A parameter that comes once is a text and not a list, and the query walks over the letters of it.',
  rests: 'GET /users: username is an array of string, the parameter repeated, from 1 value on.',
  breaks: 'explicit',
  depth: 'shallow',
  at: [route],
  wrap: requery(route, (query) => {
    const [name, ...others] = query.getAll('username');
    if (name === undefined || others.length > 0) return;
    query.delete('username');
    for (const letter of name.slice(0, 30)) query.append('username', letter);
  }),
  witness: both(async (client) => {
    const { username } = await newUser(client, 'student');
    return column(await client.get('/users', { username: String(username) }), 'username').length;
  }),
};

const neverUpdated: BlindFault = {
  id: 'round-4.users.last-update-is-the-creation',
  chapter: 'users',
  story: 'In the mapper of the list the line of createdAt was copied for the new field, with its source.',
  rests: 'User: updatedAt is when the user was last updated.',
  breaks: 'explicit',
  depth: 'shallow',
  at: [route],
  wrap: (service) =>
    on(service, route, async ({ pass }) =>
      editUsers(await pass(), (user) => ({ ...user, updatedAt: user['createdAt'] })),
    ),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const user = { firstName: client.word(), lastName: 'Renamed' };
    const { body } = await client.send('PUT', `/users/${id}/name`, { user });
    return textAt(await userOf(client, id), 'updatedAt') === textAt(body, 'user', 'updatedAt');
  }),
};

const hits: BlindFault = {
  id: 'round-4.users.hits-tracked-up-to-a-hundred',
  chapter: 'users',
  story: 'The search engine stops counting hits at a bound unless it is told to track them all.',
  rests: 'Pagination: total is the total number of results.',
  breaks: 'explicit',
  depth: 'shallow',
  at: [search],
  wrap: (service) =>
    on(service, search, async ({ pass }) =>
      editPagination(await pass(), ({ total }) => ({ total: Math.min(100, Number(total)) })),
    ),
  witness: both(async ({ send, get }) => {
    const found = paginationOf(await send('POST', '/users/search', { search: {}, limit: 1 }));
    return found['total'] === paginationOf(await get('/users', { limit: 1 }))['total'];
  }),
};

const noName: BlindFault = {
  id: 'round-4.users.empty-name-taken-for-none',
  chapter: 'users',
  story:
    'Filters are collected with a test for truth, and an empty name falls out before the validation sees it.',
  rests: 'GET /users: name has a minimum length of 1, and invalid requests get 400.',
  breaks: 'explicit',
  depth: 'shallow',
  at: [route],
  wrap: requery(route, (query) => {
    if (query.get('name') === '') query.delete('name');
  }),
  witness: both(async ({ get }) => (await get('/users', { name: '', limit: 1 })).status),
};

const leapDay: BlindFault = {
  id: 'round-4.users.leap-day-birthdays-in-march',
  chapter: 'users',
  story:
    'The list takes a date of birth through a type for yearly days without a year, which rolls 29 February over.',
  rests: 'User: dateOfBirth is the date of birth of the user, as it was set.',
  breaks: 'explicit',
  depth: 'medium',
  at: [route],
  wrap: (service) =>
    on(service, route, async ({ pass }) =>
      editUsers(await pass(), (user) => {
        const born = user['dateOfBirth'];
        return typeof born === 'string' ? { ...user, dateOfBirth: born.replace('-02-29', '-03-01') } : user;
      }),
    ),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student', { dateOfBirth: '2008-02-29' });
    return textAt(await userOf(client, id), 'dateOfBirth');
  }),
};

const bounded: BlindFault = {
  id: 'round-4.users.values-after-the-thousandth-unread',
  chapter: 'limits',
  story: 'The database takes a thousand values in one IN, so the list is cut there to keep it from failing.',
  rests: 'POST /users/search has the filters of the list and is meant for more than 30 values in any filter.',
  breaks: 'explicit',
  depth: 'deep',
  at: [search],
  wrap: (service) =>
    on(service, search, ({ ask, pass }) => {
      if (!('search' in ask.body)) return pass();
      const cut = Object.entries(fields(ask.body['search'])).map(([name, value]) => [
        name,
        Array.isArray(value) ? list(value).slice(0, 1000) : value,
      ]);
      return pass({ body: { ...ask.body, search: Object.fromEntries(cut) } });
    }),
  witness: both(async (client) => {
    const { username } = await newUser(client, 'student');
    const usernames = [...Array.from({ length: 1000 }, (_, n) => `no-such-user-${n}`), username];
    const found = await client.send('POST', '/users/search', { search: { usernames } });
    return itemsOf(found).length;
  }),
};

const smallLetters: BlindFault = {
  id: 'round-4.users.address-index-in-small-letters',
  chapter: 'users',
  story: 'The index holds addresses in small letters, and what is looked for in it stays as it was typed.',
  rests:
    'GET /users: email filters users by their e-mail address, so the very address of a user finds the user.',
  breaks: 'implied',
  depth: 'deep',
  at: [route],
  wrap: requery(route, (query) => {
    if (/[A-Z].*@|@.*[A-Z]/.test(query.get('email') ?? '')) query.set('email', 'not.in@the-index.invalid');
  }),
  witness: both(async (client) => {
    const id = await newUserId(client, 'teacher');
    const email = 'Ada.McWitness@School.example';
    await client.send('PUT', `/users/${id}/emails/primary`, { user: { email } });
    return column(await client.get('/users', { email }), 'userId').includes(id);
  }),
};

const sameFlight: BlindFault = {
  id: 'round-4.users.searches-at-once-share-an-answer',
  chapter: 'users',
  story:
    'Calls of one path that are under way are joined by method, path and key, and a search differs in its body only.',
  rests: 'POST /users/search answers the users that its filters choose.',
  breaks: 'explicit',
  depth: 'deep',
  at: [search],
  wrap: (service) => {
    const underWay = new Map<string, Promise<{ status: number; headers: Headers; text: string }>>();
    return on(service, search, async ({ ask, pass }) => {
      const key = ask.headers.get('x-api-key') ?? '';
      const load = async () => {
        const answer = await pass();
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      };
      const shared = underWay.get(key) ?? load().finally(() => underWay.delete(key));
      underWay.set(key, shared);
      const { status, headers, text } = await shared;
      return new Response(text, { status, headers });
    });
  },
  witness: both(async ({ get, send }) => {
    const ids = column(await get('/users', { limit: 2 }), 'userId');
    const found = await Promise.all(
      ids.map((id) => send('POST', '/users/search', { search: { userIds: [id] } })),
    );
    return found.map((answer, index) => column(answer, 'userId')[0] === ids[index]);
  }),
};

export const users: readonly BlindFault[] = [
  letters,
  neverUpdated,
  hits,
  noName,
  leapDay,
  bounded,
  smallLetters,
  sameFlight,
];
