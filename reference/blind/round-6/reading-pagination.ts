import { editPagination, page, Trail } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, list, on, readAnswer, requery, textAt } from '../kit.ts';
import { paging } from './reading-filtering.ts';

const cohorts = '/smart-ia/cohorts';
const classes = 'GET /classes';

const offsets: readonly BlindFault[] = [
  {
    id: 'round-6.pagination.total-of-cohorts-counts-the-page',
    chapter: 'pagination',
    story: 'The count is taken from the rows that were loaded.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`GET ${cohorts}`],
    wrap: (service) =>
      on(service, `GET ${cohorts}`, async ({ pass }) =>
        editPagination(await pass(), (_pagination, data) => ({ total: data.length })),
      ),
    witness: both(async ({ get }) => {
      const [one, two] = [await get(cohorts, { limit: 1 }), await get(cohorts, { limit: 2 })];
      return paginationOf(one)['total'] === paginationOf(two)['total'];
    }),
  },
  {
    id: 'round-6.pagination.offset-of-classes-counts-pages',
    chapter: 'pagination',
    story: 'The library for the database wants the number of a page, and is given the offset.',
    rests: 'Pagination: offset is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [classes],
    wrap: (service) =>
      on(service, classes, async ({ ask, pass }) => {
        const offset = ask.query.get('offset') ?? '';
        if (!/^[1-9]\d{0,5}$/.test(offset) || ask.query.has('cursor')) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(Number(offset) * Number(query.get('limit') ?? 100)));
        return editPagination(await pass({ query }), () => ({ offset: Number(offset) }));
      }),
    witness: both(async ({ get }) => {
      const all = column(await get('/classes', { limit: 9 }), 'classId');
      const [third] = column(await get('/classes', { limit: 2, offset: 2 }), 'classId');
      return all.indexOf(third ?? '');
    }),
  },
  {
    id: 'round-6.pagination.offset-beside-cursor-let-through',
    chapter: 'pagination',
    story: 'Where there is a cursor the offset is not even read, and so nobody refuses the pair.',
    rests: 'Pagination: offset cannot be combined with cursor; GET /classes answers 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classes],
    wrap: requery(classes, (query) => {
      if (query.has('cursor')) query.delete('offset');
    }),
    witness: both(async ({ get }) => {
      const cursor = nextOf(await get('/classes', { limit: 2 }));
      return (await get('/classes', { limit: 2, offset: 2, cursor })).status;
    }),
  },
];

const cursors: readonly BlindFault[] = [
  {
    id: 'round-6.pagination.cursor-of-users-skips-equal-moments',
    chapter: 'pagination',
    story:
      'The next page is "created before the last one shown", and users imported together are passed over.',
    rests: 'Pagination: nextCursor is the cursor for the next page of the total results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: paging(
      '/users',
      (query) => ![...query.keys()].some((name) => name.startsWith('sort[')),
      (items, query) => {
        const start = Number(query.get('offset') ?? 0);
        const last = textAt(items[start - 1], 'createdAt');
        if (!query.has('resumed') || last === '') return page(query, items);
        const skipped = items.slice(start).findIndex((item) => item['createdAt'] !== last);
        const moved = new URLSearchParams(query);
        moved.set('offset', String(skipped < 0 ? items.length : start + skipped));
        return page(moved, items);
      },
    ),
    witness: both(async ({ get }) => {
      const all = column(await get('/users', { limit: 20 }), 'userId');
      const first = await get('/users', { limit: 10 });
      const second = await get('/users', { limit: 10, cursor: nextOf(first) });
      return all.indexOf(column(second, 'userId')[0] ?? '');
    }),
  },
  {
    id: 'round-6.pagination.full-last-page-promises-another',
    chapter: 'pagination',
    story: 'A page that is full is taken for one that has a successor; only a short one ends the list.',
    rests: 'Pagination: nextCursor is null on the last page.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${cohorts}`],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, `GET ${cohorts}`, async ({ ask, pass, call }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const { body } = await readAnswer(answer.clone());
        const start = trail.startOf(ask);
        trail.note(ask, body);
        const size = list(body['data']).length;
        const full = size > 1 && textAt(body, 'pagination', 'limit') === String(size);
        if (start === undefined || !full || textAt(body, 'pagination', 'nextCursor') !== '') return answer;
        const query = new URLSearchParams(trail.queryOf(ask) ?? ask.query);
        query.set('offset', String(start));
        query.set('limit', String(size - 1));
        const nextCursor = nextOf(await call(`GET ${cohorts}?${query}`));
        return editPagination(answer, () => (nextCursor === '' ? {} : { nextCursor }));
      });
    },
    witness: both(async ({ get }) => {
      const total = Number(paginationOf(await get(cohorts, { limit: 1 }))['total']);
      return nextOf(await get(cohorts, { limit: 5, offset: total - 5 })) === '';
    }),
  },
  {
    id: 'round-6.pagination.way-back-never-ends',
    chapter: 'pagination',
    story: 'Whoever came by a cursor gets a previous one, also after walking back to the beginning.',
    rests: 'Pagination: previousCursor is null on the first page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        const cursor = ask.query.get('cursor');
        if (cursor === null) return answer;
        return editPagination(answer, ({ previousCursor }) => ({ previousCursor: previousCursor ?? cursor }));
      }),
    witness: both(async ({ get }) => {
      const second = await get('/users', { limit: 5, offset: 5 });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      const first = await get('/users', { limit: 5, cursor });
      return textAt(first.body, 'pagination', 'previousCursor') === '';
    }),
  },
];

/** Faults of pagination. */
export const pagination: readonly BlindFault[] = [...offsets, ...cursors];
