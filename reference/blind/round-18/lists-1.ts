import { editItems, editPagination } from '../answers.ts';
import { both, column, itemsOf, newCohortId, paginationOf } from '../client.ts';
import { type BlindFault, fields, list, on, texts } from '../kit.ts';
import { everyItem, relist, searched } from './lists-tools.ts';

/** A list in pieces of a size. */
function pieces(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}

export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.pagination.search-index-stops-counting',
    chapter: 'pagination',
    story: 'The search moved to an index whose hit count stops at a threshold that nobody raised.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editPagination(await pass(), ({ total }) => ({ total: Math.min(Number(total), 200) })),
      ),
    witness: both(
      async (client) =>
        paginationOf(await client.send('POST', '/users/search', { search: {}, limit: 1 }))['total'],
    ),
  },
  {
    id: 'round-18.cohorts.year-filter-joins-the-tests-inside',
    chapter: 'cohorts',
    story:
      'A report on tests per year was folded into the list, and its inner join stayed behind the year filter.',
    rests: 'GET /smart-ia/cohorts: academicYearId (UUID or current) filters cohorts, with tests or without.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', (line) =>
        relist(
          line,
          (asked) => 'academicYearId' in asked,
          async (asked) =>
            (await everyItem(line, asked)).filter((cohort) => list(cohort['tests']).length > 0),
        ),
      ),
    witness: both(async (client) => {
      await newCohortId(client, { name: 'Cohort to be planned' });
      const query = { academicYearId: 'current', search: 'cohort to be planned' };
      return column(await client.get('/smart-ia/cohorts', query), 'name');
    }),
  },
  {
    id: 'round-18.dates.end-filter-loses-its-milliseconds',
    chapter: 'dates',
    story:
      'The end filter is parsed by a helper that returns whole Unix seconds, while the start filter is not.',
    rests: 'Date filtering: a value is an ISO 8601 date-time, YYYY-MM-DDTHH:MM:SS.SSSZ; endDate[lte].',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ['gt', 'gte', 'lt', 'lte'].map((operator) => `endDate[${operator}]`)) {
          const value = query.get(name);
          if (value !== null) query.set(name, value.replace(/\.\d+Z$/, 'Z'));
        }
        return pass({ query });
      }),
    witness: both(async (client) => {
      const ends = column(await client.get('/smart-ia/sessions', { limit: 300 }), 'endDate');
      const end = ends.find((one) => one.endsWith('.999Z')) ?? '';
      const query = { 'endDate[gte]': end.replace('.999Z', '.000Z'), 'endDate[lte]': end };
      return column(await client.get('/smart-ia/sessions', query), 'sessionId').length;
    }),
  },
  {
    id: 'round-18.users.role-filter-hides-the-other-roles',
    chapter: 'users',
    story:
      'The roles are fetched by the same join that filters by role, so the ORM fills the list with the match alone.',
    rests: 'User: roles are all platform roles of the user; GET /users: role.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const role = ask.query.get('role');
        const response = await pass();
        return role === null ? response : editItems(response, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async (client) => {
      const found = await client.get('/users', { role: 'administrator', limit: 1 });
      return itemsOf(found).map((user) => texts(user['roles']).sort());
    }),
  },
  {
    id: 'round-18.users.search-sorts-each-chunk-alone',
    chapter: 'users',
    story:
      'Long id lists are looked up in chunks of 100 to stay below a database limit, and each chunk comes sorted by itself.',
    rests:
      'POST /users/search: sort as in GET /users, by default createdAt desc; meant for more than 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', (line) =>
        relist(
          line,
          (asked) => list(searched(asked, 'userIds')).length > 100,
          async (asked) => {
            const found = new Map<unknown, Record<string, unknown>>();
            for (const userIds of pieces(texts(searched(asked, 'userIds')), 100)) {
              const search = { ...fields(asked['search']), userIds };
              for (const user of await everyItem(line, { ...asked, search })) found.set(user['userId'], user);
            }
            return [...found.values()];
          },
        ),
      ),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { limit: 150 }), 'userId').reverse();
      const found = await client.send('POST', '/users/search', { search: { userIds }, limit: 200 });
      const dates = column(found, 'createdAt');
      return dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''));
    }),
  },
];
