import { allOf, edit, editItems, meant, page, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newUserId,
  nobody,
  paginationOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';

const arrays = ['userId', 'upn', 'externalId', 'username'];

/** Faults of users, their accounts and memberships as they are shown. */
export const people: readonly BlindFault[] = [
  {
    id: 'round-13.users.roles-narrowed-to-the-wanted-one',
    chapter: 'users',
    story: 'The filter joins the same table from which roles are loaded, so only the matching row is left.',
    rests: 'User: `roles` holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const role = ask.query.get('role');
        return role === null ? response : editItems(response, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async (client) => {
      const found = itemsOf(await client.get('/users', { role: 'teacher', limit: 20 }));
      return found.map((user) => list(user['roles']).length);
    }),
  },
  {
    id: 'round-13.users.values-of-all-filters-counted-together',
    chapter: 'users',
    story:
      'The check was moved to where the parameters of the statement are bound, which is for all filters.',
    rests:
      'Limits: at most 30 values per array filter, for each of `userId`, `upn`, `externalId`, `username`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const values = arrays.flatMap((name) => ask.query.getAll(name));
        const response = await pass();
        return response.ok && values.length > 30 ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const some = await client.get('/users', { limit: 18 });
      const query = { userId: column(some, 'userId'), username: column(some, 'username') };
      const answer = await client.get('/users', query);
      return [answer.status, paginationOf(answer)['total']];
    }),
  },
  {
    id: 'round-13.users.search-leaves-out-the-last-chunk',
    chapter: 'users',
    story: 'Long lists are looked up in chunks of 50; the number of chunks is rounded down.',
    rests: 'POST `/users/search`: same filters as GET `/users`, meant for more than 30 values in any filter.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        const { externalIds } = search;
        if (!Array.isArray(externalIds) || externalIds.length <= 50) return pass();
        const whole = externalIds.slice(0, externalIds.length - (externalIds.length % 50));
        return pass({ body: { ...ask.body, search: { ...search, externalIds: whole } } });
      }),
    witness: both(async (client) => {
      const some = await client.get('/users', { limit: 100 });
      const externalIds = column(some, 'externalId').filter((id) => id !== '');
      const found = await client.send('POST', '/users/search', { search: { externalIds }, limit: 100 });
      return [externalIds.length, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-13.users.nobody-found-is-404',
    chapter: 'users',
    story: 'A helper of the framework that fetches by ids answers 404 when it fetches nothing.',
    rests:
      'GET `/users` returns 200 with `data`; its errors are 400, and 404 is for years, classes, cohorts.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || !ask.query.has('userId')) return response;
        const { body } = await readAnswer(response.clone());
        return at(body, 'pagination', 'total') === 0 ? refuse(ask, 404, 'No such user') : response;
      }),
    witness: both(async (client) => (await client.get('/users', { userId: nobody })).status),
  },
  {
    id: 'round-13.users.search-begins-with-the-oldest',
    chapter: 'users',
    story: 'The search was copied from the list before the list got its default direction.',
    rests: 'POST `/users/search`: `sort` is the same as of GET `/users`, by default createdAt, desc.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        const unread = Object.keys(ask.body).length === 0 && ask.text.trim() !== '{}';
        if (unread || (ask.body['sort'] ?? null) !== null) return pass();
        return pass({ body: { ...ask.body, sort: { field: 'createdAt', direction: 'asc' } } });
      }),
    witness: both(async (client) => {
      const found = await client.send('POST', '/users/search', { search: { role: 'teacher' }, limit: 20 });
      const created = column(found, 'createdAt');
      return created.join() === created.toSorted().reverse().join();
    }),
  },
  {
    id: 'round-13.users.classes-of-the-first-hundred',
    chapter: 'users',
    story: 'The batch loader of memberships takes a hundred ids, and what is beyond gets an empty list.',
    rests: 'Versioning 6: `classIds` and `cohortIds` are in the user responses of GET `/users`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user, index) => {
          const { classIds: _classes, cohortIds: _cohorts, ...rest } = user;
          return index < 100 ? user : rest;
        }),
      ),
    witness: both(async (client) => {
      const found = itemsOf(await client.get('/users', { limit: 150 }));
      return found.map((user) => list(user['classIds']).length);
    }),
  },
  {
    id: 'round-13.users.thirty-numbers-are-too-many',
    chapter: 'users',
    story: 'The bound was written as `length >= max` for the one filter that was added later.',
    rests: 'GET `/users`: `upn` takes 1 to 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const full = ask.query.getAll('upn').length === 30;
        return full && response.ok ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const some = await client.get('/users', { role: 'student', limit: 80 });
      const upn = column(some, 'upn').filter((number) => number !== '');
      return (await client.get('/users', { upn: upn.slice(0, 30) })).status;
    }),
  },
  {
    id: 'round-13.users.birthday-at-midnight',
    chapter: 'users',
    story: 'The driver turns a date into an instant, and the serialiser writes instants out in full.',
    rests: 'User: `dateOfBirth` is a date, `YYYY-MM-DD`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const birthday = textAt(user, 'dateOfBirth');
          return birthday === '' ? user : { ...user, dateOfBirth: `${birthday}T00:00:00.000Z` };
        }),
      ),
    witness: both(async (client) => column(await client.get('/users', { limit: 6 }), 'dateOfBirth')),
  },
  {
    id: 'round-13.accounts.renamed-users-leave-the-name-index',
    chapter: 'accounts',
    story:
      'A change of name takes the entry out of the search index; the job that puts it back runs at night.',
    rests: 'GET `/users` filters by `name`, and PUT `/users/{userId}/name` updates the name of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const renamed = new Set<unknown>();
      const naming = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) renamed.add(ask.id.toLowerCase());
        return response;
      });
      return on(naming, 'GET /users', async (line) => {
        const query = meant(line.ask);
        const own = query !== line.ask.query;
        if (!query.has('name') || renamed.size === 0 || (own && line.ask.query.has('offset'))) {
          return line.pass();
        }
        const response = await line.pass();
        if (!own && (query.has('cursor') || !response.ok)) return response;
        if (response.status === 401 || response.status === 403) return response;
        const all = await allOf(line, line.ask.path, query);
        const indexed = all.filter((user) => !renamed.has(user['userId']));
        return own || indexed.length < all.length ? page(query, indexed) : response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { firstName: 'Perpetua', lastName: 'Quillfeather' };
      await client.send('PUT', `/users/${id}/name`, { user });
      return itemsOf(await client.get('/users', { name: 'Perpetua Quillfeather' })).length;
    }),
  },
  {
    id: 'round-13.memberships.search-by-ids-kept-beyond-a-change-of-class',
    chapter: 'memberships',
    story: 'Searches by id are kept until a user route is written to; the routes of classes clear nothing.',
    rests: 'User: `classIds` are the classes of the user, in the responses of POST `/users/search` too.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const kept = new Map<string, unknown>();
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const searches = ask.method === 'POST' && ask.path === '/users/search';
        const writes = ask.method !== 'GET' && /^\/(users|students|teachers)/.test(ask.path);
        if (writes && !searches) kept.clear();
        if (!searches || texts(at(ask.body, 'search', 'userIds')).length === 0) return response;
        return edit(response, (body) => {
          const known = kept.get(ask.text) ?? body;
          kept.set(ask.text, known);
          return known;
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classId = await newClassId(client);
      const before = await membersAmong(client, [id], 'classIds', classId);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      return [before, await membersAmong(client, [id], 'classIds', classId)];
    }),
  },
];
