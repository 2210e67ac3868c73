import { allOf, edit, editPagination, meant, refuse, Trail } from '../answers.ts';
import { both, column, itemsOf, nextOf, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { bodyOf, dataOf, without } from './reading-helpers.ts';

const sessions = '/smart-ia/sessions';
const filters = ['search', 'academicYearId'];
const choosing = (query: URLSearchParams) => filters.map((name) => `${query.getAll(name)}`).join(' | ');

/** Pages and cursors. */
export const paging: readonly BlindFault[] = [
  {
    id: 'round-8.pages.cursor-holds-last-value',
    chapter: 'pagination',
    story:
      'The cursor holds the query as Object.fromEntries makes it: of a repeated parameter, the last value.',
    rests: 'Pagination: nextCursor is the cursor for the next page; Sessions: repeat the parameter.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${sessions}`],
    wrap: (service) =>
      on(service, `GET ${sessions}`, async ({ ask, pass }) => {
        const query = meant(ask);
        const own = query.has('resumed');
        const repeated = ['userId', 'testId', 'subject'].some((name) => query.getAll(name).length > 1);
        if (!own && (!repeated || query.has('cursor'))) return pass();
        if (own && ask.query.has('offset')) return refuse(ask, 400, 'Invalid request');
        const start = Number(query.get('offset') ?? 0);
        const cursor = (offset: number) => {
          const flat = {
            ...Object.fromEntries(without(query, 'cursor', 'resumed', 'limit')),
            offset: `${offset}`,
          };
          return Buffer.from(`page ${new URLSearchParams(flat)}`).toString('base64');
        };
        const answer = await pass({ query: without(query, 'resumed') });
        return editPagination(answer, ({ limit, previousCursor, nextCursor }, data) => ({
          offset: own ? 0 : start,
          previousCursor: previousCursor && cursor(Math.max(0, start - Number(limit))),
          nextCursor: nextCursor && cursor(start + data.length),
        }));
      }),
    witness: both(async (client) => {
      const testId = (await testIds(client)).slice(0, 3);
      const all = column(await client.get(sessions, { testId, limit: 300 }), 'sessionId');
      const first = await client.get(sessions, { testId, limit: 5 });
      const second = await client.get(sessions, { cursor: nextOf(first), limit: 5 });
      const walked = [...column(first, 'sessionId'), ...column(second, 'sessionId')];
      return walked.every((id, index) => id === all[index]);
    }),
  },
  {
    id: 'round-8.pages.offset-to-page-number',
    chapter: 'pagination',
    story: 'The repository takes page numbers, so the offset is divided by the limit, and the rest is lost.',
    rests: 'Pagination: offset is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${sessions}/completed`, `GET ${sessions}`],
    wrap: (service) =>
      on(service, [`GET ${sessions}/completed`, `GET ${sessions}`], async ({ ask, pass }) => {
        const offset = Number(ask.query.get('offset') ?? 0);
        const limit = Number(ask.query.get('limit') ?? 100);
        if (!(offset > 0 && limit > 0) || ask.query.has('cursor')) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(offset - (offset % limit)));
        return editPagination(await pass({ query }), () => ({ offset }));
      }),
    witness: both(async ({ get }) => {
      const all = column(await get(sessions, { limit: 20 }), 'sessionId');
      return column(await get(sessions, { limit: 4, offset: 6 }), 'sessionId').map((id) => all.indexOf(id));
    }),
  },
  {
    id: 'round-8.pages.backward-stays-reversed',
    chapter: 'pagination',
    story: 'To go back, rows are read in the opposite order, and nobody turns them round again.',
    rests:
      'Users: the default is createdAt, desc; Pagination: previousCursor is the cursor for the previous page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      const backward = new Set<string>();
      return on(service, 'GET /users', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const previous = textAt(body, 'pagination', 'previousCursor');
          if (previous !== '') backward.add(previous);
          const back = backward.has(ask.query.get('cursor') ?? '');
          return back ? { ...body, data: dataOf(body).toReversed() } : body;
        }),
      );
    },
    witness: both(async ({ get }) => {
      const first = await get('/users', { limit: 10 });
      const second = await get('/users', { limit: 10, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      return column(await get('/users', { limit: 10, cursor }), 'createdAt').map((date) => date.slice(0, 10));
    }),
  },
  {
    id: 'round-8.pages.filters-of-the-last-walk',
    chapter: 'pagination',
    story: 'The cursor holds the position; the filters are kept beside it, one set for each key and list.',
    rests: 'Pagination: a cursor may be taken from an earlier response; nextCursor: the next page.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const trail = new Trail();
      let last = new URLSearchParams();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const start = trail.startOf(ask);
        const begun = trail.queryOf(ask);
        let answer: Response;
        if (start !== undefined && begun && !ask.query.has('offset') && choosing(begun) !== choosing(last)) {
          const query = without(last, 'cursor', 'limit');
          const limit = ask.query.get('limit');
          if (limit !== null) query.set('limit', limit);
          query.set('offset', String(start));
          answer = await editPagination(await pass({ query }), () => ({ offset: 0 }));
        } else {
          answer = await pass();
        }
        if (answer.ok && !ask.query.has('cursor')) last = new URLSearchParams(ask.query);
        if (answer.ok) trail.note(ask, await bodyOf(answer));
        return answer;
      });
    },
    witness: both(async ({ get }) => {
      const years = column(await get('/academic-years'), 'academicYearId');
      const path = '/smart-ia/cohorts';
      const one = await get(path, { academicYearId: years[0] ?? '', limit: 5 });
      await get(path, { academicYearId: years[1] ?? '', limit: 5 });
      const next = await get(path, { cursor: nextOf(one), limit: 5 });
      return column(next, 'academicYearId').map((id) => years.indexOf(id));
    }),
  },
  {
    id: 'round-8.pages.peeked-row-on-the-way-back',
    chapter: 'pagination',
    story: 'One row more is read to see whether there are more; on the way back it stays in the page.',
    rests: 'Pagination: limit is the maximum of items per page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      const backward = new Set<string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const back = backward.has(ask.query.get('cursor') ?? '') && !ask.query.has('offset');
        const limit = Number(ask.query.get('limit') ?? 100);
        const query = new URLSearchParams(ask.query);
        if (back && limit > 0 && limit < 1000) query.set('limit', String(limit + 1));
        const answer = await edit(await pass({ query }), (body) =>
          back ? { ...body, pagination: { ...fields(body['pagination']), limit } } : body,
        );
        const previous = at(await bodyOf(answer), 'pagination', 'previousCursor');
        if (typeof previous === 'string') backward.add(previous);
        return answer;
      });
    },
    witness: both(async ({ get }) => {
      let page = await get('/classes', { limit: 10 });
      for (let n = 0; n < 2; n += 1) page = await get('/classes', { limit: 10, cursor: nextOf(page) });
      const cursor = textAt(page.body, 'pagination', 'previousCursor');
      return itemsOf(await get('/classes', { limit: 10, cursor })).length;
    }),
  },
  {
    id: 'round-8.users.total-counts-roles',
    chapter: 'pagination',
    story: 'The total counts the rows of the join with the roles; a user with two roles counts twice.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass, call }) => {
        const answer = await pass();
        if (!answer.ok || ask.query.has('cursor')) return answer;
        const all = await allOf({ ask, pass, call }, '/users', ask.query);
        return editPagination(answer, () => ({
          total: all.reduce((sum, user) => sum + Math.max(1, texts(user['roles']).length), 0),
        }));
      }),
    witness: both(async ({ get }) => paginationOf(await get('/users'))['total']),
  },
];
