import { edit, editPagination, refuse, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';

const chapter = 'pagination';

export const pages: readonly BlindFault[] = [
  {
    id: 'round-1.pages.filter-lost-on-the-way-back',
    chapter,
    story: 'Only the branch for the next page rebuilds the filters out of the cursor.',
    rests: 'previousCursor is the cursor for the previous page',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const back = new Map<string, number>();
      const trail = new Trail();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const start = back.get(ask.query.get('cursor') ?? '');
        const query = new URLSearchParams(ask.query);
        for (const name of ['cursor', 'academicYearId', 'search']) query.delete(name);
        query.set('offset', String(start));
        return edit(await (start === undefined ? pass() : pass({ query })), (body) => {
          trail.note(ask, body);
          const previous = textAt(body, 'pagination', 'previousCursor');
          const limit = Number(textAt(body, 'pagination', 'limit'));
          const from = trail.startOf(ask);
          if (previous !== '' && from !== undefined) back.set(previous, Math.max(0, from - limit));
          if (start === undefined) return body;
          return { ...body, pagination: { ...Object(body['pagination']), offset: 0 } };
        });
      });
    },
    witness: both(async (client) => {
      const query = { academicYearId: 'current', limit: 5 };
      const first = await client.get('/smart-ia/cohorts', query);
      const second = await client.get('/smart-ia/cohorts', { ...query, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      const again = await client.get('/smart-ia/cohorts', { ...query, cursor });
      return column(again, 'cohortId').join() === column(first, 'cohortId').join();
    }),
  },
  {
    id: 'round-1.pages.second-page-taken-for-the-first',
    chapter,
    story: 'A page is the first as long as it starts no later than the limit.',
    rests: 'previousCursor is the cursor for the previous page, null on the first page',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /classes', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          trail.note(ask, body);
          const start = trail.startOf(ask);
          const early = start !== undefined && start <= Number(textAt(body, 'pagination', 'limit'));
          const told = Object(body['pagination']);
          return early ? { ...body, pagination: { ...told, previousCursor: null } } : body;
        }),
      );
    },
    witness: both(async (client) => {
      const second = await client.get('/classes', { limit: 10, offset: 10 });
      return paginationOf(second)['previousCursor'] === null ? 'no page before' : 'a page before';
    }),
  },
  {
    id: 'round-1.pages.offset-becomes-a-page-number',
    chapter,
    story: 'The data layer wants a page number, so the offset is divided by the limit and the rest is lost.',
    rests: 'offset is the start index, zero-based',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const sent = ask.query.get('offset');
        const limit = Number(ask.query.get('limit') ?? 100);
        if (sent === null || !(limit > 0) || !/^\d+$/.test(sent)) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(Math.floor(Number(sent) / limit) * limit));
        return editPagination(await pass({ query }), (told) => ({ ...told, offset: Number(sent) }));
      }),
    witness: both(async (client) => {
      const all = column(await client.get('/smart-ia/sessions', { limit: 20 }), 'sessionId');
      const some = column(await client.get('/smart-ia/sessions', { limit: 10, offset: 7 }), 'sessionId');
      return all.indexOf(some[0] ?? '');
    }),
  },
  {
    id: 'round-1.pages.null-cursor-refused',
    chapter,
    story: 'The schema of the body says that the cursor is optional, but not that it may be null.',
    rests: 'cursor is a string or null',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const refused = ask.headers.has('x-api-key') && ask.body['cursor'] === null;
        const response = await pass();
        return refused && response.ok ? refuse(ask, 400, 'cursor must be a string') : response;
      }),
    witness: both(
      async (client) => (await client.send('POST', '/users/search', { search: {}, cursor: null })).status,
    ),
  },
  {
    id: 'round-1.pages.page-cached-by-size',
    chapter,
    story:
      'The first page is cached by its limit, and the key of the cache leaves out where the page starts.',
    rests: 'offset is the start index; pagination.offset the offset used for this request',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) => {
      const cache = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass }) => {
        const names = [...ask.query.keys()].filter((name) => name !== 'limit' && name !== 'offset');
        const name = ask.query.get('limit') ?? '100';
        return edit(await pass(), (body) => {
          if (names.length > 0) return body;
          if (!cache.has(name)) cache.set(name, body['data']);
          return { ...body, data: cache.get(name) };
        });
      });
    },
    witness: both(async (client) => {
      const first = itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 3 }));
      const second = itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 3, offset: 3 }));
      return first[0]?.['sessionId'] === second[0]?.['sessionId'] ? 'the same page' : 'another page';
    }),
  },
];
