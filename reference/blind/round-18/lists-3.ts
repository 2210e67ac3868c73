import { editPagination, refuse, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, list, on, readAnswer, requery, textAt } from '../kit.ts';
import { everyItem, relist } from './lists-tools.ts';

const completed = '/smart-ia/sessions/completed';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.sessions.test-filter-comes-in-index-order',
    chapter: 'sessions',
    story: 'The query for some tests got a hand-written statement for speed, and its ORDER BY was left out.',
    rests: 'GET /smart-ia/sessions: default sort[field]=startDate&sort[direction]=asc.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', (line) =>
        relist(
          line,
          (asked) => 'testId' in asked && !('sort[field]' in asked) && !('sort[direction]' in asked),
          async (asked) =>
            (await everyItem(line, asked)).sort((a, b) =>
              textAt(a, 'sessionId') < textAt(b, 'sessionId') ? -1 : 1,
            ),
        ),
      ),
    witness: both(async (client) => {
      const [session] = itemsOf(await client.get('/smart-ia/sessions', { limit: 1 }));
      const testId = textAt(session, 'test', 'testId');
      const dates = column(await client.get('/smart-ia/sessions', { testId }), 'startDate');
      return dates.every((date, index) => index === 0 || date >= (dates[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-18.sessions.finder-by-user-has-no-status',
    chapter: 'sessions',
    story:
      'The repository has a finder of its own for users, written before status came, and the handler takes it first.',
    rests: 'GET /smart-ia/sessions: status filters sessions by status, beside userId.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      if (query.has('userId')) query.delete('status');
    }),
    witness: both(async (client) => {
      const sessions = itemsOf(await client.get('/smart-ia/sessions', { limit: 60 }));
      const userId = [...new Set(sessions.map((session) => textAt(session, 'user', 'userId')))].slice(0, 20);
      const [done] = itemsOf(await client.get(completed, { limit: 1 }));
      const query = { userId, status: textAt(done, 'status') };
      return [...new Set(column(await client.get('/smart-ia/sessions', query), 'status'))];
    }),
  },
  {
    id: 'round-18.pagination.search-schema-lacks-nullable-cursor',
    chapter: 'pagination',
    story: 'The schema of the search body was copied from the query parameters, where null cannot be sent.',
    rests: 'Pagination: cursor is a string (byte) or null.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        return response.ok && ask.body['cursor'] === null ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(
      async (client) =>
        (await client.send('POST', '/users/search', { search: {}, limit: 5, cursor: null })).status,
    ),
  },
  {
    id: 'round-18.pagination.way-back-from-a-short-page-is-short',
    chapter: 'pagination',
    story:
      'The position before a page is taken as its start less the number of items on it, not less the limit.',
    rests: 'Pagination: previousCursor is the cursor for the previous page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${completed}`],
    wrap: (service) => {
      const trail = new Trail();
      const shifted = new Map<string, number>();
      return on(service, `GET ${completed}`, async ({ ask, pass }) => {
        const offset = shifted.get(ask.query.get('cursor') ?? '');
        const response = await pass();
        if (!response.ok) return response;
        if (offset !== undefined) {
          const query = new URLSearchParams(trail.queryOf(ask));
          query.delete('cursor');
          query.set('offset', String(offset));
          query.set('limit', ask.query.get('limit') ?? '100');
          return editPagination(await pass({ query }), () => ({ offset: 0 }));
        }
        const { body } = await readAnswer(response.clone());
        const start = trail.startOf(ask);
        trail.note(ask, body);
        const shown = list(body['data']).length;
        const previous = textAt(body, 'pagination', 'previousCursor');
        const short = shown > 0 && shown < Number(textAt(body, 'pagination', 'limit'));
        if (start !== undefined && short && previous !== '') shifted.set(previous, start - shown);
        return response;
      });
    },
    witness: both(async (client) => {
      const total = Number(paginationOf(await client.get(completed, { limit: 1 }))['total']);
      const all = column(await client.get(completed, { limit: total }), 'sessionId');
      const last = await client.get(completed, { limit: 10, offset: total - 3 });
      const cursor = textAt(last.body, 'pagination', 'previousCursor');
      const before = column(await client.get(completed, { limit: 10, cursor }), 'sessionId');
      return before.map((id) => all.indexOf(id) - total);
    }),
  },
  {
    id: 'round-18.dates.open-range-becomes-between',
    chapter: 'dates',
    story: 'The query builder turns a lower and an upper bound into BETWEEN, which takes in both ends.',
    rests: 'Date filtering: operators may be combined into a range; startDate[gt], startDate[lt].',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const bounds = (['gt', 'lt'] as const).map(
        (one) => [`startDate[${one}]`, `startDate[${one}e]`] as const,
      );
      if (!bounds.every(([open, closed]) => query.has(open) && !query.has(closed))) return;
      for (const [open, closed] of bounds) {
        query.set(closed, query.get(open) ?? '');
        query.delete(open);
      }
    }),
    witness: both(async (client) => {
      const page = await client.get('/smart-ia/sessions', { limit: 40 });
      const dates = [...new Set(column(page, 'startDate'))];
      const query = { 'startDate[gt]': dates[1] ?? '', 'startDate[lt]': dates[3] ?? '' };
      const found = await client.get('/smart-ia/sessions', query);
      return [nextOf(found), ...new Set(column(found, 'startDate'))];
    }),
  },
];
