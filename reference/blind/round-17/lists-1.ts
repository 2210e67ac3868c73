import { edit, editPagination, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, readAnswer, requery, textAt } from '../kit.ts';

const completed = 'GET /smart-ia/sessions/completed';
const inProgress = 'GET /smart-ia/sessions/in-progress';
const paged = ['GET /users', 'GET /classes', 'GET /smart-ia/cohorts'];

/** Pages: what they hold, and what `pagination` says of them. */
export const pageFaults: readonly BlindFault[] = [
  {
    id: 'round-17.pagination.total-counts-what-is-left',
    chapter: 'pagination',
    story: 'The count query is built from the page query, and so it takes over the condition of the cursor.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [completed],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, completed, async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const start = ask.query.has('cursor') ? (trail.startOf(ask) ?? 0) : 0;
          trail.note(ask, body);
          const pagination = fields(body['pagination']);
          return { ...body, pagination: { ...pagination, total: Number(pagination['total']) - start } };
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/smart-ia/sessions/completed', { limit: 20 });
      const second = await client.get('/smart-ia/sessions/completed', { limit: 20, cursor: nextOf(first) });
      return [paginationOf(first)['total'], paginationOf(second)['total']];
    }),
  },
  {
    id: 'round-17.pagination.half-a-default-page',
    chapter: 'pagination',
    story: 'The list in progress was written last and took its default page size from the admin screen.',
    rests: 'Limits: the default page size (limit) is 100 on paginated endpoints.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [inProgress],
    wrap: requery(inProgress, (query) => {
      if (!query.has('limit')) query.set('limit', '50');
    }),
    witness: both(async (client) => {
      const answer = await client.get('/smart-ia/sessions/in-progress');
      return [paginationOf(answer)['limit'], itemsOf(answer).length];
    }),
  },
  {
    id: 'round-17.pagination.cursor-page-tells-its-start',
    chapter: 'pagination',
    story: 'The page object computes its offset from its position, and nobody blanks it for cursors.',
    rests: 'Pagination: offset is 0 when a cursor is used.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const offset = trail.startOf(ask) ?? 0;
          trail.note(ask, body);
          return { ...body, pagination: { ...fields(body['pagination']), offset } };
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 30 });
      return paginationOf(await client.get('/users', { limit: 30, cursor: nextOf(first) }))['offset'];
    }),
  },
  {
    id: 'round-17.pagination.past-the-end-is-the-last-page',
    chapter: 'pagination',
    story:
      'The paging library is set to show its last page on overflow, which was meant for the web screens.',
    rests: 'Pagination: offset is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const total = Number(at((await readAnswer(response.clone())).body, 'pagination', 'total') ?? 0);
        const limit = Number(ask.query.get('limit') ?? 100);
        const offset = Number(ask.query.get('offset') ?? 0);
        if (!response.ok || total === 0 || offset < total) return response;
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(Math.floor((total - 1) / limit) * limit));
        return editPagination(await pass({ query }), () => ({ offset }));
      }),
    witness: both(async (client) => {
      const total = Number(paginationOf(await client.get('/users', { role: 'teacher', limit: 1 }))['total']);
      return column(
        await client.get('/users', { role: 'teacher', limit: 10, offset: total + 5 }),
        'username',
      );
    }),
  },
  {
    id: 'round-17.pagination.way-back-never-ends',
    chapter: 'pagination',
    story: 'previousCursor is blanked when the request has no cursor, which is taken to mean the first page.',
    rests: 'Pagination: previousCursor is null on the first page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor');
        const response = await pass();
        if (cursor === null) return response;
        return editPagination(response, ({ previousCursor }) => ({
          previousCursor: previousCursor ?? cursor,
        }));
      }),
    witness: both(async (client) => {
      const path = '/smart-ia/sessions';
      const first = await client.get(path, { limit: 15 });
      const second = await client.get(path, { limit: 15, cursor: nextOf(first) });
      const back = await client.get(path, {
        limit: 15,
        cursor: textAt(second.body, 'pagination', 'previousCursor'),
      });
      const same = column(first, 'sessionId').join() === column(back, 'sessionId').join();
      return [same, at(back.body, 'pagination', 'previousCursor') === null];
    }),
  },
  {
    id: 'round-17.pagination.big-pages-step-by-a-hundred',
    chapter: 'pagination',
    story: 'The cursor builder caps the page size at the default, and the query does not.',
    rests: 'Pagination: nextCursor is the cursor for the next page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (Number(ask.query.get('limit') ?? 100) <= 100) return response;
        const query = new URLSearchParams(ask.query);
        query.set('limit', '100');
        const { body } = await readAnswer(await pass({ query }));
        return editPagination(response, ({ nextCursor }) => ({
          nextCursor: nextCursor === null ? null : at(body, 'pagination', 'nextCursor'),
        }));
      }),
    witness: both(async (client) => {
      const first = await client.get('/classes', { limit: 120 });
      const second = await client.get('/classes', { limit: 120, cursor: nextOf(first) });
      const ids = [...column(first, 'classId'), ...column(second, 'classId')];
      return [ids.length, new Set(ids).size];
    }),
  },
  {
    id: 'round-17.pagination.limit-of-the-neighbour',
    chapter: 'pagination',
    story:
      'The page settings lie in a variable of the module, and a request that comes meanwhile sets it anew.',
    rests: 'Pagination: limit is the limit used for this request.',
    breaks: 'explicit',
    depth: 'deep',
    at: paged,
    wrap: (service) => {
      let limit = 100;
      return on(service, paged, async ({ ask, pass }) => {
        limit = Number(ask.query.get('limit') ?? 100);
        return editPagination(await pass(), () => ({ limit }));
      });
    },
    witness: both(async (client) => {
      const answers = await Promise.all([
        client.get('/classes', { limit: 12 }),
        client.get('/smart-ia/cohorts', { limit: 5 }),
        client.get('/users', { limit: 7 }),
      ]);
      return answers.map((answer) => [paginationOf(answer)['limit'], list(answer.body['data']).length]);
    }),
  },
];
