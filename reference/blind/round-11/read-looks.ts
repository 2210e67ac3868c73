import { edit, editItems, editUsers, refuse } from '../answers.ts';
import { both, column, newCohortId, newUserId, nextOf, nobody } from '../client.ts';
import { at, type BlindFault, list, on, requery, textAt } from '../kit.ts';

const day = 86_400_000;

/** The moment with the year that its ISO week belongs to. */
function weekYear(text: string): string {
  const moment = new Date(text);
  const weekday = (moment.getUTCDay() + 6) % 7;
  const thursday = new Date(moment.getTime() + (3 - weekday) * day);
  return `${thursday.getUTCFullYear()}${text.slice(4)}`;
}

const pages: readonly BlindFault[] = [
  {
    id: 'round-11.pagination.backwards-upside-down',
    chapter: 'pagination',
    story: 'The page before is read in reverse order from the border, and nobody turns it round again.',
    rests: '`previousCursor` is the cursor of the previous page, and users come by `createdAt`, descending.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const backwards = new Set<string>();
      return on(service, 'GET /users', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          backwards.add(textAt(body, 'pagination', 'previousCursor'));
          const data = list(body['data']);
          return backwards.has(ask.query.get('cursor') ?? 'none')
            ? { ...body, data: data.toReversed() }
            : body;
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get('/users', { limit: 20 });
      const second = await client.get('/users', { limit: 20, cursor: nextOf(first) });
      const cursor = textAt(second.body, 'pagination', 'previousCursor');
      const again = await client.get('/users', { limit: 20, cursor });
      return `the first page: ${column(again, 'userId').join() === column(first, 'userId').join()}`;
    }),
  },
  {
    id: 'round-11.pagination.cursor-of-body-ignored',
    chapter: 'pagination',
    story: 'The search shares its paging with the list, which reads `cursor` from the address.',
    rests: 'Pagination: the parameters are in the request body for the search; `cursor` leads to a page.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || typeof ask.body['cursor'] !== 'string') return response;
        return pass({ body: { ...ask.body, cursor: null } });
      }),
    witness: both(async (client) => {
      const first = await client.send('POST', '/users/search', { search: {}, limit: 5 });
      const more = { search: {}, limit: 5, cursor: nextOf(first) };
      const second = await client.send('POST', '/users/search', more);
      return `another page: ${column(first, 'userId').join() !== column(second, 'userId').join()}`;
    }),
  },
];

const sessions: readonly BlindFault[] = [
  {
    id: 'round-11.sessions.many-users-no-filter',
    chapter: 'sessions',
    story: 'The query parser makes an object of more than 20 values, and the filter takes arrays only.',
    rests: '`userId` on GET `/smart-ia/sessions` takes at most 30 values, and filters by them.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      const count = query.getAll('userId').length;
      if (count > 20 && count <= 30) query.delete('userId');
    }),
    witness: both(async (client) => {
      const userId = column(await client.get('/users', { role: 'student', limit: 22 }), 'userId');
      const found = await client.get('/smart-ia/sessions', { userId, limit: 300 });
      return `all theirs: ${column(found, 'user', 'userId').every((id) => userId.includes(id))}`;
    }),
  },
  {
    id: 'round-11.sessions.end-before-and-until',
    chapter: 'sessions',
    story: 'The check for two operators of a kind was written for `gt` and for the start only.',
    rests: 'Date filtering 3: `lt` and `lte` cannot be used together.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: requery('GET /smart-ia/sessions', (query) => {
      if (query.has('endDate[lt]')) query.delete('endDate[lte]');
    }),
    witness: both(async (client) => {
      const moment = '2025-06-01T00:00:00.000Z';
      const got = await client.get('/smart-ia/sessions', { 'endDate[lt]': moment, 'endDate[lte]': moment });
      return got.status;
    }),
  },
  {
    id: 'round-11.sessions.nothing-is-404',
    chapter: 'sessions',
    story: 'The list throws "no sessions found" where the repository returns nothing.',
    rests: 'GET `/smart-ia/sessions` answers 200 with a list; 404 is for years, classes and cohorts.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const total = at(await response.clone().json(), 'pagination', 'total');
        return total === 0 ? refuse(ask, 404, 'Not found') : response;
      }),
    witness: both(async (client) => (await client.get('/smart-ia/sessions', { userId: nobody })).status),
  },
  {
    id: 'round-11.sessions.year-of-the-week',
    chapter: 'sessions',
    story: 'The pattern of the formatter says `YYYY`, the year of the week, where it means `yyyy`.',
    rests:
      'Sessions are filtered by their start date, and come by `startDate`, ascending, when no sort is given.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ pass }) =>
        editItems(await pass(), (item) => ({ ...item, startDate: weekYear(textAt(item, 'startDate')) })),
      ),
    witness: both(async (client) => {
      const range = {
        'startDate[gte]': '2024-12-01T00:00:00.000Z',
        'startDate[lt]': '2025-02-01T00:00:00.000Z',
      };
      const starts = column(await client.get('/smart-ia/sessions', range), 'startDate');
      return `before February: ${starts.every((start) => start < '2025-02-01')}`;
    }),
  },
];

const accounts: readonly BlindFault[] = [
  {
    id: 'round-11.accounts.email-answer-without-cohorts',
    chapter: 'accounts',
    story: 'The answer is made of the saved entity, whose cohorts were never loaded.',
    rests: 'Versioning 6: `cohortIds` is in the user of PUT `/users/{userId}/emails/primary`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), ({ cohortIds: _cohortIds, ...user }) => user),
      ),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [student] });
      const user = { email: 'with.cohort@school.example' };
      const { body } = await client.send('PUT', `/users/${student}/emails/primary`, { user });
      return `cohort shown: ${textAt(body, 'user', 'cohortIds') === cohortId}`;
    }),
  },
];

/** Faults that a look at another page, range or operation shows. */
export const looks: readonly BlindFault[] = [...pages, ...sessions, ...accounts];
