import { allOf, editPagination, Trail, withBody } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, readAnswer, textAt } from '../kit.ts';
import { changed } from './shared.ts';

const chapter = 'pagination';

/** Faults of limit, offset and total. */
export const pageFaults: readonly BlindFault[] = [
  {
    id: 'round-3.pagination.empty-text-for-no-cursor',
    chapter,
    story: 'The answer goes through a format whose texts cannot be null: a missing one is empty.',
    rests: 'Pagination: previousCursor is null on the first page, nextCursor on the last.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editPagination(await pass(), ({ previousCursor, nextCursor }) => ({
          previousCursor: previousCursor ?? '',
          nextCursor: nextCursor ?? '',
        })),
      ),
    witness: both(async ({ get }) => {
      const { previousCursor } = paginationOf(await get('/smart-ia/sessions/in-progress', { limit: 2 }));
      return { previousCursor };
    }),
  },
  {
    id: 'round-3.pagination.counts-no-further',
    chapter,
    story: 'To spare a count, one row more than the page is read, and the total says how far one has seen.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const body = fields(await response.json());
        const start = trail.startOf(ask) ?? 0;
        trail.note(ask, body);
        const { total, limit } = fields(body['pagination']);
        const seen = Math.min(Number(total), start + Number(limit) + 1);
        return withBody(response, { ...body, pagination: { ...fields(body['pagination']), total: seen } });
      });
    },
    witness: both(async ({ get }) => paginationOf(await get('/classes', { limit: 3 }))['total']),
  },
  {
    id: 'round-3.pagination.offset-counts-from-one',
    chapter,
    story: 'The function of the database that numbers rows begins with one, and so does the condition.',
    rests: 'Pagination: offset is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ ask, pass }) => {
        const offset = Number(ask.query.get('offset') ?? 0);
        if (!(offset > 0)) return pass();
        const query = changed(ask.query, (name, value) => (name === 'offset' ? String(offset - 1) : value));
        return editPagination(await pass({ query }), () => ({ offset }));
      }),
    witness: both(async ({ get }) => {
      const path = '/smart-ia/sessions/completed';
      const whole = column(await get(path, { limit: 5 }), 'sessionId');
      return whole.indexOf(column(await get(path, { limit: 5, offset: 2 }), 'sessionId')[0] ?? '');
    }),
  },
  {
    id: 'round-3.pagination.other-plan-for-far-pages',
    chapter,
    story:
      'Users are sorted by the time of creation alone; from some offset on the database sorts in another way, and ties come in another order.',
    rests: 'Pagination: offset is the start index in the list of total results, which pages cut up.',
    breaks: 'implied',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async (line) => {
        const { query } = line.ask;
        const response = await line.pass();
        const offset = Number(query.get('offset') ?? 0);
        const sorted = query.has('sort[field]') || query.has('sort[direction]');
        if (!response.ok || offset < 100 || sorted) return response;
        const { body } = await readAnswer(response.clone());
        const all = await allOf(line, '/users', query);
        const places = all.toReversed().map((user, place) => ({ user, place }));
        places.sort((one, other) => {
          const [a, b] = [textAt(one.user, 'createdAt'), textAt(other.user, 'createdAt')];
          return a === b ? one.place - other.place : Number(a < b) - Number(a > b);
        });
        const data = places.slice(offset, offset + list(body['data']).length).map(({ user }) => user);
        return withBody(response, { ...body, data });
      }),
    witness: both(async ({ get }) => {
      const ids = [0, 100, 200].map(async (offset) => column(await get('/users', { offset }), 'userId'));
      return new Set((await Promise.all(ids)).flat()).size;
    }),
  },
  {
    id: 'round-3.pagination.one-item-is-no-list',
    chapter,
    story: 'The query builder has a short way for a limit of one, which gives the row and not a list.',
    rests: 'Pagination: the response shape is { data: array, pagination: object }.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || ask.query.get('limit') !== '1') return response;
        const body = fields(await response.json());
        return withBody(response, { ...body, data: at(body, 'data', 0) ?? null });
      }),
    witness: both(async ({ get }) =>
      Array.isArray((await get('/smart-ia/sessions/in-progress', { limit: 1 })).body['data']),
    ),
  },
  {
    id: 'round-3.pagination.limit-cut-in-silence',
    chapter,
    story:
      'The data layer gives a hundred rows at most, and the answer repeats the limit that was asked for.',
    rests: 'Pagination: pagination.limit is the limit used for this request.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const limit = Number(ask.query.get('limit') ?? 100);
        if (!(limit > 100 && limit <= 1000)) return pass();
        const query = changed(ask.query, (name, value) => (name === 'limit' ? '100' : value));
        return editPagination(await pass({ query }), () => ({ limit }));
      }),
    witness: both(async ({ get }) => {
      const answer = await get('/smart-ia/sessions', { limit: 150 });
      return [paginationOf(answer)['limit'], itemsOf(answer).length];
    }),
  },
  {
    id: 'round-3.pagination.limit-of-joined-rows',
    chapter,
    story:
      'Cohorts are fetched together with their tests, and the limit counts the rows of the join; the next page goes on as if all had come.',
    rests: 'Pagination: total is the number of results, and nextCursor leads to the next page of them.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const body = fields(await response.json());
        let rows = Number(at(body, 'pagination', 'limit'));
        const data = list(body['data']).filter((cohort) => {
          const shown = rows > 0;
          rows -= Math.max(1, list(at(cohort, 'tests')).length);
          return shown;
        });
        return withBody(response, { ...body, data });
      }),
    witness: both(async ({ get }) => {
      const first = await get('/smart-ia/cohorts', { limit: 10 });
      const second = await get('/smart-ia/cohorts', { limit: 10, cursor: nextOf(first) });
      const offset = await get('/smart-ia/cohorts', { limit: 1, offset: itemsOf(first).length });
      return column(second, 'cohortId')[0] === column(offset, 'cohortId')[0];
    }),
  },
];
