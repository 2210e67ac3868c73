import { editPagination, refuse } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, on, requery, textAt } from '../kit.ts';

const limitAsText: BlindFault = {
  id: 'round-4.pagination.limit-given-back-as-it-was-typed',
  chapter: 'pagination',
  story: 'The limit is put into the answer straight from the query, where everything is text.',
  rests: 'Pagination: limit in the answer is an integer.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/sessions'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) =>
      editPagination(await pass(), ({ limit }) => ({ limit: ask.query.get('limit') ?? limit })),
    ),
  witness: both(
    async ({ get }) => typeof paginationOf(await get('/smart-ia/sessions', { limit: 3 }))['limit'],
  ),
};

const pageNumber: BlindFault = {
  id: 'round-4.pagination.offset-told-as-a-page-number',
  chapter: 'pagination',
  story: 'The page object of the framework tells the number of the page, and that is what the mapper reads.',
  rests: 'Pagination: offset in the answer is the offset used for the request.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
      editPagination(await pass(), ({ offset, limit }) => ({
        offset: Math.floor(Number(offset) / Math.max(1, Number(limit))),
      })),
    ),
  witness: both(
    async ({ get }) => paginationOf(await get('/smart-ia/cohorts', { limit: 4, offset: 8 }))['offset'],
  ),
};

const noWayBack: BlindFault = {
  id: 'round-4.pagination.no-way-back-from-an-offset',
  chapter: 'pagination',
  story: 'The cursor back is made out of the cursor that came, and a request by offset brought none.',
  rests: 'Pagination: previousCursor is the cursor for the previous page, null on the first page.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /smart-ia/sessions/in-progress'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/sessions/in-progress', async ({ ask, pass }) => {
      const answer = await pass();
      if (ask.query.has('cursor')) return answer;
      return editPagination(answer, () => ({ previousCursor: null }));
    }),
  witness: both(async ({ get }) => {
    const answer = await get('/smart-ia/sessions/in-progress', { limit: 2, offset: 4 });
    return textAt(answer.body, 'pagination', 'previousCursor') === '' ? 'none' : 'a cursor';
  }),
};

const onceOnly: BlindFault = {
  id: 'round-4.pagination.cursor-works-once',
  chapter: 'pagination',
  story:
    'Cursors are kept in a store that hands an entry out and deletes it, so a page cannot be read again.',
  rests: 'Pagination: cursor is a value taken from nextCursor or previousCursor of an earlier response.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /smart-ia/sessions'],
  wrap: (service) => {
    const spent = new Set<string>();
    return on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
      const cursor = ask.query.get('cursor') ?? '';
      if (spent.has(cursor)) return refuse(ask, 400, 'Invalid request');
      const answer = await pass();
      if (answer.ok && cursor !== '') spent.add(cursor);
      return editPagination(answer, (pagination) => {
        spent.delete(textAt(pagination, 'nextCursor'));
        spent.delete(textAt(pagination, 'previousCursor'));
        return {};
      });
    });
  },
  witness: both(async ({ get }) => {
    const cursor = nextOf(await get('/smart-ia/sessions', { limit: 3 }));
    await get('/smart-ia/sessions', { limit: 3, cursor });
    return (await get('/smart-ia/sessions', { limit: 3, cursor })).status;
  }),
};

const tooLong: BlindFault = {
  id: 'round-4.pagination.cursor-of-many-values-refused',
  chapter: 'pagination',
  story:
    'The cursor carries the filters, and the schema allows it a length that a dozen identifiers go beyond.',
  rests: 'Pagination: a cursor from an earlier response is accepted, and the filter takes up to 30 values.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /users'],
  wrap: (service) => {
    const long = new Set<string>();
    return on(service, 'GET /users', async ({ ask, pass }) => {
      if (long.has(ask.query.get('cursor') ?? '')) return refuse(ask, 400, 'Invalid request');
      const answer = await pass();
      if (ask.query.getAll('userId').length < 12) return answer;
      return editPagination(answer, (pagination) => {
        const next = textAt(pagination, 'nextCursor');
        if (next !== '') long.add(next);
        return {};
      });
    });
  },
  witness: both(async ({ get }) => {
    const userId = column(await get('/users', { limit: 15 }), 'userId');
    const cursor = nextOf(await get('/users', { userId, limit: 10 }));
    const second = await get('/users', { userId, limit: 10, cursor });
    return [second.status, column(second, 'userId').length];
  }),
};

const wrapped: BlindFault = {
  id: 'round-4.pagination.offset-wraps-around-at-32-bits',
  chapter: 'pagination',
  story:
    'The offset is cast to 32 bits without a look at what is cut off, and far beyond the end the list begins anew.',
  rests:
    'Pagination: offset is an int32 and the start index, so no offset beyond all results leads to the first of them.',
  breaks: 'implied',
  depth: 'deep',
  at: ['GET /classes'],
  wrap: requery('GET /classes', (query) => {
    const offset = query.get('offset') ?? '';
    if (/^\d{10,15}$/.test(offset)) query.set('offset', String(Number(offset) % 2 ** 32));
  }),
  witness: both(async ({ get }) => {
    const answer = await get('/classes', { offset: 2 ** 32, limit: 5 });
    return column(answer, 'classId').length;
  }),
};

export const pagination: readonly BlindFault[] = [
  limitAsText,
  pageNumber,
  noWayBack,
  onceOnly,
  tooLong,
  wrapped,
];
