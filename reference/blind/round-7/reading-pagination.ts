import { edit, editPagination, meant, refuse } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';

const chapter = 'pagination';

/** Faults of pages, offsets and cursors. */
export const readingPagination: readonly BlindFault[] = [
  {
    id: 'round-7.pagination.cursor-page-tells-its-position',
    chapter,
    story: 'The cursor holds a row number, and the answer tells that number as the offset.',
    rests: 'Pagination: offset is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const ends = new Map<string, number>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor');
        const start = cursor === null ? Number(ask.query.get('offset') ?? 0) : ends.get(cursor);
        if (start === undefined) return pass();
        return editPagination(await pass(), (pagination, data) => {
          ends.set(textAt(pagination, 'nextCursor'), start + data.length);
          return { offset: start };
        });
      });
    },
    witness: both(async ({ get }) => {
      const first = await get('/smart-ia/sessions', { limit: 4 });
      return paginationOf(await get('/smart-ia/sessions', { limit: 4, cursor: nextOf(first) }))['offset'];
    }),
  },
  {
    id: 'round-7.pagination.sessions-in-progress-by-25',
    chapter,
    story: 'The list of open sessions was made for a dashboard and has the page size of its table.',
    rests: 'Pagination and Limits: limit is optional with default 100 on paginated endpoints.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: requery('GET /smart-ia/sessions/in-progress', (query) => {
      if (!query.has('limit')) query.set('limit', '25');
    }),
    witness: both(async ({ get }) => paginationOf(await get('/smart-ia/sessions/in-progress'))['limit']),
  },
  {
    id: 'round-7.pagination.full-last-page-promises-another',
    chapter,
    story: 'A page that is as long as the limit is taken for one that others follow.',
    rests: 'Pagination: nextCursor is null on the last page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const query = meant(ask);
        if (query !== ask.query) {
          query.delete('cursor');
          return editPagination(await pass({ query }), () => ({ offset: 0 }));
        }
        return editPagination(await pass(), (pagination, data) => {
          const full = data.length > 0 && data.length === Number(pagination['limit']);
          if (!full || pagination['nextCursor'] !== null || query.has('cursor')) return {};
          const next = new URLSearchParams(query);
          next.set('offset', String(Number(query.get('offset') ?? 0) + data.length));
          return { nextCursor: Buffer.from(`page ${next}`).toString('base64') };
        });
      }),
    witness: both(async ({ get }) => {
      const total = Number(paginationOf(await get('/classes', { limit: 1 }))['total']);
      const last = await get('/classes', { limit: 2, offset: total - 2 });
      return nextOf(last) === '' ? 'ends' : 'goes on';
    }),
  },
  {
    id: 'round-7.pagination.previous-always-leads-to-first-page',
    chapter,
    story: 'Cursors know a place to go on from, not one to go back from: going back starts again.',
    rests: 'Pagination: previousCursor is the cursor for the previous page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const origins = new Map<string, URLSearchParams>();
      const back = new Set<string>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor') ?? '';
        const origin = origins.get(cursor) ?? ask.query;
        const query = new URLSearchParams(origin);
        query.delete('offset');
        const limit = ask.query.get('limit');
        if (limit === null) query.delete('limit');
        else query.set('limit', limit);
        const answer = await (back.has(cursor) && !ask.query.has('offset') ? pass({ query }) : pass());
        return editPagination(answer, (pagination) => {
          const previous = textAt(pagination, 'previousCursor');
          origins.set(previous, origin).set(textAt(pagination, 'nextCursor'), origin);
          if (previous !== '') back.add(previous);
          return {};
        });
      });
    },
    witness: both(async ({ get }) => {
      const path = '/smart-ia/cohorts';
      const first = await get(path, { limit: 2 });
      const second = await get(path, { limit: 2, cursor: nextOf(first) });
      const third = await get(path, { limit: 2, cursor: nextOf(second) });
      const cursor = textAt(third.body, 'pagination', 'previousCursor');
      const again = column(await get(path, { limit: 2, cursor }), 'cohortId');
      return again.join() === column(second, 'cohortId').join();
    }),
  },
  {
    id: 'round-7.pagination.offset-zero-passes-beside-cursor',
    chapter,
    story: 'The check reads `if (offset && cursor)`, to which an offset of 0 is none.',
    rests: 'Pagination: offset cannot be combined with cursor; GET /users answers 400 to an invalid request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      if (query.has('cursor') && query.get('offset') === '0') query.delete('offset');
    }),
    witness: both(async ({ get }) => {
      const cursor = nextOf(await get('/users', { limit: 3 }));
      return (await get('/users', { limit: 3, offset: 0, cursor })).status;
    }),
  },
  {
    id: 'round-7.pagination.null-cursor-is-refused-in-search-body',
    chapter,
    story:
      'The schema of the search says that cursor is a string, and clients that send the null of an answer fail.',
    rests: 'Pagination: cursor is a string or null, in the body of the search as well.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.ok && ask.body['cursor'] === null ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(
      async ({ send }) =>
        (await send('POST', '/users/search', { search: {}, limit: 2, cursor: null })).status,
    ),
  },
  {
    id: 'round-7.pagination.total-is-zero-past-the-end',
    chapter,
    story:
      'The count comes from a window function, which has no row to stand on past the end: total is 0 there.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ pass }) =>
        edit(await pass(), (body) => {
          const none = list(body['data']).length === 0;
          return none ? { ...body, pagination: { ...fields(body['pagination']), total: 0 } } : body;
        }),
      ),
    witness: both(async ({ get }) => {
      const total = Number(paginationOf(await get('/sessions/completed', { limit: 1 }))['total']);
      const past = paginationOf(await get('/sessions/completed', { limit: 5, offset: total }))['total'];
      return total > 0 && past === total;
    }),
  },
];
