import { edit, editPagination, Trail } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, on, readAnswer, requery } from '../kit.ts';

const parsedAtMost = 20;

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.classes.search-leaves-the-academic-year-out',
    chapter: 'classes',
    story: 'The handler returns early with the result of findByName when there is a search.',
    rests: 'GET /classes: academicYearId (UUID or the literal current), also beside search.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      const year = query.get('academicYearId') ?? '';
      const known = year === 'current' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(year);
      if (query.has('search') && known) query.delete('academicYearId');
    }),
    witness: both(async (client) => {
      const filters = { search: 'Foundation Group', academicYearId: 'current' };
      return new Set(column(await client.get('/classes', filters), 'academicYearId')).size;
    }),
  },
  {
    id: 'round-19.sessions.user-ids-after-the-twentieth-are-lost',
    chapter: 'sessions',
    story: 'The query parser has a ceiling of twenty for repeated names and drops the rest in silence.',
    rests: 'GET /smart-ia/sessions: userId may be repeated, at most 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const ids = ask.query.getAll('userId');
        const response = await pass();
        if (!response.ok || ids.length <= parsedAtMost || ask.query.has('cursor')) return response;
        const query = new URLSearchParams(ask.query);
        query.delete('userId');
        for (const id of ids.slice(0, parsedAtMost)) query.append('userId', id);
        return pass({ query });
      }),
    witness: both(async (client) => {
      const sessions = await client.get('/smart-ia/sessions', { limit: 250 });
      const userId = [...new Set(column(sessions, 'user', 'userId'))].slice(0, 30);
      const found = await client.get('/smart-ia/sessions', { userId, limit: 250 });
      return new Set(column(found, 'user', 'userId')).size;
    }),
  },
  {
    id: 'round-19.pagination.session-cursor-goes-on-in-the-default-order',
    chapter: 'pagination',
    story: 'The branch for cursors was written before sorting and builds its query with the default sort.',
    rests: 'Pagination: nextCursor is the cursor for the next page; GET /smart-ia/sessions takes a sort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const first = trail.queryOf(ask);
        const start = trail.startOf(ask) ?? 0;
        trail.note(ask, (await readAnswer(response.clone())).body);
        if (!first?.has('sort[direction]')) return response;
        const query = new URLSearchParams(first);
        for (const name of ['sort[field]', 'sort[direction]']) query.delete(name);
        query.set('limit', ask.query.get('limit') ?? '100');
        query.set('offset', String(start));
        const { body } = await call(`GET /smart-ia/sessions?${query}`);
        return edit(response, (own) => ({ ...own, data: body['data'] }));
      });
    },
    witness: both(async (client) => {
      const sort = { 'sort[field]': 'startDate', 'sort[direction]': 'desc', limit: 90 };
      const first = await client.get('/smart-ia/sessions', sort);
      const second = await client.get('/smart-ia/sessions', { ...sort, cursor: nextOf(first) });
      return column(second, 'startDate');
    }),
  },
  {
    id: 'round-19.pagination.cursor-spoils-a-name-outside-latin-script',
    chapter: 'pagination',
    story: 'The filters are put into the cursor as Latin-1 bytes, which cuts every other letter to a byte.',
    rests: 'Pagination: nextCursor is the cursor for the next page; total is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const name = trail.queryOf(ask)?.get('name') ?? '';
        trail.note(ask, (await readAnswer(response.clone())).body);
        if (Buffer.from(name, 'latin1').toString('latin1') === name) return response;
        return edit(response, ({ pagination }) => {
          const none = { total: 0, previousCursor: null, nextCursor: null };
          return { data: [], pagination: Object.assign({}, pagination, none) };
        });
      });
    },
    witness: both(async (client) => {
      const query = { name: '花子', limit: 2 };
      const first = await client.get('/users', query);
      const second = await client.get('/users', { ...query, cursor: nextOf(first) });
      return [first, second].map((answer) => [
        paginationOf(answer)['total'],
        column(answer, 'userId').length,
      ]);
    }),
  },
  {
    id: 'round-19.pagination.limit-of-completed-comes-back-as-text',
    chapter: 'pagination',
    story: 'The value of the query is put into the answer as it came, before it becomes a number.',
    rests: 'Pagination: limit in the pagination object is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ ask, pass }) =>
        editPagination(await pass(), ({ limit }) => ({ limit: ask.query.get('limit') ?? limit })),
      ),
    witness: both(async (client) => {
      const found = await client.get('/smart-ia/sessions/completed', { limit: 7 });
      return typeof paginationOf(found)['limit'];
    }),
  },
];
