import { edit, editItems, withText } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';

const withResults = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'POST /smart-ia/sessions/search',
];

/** A session without the level of its result if that is read as "not available". */
function withoutNa(session: Record<string, unknown>): Record<string, unknown> {
  const { level, ...rest } = fields(session['result']);
  return level === 'NA' ? { ...session, result: rest } : session;
}

/** Initial-assessment sessions, their dates and results. */
export const sessions: readonly BlindFault[] = [
  {
    id: 'round-10.sessions.end-of-what-goes-on',
    chapter: 'sessions',
    story: 'The mapper of the list writes every column, also the one that is NULL.',
    rests: 'Session: an In Progress session has no `endDate`; Conventions 3: empty fields are omitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/sessions/in-progress'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions/in-progress', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, endDate: null })),
      ),
    witness: both(async (client) => {
      const found = itemsOf(await client.get('/smart-ia/sessions/in-progress', { limit: 2 }));
      return found.map((session) => 'endDate' in session);
    }),
  },
  {
    id: 'round-10.sessions.overnight-without-the-night',
    chapter: 'sessions',
    story: 'The duration is formatted from hours, minutes and seconds of a clock, which starts again at 24.',
    rests: 'Session: the result holds the total duration of the session.',
    breaks: 'explicit',
    depth: 'medium',
    at: withResults,
    wrap: (service) =>
      on(service, withResults, async ({ pass }) => {
        const response = await pass();
        return withText(response, (await response.text()).replace(/"P\d+DT/g, '"PT'));
      }),
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-02-28T23:59:59.000Z',
        'startDate[lt]': '2024-02-29T00:00:00.000Z',
      };
      return column(await client.get('/smart-ia/sessions', range), 'result', 'duration');
    }),
  },
  {
    id: 'round-10.sessions.seconds-as-milliseconds',
    chapter: 'sessions',
    story: 'The number of a start date goes straight to the date constructor, that of an end date does not.',
    rests: 'Date filtering 4: a Unix timestamp counts seconds since 1970.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      for (const operator of ['gt', 'gte', 'lt', 'lte']) {
        const value = query.get(`startDate[${operator}]`) ?? '';
        if (/^\d{6,12}$/.test(value)) {
          query.set(`startDate[${operator}]`, new Date(Number(value)).toISOString());
        }
      }
    }),
    witness: both(async (client) => {
      const query = { 'startDate[gte]': 1_735_689_600, limit: 2 };
      return column(await client.get('/smart-ia/sessions', query), 'startDate');
    }),
  },
  {
    id: 'round-10.sessions.two-upper-bounds-for-the-end',
    chapter: 'sessions',
    story: 'The check of contradicting operators was copied for the end date, and looks at gt and gte twice.',
    rests: 'Date filtering 3: `lt` and `lte` cannot be used together.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      if (query.has('endDate[lt]') && query.has('endDate[lte]')) query.delete('endDate[lte]');
    }),
    witness: both(async (client) => {
      const moment = '2025-01-01T00:00:00.000Z';
      const query = { 'endDate[lt]': moment, 'endDate[lte]': moment, limit: 1 };
      return (await client.get('/smart-ia/sessions', query)).status;
    }),
  },
  {
    id: 'round-10.sessions.after-the-second-it-fell-in',
    chapter: 'sessions',
    story: 'The bound loses its milliseconds on the way to the database: the column type of the parameter.',
    rests: 'Date filtering 1: `startDate[gt]` keeps what starts after the moment, and not what starts at it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const value = query.get('startDate[gt]') ?? '';
      if (/\.\d+Z$/.test(value)) query.set('startDate[gt]', value.replace(/\.\d+Z$/, '.000Z'));
    }),
    witness: both(async (client) => {
      const query = { 'startDate[gt]': '2024-02-29T23:59:59.999Z', limit: 2 };
      return column(await client.get('/smart-ia/sessions', query), 'startDate');
    }),
  },
  {
    id: 'round-10.sessions.level-that-reads-like-nothing',
    chapter: 'sessions',
    story: 'Results pass through a table reader that takes NA for a missing value, and missing fields go.',
    rests: 'Result levels: `NA` is an output; the result of a Completed session holds the level.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'], async ({ pass }) =>
        editItems(await pass(), withoutNa),
      ),
    witness: both(async (client) => {
      const query = { subject: 'English Writing', limit: 200 };
      const found = itemsOf(await client.get('/smart-ia/sessions/completed', query));
      return found.filter((session) => at(session, 'result', 'level') === undefined).length;
    }),
  },
  {
    id: 'round-10.sessions.range-instead-of-status',
    chapter: 'sessions',
    story: 'A range begins the conditions of the query anew, and the one on the status is lost.',
    rests: 'GET /smart-ia/sessions/completed lists Completed sessions.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions/completed'],
    wrap: (service) => {
      const handedOut = new Set<string>();
      return on(service, 'GET /smart-ia/sessions/completed', async ({ ask, pass }) => {
        const names = [...ask.query.keys()];
        const dated = names.filter((name) => name.startsWith('startDate[')).length;
        const wide = dated > 1 || handedOut.has(ask.query.get('cursor') ?? '');
        if (!wide) return pass();
        return edit(await pass({ path: '/smart-ia/sessions' }), (body) => {
          for (const side of ['nextCursor', 'previousCursor']) {
            const cursor = textAt(body, 'pagination', side);
            if (cursor !== '') handedOut.add(cursor);
          }
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const query = {
        'startDate[gte]': '2024-01-01T00:00:00.000Z',
        'startDate[lt]': '2025-01-01T00:00:00.000Z',
        limit: 20,
      };
      const found = column(await client.get('/smart-ia/sessions/completed', query), 'status');
      return [...new Set(found)];
    }),
  },
  {
    id: 'round-10.sessions.learners-of-the-first-hundred',
    chapter: 'sessions',
    story: 'The batch loader of users takes a hundred keys and is asked for more: the answers start over.',
    rests: 'Session: it links to its user, the learner, with personal details and identifiers.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        edit(await pass(), (body) => {
          const items = list(body['data']).map(fields);
          const data = items.map((item, index) => ({ ...item, user: items[index % 100]?.['user'] }));
          return { ...body, data };
        }),
      ),
    witness: both(async (client) => {
      const whole = column(await client.get('/smart-ia/sessions', { limit: 110 }), 'user', 'userId');
      const rest = await client.get('/smart-ia/sessions', { limit: 10, offset: 100 });
      return whole.slice(100).join() === column(rest, 'user', 'userId').join();
    }),
  },
];
