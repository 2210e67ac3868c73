import { editPagination, Trail } from '../answers.ts';
import { both, column, newCohortId, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, on, readAnswer, requery, textAt } from '../kit.ts';
import { everyItem, queryOf, wantedOf } from './lists-tools.ts';

const sessions = '/smart-ia/sessions';
const unix = /^-?\d+$/;

export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.dates.mixed-notations-hide-a-conflict',
    chapter: 'dates',
    story:
      'The parser puts timestamps and date-times into maps of their own, and looks for conflicts inside each map only.',
    rests: 'Date filtering: gt and gte cannot be used together; lt and lte cannot be used together.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${sessions}`],
    wrap: requery(`GET ${sessions}`, (query) => {
      for (const name of ['startDate[gt]', 'startDate[lt]', 'endDate[gt]', 'endDate[lt]']) {
        const twin = name.replace(']', 'e]');
        const [one, other] = [query.get(name), query.get(twin)];
        if (one !== null && other !== null && unix.test(one) !== unix.test(other)) query.delete(twin);
      }
    }),
    witness: both(async (client) => {
      const query = { 'endDate[lt]': 1_735_689_600, 'endDate[lte]': '2025-01-01T00:00:00.000Z' };
      return (await client.get(sessions, query)).status;
    }),
  },
  {
    id: 'round-18.pagination.count-keeps-the-keyset-condition',
    chapter: 'pagination',
    story:
      'The count is taken from a copy of the page query, and the copy is made after the condition of the cursor went in.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const start = ask.query.has('cursor') ? (trail.startOf(ask) ?? 0) : 0;
        trail.note(ask, (await readAnswer(response.clone())).body);
        return editPagination(response, ({ total }) => ({ total: Number(total) - start }));
      });
    },
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/users', { limit: 20 }));
      return paginationOf(await client.get('/users', { limit: 20, cursor }))['total'];
    }),
  },
  {
    id: 'round-18.pagination.look-ahead-is-clipped-at-a-hundred',
    chapter: 'pagination',
    story:
      'One row more than the limit is read to see whether a page follows, but the repository clips every read at 100.',
    rests:
      'Pagination: nextCursor is null on the last page, and else the cursor for the next page; limit is 100 by default.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editPagination(await pass(), ({ limit, nextCursor }, data) => ({
          nextCursor: limit === 100 && data.length === 100 ? null : nextCursor,
        })),
      ),
    witness: both(async (client) => {
      await newCohortId(client);
      const page = await client.get('/smart-ia/cohorts');
      return [column(page, 'name').length, paginationOf(page)['total'], nextOf(page) !== ''];
    }),
  },
  {
    id: 'round-18.pagination.descending-keyset-has-no-tie-break',
    chapter: 'pagination',
    story:
      'The cursor compares date and id when ascending; the branch for descending came later and compares the date alone.',
    rests: 'Pagination: nextCursor is the cursor for the next page; GET /smart-ia/sessions takes a sort.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${sessions}`],
    wrap: (service) => {
      const known = new Map<string, { readonly query: URLSearchParams; readonly date: string }>();
      return on(service, `GET ${sessions}`, async (line) => {
        const { ask, pass } = line;
        const from = known.get(ask.query.get('cursor') ?? '');
        const probe = await pass();
        if (!probe.ok) return probe;
        const query = new URLSearchParams(from?.query ?? ask.query);
        if (query.get('sort[direction]') !== 'desc') return probe;
        if ((query.get('sort[field]') ?? 'startDate') !== 'startDate') return probe;
        if (from === undefined && ask.query.has('cursor')) return probe;
        if (from !== undefined) query.delete('offset');
        if (from !== undefined) {
          const { asked } = wantedOf({ ...ask, query });
          const all = await everyItem(line, asked);
          const start = all.findIndex((session) => textAt(session, 'startDate') < from.date);
          query.set('offset', String(start < 0 ? all.length : start));
          query.set('limit', ask.query.get('limit') ?? '100');
        }
        const answer = from === undefined ? probe : await pass({ query });
        const { body } = await readAnswer(answer.clone());
        const next = textAt(body, 'pagination', 'nextCursor');
        if (next !== '') known.set(next, { query, date: textAt(body, 'data', -1, 'startDate') });
        return from === undefined ? answer : editPagination(answer, () => ({ offset: 0 }));
      });
    },
    witness: both(async (client) => {
      const sort = { 'sort[field]': 'startDate', 'sort[direction]': 'desc' };
      const ids = new Set<string>();
      let page = await client.get(sessions, { ...sort, limit: 7 });
      for (let count = 0; count < 8; count += 1) {
        for (const id of column(page, 'sessionId')) ids.add(id);
        page = await client.get(sessions, { ...sort, limit: 7, cursor: nextOf(page) });
      }
      const first = column(await client.get(sessions, { ...sort, limit: 56 }), 'sessionId');
      return first.filter((id) => ids.has(id)).length;
    }),
  },
  {
    id: 'round-18.classes.cursor-counts-rows-of-all-years',
    chapter: 'classes',
    story:
      'The cursor holds a row number of a window function that runs before the filter by year is applied.',
    rests: 'GET /classes: academicYearId with cursor; nextCursor is the cursor for the next page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, 'GET /classes', async (line) => {
        const { ask, pass } = line;
        const response = await pass();
        if (!response.ok) return response;
        const start = trail.startOf(ask);
        const query = new URLSearchParams(trail.queryOf(ask));
        trail.note(ask, (await readAnswer(response.clone())).body);
        if (!ask.query.has('cursor') || start === undefined || !query.has('academicYearId')) return response;
        const { asked } = wantedOf({ ...ask, query });
        const before = (await everyItem(line, asked)).at(Math.max(0, start - 1));
        const all = await everyItem(line, {});
        const row = all.findIndex((one) => one['classId'] === before?.['classId']);
        const limit = Number(ask.query.get('limit') ?? 100);
        const moved = { ...asked, limit, offset: start === 0 ? 0 : row + 1 };
        return editPagination(await pass({ query: queryOf(moved) }), () => ({ offset: 0 }));
      });
    },
    witness: both(async (client) => {
      const query = { academicYearId: 'current', limit: 15 };
      const first = await client.get('/classes', query);
      const second = await client.get('/classes', { ...query, cursor: nextOf(first) });
      return [column(first, 'classId').length, column(second, 'classId').length];
    }),
  },
];
