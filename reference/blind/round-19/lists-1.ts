import { editPagination, Trail, withBody } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, readAnswer, requery, texts } from '../kit.ts';

const chunk = 50;

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
}

/** A date-time in UTC read as the wall clock of London; other values as they are. */
function asLondonTime(value: string): string {
  const instant = value.endsWith('Z') ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(instant)) return value;
  const year = new Date(instant).getUTCFullYear();
  const summer = instant >= lastSunday(year, 2) && instant < lastSunday(year, 9);
  return summer ? new Date(instant - 3_600_000).toISOString() : value;
}

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.pagination.users-total-counts-only-what-the-cursor-left',
    chapter: 'pagination',
    story: 'The count query reuses the WHERE clause that the cursor has already been added to.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const { body } = await readAnswer(response.clone());
        trail.note(ask, body);
        const start = ask.query.has('cursor') ? (trail.startOf(ask) ?? 0) : 0;
        return editPagination(response, ({ total }) => ({ total: Number(total) - start }));
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 30 });
      const second = await client.get('/users', { limit: 30, cursor: nextOf(first) });
      return [first, second].map((answer) => paginationOf(answer)['total']);
    }),
  },
  {
    id: 'round-19.pagination.class-offset-counts-only-beside-a-limit',
    chapter: 'pagination',
    story: 'The repository sets skip and take together, inside a check that a limit was given.',
    rests: 'Pagination: offset is the start index, zero-based, and limit is optional with default 100.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const offset = ask.query.get('offset');
        if (offset === null || !/^\d+$/.test(offset)) return pass();
        if (ask.query.has('limit') || ask.query.has('cursor')) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('offset', '0');
        return editPagination(await pass({ query }), () => ({ offset: Number(offset) }));
      }),
    witness: both(async (client) => {
      const all = column(await client.get('/classes'), 'classId');
      const from = column(await client.get('/classes', { offset: 90 }), 'classId');
      return all.indexOf(from[0] ?? '');
    }),
  },
  {
    id: 'round-19.dates.summer-dates-are-read-as-london-wall-clock',
    chapter: 'dates',
    story: 'The date column has no zone and the driver reads parameters in the zone of the server, London.',
    rests: 'Conventions 2: dates use ISO 8601 in UTC; Date filtering 4: a value is an ISO 8601 date-time.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      for (const [name, value] of [...query]) {
        if (/^(start|end)Date\[/.test(name)) query.set(name, asLondonTime(value));
      }
    }),
    witness: both(async (client) => {
      const moment = '2024-06-30T23:59:59.000Z';
      const range = { 'startDate[gte]': moment, 'startDate[lte]': moment };
      return column(await client.get('/smart-ia/sessions', range), 'startDate');
    }),
  },
  {
    id: 'round-19.users-search.long-id-lists-are-sorted-chunk-by-chunk',
    chapter: 'users-search',
    story: 'Long id lists are looked up fifty at a time and the sorted pieces are put one after another.',
    rests: 'GET /users: default sort[field]=createdAt&sort[direction]=desc; POST /users/search has the same.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass, call }) => {
        const response = await pass();
        const search = fields(ask.body['search']);
        const ids = texts(search['userIds']);
        if (!response.ok || ids.length <= chunk || typeof ask.body['cursor'] === 'string') return response;
        const users: unknown[] = [];
        for (let from = 0; from < ids.length; from += chunk) {
          const userIds = ids.slice(from, from + chunk);
          const body: Fields = { search: { ...search, userIds }, limit: chunk };
          if (ask.body['sort'] !== undefined) body['sort'] = ask.body['sort'];
          users.push(...list((await call('POST /users/search', body)).body['data']));
        }
        const { body } = await readAnswer(response.clone());
        const start = Number(ask.body['offset'] ?? 0);
        const data = users.slice(start, start + Number(ask.body['limit'] ?? 100));
        return withBody(response, { ...body, data });
      }),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { limit: 60 }), 'userId').reverse();
      return column(await client.send('POST', '/users/search', { search: { userIds } }), 'createdAt');
    }),
  },
  {
    id: 'round-19.users-search.no-previous-cursor-is-an-empty-text',
    chapter: 'users-search',
    story: 'The response type of the search declares its cursors as plain strings, so absence becomes "".',
    rests: 'Pagination: previousCursor is null on the first page.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editPagination(await pass(), ({ previousCursor }) => ({ previousCursor: previousCursor ?? '' })),
      ),
    witness: both(async (client) => {
      const first = await client.send('POST', '/users/search', { search: {}, limit: 5 });
      return paginationOf(first)['previousCursor'];
    }),
  },
];
