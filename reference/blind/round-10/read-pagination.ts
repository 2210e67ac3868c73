import { edit, editPagination, refuse, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, type Line, list, on, textAt } from '../kit.ts';

/** The page of a query that begins at a position, told as if a cursor had led there. */
async function pageAt({ pass }: Line, query: URLSearchParams, start: number): Promise<Response> {
  const moved = new URLSearchParams(query);
  moved.delete('cursor');
  moved.set('offset', String(start));
  return editPagination(await pass({ query: moved }), () => ({ offset: 0 }));
}

/** Lets a trail note the cursors of an answer. */
function noted(trail: Trail, { ask }: Line, response: Response): Promise<Response> {
  return edit(response, (body) => {
    trail.note(ask, body);
    return body;
  });
}

/** Pages, totals and cursors. */
export const pagination: readonly BlindFault[] = [
  {
    id: 'round-10.pagination.total-as-text',
    chapter: 'pagination',
    story: 'The database driver gives a 64-bit COUNT as text, and nobody converts it.',
    rests: 'Pagination: `total` is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editPagination(await pass(), ({ total }) => ({ total: String(total) })),
      ),
    witness: both(async (client) => paginationOf(await client.get('/smart-ia/cohorts', { limit: 3 }))),
  },
  {
    id: 'round-10.pagination.way-back-in-reverse',
    chapter: 'pagination',
    story: 'The page before is read from its end in the opposite order, and not turned round again.',
    rests: 'Sessions: the default sort is by start date, ascending, on every page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const backwards = new Set<string>();
      return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          backwards.add(textAt(body, 'pagination', 'previousCursor'));
          const back = backwards.has(ask.query.get('cursor') ?? 'none');
          return back ? { ...body, data: list(body['data']).toReversed() } : body;
        }),
      );
    },
    witness: both(async (client) => {
      const path = '/smart-ia/sessions';
      const cursor = nextOf(await client.get(path, { limit: 9 }));
      const second = await client.get(path, { limit: 9, cursor });
      const back = { limit: 9, cursor: textAt(second.body, 'pagination', 'previousCursor') };
      return column(await client.get(path, back), 'startDate');
    }),
  },
  {
    id: 'round-10.pagination.cursor-works-once',
    chapter: 'pagination',
    story: 'Cursors are kept in a store and taken out of it when they are used; a retry finds nothing.',
    rests: 'Pagination: a cursor may be any value taken from an earlier response, a second time too.',
    breaks: 'implied',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const used = new Set<string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor') ?? '';
        if (used.has(cursor)) return refuse(ask, 400, 'Invalid request');
        return edit(await pass(), (body) => {
          if (cursor !== '') used.add(cursor);
          for (const side of ['nextCursor', 'previousCursor']) used.delete(textAt(body, 'pagination', side));
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/classes', { limit: 6 }));
      const first = await client.get('/classes', { limit: 6, cursor });
      const again = await client.get('/classes', { limit: 6, cursor });
      return [first.status, again.status];
    }),
  },
  {
    id: 'round-10.pagination.cursor-counts-pages',
    chapter: 'pagination',
    story:
      'A cursor holds the number of the page, which is multiplied with the limit of the request at hand.',
    rests:
      'Pagination: `nextCursor` is the cursor for the next page; `limit` may be chosen with each request.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions/in-progress', async (line) => {
        const { query } = line.ask;
        const start = trail.startOf(line.ask) ?? 0;
        const before = Number(trail.queryOf(line.ask)?.get('limit') ?? 100);
        const limit = Number(query.get('limit') ?? 100);
        const fits = !query.has('cursor') || before === limit || start % before !== 0;
        const response = fits ? line.pass() : pageAt(line, query, (start / before) * limit);
        return noted(trail, line, await response);
      });
    },
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/in-progress';
      const first = await client.get(path, { limit: 10 });
      const second = await client.get(path, { limit: 5, cursor: nextOf(first) });
      const all = column(await client.get(path, { limit: 30 }), 'sessionId');
      return column(second, 'sessionId').map((id) => all.indexOf(id));
    }),
  },
  {
    id: 'round-10.pagination.no-total-past-the-end',
    chapter: 'pagination',
    story: 'The total is a window function beside each row; a page without rows has no total.',
    rests: 'Pagination: `total` is the total number of results, whichever page is asked for.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editPagination(await pass(), ({ total }, data) => ({ total: data.length === 0 ? 0 : total })),
      ),
    witness: both(async (client) =>
      paginationOf(await client.get('/users', { role: 'support', offset: 5000 })),
    ),
  },
  {
    id: 'round-10.pagination.hundred-rows-at-most',
    chapter: 'pagination',
    story:
      'The repository never reads more than a hundred rows; the page is reckoned with the limit asked for.',
    rests: 'Pagination: `nextCursor` leads to the next page, so that no result lies between two pages.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 100) })),
      ),
    witness: both(async (client) => {
      const first = await client.get('/classes', { limit: 120 });
      const rest = await client.get('/classes', { limit: 120, cursor: nextOf(first) });
      const found = itemsOf(first).length + itemsOf(rest).length;
      return [found === paginationOf(first)['total'], paginationOf(first)['limit']];
    }),
  },
  {
    id: 'round-10.pagination.zero-is-no-offset',
    chapter: 'pagination',
    story: 'The check reads `if (offset && cursor)`, and zero is false.',
    rests: 'Pagination and Limits: `offset` cannot be combined with `cursor`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        if (!ask.query.has('cursor') || ask.query.get('offset') !== '0') return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('offset');
        return pass({ query });
      }),
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/smart-ia/cohorts', { limit: 5 }));
      return (await client.get('/smart-ia/cohorts', { limit: 5, offset: 0, cursor })).status;
    }),
  },
  {
    id: 'round-10.pagination.no-null-for-cursor',
    chapter: 'pagination',
    story: 'The schema of the search body says string, and the validator does not take null for one.',
    rests: 'Pagination: `cursor` is a string or null; the table holds for the body of the search.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) =>
        ask.body['cursor'] === null ? refuse(ask, 400, 'Invalid request') : pass(),
      ),
    witness: both(async (client) => {
      const body = { search: { role: 'teacher' }, limit: 4, cursor: null };
      return (await client.send('POST', '/users/search', body)).status;
    }),
  },
  {
    id: 'round-10.pagination.last-one-left-behind',
    chapter: 'pagination',
    story: 'Whether there is more is asked with `<` where the extra row was counted already.',
    rests: 'Pagination: `nextCursor` is null on the last page only.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/sessions/completed', async (line) =>
        edit(await line.pass(), (body) => {
          trail.note(line.ask, body);
          const start = trail.startOf(line.ask);
          const end = (start ?? 0) + list(body['data']).length;
          const one = start !== undefined && Number(textAt(body, 'pagination', 'total')) - end === 1;
          const pages = fields(body['pagination']);
          return one ? { ...body, pagination: { ...pages, nextCursor: null } } : body;
        }),
      );
    },
    witness: both(async (client) => {
      const path = '/smart-ia/sessions/completed';
      const total = Number(paginationOf(await client.get(path, { limit: 1 }))['total']);
      const page = await client.get(path, { limit: 20, offset: total - 21 });
      return [itemsOf(page).length, nextOf(page) !== ''];
    }),
  },
  {
    id: 'round-10.pagination.limit-of-what-is-left',
    chapter: 'pagination',
    story: 'On a page from a cursor the limit is lowered to what remains, and told so.',
    rests: 'Pagination: `limit` is the limit used for this request, as it was given.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('cursor')) return response;
        return editPagination(response, ({ nextCursor, limit }, data) => ({
          limit: nextCursor === null ? data.length : limit,
        }));
      }),
    witness: both(async (client) => {
      const query = { academicYearId: 'current', limit: 30 };
      const cursor = nextOf(await client.get('/classes', query));
      return paginationOf(await client.get('/classes', { ...query, cursor }))['limit'];
    }),
  },
  {
    id: 'round-10.pagination.walks-get-mixed-up',
    chapter: 'pagination',
    story: 'The filters of a walk are kept with the key and not in the cursor: the latest list wins.',
    rests: 'Pagination: `nextCursor` is the cursor for the next page of the response that it was taken from.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      let latest = new URLSearchParams();
      return on(service, 'GET /users', async (line) => {
        const { query } = line.ask;
        if (!query.has('cursor')) {
          latest = query;
          return noted(trail, line, await line.pass());
        }
        const start = trail.startOf(line.ask);
        const own = trail.queryOf(line.ask);
        const filters = (of: URLSearchParams) => [...of].filter(([name]) => name !== 'limit').join();
        const mixed = start !== undefined && own !== undefined && filters(own) !== filters(latest);
        const wanted = new URLSearchParams([...latest].filter(([name]) => name !== 'limit'));
        wanted.set('limit', query.get('limit') ?? '100');
        return noted(trail, line, await (mixed ? pageAt(line, wanted, start) : line.pass()));
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { role: 'student', limit: 3 });
      await client.get('/users', { role: 'teacher', limit: 3 });
      const second = await client.get('/users', { role: 'student', limit: 3, cursor: nextOf(first) });
      return column(second, 'roles');
    }),
  },
  {
    id: 'round-10.pagination.something-before-the-first-page',
    chapter: 'pagination',
    story: 'A page from a cursor always gets a way back, even when it is the first one again.',
    rests: 'Pagination: `previousCursor` is null on the first page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor');
        return editPagination(await pass(), ({ previousCursor }) => ({
          previousCursor: previousCursor ?? cursor,
        }));
      }),
    witness: both(async (client) => {
      const path = '/smart-ia/cohorts';
      const second = await client.get(path, {
        limit: 4,
        cursor: nextOf(await client.get(path, { limit: 4 })),
      });
      const back = { limit: 4, cursor: textAt(second.body, 'pagination', 'previousCursor') };
      return textAt((await client.get(path, back)).body, 'pagination', 'previousCursor') === '';
    }),
  },
  {
    id: 'round-10.pagination.twins-lost-at-the-border',
    chapter: 'pagination',
    story: 'Ascending, the cursor holds the moment alone: the next page begins with the next later one.',
    rests: 'Pagination: the next page follows on the page, and `total` counts all results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async (line) => {
        const start = trail.startOf(line.ask);
        const query = new URLSearchParams(trail.queryOf(line.ask));
        query.set('limit', line.ask.query.get('limit') ?? '100');
        if (!start || !line.ask.query.has('cursor') || query.get('sort[direction]') !== 'asc') {
          return noted(trail, line, await line.pass());
        }
        const around = new URLSearchParams(query);
        around.set('limit', '60');
        around.set('offset', String(start - 1));
        const { body } = await line.call(`GET /users?${around}`);
        const moments = list(body['data']).map((user) => textAt(user, 'createdAt'));
        const next = moments.findIndex((moment) => moment !== moments[0]);
        return noted(trail, line, await pageAt(line, query, start - 1 + Math.max(1, next)));
      });
    },
    witness: both(async (client) => {
      const query = { 'sort[field]': 'createdAt', 'sort[direction]': 'asc', limit: 3 };
      const first = await client.get('/users', query);
      const second = await client.get('/users', { ...query, cursor: nextOf(first) });
      return [...column(first, 'username'), ...column(second, 'username')];
    }),
  },
];
