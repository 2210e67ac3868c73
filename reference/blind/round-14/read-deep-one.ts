import { allOf, edit, editItems, editPagination, json, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, readAnswer, textAt } from '../kit.ts';

/** Faults of keys, pages and cursors that need state, or two conditions together. */
export const deepOne: readonly BlindFault[] = [
  {
    id: 'round-14.years.kept-before-the-key',
    chapter: 'years',
    story:
      'Years never change, so a cache answers for them by address; it stands before the check of the key.',
    rests: 'Authentication 2: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: (service) => {
      const kept = new Map<string, Fields>();
      return on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const known = kept.get(ask.id);
        if (known) return json(200, known);
        const response = await pass();
        return edit(response, (body) => {
          kept.set(ask.id, body);
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const [year] = column(await client.get('/academic-years'), 'academicYearId');
      const before = (await client.raw(`GET /academic-years/${year}`)).status;
      await client.get(`/academic-years/${year}`);
      return [before, (await client.raw(`GET /academic-years/${year}`)).status];
    }),
  },
  {
    id: 'round-14.pagination.limit-of-the-first-page',
    chapter: 'pagination',
    story:
      'The cursor remembers the limit of the walk; the answer tells that one, the query uses the default.',
    rests: 'Pagination: `limit` is the limit used for this request; the endpoint default if none was given.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const limits = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) =>
        editPagination(await pass(), (pagination) => {
          const first = limits.get(ask.query.get('cursor') ?? '');
          const limit = first !== undefined && !ask.query.has('limit') ? first : pagination['limit'];
          for (const cursor of [pagination['nextCursor'], pagination['previousCursor']]) {
            if (typeof cursor === 'string') limits.set(cursor, limit);
          }
          return { limit };
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/cohorts', { limit: 7 });
      const second = await client.get('/smart-ia/cohorts', { cursor: nextOf(first) });
      return [paginationOf(second)['limit'], itemsOf(second).length];
    }),
  },
  {
    id: 'round-14.pagination.no-first-page-on-return',
    chapter: 'pagination',
    story: 'Whoever comes by a cursor gets a previous one: it is null only where no cursor was sent.',
    rests: 'Pagination: `previousCursor` is `null` on the first page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const back = new Set<unknown>();
      return on(service, 'POST /users/search', async ({ ask, pass }) =>
        editPagination(await pass(), ({ previousCursor }) => {
          if (previousCursor !== null) back.add(previousCursor);
          const { cursor } = ask.body;
          return { previousCursor: previousCursor ?? (back.has(cursor) ? cursor : null) };
        }),
      );
    },
    witness: both(async (client) => {
      const read = (more: Fields) => client.send('POST', '/users/search', { search: {}, limit: 20, ...more });
      const second = await read({ cursor: nextOf(await read({})) });
      const again = await read({ cursor: paginationOf(second)['previousCursor'] });
      return [itemsOf(again).length, paginationOf(again)['previousCursor'] === null];
    }),
  },
  {
    id: 'round-14.pagination.previous-page-upside-down',
    chapter: 'pagination',
    story: 'To go back the query sorts the other way round, and nobody turns its rows again.',
    rests: 'GET /smart-ia/sessions: the default is `sort[field]=startDate&sort[direction]=asc`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const back = new Set<unknown>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          back.add(at(body, 'pagination', 'previousCursor'));
          const cursor = ask.query.get('cursor');
          if (cursor === null || !back.has(cursor)) return body;
          return { ...body, data: list(body['data']).toReversed() };
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/sessions', { limit: 12 });
      const second = await client.get('/smart-ia/sessions', { limit: 12, cursor: nextOf(first) });
      const cursor = String(paginationOf(second)['previousCursor']);
      return column(await client.get('/smart-ia/sessions', { limit: 12, cursor }), 'startDate');
    }),
  },
  {
    id: 'round-14.pagination.ascending-ties-skipped',
    chapter: 'pagination',
    story: 'In ascending order the cursor goes on with `createdAt > last`, without the id that breaks ties.',
    rests: 'Pagination: `nextCursor` is the cursor for the next page; the rest of the equal ones is on none.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const from = new Map<string, { readonly query: URLSearchParams; readonly after: string }>();
      return on(service, 'GET /users', async (line) => {
        const { ask, pass } = line;
        const place = from.get(ask.query.get('cursor') ?? '');
        const asked = place?.query ?? ask.query;
        const ascending = asked.get('sort[field]') === 'createdAt' && asked.get('sort[direction]') === 'asc';
        let response = await pass();
        if (!ascending || !response.ok) return response;
        if (place) {
          const query = new URLSearchParams(asked);
          const users = await allOf(line, '/users', query);
          const start = users.findIndex((user) => textAt(user, 'createdAt') > place.after);
          query.set('limit', ask.query.get('limit') ?? '100');
          query.set('offset', String(start < 0 ? users.length : start));
          response = await editPagination(await pass({ query }), () => ({ offset: 0 }));
        }
        return edit(response, (body) => {
          const next = textAt(body, 'pagination', 'nextCursor');
          const after = textAt(list(body['data']).at(-1), 'createdAt');
          if (next !== '') from.set(next, { query: asked, after });
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const sort = { 'sort[field]': 'createdAt', 'sort[direction]': 'asc', limit: 25 };
      const seen = new Set<string>();
      let answer = await client.get('/users', sort);
      for (let pages = 0; pages < 20; pages += 1) {
        for (const id of column(answer, 'userId')) seen.add(id);
        if (nextOf(answer) === '') break;
        answer = await client.get('/users', { limit: 25, cursor: nextOf(answer) });
      }
      return [seen.size, paginationOf(answer)['total']];
    }),
  },
  {
    id: 'round-14.pagination.back-to-the-start',
    chapter: 'pagination',
    story: 'Cursors of a walk carry the place of the page before, which is set once and not moved on.',
    rests: 'Pagination: `previousCursor` is the cursor for the previous page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const start = trail.startOf(ask) ?? 0;
        const query = new URLSearchParams(trail.queryOf(ask));
        const limit = Number(ask.query.get('limit') ?? 100);
        const { body } = await readAnswer(response.clone());
        trail.note(ask, body);
        if (!ask.query.has('cursor') || start < 2 * limit) return response;
        query.delete('cursor');
        query.set('offset', String(limit));
        query.set('limit', String(limit));
        const second = await call(`GET /classes?${query}`);
        return editPagination(response, ({ previousCursor }) => ({
          previousCursor: at(second.body, 'pagination', 'previousCursor') ?? previousCursor,
        }));
      });
    },
    witness: both(async (client) => {
      let answer = await client.get('/classes', { limit: 5 });
      const second = await client.get('/classes', { limit: 5, cursor: nextOf(answer) });
      answer = await client.get('/classes', { limit: 5, cursor: nextOf(second) });
      const cursor = String(paginationOf(answer)['previousCursor']);
      return column(await client.get('/classes', { limit: 5, cursor }), 'name');
    }),
  },
  {
    id: 'round-14.pagination.cursor-keeps-one-test',
    chapter: 'pagination',
    story: 'The filters go into the cursor as a flat map, in which a repeated parameter has one value.',
    rests: 'Pagination: `nextCursor` leads to the next page of the list; `testId` may be repeated.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass, call }) => {
        const response = await pass();
        const [first = '', ...others] = new Set(ask.query.getAll('testId'));
        if (others.length === 0 || ask.query.has('cursor') || !response.ok) return response;
        const { body } = await readAnswer(response.clone());
        const query = new URLSearchParams(ask.query);
        query.set('testId', first);
        const shown = list(body['data']).map(fields);
        const count = shown.filter((item) => textAt(item, 'test', 'testId') === first).length;
        if (count === 0 || at(body, 'pagination', 'nextCursor') === null) return response;
        if (Number(query.get('offset') ?? 0) > 0) return response;
        query.set('limit', String(count));
        const alone = await call(`GET /smart-ia/sessions?${query}`);
        return editPagination(response, () => ({
          nextCursor: at(alone.body, 'pagination', 'nextCursor') ?? null,
        }));
      }),
    witness: both(async (client) => {
      const testId = (await testIds(client)).slice(0, 3);
      const first = await client.get('/smart-ia/sessions', { testId, limit: 15 });
      const second = await client.get('/smart-ia/sessions', { limit: 15, cursor: nextOf(first) });
      return [paginationOf(second)['total'], new Set(column(second, 'test', 'testId')).size];
    }),
  },
  {
    id: 'round-14.users.roles-cut-by-the-filter',
    chapter: 'users',
    story: 'The filter is put on the same join that loads the roles, so only the wanted one is loaded.',
    rests: 'User: `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const role = ask.query.get('role');
        return role === null ? pass() : editItems(await pass(), (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { role: 'teacher' }));
      return users.filter((user) => list(user['roles']).length > 1).length;
    }),
  },
  {
    id: 'round-14.users.plus-in-an-address',
    chapter: 'users',
    story: 'The value is decoded once by the framework and again by the filter, which makes a plus a space.',
    rests: 'GET /users: `email` filters by an e-mail address, which may hold a plus.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.get('email')?.includes('+')) return response;
        return edit(response, ({ pagination }) => ({
          data: [],
          pagination: { ...fields(pagination), total: 0, previousCursor: null, nextCursor: null },
        }));
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 100 }));
      const email = users
        .flatMap((user) => list(user['emails']).map(String))
        .find((one) => one.includes('+'));
      return [email, paginationOf(await client.get('/users', { email: String(email) }))['total']];
    }),
  },
  {
    id: 'round-14.users.chunks-of-fifty',
    chapter: 'users',
    story: 'A search for many ids is split into queries of 50, whose answers are laid end to end.',
    rests: 'POST /users/search has the `sort` of GET /users, whose default is `createdAt` descending.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        const ids = list(at(ask.body, 'search', 'userIds')).map(String);
        if (ids.length <= 50) return response;
        const chunk = (user: Fields) => Math.floor(ids.indexOf(textAt(user, 'userId')) / 50);
        return edit(response, (body) => {
          const users = list(body['data']).map(fields);
          return { ...body, data: users.toSorted((one, other) => chunk(one) - chunk(other)) };
        });
      }),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { limit: 70 }), 'userId').reverse();
      return column(await client.send('POST', '/users/search', { search: { userIds } }), 'createdAt');
    }),
  },
];
