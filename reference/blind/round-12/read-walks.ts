import { allOf, edit, editItems, editPagination, Trail, withBody, withHeaders } from '../answers.ts';
import { both, type Client, itemsOf, newUserIds, nextOf, paginationOf, type Query } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, readAnswer, textAt } from '../kit.ts';

const sessions = '/smart-ia/sessions';
const completed = '/smart-ia/sessions/completed';
const inProgress = '/smart-ia/sessions/in-progress';

/** Faults of pages and of what lies between two requests. */
export const walks: readonly BlindFault[] = [
  {
    id: 'round-12.conventions.first-origin-kept',
    chapter: 'conventions',
    story: 'Answers are cached with their CORS header, which repeats the origin, and without Vary.',
    rests: 'Conventions 4: browser requests from any origin are permitted, also after those of another.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years'],
    wrap: (service) => {
      let first: string | undefined;
      return on(service, 'GET /academic-years', async ({ ask, pass }) => {
        const origin = ask.headers.get('origin');
        const response = await pass();
        if (origin === null || !response.ok) return response;
        first ??= origin;
        const allowed = first;
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', allowed));
      });
    },
    witness: both(async (client) => {
      const permitted: boolean[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const { headers } = await client.raw('GET /academic-years', {
          'x-api-key': client.keys.full,
          origin,
        });
        const allowed = headers.get('access-control-allow-origin') ?? '';
        permitted.push(['*', origin].includes(allowed));
      }
      return permitted;
    }),
  },
  {
    id: 'round-12.errors.cache-before-the-guard',
    chapter: 'errors',
    story: 'The tests hardly change, so the answer is kept by a cache that stands before the guard of keys.',
    rests: 'Authentication 1 and 2: every endpoint requires a key; a request without one gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      let kept: string | undefined;
      return on(service, 'GET /smart-ia/tests', async ({ pass }) => {
        const response = await pass();
        if (response.ok) kept = await response.clone().text();
        if (kept === undefined || response.ok) return response;
        const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
        return new Response(kept, { status: 200, headers });
      });
    },
    witness: both(async (client) => {
      const before = (await client.raw('GET /smart-ia/tests')).status;
      await client.get('/smart-ia/tests');
      return [before, (await client.raw('GET /smart-ia/tests')).status];
    }),
  },
  {
    id: 'round-12.pagination.ascending-ties-lost',
    chapter: 'pagination',
    story: 'Oldest first, the cursor holds the moment alone, and the page goes on with what is later.',
    rests:
      'Pagination: `nextCursor` is the cursor for the next page; the pages hold `total` results together.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const known = new Map<string, { readonly query: URLSearchParams; readonly last: string }>();
      return on(service, 'GET /users', async (line) => {
        const { ask, pass, call } = line;
        const field = ask.query.get('sort[field]') ?? 'createdAt';
        const rising = field === 'createdAt' && ask.query.get('sort[direction]') === 'asc';
        const from = known.get(ask.query.get('cursor') ?? '');
        const response = await pass();
        if (!response.ok || (from === undefined && !rising)) return response;
        const query = from?.query ?? ask.query;
        let body = (await readAnswer(response)).body;
        if (from !== undefined) {
          const all = await allOf(line, '/users', query);
          const next = all.findIndex((user) => textAt(user, 'createdAt') > from.last);
          const later = new URLSearchParams(query);
          later.set('limit', ask.query.get('limit') ?? '100');
          later.set('offset', String(next < 0 ? all.length : next));
          const page = (await call(`GET /users?${later}`)).body;
          body = { ...page, pagination: { ...fields(page['pagination']), offset: 0 } };
        }
        const cursor = textAt(body, 'pagination', 'nextCursor');
        if (cursor !== '') known.set(cursor, { query, last: textAt(body, 'data', -1, 'createdAt') });
        return withBody(response, body);
      });
    },
    witness: both(async (client) => {
      const query = { 'sort[field]': 'createdAt', 'sort[direction]': 'asc', limit: 100 };
      const pages = await pagesOf(client, '/users', query);
      const seen = new Set(pages.flat().map((user) => user['userId']));
      return [seen.size, paginationOf(await client.get('/users', query))['total']];
    }),
  },
  {
    id: 'round-12.pagination.full-page-has-a-next',
    chapter: 'pagination',
    story: 'There is a next page whenever a page is full.',
    rests: 'Pagination: `nextCursor` is null on the last page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const ends = new Map<string, URLSearchParams>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass, call }) => {
        const after = ends.get(ask.query.get('cursor') ?? '');
        if (after !== undefined) {
          const beyond = await call(`GET ${sessions}?${after}`);
          const pagination = { ...fields(beyond.body['pagination']), offset: 0 };
          return withBody(await pass({ query: after }), { ...beyond.body, pagination });
        }
        return editPagination(await pass(), (own, data) => {
          if (own['nextCursor'] !== null || data.length === 0 || data.length !== own['limit']) return own;
          const past = new URLSearchParams(ask.query);
          past.delete('cursor');
          past.set('offset', String(own['total']));
          const nextCursor = Buffer.from(`past ${past}`).toString('base64');
          ends.set(nextCursor, past);
          return { ...own, nextCursor };
        });
      });
    },
    witness: both(async (client) => {
      const query = { 'startDate[lt]': '2024-01-01T00:00:00.000Z' };
      const { total } = paginationOf(await client.get(sessions, query));
      const whole = paginationOf(await client.get(sessions, { ...query, limit: Number(total) }));
      return whole['nextCursor'] === null;
    }),
  },
  {
    id: 'round-12.pagination.limit-of-the-first-page-stays',
    chapter: 'pagination',
    story:
      'The cursor carries the limit of the page that it came from, and it wins over the one that is sent.',
    rests: 'Pagination: `limit` is the maximum of items per page, and the limit used for this request.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) => {
      const limits = new Map<string, string>();
      return on(service, 'GET /smart-ia/sessions/completed', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const carried = limits.get(query.get('cursor') ?? '');
        if (carried !== undefined) query.set('limit', carried);
        return edit(await pass({ query }), (body) => {
          const limit = textAt(body, 'pagination', 'limit');
          for (const name of ['nextCursor', 'previousCursor']) {
            const cursor = textAt(body, 'pagination', name);
            if (cursor !== '') limits.set(cursor, limit);
          }
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get(completed, { limit: 20 }));
      const next = await client.get(completed, { limit: 5, cursor });
      return [itemsOf(next).length, paginationOf(next)['limit']];
    }),
  },
  {
    id: 'round-12.pagination.nothing-past-the-end',
    chapter: 'pagination',
    story: 'The total comes with the rows, as `count(*) over ()`, and past the end there is no row.',
    rests: 'Pagination: `total` is the total number of results, not of those on the page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editPagination(await pass(), (own, data) => (data.length === 0 ? { ...own, total: 0 } : own)),
      ),
    witness: both(async (client) => {
      const { total } = paginationOf(await client.get('/smart-ia/cohorts', { limit: 1 }));
      const past = await client.get('/smart-ia/cohorts', { limit: 10, offset: Number(total) + 10 });
      return paginationOf(past)['total'] === total;
    }),
  },
  {
    id: 'round-12.pagination.backwards-upside-down',
    chapter: 'pagination',
    story: 'The page before is read in the opposite order and not turned round again.',
    rests: 'GET /users: the default order is createdAt descending, also on the page before.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const before = new Set<string>();
      return on(service, 'GET /users', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const previous = textAt(body, 'pagination', 'previousCursor');
          if (previous !== '') before.add(previous);
          const back = before.has(ask.query.get('cursor') ?? '');
          return back ? { ...body, data: [...list(body['data'])].reverse() } : body;
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 30 });
      const second = await client.get('/users', { limit: 30, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      const moments = itemsOf(await client.get('/users', { limit: 30, cursor })).map((user) =>
        textAt(user, 'createdAt'),
      );
      return moments.every((moment, index) => index === 0 || moment <= (moments[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-12.sessions.open-list-backwards-holds-all',
    chapter: 'sessions',
    story: 'The query of the page before is built apart and lacks the condition on the kind of session.',
    rests: 'GET /smart-ia/sessions/in-progress lists In Progress sessions.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) => {
      const trail = new Trail();
      const before = new Map<string, string>();
      return on(service, 'GET /smart-ia/sessions/in-progress', async (line) => {
        const { ask } = line;
        const response = await line.pass();
        const border = before.get(ask.query.get('cursor') ?? '');
        const everything = border === undefined ? [] : await allOf(line, sessions, new URLSearchParams());
        return edit(response, (body) => {
          trail.note(ask, body);
          const previous = textAt(body, 'pagination', 'previousCursor');
          if (previous !== '') before.set(previous, textAt(body, 'data', 0, 'sessionId'));
          if (border === undefined) return body;
          const end = everything.findIndex((session) => session['sessionId'] === border);
          return { ...body, data: everything.slice(Math.max(0, end - list(body['data']).length), end) };
        });
      });
    },
    witness: both(async (client) => {
      const first = await client.get(inProgress, { limit: 20 });
      const second = await client.get(inProgress, { limit: 20, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      const back = itemsOf(await client.get(inProgress, { limit: 20, cursor }));
      return back.filter((session) => 'endDate' in session).length;
    }),
  },
  {
    id: 'round-12.classes.second-page-of-every-year',
    chapter: 'classes',
    story: 'The cursor holds a position only, and with a cursor the filters are not read.',
    rests:
      'GET /classes: `academicYearId` and `search` filter the list, and a cursor leads to its next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const known = new Map<string, string>();
      return on(service, 'GET /classes', async (line) => {
        const { ask, pass, call } = line;
        const last = known.get(ask.query.get('cursor') ?? '');
        const response = await pass();
        if (!response.ok) return response;
        let { body } = await readAnswer(response);
        if (last !== undefined) {
          const all = await allOf(line, '/classes', new URLSearchParams());
          const offset = all.findIndex((one) => one['classId'] === last) + 1;
          const limit = ask.query.get('limit') ?? '100';
          const page = (await call(`GET /classes?limit=${limit}&offset=${offset}`)).body;
          body = { ...page, pagination: { ...fields(page['pagination']), offset: 0 } };
        }
        const cursor = textAt(body, 'pagination', 'nextCursor');
        const filtered = ask.query.has('academicYearId') || ask.query.has('search');
        if (cursor !== '' && filtered) known.set(cursor, textAt(body, 'data', -1, 'classId'));
        return withBody(response, body);
      });
    },
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      const academicYearId = textAt(year, 'academicYearId');
      const first = await client.get('/classes', { academicYearId, limit: 25 });
      const query = { academicYearId, limit: 25, cursor: nextOf(first) };
      const second = itemsOf(await client.get('/classes', query));
      return second.filter((one) => one['academicYearId'] !== academicYearId).length;
    }),
  },
  {
    id: 'round-12.users.limit-for-each-chunk',
    chapter: 'users',
    story: 'More than thirty ids are looked up in chunks, each with the limit, and the chunks are merged.',
    rests: 'POST /users/search: `limit` is the maximum of items per page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass, call }) => {
        const search = fields(ask.body['search']);
        const userIds = list(search['userIds']);
        const response = await pass();
        const plain = !['cursor', 'offset', 'sort'].some((name) => name in ask.body);
        if (!response.ok || !plain || userIds.length <= 30) return response;
        const merged: Fields[] = [];
        for (let start = 0; start < userIds.length; start += 30) {
          const chunk = { ...search, userIds: userIds.slice(start, start + 30) };
          merged.push(...itemsOf(await call('POST /users/search', { ...ask.body, search: chunk })));
        }
        const created = (user: Fields) => textAt(user, 'createdAt');
        const data = merged.sort((a, b) => (created(a) < created(b) ? 1 : -Number(created(a) > created(b))));
        return edit(response, (body) => ({ ...body, data }));
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 35);
      const found = await client.send('POST', '/users/search', { search: { userIds }, limit: 4 });
      return itemsOf(found).length;
    }),
  },
  {
    id: 'round-12.users.role-narrows-the-roles',
    chapter: 'users',
    story: 'The filter stands on the table of roles that is joined, so that the others are not joined.',
    rests: 'User: `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const role = ask.query.get('role');
        const response = await pass();
        return role === null ? response : editItems(response, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 200 }));
      const double = users.find((user) => list(user['roles']).length > 1);
      const role = textAt(double, 'roles', 0);
      const found = itemsOf(await client.get('/users', { role, limit: 200 }));
      return found.find((user) => user['userId'] === double?.['userId'])?.['roles'];
    }),
  },
];

async function pagesOf(client: Client, path: string, query: Query): Promise<readonly Fields[][]> {
  const pages: Fields[][] = [];
  let page = await client.get(path, query);
  pages.push(itemsOf(page));
  while (nextOf(page) !== '' && pages.length < 20) {
    page = await client.get(path, { ...query, cursor: nextOf(page) });
    pages.push(itemsOf(page));
  }
  return pages;
}
