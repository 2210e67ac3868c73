import { edit, editPagination, Trail, withBody } from '../answers.ts';
import { both, column, itemsOf, newUserId, newUserIds, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, requery, textAt, texts } from '../kit.ts';

const sessions = '/smart-ia/sessions';
const sessionLists = [`GET ${sessions}`, `GET ${sessions}/completed`, `GET ${sessions}/in-progress`];

/** Seconds as a clock on the wall in London has them, taken for UTC. */
function asLocal(value: string): string {
  if (!/^\d{9,10}$/.test(value)) return value;
  const month = new Date(Number(value) * 1000).getUTCMonth();
  return month >= 3 && month <= 8 ? String(Number(value) - 3600) : value;
}

/** Faults that show on a walk through pages, in odd places. */
export const walks: readonly BlindFault[] = [
  {
    id: 'round-16.dates.unix-seconds-read-in-local-time',
    chapter: 'dates',
    story:
      'FROM_UNIXTIME() gives a time in the zone of the database, which is London: an hour off in summer.',
    rests: 'A value is either an ISO 8601 date-time or a Unix timestamp (seconds since 1970-01-01).',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: requery(sessionLists, (query) => {
      for (const [name, value] of [...query]) {
        if (/^(start|end)Date\[/.test(name)) query.set(name, asLocal(value));
      }
    }),
    witness: both(async (client) => {
      const seconds = Date.UTC(2024, 5, 30, 23, 59, 59) / 1000;
      return paginationOf(await client.get(sessions, { 'startDate[lte]': seconds }))['total'];
    }),
  },
  {
    id: 'round-16.pagination.offset-zero-beside-a-cursor',
    chapter: 'pagination',
    story: 'The check reads `if (offset && cursor)`, and 0 is false.',
    rests: 'offset: Cannot be combined with `cursor`. `offset` with `cursor`: not allowed together.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      if (query.has('cursor') && query.get('offset') === '0') query.delete('offset');
    }),
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/users', { limit: 5 }));
      return (await client.get('/users', { limit: 5, offset: 0, cursor })).status;
    }),
  },
  {
    id: 'round-16.pagination.previous-cursor-goes-two-pages-back',
    chapter: 'pagination',
    story:
      'previousCursor is made of the start of the page before, and reading backwards takes the page before it.',
    rests: 'previousCursor: Cursor for the previous page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      const previous = new Set<string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const start = trail.startOf(ask) ?? 0;
        const limit = Number(ask.query.get('limit') ?? 100);
        const query = new URLSearchParams(trail.queryOf(ask) ?? ask.query);
        const back = previous.has(ask.query.get('cursor') ?? '');
        query.set('limit', String(limit));
        query.set('offset', String(Math.max(0, start - limit)));
        return edit(await pass(back ? { query } : {}), (body) => {
          if (!back) trail.note(ask, body);
          previous.add(textAt(body, 'pagination', 'previousCursor') || '-');
          return back ? { ...body, pagination: { ...fields(body['pagination']), offset: 0 } } : body;
        });
      });
    },
    witness: both(async (client) => {
      const third = async () => {
        const first = await client.get('/classes', { limit: 3 });
        const second = await client.get('/classes', { limit: 3, cursor: nextOf(first) });
        return client.get('/classes', { limit: 3, cursor: nextOf(second) });
      };
      const cursor = textAt((await third()).body, 'pagination', 'previousCursor');
      return column(await client.get('/classes', { limit: 3, cursor }), 'name');
    }),
  },
  {
    id: 'round-16.sessions.status-lost-on-the-second-page',
    chapter: 'sessions',
    story: 'The cursor packs the filters by a list of names that was made before `status` came.',
    rests: 'status: Filter sessions by status. nextCursor: Cursor for the next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${sessions}`],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, `GET ${sessions}`, async ({ ask, pass }) => {
        const first = trail.queryOf(ask);
        const query = new URLSearchParams(first);
        const lost = first?.has('status') ?? false;
        if (lost) {
          query.delete('status');
          query.set('limit', ask.query.get('limit') ?? '100');
          query.set('offset', String(trail.startOf(ask) ?? 0));
        }
        return edit(await pass(lost ? { query } : {}), (body) => {
          trail.note(ask, body);
          return lost ? { ...body, pagination: { ...fields(body['pagination']), offset: 0 } } : body;
        });
      });
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get(sessions, { status: 'Completed', limit: 20 }));
      return column(await client.get(sessions, { limit: 20, cursor }), 'status');
    }),
  },
  {
    id: 'round-16.users.namesakes-fall-between-pages',
    chapter: 'users',
    story:
      'The cursor of a list sorted by a name holds the name alone: the next page asks for names beyond it.',
    rests: 'nextCursor: Cursor for the next page (no user of the list is left out between two pages).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const lasts = new Map<string, { readonly field: string; readonly value: string }>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const last = lasts.get(ask.query.get('cursor') ?? '');
        return edit(await pass(), (body) => {
          const data = list(body['data']);
          const field = last?.field ?? ask.query.get('sort[field]') ?? '';
          const next = textAt(body, 'pagination', 'nextCursor');
          if (next !== '' && field.endsWith('Name'))
            lasts.set(next, { field, value: textAt(data.at(-1), field) });
          const shown = data.filter((user) => !last || textAt(user, last.field) !== last.value);
          return { ...body, data: shown };
        });
      });
    },
    witness: both(async (client) => {
      const sort = { 'sort[field]': 'firstName', 'sort[direction]': 'asc' };
      const cursor = nextOf(await client.get('/users', { ...sort, limit: 4 }));
      return itemsOf(await client.get('/users', { limit: 4, cursor })).length;
    }),
  },
  {
    id: 'round-16.users.search-sorts-each-chunk-alone',
    chapter: 'users',
    story:
      'More than 30 ids are looked up in chunks of 30, and the sorted chunks are put one behind the other.',
    rests:
      'POST /users/search: more than 30 values in any filter; sort: default createdAt desc, as GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass, call }) => {
        const search = fields(ask.body['search']);
        const ids = texts(search['userIds']);
        const response = await pass();
        if (ids.length <= 30 || !response.ok || textAt(ask.body, 'cursor') !== '') return response;
        const found: unknown[] = [];
        for (let start = 0; start < ids.length; start += 30) {
          const userIds = ids.slice(start, start + 30);
          const body: Fields = { ...ask.body, search: { ...search, userIds }, limit: 30, offset: 0 };
          found.push(...list((await call('POST /users/search', body)).body['data']));
        }
        const start = Number(at(ask.body, 'offset') ?? 0);
        const data = found.slice(start, start + Number(at(ask.body, 'limit') ?? 100));
        return withBody(response, { ...fields(await response.json()), data });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 34);
      const found = await client.send('POST', '/users/search', { search: { userIds }, limit: 50 });
      return column(found, 'userId').map((id) => userIds.indexOf(id));
    }),
  },
  {
    id: 'round-16.pagination.second-half-read-from-the-end',
    chapter: 'pagination',
    story:
      'To be quick at large offsets the second half is read backwards, with an offset that is off by one.',
    rests: 'offset: Start index, zero-based.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${sessions}/in-progress`],
    wrap: (service) =>
      on(service, `GET ${sessions}/in-progress`, async ({ ask, pass, call }) => {
        const offset = Number(ask.query.get('offset') ?? 0);
        const { body } = await call(`GET ${sessions}/in-progress?limit=1`);
        const total = Number(at(body, 'pagination', 'total') ?? 0);
        if (!(offset > total / 2 && offset < total) || ask.query.has('cursor')) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(offset - 1));
        return editPagination(await pass({ query }), () => ({ offset }));
      }),
    witness: both(async (client) => {
      const path = `${sessions}/in-progress`;
      const all = column(await client.get(path, { limit: 500 }), 'sessionId');
      const offset = all.length - 5;
      return column(await client.get(path, { offset, limit: 3 }), 'sessionId').map((id) => all.indexOf(id));
    }),
  },
  {
    id: 'round-16.users.cache-knows-the-last-value-only',
    chapter: 'users',
    story:
      'Look-ups of several usernames are cached under the query as an object, where a repeated parameter keeps its last value.',
    rests: 'username: array of string. Repeat the parameter; 1 to 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const cache = new Map<string, Fields>();
      const writing = on(service, '*', ({ ask, pass }) => {
        if (ask.method !== 'GET' && !ask.path.endsWith('/search')) cache.clear();
        return pass();
      });
      return on(writing, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || ask.query.getAll('username').length < 2) return response;
        const name = JSON.stringify(Object.fromEntries(ask.query));
        return edit(response, (body) => {
          const known = cache.get(name);
          if (!known) cache.set(name, body);
          return known ?? body;
        });
      });
    },
    witness: both(async (client) => {
      const known = column(await client.get('/users', { limit: 3 }), 'username');
      const [one = '', other = '', last = ''] = known;
      const first = await client.get('/users', { username: [one, last] });
      const second = await client.get('/users', { username: [other, last] });
      return [first, second].map((answer) => column(answer, 'username').includes(other));
    }),
  },
  {
    id: 'round-16.users.renamed-user-not-in-the-index',
    chapter: 'users',
    story: 'The search asks an index that a change of the name takes out, and only a full run puts in again.',
    rests: 'POST /users/search has the same filters and response as GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const renamed = new Set<string>();
      const renaming = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) renamed.add(ask.id);
        return response;
      });
      return on(renaming, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        if (textAt(ask.body, 'search', 'name') === '') return response;
        return edit(response, (body) => {
          const data = list(body['data']).filter((user) => !renamed.has(textAt(user, 'userId')));
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - (list(body['data']).length - data.length);
          return { data, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const firstName = client.word();
      await client.send('PUT', `/users/${userId}/name`, { user: { firstName, lastName: 'Renamed' } });
      const search = { name: `${firstName} Renamed` };
      return itemsOf(await client.send('POST', '/users/search', { search })).length;
    }),
  },
];
