import { edit, editPagination } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, list, on, requery } from '../kit.ts';

/** Faults in what a page says of itself. */
export const pagination: readonly BlindFault[] = [
  {
    id: 'round-5.pagination.total-of-the-page',
    chapter: 'pagination',
    story:
      'The mapper takes the length of the list that it was given for the total, and it was given a page.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/completed', async ({ pass }) =>
        editPagination(await pass(), (_, data) => ({ total: data.length })),
      ),
    witness: both(async ({ get }) => {
      const answer = await get('/smart-ia/sessions/completed', { limit: 2 });
      return Number(paginationOf(answer)['total']) > 2;
    }),
  },
  {
    id: 'round-5.pagination.limit-is-what-came',
    chapter: 'pagination',
    story:
      'The page object of the data layer has a size, which is the number of its items, and the answer calls it the limit.',
    rests: 'Pagination: limit is the limit used for this request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editPagination(await pass(), (_, data) => ({ limit: data.length })),
      ),
    witness: both(async ({ get }) => {
      const total = Number(paginationOf(await get('/smart-ia/cohorts', { limit: 1 }))['total']);
      return paginationOf(await get('/smart-ia/cohorts', { limit: 7, offset: total - 2 }))['limit'];
    }),
  },
  {
    id: 'round-5.pagination.limit-zero-where-none-was-sent',
    chapter: 'pagination',
    story:
      'The search repeats the number of its body, which is zero where the property is missing; the default is applied further down.',
    rests: 'Pagination: limit is the limit used for this request; the endpoint default if none was given.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const answer = await pass();
        return ask.body['limit'] === undefined ? editPagination(answer, () => ({ limit: 0 })) : answer;
      }),
    witness: both(
      async ({ send }) => paginationOf(await send('POST', '/users/search', { search: {} }))['limit'],
    ),
  },
  {
    id: 'round-5.pagination.cursors-omitted-when-null',
    chapter: 'pagination',
    story:
      'The serialiser leaves out nulls, as it should for empty fields of a resource, and does so in the pagination as well.',
    rests: 'Pagination: previousCursor is null on the first page, nextCursor is null on the last page.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ pass }) =>
        edit(await pass(), (body) => {
          const kept = Object.entries(fields(body['pagination'])).filter(([, value]) => value !== null);
          return { ...body, pagination: Object.fromEntries(kept) };
        }),
      ),
    witness: both(async ({ get }) => {
      const first = await get('/classes', { limit: 3 });
      return paginationOf(first)['previousCursor'] === null;
    }),
  },
  {
    id: 'round-5.pagination.next-forgets-the-offset',
    chapter: 'pagination',
    story: 'The next cursor is made out of the limit alone, as it is right for the first page.',
    rests: 'Pagination: nextCursor is the cursor for the next page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass, call }) => {
        const answer = await pass();
        if (!answer.ok || Number(ask.query.get('offset') ?? 0) === 0) return answer;
        const query = new URLSearchParams(ask.query);
        query.delete('offset');
        const next = nextOf(await call(`GET /users?${query}`));
        return editPagination(answer, ({ nextCursor }) => ({
          nextCursor: nextCursor === null ? null : next,
        }));
      }),
    witness: both(async ({ get }) => {
      const page = await get('/users', { limit: 5, offset: 10 });
      const next = column(await get('/users', { limit: 5, cursor: nextOf(page) }), 'userId');
      const third = column(await get('/users', { limit: 5, offset: 15 }), 'userId');
      return next.join() === third.join();
    }),
  },
  {
    id: 'round-5.pagination.total-lost-past-the-end',
    chapter: 'pagination',
    story:
      'The total is a window count that comes with every row, and a page past the end has no row to take it from.',
    rests: 'Pagination: total is the total number of results, whatever page is asked for.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editPagination(await pass(), ({ total }, data) => ({ total: data.length === 0 ? 0 : total })),
      ),
    witness: both(async ({ get }) => {
      const total = Number(paginationOf(await get('/users', { limit: 1 }))['total']);
      return paginationOf(await get('/users', { offset: total + 5 }))['total'] === total;
    }),
  },
  {
    id: 'round-5.pagination.limit-up-to-the-first-letter',
    chapter: 'pagination',
    story:
      'The number is read with a function that stops at the first letter and is content with what it had.',
    rests: 'Pagination: limit is an integer; GET /classes answers an invalid request with 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      const read = /^\d+(?=[^\d])/.exec(query.get('limit') ?? '');
      if (read) query.set('limit', read[0]);
    }),
    witness: both(async ({ get }) => (await get('/classes', { limit: '5x' })).status),
  },
  {
    id: 'round-5.conventions.list-of-nothing-is-null',
    chapter: 'conventions',
    story: 'The list begins as a slice that is nil until something is appended, and nil is written as null.',
    rests: 'Pagination: the response shape is { data: array, pagination: object }.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        edit(await pass(), (body) => (list(body['data']).length === 0 ? { ...body, data: null } : body)),
      ),
    witness: both(async ({ get }) => {
      const { body } = await get('/smart-ia/sessions', { subject: 'Nothing of the kind' });
      return Array.isArray(body['data']);
    }),
  },
];
