import { allOf, edit, editPagination, json, refuse, Trail, withBody } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, type Line, list, on, requery, textAt } from '../kit.ts';

/** Where a cursor that was handed out goes on. */
interface Place {
  readonly query: URLSearchParams;
  readonly start: number;
  readonly lastId: string;
}

/** Faults of pages and cursors. */
export const pages: readonly BlindFault[] = [
  {
    id: 'round-13.pagination.offset-zero-beside-cursor',
    chapter: 'pagination',
    story: 'The check is written `if (offset && cursor)`, and an offset of 0 counts as none.',
    rests: 'Pagination: `offset` cannot be combined with `cursor` (Limits: not allowed together); 400.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.has('cursor') && query.get('offset') === '0') query.delete('offset');
    }),
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/classes', { limit: 5 }));
      return (await client.get('/classes', { limit: 5, offset: 0, cursor })).status;
    }),
  },
  {
    id: 'round-13.pagination.null-cursor-refused',
    chapter: 'pagination',
    story: 'The schema of the body says `string` and `optional`, and the generator took away `nullable`.',
    rests: 'Pagination: `cursor` is a string or null, in the body of the search too.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        const refused = response.ok && ask.body['cursor'] === null;
        return refused ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(async (client) => {
      const body = { search: { role: 'teacher' }, limit: 3, cursor: null };
      return (await client.send('POST', '/users/search', body)).status;
    }),
  },
  {
    id: 'round-13.pagination.count-of-a-name-kept',
    chapter: 'pagination',
    story: 'The count query is dear, so its outcome is kept by search term; nothing clears it on a create.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const counts = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        const term = ask.query.get('search')?.toLowerCase();
        if (term === undefined) return response;
        const key = `${term} ${ask.query.get('academicYearId')}`;
        return editPagination(response, (pagination) => {
          if (!counts.has(key)) counts.set(key, pagination['total']);
          return { ...pagination, total: counts.get(key) };
        });
      });
    },
    witness: both(async (client) => {
      const name = `Saturday ${client.word()}`;
      const before = await client.get('/smart-ia/cohorts', { search: name });
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      const after = await client.get('/smart-ia/cohorts', { search: name });
      return [before, after].map((answer) => [itemsOf(answer).length, paginationOf(answer)['total']]);
    }),
  },
  {
    id: 'round-13.pagination.no-total-past-the-end',
    chapter: 'pagination',
    story: 'The total comes with each row (`COUNT(*) OVER ()`), and a page without rows has none.',
    rests: 'Pagination: `total` is the total number of results, not of those from the offset on.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        editPagination(await pass(), (pagination, data) => {
          return data.length === 0 ? { ...pagination, total: 0 } : pagination;
        }),
      ),
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/sessions', { limit: 1 });
      const offset = Number(paginationOf(first)['total']) + 5;
      return paginationOf(await client.get('/smart-ia/sessions', { offset }))['total'];
    }),
  },
  {
    id: 'round-13.pagination.equal-starts-skipped-within-a-subject',
    chapter: 'pagination',
    story: 'With a join on tests the cursor goes on with `start_date > ?`; sessions that tie are left out.',
    rests:
      'Pagination: `nextCursor` leads to the next page, so that all results of `total` are on some page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) => {
      const places = new Map<string, Place>();
      return on(service, 'GET /smart-ia/sessions', async (line) => {
        const { ask, pass } = line;
        const place = places.get(ask.query.get('cursor') ?? '');
        if (!place || ask.query.has('offset')) return noted(line, await pass(), places, 'sessionId');
        if (!place.query.has('subject')) return pass();
        const all = await allOf(line, ask.path, place.query);
        const startOf = (index: number) => textAt(all, index, 'startDate');
        let { start } = place;
        while (start < all.length && startOf(start) === startOf(start - 1)) start += 1;
        return from(line, place.query, start, places, 'sessionId');
      });
    },
    witness: both(async (client) => {
      const ids = new Set<string>();
      let answer = await client.get('/smart-ia/sessions', { subject: 'Mathematics', limit: 4 });
      for (let pages = 0; pages < 40; pages += 1) {
        for (const id of column(answer, 'sessionId')) ids.add(id);
        const cursor = nextOf(answer);
        if (cursor === '') break;
        answer = await client.get('/smart-ia/sessions', { subject: 'Mathematics', limit: 4, cursor });
      }
      return ids.size === paginationOf(answer)['total'];
    }),
  },
  {
    id: 'round-13.pagination.role-forgotten-on-the-next-page',
    chapter: 'pagination',
    story: 'The cursor holds the position and the plain filters; the role is a join and was not put in.',
    rests: 'GET `/users`: `role` chooses users by role; `nextCursor` is the next page of the same results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const places = new Map<string, Place>();
      return on(service, 'GET /users', async (line) => {
        const { ask, pass } = line;
        const place = places.get(ask.query.get('cursor') ?? '');
        if (!place || ask.query.has('offset')) return noted(line, await pass(), places, 'userId');
        if (!place.query.has('role')) return pass();
        const query = new URLSearchParams(place.query);
        query.delete('role');
        const all = await allOf(line, ask.path, query);
        const last = all.findIndex((user) => user['userId'] === place.lastId);
        return from(line, query, last + 1, places, 'userId');
      });
    },
    witness: both(async (client) => {
      const asked = { role: 'support', limit: 5 };
      const cursor = nextOf(await client.get('/users', asked));
      const next = await client.get('/users', { ...asked, cursor });
      return itemsOf(next).map((user) => list(user['roles']).includes('support'));
    }),
  },
  {
    id: 'round-13.pagination.limit-as-it-was-sent',
    chapter: 'pagination',
    story: 'The limit of the query is put into the answer as it was read from the address: as a text.',
    rests: 'Pagination: `limit` is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) =>
        editPagination(await pass(), (pagination) => ({
          ...pagination,
          limit: ask.query.get('limit') ?? pagination['limit'],
        })),
      ),
    witness: both(async (client) =>
      JSON.stringify(paginationOf(await client.get('/classes', { limit: 7 }))['limit']),
    ),
  },
  {
    id: 'round-13.pagination.position-shown-with-cursor',
    chapter: 'pagination',
    story: 'The cursor is an offset in disguise, and the answer shows the offset that was decoded.',
    rests: 'Pagination: `offset` is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const offset = trail.startOf(ask) ?? 0;
          trail.note(ask, body);
          return { ...body, pagination: { ...fields(body['pagination']), offset } };
        }),
      );
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/smart-ia/cohorts', { limit: 6 }));
      return paginationOf(await client.get('/smart-ia/cohorts', { limit: 6, cursor }))['offset'];
    }),
  },
  {
    id: 'round-13.pagination.limit-of-one-is-no-limit',
    chapter: 'pagination',
    story: 'Someone wrote `limit > 1` where `limit >= 1` was meant, and falls back on the default.',
    rests: 'Pagination: `limit` is the maximum of items per page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: requery('GET /smart-ia/sessions/in-progress', (query) => {
      if (query.get('limit') === '1') query.delete('limit');
    }),
    witness: both(
      async (client) => itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 1 })).length,
    ),
  },
];

