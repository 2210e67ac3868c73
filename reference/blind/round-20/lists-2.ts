import { edit, editPagination, json, meant, refuse } from '../answers.ts';
import { both, column, itemsOf, newUserId, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, requery, textAt } from '../kit.ts';
import { relist } from './lists-relist.ts';

/** Lists of users. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-20.search.offset-with-a-cursor-is-where-the-page-begins',
    chapter: 'search',
    story: 'The search got its own response mapper, which fills offset from the resolved start of the page.',
    rests: 'Pagination: offset is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) => {
      const starts = new Map<string, number>();
      return on(service, 'POST /users/search', async ({ ask, pass }) => {
        const cursor = textAt(ask.body, 'cursor');
        const start = starts.get(cursor) ?? Number(ask.body['offset'] ?? 0);
        return editPagination(await pass(), ({ nextCursor, previousCursor, limit }, data) => {
          if (typeof nextCursor === 'string') starts.set(nextCursor, start + data.length);
          if (typeof previousCursor === 'string') {
            starts.set(previousCursor, Math.max(0, start - Number(limit)));
          }
          return { offset: start };
        });
      });
    },
    witness: both(async (client) => {
      const first = await client.send('POST', '/users/search', { search: {}, limit: 7 });
      const next = { search: {}, limit: 7, cursor: nextOf(first) };
      return paginationOf(await client.send('POST', '/users/search', next))['offset'];
    }),
  },
  {
    id: 'round-20.users.total-without-filters-is-remembered-over-new-teachers',
    chapter: 'users',
    story:
      'The expensive count of all users is cached, and only the handler that creates students clears it.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      let kept: unknown;
      const cleared = on(service, 'POST /students', async ({ pass }) => {
        const answer = await pass();
        if (answer.ok) kept = undefined;
        return answer;
      });
      return on(cleared, 'GET /users', async ({ ask, pass }) => {
        const paging = ['limit', 'offset', 'sort[field]', 'sort[direction]'];
        if ([...ask.query.keys()].some((name) => !paging.includes(name))) return pass();
        return editPagination(await pass(), ({ total }) => {
          kept ??= total;
          return { total: kept };
        });
      });
    },
    witness: both(async (client) => {
      const before = paginationOf(await client.get('/users'))['total'];
      await newUserId(client, 'teacher');
      await newUserId(client, 'teacher');
      return [before, paginationOf(await client.get('/users'))['total']];
    }),
  },
  {
    id: 'round-20.users.role-filter-looks-at-the-first-role-alone',
    chapter: 'users',
    story: 'Users once had one role, and the filter still reads the column that now holds the first of them.',
    rests: 'GET /users: role filters by role; User.roles are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', (line) => {
        const role = meant(line.ask).get('role');
        if (role === null) return line.pass();
        return relist(line, '/users', (items) => items.filter((user) => list(user['roles'])[0] === role));
      }),
    witness: both(async (client) => {
      const all = await client.get('/users', { limit: 100 });
      const shown = itemsOf(all).filter((user) => list(user['roles']).includes('administrator'));
      const found = await client.get('/users', { role: 'administrator', limit: 100 });
      return [shown.length > 0, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-20.search.many-usernames-come-in-blocks-of-thirty',
    chapter: 'search',
    story:
      'Long lists are looked up in chunks of thirty, each sorted by the database, and the chunks are put end to end.',
    rests: 'POST /users/search: sort is the same as that of GET /users, by default createdAt, desc.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass, call }) => {
        const cursor = textAt(ask.body, 'cursor');
        const decoded = Buffer.from(cursor, 'base64').toString();
        const resumed = decoded.startsWith('chunks ');
        if (resumed && typeof ask.body['offset'] === 'number') {
          return refuse(ask, 400, 'Offset cannot be combined with cursor');
        }
        const wanted: Fields = resumed ? fields(JSON.parse(decoded.slice(7))) : ask.body;
        const names = [...new Set(list(fields(wanted['search'])['usernames']))];
        if (names.length <= 30 || (cursor !== '' && !resumed)) return pass();
        const checked = resumed ? undefined : await pass();
        if (checked !== undefined && !checked.ok) return checked;
        const items: unknown[] = [];
        for (let from = 0; from < names.length; from += 30) {
          const search = { ...fields(wanted['search']), usernames: names.slice(from, from + 30) };
          const found = await call('POST /users/search', { search, sort: wanted['sort'], limit: 100 });
          items.push(...list(found.body['data']));
        }
        const limit = Number(ask.body['limit'] ?? 100);
        const start = Number(wanted['offset'] ?? 0);
        const cursorAt = (offset: number) =>
          Buffer.from(
            `chunks ${JSON.stringify({ search: wanted['search'], sort: wanted['sort'], offset })}`,
          ).toString('base64');
        const pagination = {
          total: items.length,
          limit,
          offset: resumed ? 0 : start,
          previousCursor: start > 0 ? cursorAt(Math.max(0, start - limit)) : null,
          nextCursor: start + limit < items.length ? cursorAt(start + limit) : null,
        };
        return json(200, { data: items.slice(start, start + limit), pagination });
      }),
    witness: both(async (client) => {
      const all = column(await client.get('/users', { limit: 100 }), 'username').toSorted();
      const search = { usernames: all.slice(0, 70) };
      const found = await client.send('POST', '/users/search', { search, limit: 100 });
      const created = column(found, 'createdAt');
      return [created.length, created.every((one, at) => at === 0 || one <= (created[at - 1] ?? ''))];
    }),
  },
  {
    id: 'round-20.users.a-shared-email-finds-one-user',
    chapter: 'users',
    story: 'The filter calls the findByEmail of the sign-in, which was written to return one user.',
    rests: 'GET /users: email filters users; 200 with data: User[] and total, the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        if (!ask.query.has('email')) return answer;
        return edit(answer, (body) => ({
          data: list(body['data']).slice(0, 1),
          pagination: {
            ...fields(body['pagination']),
            total: Math.min(1, Number(fields(body['pagination'])['total'])),
            nextCursor: null,
          },
        }));
      }),
    witness: both(async (client) => {
      const email = 'family.at.home@mail.example';
      const own = [
        await newUserId(client, 'student', { email }),
        await newUserId(client, 'student', { email }),
      ];
      const found = await client.get('/users', { email });
      const ids = column(found, 'userId');
      return [paginationOf(found)['total'], own.map((id) => ids.includes(id))];
    }),
  },
  {
    id: 'round-20.users.external-ids-are-split-at-commas',
    chapter: 'users',
    story: 'The query binder of the framework takes a comma in a list parameter for a separator.',
    rests: 'GET /users: externalId is an array of string; repeat the parameter.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const values = query.getAll('externalId').flatMap((value) => value.split(','));
      query.delete('externalId');
      for (const value of values) query.append('externalId', value);
    }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { externalId: 'Doe, Jane 17' });
      return column(await client.get('/users', { externalId: 'Doe, Jane 17' }), 'userId').includes(userId);
    }),
  },
];
