import { allOf, editItems, meant, page } from '../answers.ts';
import { both, type Client, column, itemsOf, newUserId, newUserIds, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, requery, textAt } from '../kit.ts';

const sessions = '/smart-ia/sessions';

/** Faults of filters, sorting and results. */
export const filters: readonly BlindFault[] = [
  {
    id: 'round-12.sessions.end-takes-both-bounds',
    chapter: 'sessions',
    story: 'The rule that forbids two lower bounds was written for startDate and not repeated for endDate.',
    rests: 'Date filtering 1 and 3: endDate has the same operators, and gt and gte cannot be used together.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      for (const bound of ['gt', 'lt']) {
        if (query.has(`endDate[${bound}e]`)) query.delete(`endDate[${bound}]`);
      }
    }),
    witness: both(async (client) => {
      const both = { 'endDate[lt]': '2025-03-01T00:00:00.000Z', 'endDate[lte]': '2025-03-01T00:00:00.000Z' };
      return (await client.get(sessions, both)).status;
    }),
  },
  {
    id: 'round-12.sessions.level-na-is-empty',
    chapter: 'sessions',
    story: 'The results come through a table reader that takes the text NA for a missing value.',
    rests: 'Result levels: `NA` is an output that is returned; a result holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        editItems(await pass(), (session) => {
          const { level, ...result } = fields(session['result']);
          return level === 'NA' ? { ...session, result } : session;
        }),
      ),
    witness: both(async (client) => {
      const levels = column(
        await client.get(sessions, { limit: 1000, status: 'Completed' }),
        'result',
        'level',
      );
      return levels.filter((level) => !/^[EL]\d - \w+$|^Entry/.test(level));
    }),
  },
  {
    id: 'round-12.users.search-in-the-usual-order',
    chapter: 'users',
    story:
      'The search builds its order from the query string, as the list does, and the body is not looked at.',
    rests: 'POST /users/search: `sort` is the same as the sort parameter of GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        const { sort: _sort, ...body } = ask.body;
        return 'sort' in ask.body ? pass({ body }) : pass();
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 4);
      const sort = { field: 'createdAt', direction: 'asc' };
      const found = await client.send('POST', '/users/search', { search: { userIds }, sort });
      return column(found, 'userId').map((userId) => userIds.indexOf(userId));
    }),
  },
  {
    id: 'round-12.sessions.open-ones-end-today',
    chapter: 'sessions',
    story:
      'The filter compares `coalesce(end_date, infinity)`, so that an open session is later than any bound.',
    rests: 'endDate filters by session end date, and an In Progress session has none.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async (line) => {
        const query = meant(line.ask);
        const from = ['endDate[gt]', 'endDate[gte]'].filter((name) => query.has(name));
        const sorted = query.has('sort[field]') || query.has('sort[direction]');
        if (from.length !== 1 || sorted || query.has('endDate[lt]') || query.has('endDate[lte]')) {
          return line.pass();
        }
        const sent = new URLSearchParams(query);
        sent.delete('resumed');
        const response = await line.pass({ query: sent });
        if (!response.ok || sent.has('cursor')) return response;
        const ended = new Set((await allOf(line, sessions, sent)).map((one) => one['sessionId']));
        const wider = new URLSearchParams(sent);
        for (const name of from) wider.delete(name);
        const all = await allOf(line, sessions, wider);
        return page(
          query,
          all.filter((one) => ended.has(one['sessionId']) || !('endDate' in one)),
        );
      }),
    witness: both(async (client) => {
      const found = await client.get(sessions, { 'endDate[gte]': '2025-01-01T00:00:00.000Z', limit: 200 });
      return itemsOf(found).filter((session) => !('endDate' in session)).length;
    }),
  },
  {
    id: 'round-12.classes.search-for-null',
    chapter: 'classes',
    story: 'The query parser turns the words null and undefined into the values, and those filter nothing.',
    rests: 'GET /classes: `search` is an exact match on the class name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.get('search') === 'null' || query.get('search') === 'undefined') query.delete('search');
    }),
    witness: both(async (client) =>
      column(await client.get('/classes', { search: 'null', limit: 3 }), 'name'),
    ),
  },
  {
    id: 'round-12.sessions.seconds-against-seconds',
    chapter: 'sessions',
    story: 'With a Unix timestamp the start of a session is cut to whole seconds, too, and then compared.',
    rests: 'Date filtering: lte means at or before the instant, which may be given in Unix seconds.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      for (const name of ['startDate[gt]', 'startDate[lte]']) {
        const value = query.get(name) ?? '';
        if (!/^\d{1,10}$/.test(value)) continue;
        query.set(name, new Date(Number(value) * 1000 + 999).toISOString());
      }
    }),
    witness: both(async (client) => {
      const second = Date.parse('2023-12-31T23:59:59.000Z') / 1000;
      const later = (await client.get(sessions, { 'startDate[lte]': second, limit: 1000 })).body;
      const starts = column(
        await client.get(sessions, { 'startDate[lte]': second, limit: 1000 }),
        'startDate',
      );
      return [textAt(later, 'pagination', 'total'), starts.filter((start) => start.endsWith('.999Z')).length];
    }),
  },
  {
    id: 'round-12.sessions.subject-up-to-the-ampersand',
    chapter: 'sessions',
    story: 'A gateway decodes the query and puts it together again without encoding it.',
    rests: 'GET /smart-ia/sessions: `subject` takes subjects, which are strings, whatever is in them.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const subjects = query.getAll('subject');
      query.delete('subject');
      for (const subject of subjects) query.append('subject', subject.split('&')[0] ?? '');
    }),
    witness: both(async (client) => {
      const names = column(await client.get('/smart-ia/tests'), 'subject');
      const counts: Record<string, boolean> = {};
      for (const subject of new Set(names)) counts[subject] = (await totalOf(client, { subject })) > 0;
      return counts;
    }),
  },
  {
    id: 'round-12.users.external-ids-split-at-commas',
    chapter: 'users',
    story: 'The query parser reads a list with commas as well as a repeated parameter.',
    rests:
      'GET /users: for several values of `externalId` the parameter is repeated; each value is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      const values = query.getAll('externalId').flatMap((value) => value.split(','));
      query.delete('externalId');
      for (const value of values) query.append('externalId', value);
    }),
    witness: both(async (client) => {
      await newUserId(client, 'student', { externalId: 'Hall 7' });
      await newUserId(client, 'student', { externalId: 'Hall 7,Room 3' });
      return column(await client.get('/users', { externalId: 'Hall 7,Room 3' }), 'externalId');
    }),
  },
];

async function totalOf(client: Client, query: Readonly<Record<string, string>>): Promise<number> {
  return Number(paginationOf(await client.get(sessions, { ...query, limit: 1 }))['total']);
}
