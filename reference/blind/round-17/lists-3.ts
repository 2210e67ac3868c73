import { edit, editUsers, meant, page, refuse, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type Ask, type BlindFault, type Fields, fields, list, on, readAnswer, textAt } from '../kit.ts';

const search = 'POST /users/search';
const lists = ['userId', 'upn', 'externalId', 'username'] as const;
const chunk = 30;

/** The page that a search body asks for, as a query. */
function queryOf(ask: Ask): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of ['limit', 'offset', 'cursor']) {
    const value = textAt(ask.body, name);
    if (value !== '') query.set(name, value);
  }
  return meant({ ...ask, query });
}

/** Whether the body is a JSON object whose search is one too, if there is any. */
function readable({ body, text }: Ask): boolean {
  const search = body['search'] ?? {};
  const whole = Object.keys(body).length > 0 || text.trim() === '{}';
  return whole && typeof search === 'object' && !Array.isArray(search);
}

/** The user list and the user search. */
export const userFaults: readonly BlindFault[] = [
  {
    id: 'round-17.users.search-begins-with-the-oldest',
    chapter: 'users',
    story:
      'The search has a schema of its own, whose sort direction has the usual default of the library, asc.',
    rests: 'POST /users/search: sort is the same as that of GET /users, whose default is createdAt, desc.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [search],
    wrap: (service) =>
      on(service, search, ({ ask, pass }) =>
        'sort' in ask.body || !readable(ask)
          ? pass()
          : pass({ body: { ...ask.body, sort: { field: 'createdAt', direction: 'asc' } } }),
      ),
    witness: both(async (client) => {
      const answer = await client.send('POST', '/users/search', { search: { role: 'teacher' }, limit: 12 });
      const [first, last] = [itemsOf(answer).at(0), itemsOf(answer).at(-1)];
      return textAt(first, 'createdAt') > textAt(last, 'createdAt') ? 'newest first' : 'oldest first';
    }),
  },
  {
    id: 'round-17.users.search-remembers-filters',
    chapter: 'users',
    story: 'The body is merged into the object of the default filters itself instead of into a copy.',
    rests: 'POST /users/search: the properties of search are optional.',
    breaks: 'explicit',
    depth: 'deep',
    at: [search],
    wrap: (service) => {
      let held: Fields = {};
      return on(service, search, async ({ ask, pass }) => {
        if (!readable(ask)) return pass();
        const before = held;
        held = { ...held, ...fields(ask.body['search']) };
        const response = await pass({ body: { ...ask.body, search: held } });
        if (!response.ok) held = before;
        return response;
      });
    },
    witness: both(async (client) => {
      const find = async (filters: Fields) =>
        paginationOf(await client.send('POST', '/users/search', { search: filters, limit: 5 }))['total'];
      return [await find({ name: 'Patel' }), await find({ role: 'teacher' })];
    }),
  },
  {
    id: 'round-17.users.two-long-lists-are-zipped',
    chapter: 'users',
    story: 'Long lists are cut into chunks of 30, and a loop takes the nth chunk of each list for one query.',
    rests: 'POST /users/search is meant for more than 30 values in any filter.',
    breaks: 'explicit',
    depth: 'deep',
    at: [search],
    wrap: (service) =>
      on(service, search, async ({ ask, call, pass }) => {
        const wanted = fields(ask.body['search']);
        const long = lists.filter((name) => list(wanted[`${name}s`]).length > chunk);
        const response = await pass(
          queryOf(ask).has('resumed') ? { body: { ...ask.body, cursor: null } } : undefined,
        );
        if (!response.ok || long.length < 2) return response;
        const users: Fields[] = [];
        for (let offset = 0; ; offset += 100) {
          const body = { search: wanted, sort: ask.body['sort'], limit: 100, offset };
          const found = itemsOf(await call(search, body));
          users.push(...found);
          if (found.length < 100) break;
        }
        const together = users.filter((user) => {
          const chunks = long.map((name) => Math.floor(list(wanted[`${name}s`]).indexOf(user[name]) / chunk));
          return new Set(chunks).size === 1;
        });
        return page(queryOf(ask), together);
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { role: 'teacher', limit: 40 }));
      const answer = await client.send('POST', '/users/search', {
        search: {
          userIds: users.map((user) => user['userId']),
          usernames: users.map((user) => user['username']).reverse(),
        },
      });
      return [users.length, paginationOf(answer)['total']];
    }),
  },
  {
    id: 'round-17.users.role-filter-narrows-the-roles',
    chapter: 'users',
    story:
      'The filter stands on the same join that loads the roles, so the mapper sees the roles that match.',
    rests: 'User: roles holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', search],
    wrap: (service) =>
      on(service, ['GET /users', search], async ({ ask, pass }) => {
        const role = ask.query.get('role') ?? textAt(ask.body, 'search', 'role');
        const response = await pass();
        return role === '' ? response : editUsers(response, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async (client) => {
      const answer = await client.get('/users', { role: 'administrator', limit: 3 });
      return itemsOf(answer).map((user) => list(user['roles']));
    }),
  },
  {
    id: 'round-17.users.thirty-values-in-all',
    chapter: 'users',
    story:
      'The limit is checked over all array filters, because they were one parameter in an earlier draft.',
    rests: 'Limits: at most 30 values per array filter; userId and username take 1 to 30 values each.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const count = lists.reduce((sum, name) => sum + ask.query.getAll(name).length, 0);
        return response.ok && count > 30 ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { role: 'student', limit: 20 }));
      const answer = await client.get('/users', {
        userId: users.map((user) => String(user['userId'])),
        username: users.map((user) => String(user['username'])),
      });
      return [answer.status, list(answer.body['data']).length];
    }),
  },
  {
    id: 'round-17.pagination.cursor-is-read-as-latin-1',
    chapter: 'pagination',
    story:
      'The cursor is decoded with atob, which makes each byte a character, so an accent of a filter breaks.',
    rests: 'Pagination: nextCursor is the cursor for the next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const name = (trail.queryOf(ask) ?? ask.query).get('name') ?? '';
        trail.note(ask, (await readAnswer(response.clone())).body);
        if (!ask.query.has('cursor') || /^[ -~]*$/.test(name)) return response;
        const query = new URLSearchParams(ask.query);
        query.delete('cursor');
        query.set('name', Buffer.from(name).toString('latin1'));
        return edit(await pass({ query }), (body) => body);
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { name: 'zoë', limit: 4 });
      const second = await client.get('/users', { name: 'zoë', limit: 4, cursor: nextOf(first) });
      return [...column(first, 'username'), '-', ...column(second, 'username')];
    }),
  },
];
