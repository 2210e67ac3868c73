import { edit, editItems } from '../answers.ts';
import { both, column, itemsOf, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, requery, textAt } from '../kit.ts';
import { relist } from './read-relist.ts';

/** Faults of filters and of what is shown, which some special input or another look shows. */
export const mediumTwo: readonly BlindFault[] = [
  {
    id: 'round-14.users.first-role-only',
    chapter: 'users',
    story: 'The filter still compares the old column of the one role, which holds the first of them.',
    rests: 'GET /users: `role` filters by UserRole, and `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', (line) =>
        relist(
          line,
          (query) => query.has('role'),
          (items, query) => items.filter((user) => textAt(user, 'roles', 0) === query.get('role')),
        ),
      ),
    witness: both(async (client) => paginationOf(await client.get('/users', { role: 'administrator' }))),
  },
  {
    id: 'round-14.users.search-stops-at-thirty',
    chapter: 'users',
    story: 'The search shares a helper with the list, which takes the first 30 values of a filter.',
    rests: 'POST /users/search is meant for more than 30 values in any filter.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        if (list(search['upns']).length <= 30) return pass();
        return pass({
          body: { ...ask.body, search: { ...search, upns: list(search['upns']).slice(0, 30) } },
        });
      }),
    witness: both(async (client) => {
      const students = itemsOf(await client.get('/users', { role: 'student' }));
      const upns = students.flatMap(({ upn }) => (upn === undefined ? [] : [upn])).slice(0, 40);
      return paginationOf(await client.send('POST', '/users/search', { search: { upns } }))['total'];
    }),
  },
  {
    id: 'round-14.sessions.nothing-before-zero',
    chapter: 'sessions',
    story: 'An operator counts as given when its value is truthy, and the timestamp 0 is not.',
    rests: 'Date filtering: a value may be a Unix timestamp, in seconds since 1970; 0 is one.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      for (const [name, value] of [...query]) {
        if (/^(start|end)Date\[/.test(name) && value === '0') query.delete(name);
      }
    }),
    witness: both(
      async (client) => paginationOf(await client.get('/smart-ia/sessions', { 'startDate[lt]': 0 }))['total'],
    ),
  },
  {
    id: 'round-14.sessions.summer-hour',
    chapter: 'sessions',
    story: 'The driver takes the date-time without its zone, and the database reads it in London time.',
    rests: 'Conventions 2 and Date filtering 4: the values of a date filter are date-times in UTC.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      for (const [name, value] of [...query]) {
        if (/^startDate\[/.test(name) && !Number.isNaN(Date.parse(value)) && !/^-?\d+$/.test(value)) {
          query.set(name, new Date(Date.parse(value) - summerTime(Date.parse(value))).toISOString());
        }
      }
    }),
    witness: both(async (client) => {
      const { pagination } = (
        await client.get('/smart-ia/sessions', {
          'startDate[gte]': '2024-06-30T23:00:00.000Z',
          'startDate[lt]': '2024-07-01T00:00:00.000Z',
        })
      ).body;
      return at(pagination, 'total');
    }),
  },
  {
    id: 'round-14.sessions.many-users-not-filtered',
    chapter: 'sessions',
    story:
      'The parser of the query makes an object of more than 20 repeated values; the filter wants a list.',
    rests: 'GET /smart-ia/sessions: `userId` may be repeated, with at most 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const count = query.getAll('userId').length;
      if (count > 20 && count <= 30) query.delete('userId');
    }),
    witness: both(async (client) => {
      const userId = column(await client.get('/users', { role: 'student', limit: 25 }), 'userId');
      return paginationOf(await client.get('/smart-ia/sessions', { userId }))['total'];
    }),
  },
  {
    id: 'round-14.sessions.level-na-read-as-missing',
    chapter: 'sessions',
    story: 'Results pass through a table library that takes the text NA for a missing value.',
    rests: 'Result levels: `NA` may be returned; Session: a Completed session carries a result.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'],
    wrap: (service) =>
      on(service, ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'], async ({ pass }) =>
        editItems(await pass(), (item) =>
          textAt(item, 'result', 'level') === 'NA' ? { ...item, result: null } : item,
        ),
      ),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/smart-ia/sessions/completed', { limit: 200 }));
      return items.filter(({ result }) => result === null).length;
    }),
  },
  {
    id: 'round-14.tests.cut-by-limit',
    chapter: 'tests',
    story: 'A middleware for all lists cuts every `data` to the limit of the query.',
    rests: 'GET /smart-ia/tests is not paginated: `data` holds the tests.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const limit = Number(ask.query.get('limit'));
          return limit > 0 ? { ...body, data: list(body['data']).slice(0, limit) } : body;
        }),
      ),
    witness: both(async (client) => column(await client.get('/smart-ia/tests', { limit: 2 }), 'name').length),
  },
  {
    id: 'round-14.classes.case-of-ascii-only',
    chapter: 'classes',
    story: 'The database folds the letters A to Z and no others (SQLite does, and the C locale).',
    rests: 'GET /classes: `search` matches the name ignoring case.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', (line) =>
        relist(
          line,
          (query) => query.has('search'),
          (items, query) => items.filter(({ name }) => folded(String(name)) === folded(query.get('search'))),
        ),
      ),
    witness: both(async (client) =>
      column(await client.get('/classes', { search: 'AÑO 7 / GRUPO ñ' }), 'name'),
    ),
  },
  {
    id: 'round-14.cohorts.once-for-each-test',
    chapter: 'cohorts',
    story: 'The filter by year was written into the query that joins the tests, so rows are counted.',
    rests: 'Pagination: `total` is the number of results, and these are cohorts.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', (line) =>
        relist(
          line,
          (query) => query.has('academicYearId'),
          (items) =>
            items.flatMap((cohort) => (cohort['tests'] ? list(cohort['tests']) : [1]).map(() => cohort)),
        ),
      ),
    witness: both(
      async (client) =>
        paginationOf(await client.get('/smart-ia/cohorts', { academicYearId: 'current' }))['total'],
    ),
  },
  {
    id: 'round-14.classes.year-of-today',
    chapter: 'classes',
    story: 'The mapper of a single class takes the year from the request context, which is the current one.',
    rests: 'Class: `academicYearId` is the academic year the class belongs to.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass, call }) => {
        const current = await call('GET /academic-years/current');
        const academicYearId = textAt(current.body, 'academicYear', 'academicYearId');
        return edit(await pass(), (body) => ({ class: { ...fields(body['class']), academicYearId } }));
      }),
    witness: both(async (client) => {
      const [old] = itemsOf(await client.get('/classes', { limit: 1 }));
      return (await client.get(`/classes/${textAt(old, 'classId')}`)).body;
    }),
  },
];

function folded(text: string | null): string {
  return (text ?? '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** How many milliseconds clocks in London are ahead of UTC. */
function summerTime(instant: number): number {
  const options = { timeZone: 'Europe/London', hour: '2-digit', hourCycle: 'h23' } as const;
  const hour = Number(new Intl.DateTimeFormat('en-GB', options).format(instant));
  return hour === new Date(instant).getUTCHours() ? 0 : 3_600_000;
}
