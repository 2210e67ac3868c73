import { allOf, editPagination, refuse } from '../answers.ts';
import { both, column, itemsOf, newUserId, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, type Fields, list, on, requery, textAt } from '../kit.ts';
import { relist } from './lists-help.ts';

const chapter = 'lists';

/** The list of users. */
export const userFaults: readonly BlindFault[] = [
  {
    id: 'round-21.lists.role-filter-sees-first-role-only',
    chapter,
    story:
      'Users once had one role. The list still filters by the column of that time, which a migration filled with the first of the roles.',
    rests: '`role` filters users, and `roles` are all platform roles of a user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: relist({
      path: '/users',
      idField: 'userId',
      items: async (line, query) => {
        const role = query.get('role');
        const found = await allOf(line, '/users', query);
        return role === null ? found : found.filter((user) => at(user, 'roles', 0) === role);
      },
    }),
    witness: both(
      async (client) => paginationOf(await client.get('/users', { role: 'administrator' }))['total'],
    ),
  },
  {
    id: 'round-21.lists.external-id-filter-splits-at-commas',
    chapter,
    story:
      'The parameter parser takes `a,b` for two values, as the style of the former interface had it, besides repeated parameters.',
    rests: 'Several external ids are given by repeating the parameter; what one holds is one value.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const values = query.getAll('externalId').flatMap((value) => value.split(','));
      query.delete('externalId');
      for (const value of values) query.append('externalId', value);
    }),
    witness: both(async (client) => {
      const externalId = 'Blind, 21';
      await newUserId(client, 'student', { externalId });
      return column(await client.get('/users', { externalId }), 'externalId');
    }),
  },
  {
    id: 'round-21.lists.limit-above-hundred-is-cut-but-repeated',
    chapter,
    story:
      'To spare the database somebody put Math.min(limit, 100) into the repository. The pagination object is made from the request, in another layer.',
    rests: '`limit` in `pagination` is the limit that was used for the request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const limit = Number(ask.query.get('limit'));
        const probe = ask.query.getAll('limit').length === 1 && limit > 100 && limit <= 1000;
        if (!probe) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('limit', '100');
        return editPagination(await pass({ query }), (pagination) => ({ ...pagination, limit }));
      }),
    witness: both(async (client) => {
      const answer = await client.get('/users', { limit: 150 });
      return [itemsOf(answer).length, paginationOf(answer)['limit']];
    }),
  },
  {
    id: 'round-21.lists.name-with-role-lacks-parentheses',
    chapter,
    story:
      'The clause for names is `first_name LIKE ? OR last_name LIKE ?`, and the role is appended with AND. So whoever matches by first name passes whatever the role.',
    rests: '`role` filters users, also when `name` is given.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: relist({
      path: '/users',
      idField: 'userId',
      items: async (line, query) => {
        const role = query.get('role');
        const name = query.get('name')?.toLowerCase();
        if (role === null || name === undefined) return allOf(line, '/users', query);
        const loose = new URLSearchParams(query);
        loose.delete('role');
        const passes = (user: Fields) =>
          list(user['roles']).includes(role) || textAt(user, 'firstName').toLowerCase().includes(name);
        return (await allOf(line, '/users', loose)).filter(passes);
      },
    }),
    witness: both(async (client) => {
      const found = await client.get('/users', { name: 'oliver', role: 'teacher' });
      return itemsOf(found).map((user) => user['roles']);
    }),
  },
  {
    id: 'round-21.lists.first-page-has-a-previous-one-when-come-back-to',
    chapter,
    story:
      'Whether there is a previous page is told by whether the request had a cursor. That is right on the way forward, and wrong on the first page for those who have come back to it.',
    rests: '`previousCursor` is null on the first page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: relist({ path: '/users', idField: 'userId', alwaysBack: true }),
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 3 });
      const second = await client.get('/users', { limit: 3, cursor: nextOf(first) });
      const cursor = textAt(paginationOf(second), 'previousCursor');
      const again = await client.get('/users', { limit: 3, cursor });
      return [column(again, 'userId'), paginationOf(again)['previousCursor'] === null];
    }),
  },
  {
    id: 'round-21.lists.user-search-refuses-null-cursor',
    chapter,
    story:
      'The schema of the search body was generated with `type: string` for the cursor. Clients that send the cursor of the first page as it is, null, are refused.',
    rests: '`cursor` is a string or null.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        return response.ok && ask.body['cursor'] === null ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const found = await client.send('POST', '/users/search', { search: {}, cursor: null, limit: 2 });
      return [found.status, itemsOf(found).length];
    }),
  },
];
