import { allOf, editPagination, meant, page, refuse, Trail } from '../answers.ts';
import { both, column, itemsOf, newClassId, nextOf, paginationOf, testIds } from '../client.ts';
import { type BlindFault, list, on, requery, textAt } from '../kit.ts';

const sessions = 'GET /smart-ia/sessions';

/** Filters, dates and pages that need a certain value or combination. */
export const filters: readonly BlindFault[] = [
  {
    id: 'round-16.dates.half-open-range-becomes-between',
    chapter: 'dates',
    story: 'A range with a lower and an upper operator is turned into SQL BETWEEN, which takes both ends in.',
    rests: 'startDate[gte], startDate[lt]: operators may be combined into a range (lt leaves its value out).',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      const end = query.get('startDate[lt]');
      if (end === null || !query.has('startDate[gte]')) return;
      query.delete('startDate[lt]');
      query.set('startDate[lte]', end);
    }),
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-01-01T00:00:00.000Z',
        'startDate[lt]': '2024-02-29T12:00:00.000Z',
      };
      return paginationOf(await client.get('/smart-ia/sessions', range))['total'];
    }),
  },
  {
    id: 'round-16.dates.lt-with-lte-of-the-end-is-taken',
    chapter: 'dates',
    story: 'The check for operators that exclude each other was copied for endDate with gt and gte alone.',
    rests: '`lt` and `lte` cannot be used together.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      if (query.has('endDate[lt]')) query.delete('endDate[lte]');
    }),
    witness: both(
      async (client) =>
        (
          await client.get('/smart-ia/sessions', {
            'endDate[lt]': '2025-01-01T00:00:00.000Z',
            'endDate[lte]': '2025-01-01T00:00:00.000Z',
          })
        ).status,
    ),
  },
  {
    id: 'round-16.dates.end-forgotten-beside-start',
    chapter: 'dates',
    story: 'Both date filters are merged into one object under the key `date`, and the start is merged last.',
    rests: 'endDate: Filter by session end date. All query parameters may be given.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      const names = [...query.keys()];
      if (!names.some((name) => name.startsWith('startDate['))) return;
      for (const name of names) if (name.startsWith('endDate[')) query.delete(name);
    }),
    witness: both(
      async (client) =>
        paginationOf(
          await client.get('/smart-ia/sessions', {
            'startDate[gte]': '2024-01-01T00:00:00.000Z',
            'endDate[lt]': '2024-06-01T00:00:00.000Z',
          }),
        )['total'],
    ),
  },
  {
    id: 'round-16.dates.unfinished-session-ends-now',
    chapter: 'dates',
    story: 'The filter compares COALESCE(end_date, now()), so that what runs still ends in the future.',
    rests: 'endDate: Filter by session end date. An In Progress session has no `endDate`.',
    breaks: 'implied',
    depth: 'medium',
    at: [sessions],
    wrap: (service) =>
      on(service, sessions, async (line) => {
        const query = new URLSearchParams(meant(line.ask));
        const least = query.get('endDate[gte]');
        const others = ['endDate[gt]', 'endDate[lt]', 'endDate[lte]'].some((name) => query.has(name));
        if (least === null || others || !(await line.pass()).ok) return line.pass();
        const from = /^-?\d+$/.test(least) ? Number(least) * 1000 : Date.parse(least);
        const wide = new URLSearchParams(query);
        wide.delete('endDate[gte]');
        const items = await allOf(line, '/smart-ia/sessions', wide);
        const now = Date.UTC(2026, 0, 12, 9);
        return page(
          query,
          items.filter((item) => (Date.parse(textAt(item, 'endDate')) || now) >= from),
        );
      }),
    witness: both(async (client) =>
      column(
        await client.get('/smart-ia/sessions', { 'endDate[gte]': '2025-12-01T00:00:00.000Z' }),
        'status',
      ).filter((status) => status !== 'Completed'),
    ),
  },
  {
    id: 'round-16.pagination.cursor-keeps-the-first-limit',
    chapter: 'pagination',
    story: 'The page size is sealed into the cursor, and a smaller limit sent with it is not looked at.',
    rests: 'limit: Maximum items per page. pagination.limit: Limit used for this request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        const first = trail.queryOf(ask)?.get('limit');
        if (first) query.set('limit', first);
        return editPagination(await pass({ query }), (pagination, data) => {
          trail.note(ask, { pagination, data });
          return {};
        });
      });
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/users', { limit: 6 }));
      return itemsOf(await client.get('/users', { limit: 2, cursor })).length;
    }),
  },
  {
    id: 'round-16.pagination.nothing-left-means-no-total',
    chapter: 'pagination',
    story:
      'The total is a window function beside each row: an offset past the end has no row to read it from.',
    rests: 'total: Total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
        editPagination(await pass(), ({ total }, data) => ({ total: data.length === 0 ? 0 : total })),
      ),
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/completed';
      const offset = Number(paginationOf(await client.get(path, { limit: 1 }))['total']);
      return paginationOf(await client.get(path, { offset }))['total'];
    }),
  },
  {
    id: 'round-16.classes.search-forgets-the-year',
    chapter: 'classes',
    story: 'A branch for the search builds its own condition and never comes to that of the year.',
    rests: 'GET /classes: `academicYearId` (UUID or the literal `current`), beside `search`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.has('search')) query.delete('academicYearId');
    }),
    witness: both(async (client) => {
      const search = client.word();
      await newClassId(client, { name: search });
      const [oldest = ''] = column(await client.get('/academic-years'), 'academicYearId');
      return itemsOf(await client.get('/classes', { search, academicYearId: oldest })).length;
    }),
  },
  {
    id: 'round-16.classes.malformed-year-is-not-found',
    chapter: 'classes',
    story:
      'The year of the filter goes through the look-up of the single year, whose 404 comes out as it is.',
    rests: 'GET /classes: `academicYearId` (UUID or the literal `current`); other statuses: 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        const year = ask.query.get('academicYearId') ?? 'current';
        const malformed = year !== 'current' && !/^[0-9a-f-]{36}$/i.test(year);
        return response.status === 400 && malformed ? refuse(ask, 404, 'Not found') : response;
      }),
    witness: both(async (client) => (await client.get('/classes', { academicYearId: 'last' })).status),
  },
  {
    id: 'round-16.sessions.only-ten-tests-looked-up',
    chapter: 'sessions',
    story: 'A batch look-up takes ten ids at a time, and the loop over the batches returns after the first.',
    rests: 'testId: array of UUID. Repeat the parameter; at most 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      const ids = query.getAll('testId');
      if (ids.length <= 10 || ids.length > 30) return;
      query.delete('testId');
      for (const id of ids.slice(0, 10)) query.append('testId', id);
    }),
    witness: both(async (client) => {
      const testId = await testIds(client);
      const found = await client.get('/smart-ia/sessions', { testId, limit: 1 });
      return [list(testId).length, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-16.sessions.status-brings-the-newest-first',
    chapter: 'sessions',
    story: 'With a status the list reads from a view for the dashboard, which is ordered newest first.',
    rests: 'sort: Default `sort[field]=startDate&sort[direction]=asc`.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      const sorted = [...query.keys()].some((name) => name.startsWith('sort'));
      if (query.has('status') && !sorted) query.set('sort[direction]', 'desc');
    }),
    witness: both(async (client) =>
      column(await client.get('/smart-ia/sessions', { status: 'InProgress', limit: 4 }), 'startDate'),
    ),
  },
];
