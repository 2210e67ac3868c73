import { editPagination, refuse, Trail, withBody } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const chapter = 'pagination';

/** Faults of pages by offset, and of what `pagination` says. */
export const pageFaults: readonly BlindFault[] = [
  {
    id: 'round-2.pagination.total-is-text',
    chapter,
    story: 'COUNT(*) is a 64-bit number, which the driver of the database hands over as text.',
    rests: 'Pagination: `total` is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ pass }) =>
        editPagination(await pass(), ({ total }) => ({ total: String(total) })),
      ),
    witness: both(async ({ get }) => typeof paginationOf(await get('/classes'))['total']),
  },
  {
    id: 'round-2.pagination.total-of-what-is-left',
    chapter,
    story: 'The count is made with the WHERE of the page, in which the place of the cursor already stands.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 200) return response;
        const body = fields(await response.clone().json());
        const start = trail.startOf(ask) ?? 0;
        trail.note(ask, body);
        if (!ask.query.has('cursor')) return response;
        return editPagination(response, ({ total }) => ({ total: Number(total) - start }));
      });
    },
    witness: both(async ({ get }) => {
      const first = await get('/smart-ia/cohorts', { limit: 10 });
      const second = await get('/smart-ia/cohorts', { limit: 10, cursor: nextOf(first) });
      return [first, second].map((answer) => paginationOf(answer)['total']);
    }),
  },
  {
    id: 'round-2.pagination.offset-in-whole-pages',
    chapter,
    story:
      'The framework pages by number, so the offset is divided by the limit and what is left over is dropped.',
    rests: 'Pagination: `offset` is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ ask, pass }) => {
        const sent = ask.method === 'GET' ? Object.fromEntries(ask.query) : ask.body;
        const limit = Number(sent['limit'] ?? 100);
        const offset = Number(sent['offset'] ?? 0);
        if (!(limit > 0) || !(offset > 0) || offset % limit === 0) return pass();
        const whole = offset - (offset % limit);
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(whole));
        const change = ask.method === 'GET' ? { query } : { body: { ...ask.body, offset: whole } };
        return editPagination(await pass(change), () => ({ offset }));
      }),
    witness: both(async ({ get }) => {
      const all = column(await get('/users', { limit: 20 }), 'userId');
      const some = column(await get('/users', { limit: 10, offset: 7 }), 'userId');
      return all.indexOf(some[0] ?? '');
    }),
  },
  {
    id: 'round-2.pagination.zero-offset-beside-a-cursor',
    chapter,
    story: 'Whether both were sent is asked with `offset && cursor`, and an offset of 0 counts as none.',
    rests: 'Pagination: `offset` cannot be combined with `cursor`; Limits: not allowed together.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'GET /classes', 'GET /smart-ia/cohorts', 'GET /smart-ia/sessions'],
    wrap: (service) =>
      on(
        service,
        ['GET /users', 'GET /classes', 'GET /smart-ia/cohorts', 'GET /smart-ia/sessions'],
        async ({ ask, pass }) => {
          if (!ask.query.has('cursor') || ask.query.get('offset') !== '0') return pass();
          const query = new URLSearchParams(ask.query);
          query.delete('offset');
          return pass({ query });
        },
      ),
    witness: both(async ({ get }) => {
      const cursor = nextOf(await get('/classes', { limit: 5 }));
      const together = [0, 5].map((offset) => get('/classes', { limit: 5, cursor, offset }));
      return (await Promise.all(together)).map(({ status }) => status);
    }),
  },
  {
    id: 'round-2.pagination.null-cursor-beside-an-offset',
    chapter,
    story:
      'Whether a body has both is asked by the presence of the keys, and clients send null for no cursor.',
    rests: 'Pagination: `cursor` is a string or null, optional, in the body of the search too.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) =>
        'cursor' in ask.body && 'offset' in ask.body
          ? refuse(ask, 400, 'Offset cannot be combined with cursor')
          : pass(),
      ),
    witness: both(async ({ send }) => {
      const { status } = await send('POST', '/users/search', {
        search: {},
        limit: 5,
        offset: 5,
        cursor: null,
      });
      return status;
    }),
  },
  {
    id: 'round-2.pagination.full-last-page-has-a-next',
    chapter,
    story: 'A page that holds as many items as its limit is taken for one that others follow.',
    rests: 'Pagination: `nextCursor` is null on the last page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      const ends = new Map<string, URLSearchParams>();
      return on(service, ['GET /classes', 'GET /smart-ia/cohorts'], async ({ ask, pass }) => {
        const beyond = ends.get(ask.query.get('cursor') ?? '');
        if (beyond !== undefined) {
          return editPagination(await pass({ query: beyond }), () => ({ offset: 0 }));
        }
        const response = await pass();
        if (response.status !== 200) return response;
        const body = fields(await response.json());
        const start = trail.startOf(ask);
        trail.note(ask, body);
        const total = Number(at(body, 'pagination', 'total'));
        const limit = Number(at(body, 'pagination', 'limit'));
        const size = list(body['data']).length;
        if (start === undefined || size !== limit || start + size !== total) return withBody(response, body);
        const query = new URLSearchParams(trail.queryOf(ask) ?? ask.query);
        query.set('offset', String(total));
        query.set('limit', String(limit));
        query.delete('cursor');
        const nextCursor = Buffer.from(`end ${ask.path} ${query}`).toString('base64');
        ends.set(nextCursor, query);
        return withBody(response, { ...body, pagination: { ...fields(body['pagination']), nextCursor } });
      });
    },
    witness: both(async ({ get }) => {
      const { total } = paginationOf(await get('/classes', { limit: 1 }));
      const half = Math.floor(Number(total) / 2);
      const even = await get('/classes', { limit: half, offset: Number(total) - half });
      const whole = await get('/classes', { limit: Number(total) });
      return [even, whole].map((answer) => nextOf(answer) === '');
    }),
  },
  {
    id: 'round-2.pagination.back-on-the-first-page',
    chapter,
    story: 'Whether there is a page before is asked by whether the request had a cursor.',
    rests: 'Pagination: `previousCursor` is null on the first page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'GET /smart-ia/sessions'],
    wrap: (service) => {
      return on(service, ['GET /users', 'GET /smart-ia/sessions'], async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor');
        return editPagination(await pass(), ({ previousCursor }) =>
          cursor === null ? {} : { previousCursor: previousCursor ?? cursor },
        );
      });
    },
    witness: both(async ({ get }) => {
      const first = await get('/users', { limit: 5 });
      const second = await get('/users', { limit: 5, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      return paginationOf(await get('/users', { limit: 5, cursor }))['previousCursor'] === null;
    }),
  },
];
