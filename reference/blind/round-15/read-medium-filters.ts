import { refuse } from '../answers.ts';
import { both, column, itemsOf, nextOf, nobody, paginationOf } from '../client.ts';
import { at, type BlindFault, on, requery, textAt } from '../kit.ts';

const sessions = 'GET /smart-ia/sessions';

/** Whether a parameter is an operator of one of the two dates. */
function isDate(name: string): boolean {
  return /^(start|end)Date\[\w+\]$/.test(name);
}

/** Faults of filters and of what is refused, each with a certain value or combination. */
export const mediumFilters: readonly BlindFault[] = [
  {
    id: 'round-15.dates.seconds-have-ten-digits',
    chapter: 'dates',
    story:
      'Seconds and milliseconds are told apart by the number of digits, ten or thirteen; others are refused.',
    rests: 'A value is either an ISO 8601 date-time or a Unix timestamp (integer, seconds since 1970-01-01).',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: (service) =>
      on(service, sessions, ({ ask, pass }) => {
        const odd = [...ask.query].some(
          ([name, value]) => isDate(name) && /^\d+$/.test(value) && value.length !== 10,
        );
        return odd ? Promise.resolve(refuse(ask, 400, 'Invalid request')) : pass();
      }),
    witness: both(async (client) => {
      const early = await client.get('/smart-ia/sessions', { 'startDate[gte]': 915_148_800, limit: 1 });
      return [early.status, at(early.body, 'pagination', 'total')];
    }),
  },
  {
    id: 'round-15.dates.end-takes-lt-with-lte',
    chapter: 'dates',
    story: 'The rule of the pairs was copied from startDate to endDate, and the second pair left out.',
    rests: 'lt and lte cannot be used together (startDate and endDate).',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      if (query.has('endDate[lt]')) query.delete('endDate[lte]');
    }),
    witness: both(async (client) => {
      const moment = '2025-06-01T00:00:00.000Z';
      const answer = await client.get('/smart-ia/sessions', {
        'endDate[lt]': moment,
        'endDate[lte]': moment,
      });
      return answer.status;
    }),
  },
  {
    id: 'round-15.sessions.thirty-subjects-refused',
    chapter: 'sessions',
    story: 'The check of the subjects says "less than 30" where those of the ids say "at most 30".',
    rests: 'Values per array filter: at most 30, subject on GET /smart-ia/sessions.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: (service) =>
      on(service, sessions, ({ ask, pass }) =>
        ask.query.getAll('subject').length === 30
          ? Promise.resolve(refuse(ask, 400, 'Invalid request'))
          : pass(),
      ),
    witness: both(async (client) => {
      const subject = Array.from({ length: 30 }, (_, index) =>
        index === 0 ? 'Mathematics' : `None ${index}`,
      );
      return (await client.get('/smart-ia/sessions', { subject, limit: 1 })).status;
    }),
  },
  {
    id: 'round-15.users.thirty-values-over-all-filters',
    chapter: 'users',
    story: 'The limit counts the bound parameters of the statement, not the values of each filter.',
    rests: 'Values per array filter: at most 30, each of userId, upn, externalId and username.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const names = ['userId', 'upn', 'externalId', 'username'];
        const count = names.reduce((sum, name) => sum + ask.query.getAll(name).length, 0);
        const each = names.every((name) => ask.query.getAll(name).length <= 30);
        return count > 30 && each ? Promise.resolve(refuse(ask, 400, 'Invalid request')) : pass();
      }),
    witness: both(async (client) => {
      const users = await client.get('/users', { limit: 20 });
      const filters = { userId: column(users, 'userId'), username: column(users, 'username') };
      const found = await client.get('/users', filters);
      return [found.status, itemsOf(found).length];
    }),
  },
  {
    id: 'round-15.pagination.offset-nought-beside-a-cursor',
    chapter: 'pagination',
    story: 'The check is `if (offset && cursor)`, and 0 counts as absent.',
    rests: 'offset: Cannot be combined with cursor.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      if (query.has('cursor') && query.get('offset') === '0') query.delete('offset');
    }),
    witness: both(async (client) => {
      const cursor = nextOf(await client.get('/classes', { limit: 5 }));
      return (await client.get('/classes', { limit: 5, offset: 0, cursor })).status;
    }),
  },
  {
    id: 'round-15.pagination.null-cursor-refused',
    chapter: 'pagination',
    story:
      'The schema of the body has the cursor as an optional string; the nullable was lost in a migration.',
    rests: 'cursor: string (byte) or null; in a request body for the search endpoint.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) =>
        ask.body['cursor'] === null ? Promise.resolve(refuse(ask, 400, 'Invalid request')) : pass(),
      ),
    witness: both(
      async (client) =>
        (await client.send('POST', '/users/search', { search: { role: 'teacher' }, limit: 5, cursor: null }))
          .status,
    ),
  },
  {
    id: 'round-15.cohorts.search-overrides-the-current-year',
    chapter: 'cohorts',
    story: '`current` is resolved in the branch of the query builder for lists without a search.',
    rests: 'GET /smart-ia/cohorts: academicYearId (UUID or current).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: requery('GET /smart-ia/cohorts', (query) => {
      if (query.has('search') && query.get('academicYearId') === 'current') query.delete('academicYearId');
    }),
    witness: both(async (client) => {
      const search = column(await client.get('/smart-ia/cohorts', { limit: 1 }), 'name')[0] ?? '';
      const found = await client.get('/smart-ia/cohorts', { search, academicYearId: 'current' });
      return column(found, 'name');
    }),
  },
  {
    id: 'round-15.classes.unknown-year-is-no-filter',
    chapter: 'classes',
    story:
      'The year is looked up first and the filter built from what was found: `undefined` filters nothing.',
    rests: 'GET /classes: Query academicYearId (UUID or the literal current).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const year = ask.query.get('academicYearId') ?? '';
        if (!/^[\da-f-]{36}$/i.test(year)) return pass();
        if ((await call(`GET /academic-years/${year}`)).status !== 404) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('academicYearId');
        return pass({ query });
      }),
    witness: both(
      async (client) =>
        paginationOf(await client.get('/classes', { academicYearId: nobody, limit: 2 }))['total'],
    ),
  },
  {
    id: 'round-15.sessions.status-forgets-the-learner',
    chapter: 'sessions',
    story: 'A status sends the request to the view of that kind, whose builder was never given the learners.',
    rests: 'GET /smart-ia/sessions: userId, array of UUID; all filters are optional.',
    breaks: 'explicit',
    depth: 'medium',
    at: [sessions],
    wrap: requery(sessions, (query) => {
      if (query.has('status')) query.delete('userId');
    }),
    witness: both(async (client) => {
      const [first] = itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 1 }));
      const userId = textAt(first, 'user', 'userId');
      const found = await client.get('/smart-ia/sessions', { userId, status: textAt(first, 'status') });
      return column(found, 'user', 'userId').every((id) => id === userId);
    }),
  },
  {
    id: 'round-15.authentication.key-in-capitals',
    chapter: 'authentication',
    story: 'Keys are looked up in a column whose collation ignores letter case.',
    rests: 'A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const key = ask.headers.get('x-api-key') ?? '';
        if (response.status !== 401 || key === key.toLowerCase()) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', key.toLowerCase());
        return pass({ headers });
      }),
    witness: both(
      async (client) =>
        (await client.raw('GET /classes', { 'x-api-key': client.keys.full.toUpperCase() })).status,
    ),
  },
];