/** Notes where the next cursor of a first page goes on, and leaves the answer as it is. */
async function noted(
  { ask }: Line,
  response: Response,
  places: Map<string, Place>,
  id: string,
): Promise<Response> {
  if (!response.ok || ask.query.has('cursor')) return response;
  const body = fields(await response.json());
  note(body, places, ask.query, Number(ask.query.get('offset') ?? 0), id);
  return withBody(response, body);
}

/** The page of a query from a position on, as an answer to a cursor. */
async function from(
  line: Line,
  query: URLSearchParams,
  start: number,
  places: Map<string, Place>,
  id: string,
): Promise<Response> {
  const asked = new URLSearchParams(query);
  asked.set('offset', String(start));
  asked.set('limit', line.ask.query.get('limit') ?? '100');
  const { status, body } = await line.call(`GET ${line.ask.path}?${asked}`);
  note(body, places, query, start, id);
  return json(status, { ...body, pagination: { ...fields(body['pagination']), offset: 0 } });
}

function note(
  body: Record<string, unknown>,
  places: Map<string, Place>,
  query: URLSearchParams,
  start: number,
  id: string,
) {
  const data = list(body['data']);
  const next = textAt(body, 'pagination', 'nextCursor');
  if (next === '') return;
  places.set(next, { query, start: start + data.length, lastId: textAt(data, -1, id) });
}
