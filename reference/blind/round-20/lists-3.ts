import { editPagination, meant, Trail } from '../answers.ts';
import { both, column, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';
import { relist } from './lists-relist.ts';

const sessions = '/smart-ia/sessions';

/** Folds as a database does that knows the letters of ASCII alone. */
function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Lists of classes and sessions. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-20.dates.lt-with-lte-passes-for-end-dates',
    chapter: 'dates',
    story:
      'The rule against two upper bounds was written in the schema of startDate and not carried over to its twin.',
    rests: 'Date filtering 3: lt and lte cannot be used together.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery(`GET ${sessions}`, (query) => {
      if (query.has('endDate[lt]') && query.has('endDate[lte]')) query.delete('endDate[lt]');
    }),
    witness: both(async (client) => {
      const bound = '2025-01-01T00:00:00.000Z';
      const start = await client.get(sessions, { 'startDate[lt]': bound, 'startDate[lte]': bound });
      const end = await client.get(sessions, { 'endDate[lt]': bound, 'endDate[lte]': bound });
      return [start.status, end.status];
    }),
  },
  {
    id: 'round-20.paging.back-leads-to-the-first-page',
    chapter: 'paging',
    story:
      'The cursor back has no branch of its own in the resolver, so it falls through to the start of the list.',
    rests: 'Pagination: previousCursor is the cursor for the previous page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      const trail = new Trail();
      const back = new Set<string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const cursor = ask.query.get('cursor') ?? '';
        const query = new URLSearchParams(trail.queryOf(ask));
        query.delete('offset');
        query.set('limit', ask.query.get('limit') ?? '100');
        const falls = back.has(cursor) && !ask.query.has('offset');
        const answer = await (falls ? pass({ query }) : pass());
        if (!answer.ok) return answer;
        const body = fields(await answer.clone().json());
        trail.note(falls ? { ...ask, query } : ask, body);
        const previous = textAt(body, 'pagination', 'previousCursor');
        if (previous !== '') back.add(previous);
        return answer;
      });
    },
    witness: both(async (client) => {
      const first = await client.get('/classes', { limit: 10 });
      const second = await client.get('/classes', { limit: 10, cursor: nextOf(first) });
      const third = await client.get('/classes', { limit: 10, cursor: nextOf(second) });
      const cursor = textAt(third.body, 'pagination', 'previousCursor');
      const again = column(await client.get('/classes', { limit: 10, cursor }), 'classId').join();
      return [first, second].map((page) => column(page, 'classId').join() === again);
    }),
  },
  {
    id: 'round-20.classes.search-folds-the-letters-of-ascii-alone',
    chapter: 'classes',
    story: 'The names are compared with the NOCASE collation of SQLite, which folds A to Z and nothing else.',
    rests: 'GET /classes: search is an exact match on class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', (line) => {
        const search = meant(line.ask).get('search');
        if (search === null) return line.pass();
        return relist(line, '/classes', (items) =>
          items.filter((one) => folded(textAt(one, 'name')) === folded(search)),
        );
      }),
    witness: both(async (client) => {
      const searches = ['EVENING learners', 'AÑO 7 / GRUPO Ñ', 'ysgol gymraeg – dosbarth ŵ'];
      const totals: unknown[] = [];
      for (const search of searches)
        totals.push(paginationOf(await client.get('/classes', { search }))['total']);
      return totals;
    }),
  },
  {
    id: 'round-20.classes.search-within-the-current-year-looks-in-all-years',
    chapter: 'classes',
    story:
      'The word current is turned into an id in the plain list only, and the search branch drops a year that is no UUID.',
    rests: 'GET /classes: academicYearId is a UUID or the literal current.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.has('search') && query.get('academicYearId') === 'current') query.delete('academicYearId');
    }),
    witness: both(async (client) => {
      const query = { search: 'Foundation Group', academicYearId: 'current' };
      const found = await client.get('/classes', query);
      const current = await client.get('/academic-years/current');
      const year = textAt(current.body, 'academicYear', 'academicYearId');
      return column(found, 'academicYearId').map((one) => one === year);
    }),
  },
  {
    id: 'round-20.paging.offset-is-rounded-down-to-a-whole-page',
    chapter: 'paging',
    story: 'The repository knows numbered pages only, so the controller hands it offset divided by limit.',
    rests: 'Pagination: offset is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, `GET ${sessions}`, async ({ ask, pass }) => {
        const offset = Number(ask.query.get('offset') ?? 0);
        const limit = Number(ask.query.get('limit') ?? 100);
        if (!(offset > 0 && limit > 0) || offset % limit === 0) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('offset', String(Math.floor(offset / limit) * limit));
        return editPagination(await pass({ query }), () => ({ offset }));
      }),
    witness: both(async (client) => {
      const all = column(await client.get(sessions, { limit: 20 }), 'sessionId');
      const from = column(await client.get(sessions, { limit: 10, offset: 5 }), 'sessionId');
      return from.map((id) => all.indexOf(id));
    }),
  },
  {
    id: 'round-20.search.sessions-of-more-than-thirty-users-are-cut',
    chapter: 'search',
    story: 'The search reuses the filter of the list, which was made safe by taking the first thirty values.',
    rests:
      'POST /smart-ia/sessions/search: searches sessions with a body holding search; for many filter values.',
    breaks: 'implied',
    depth: 'medium',
    at: ['POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, `POST ${sessions}/search`, ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        const userIds = list(search['userIds']);
        if (userIds.length <= 30) return pass();
        return pass({ body: { ...ask.body, search: { ...search, userIds: userIds.slice(0, 30) } } });
      }),
    witness: both(async (client) => {
      const users = [...new Set(column(await client.get(sessions, { limit: 100 }), 'user', 'userId'))];
      const search = { userIds: users.slice(0, 40) };
      const found = await client.send('POST', `${sessions}/search`, { search, limit: 100 });
      return [found.status, new Set(column(found, 'user', 'userId')).size];
    }),
  },
];
