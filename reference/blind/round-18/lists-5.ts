import { both, column, newUserId, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, on, requery, textAt } from '../kit.ts';
import { everyItem, relist } from './lists-tools.ts';

const sessions = '/smart-ia/sessions';

/** When the data ends; filters from later instants find nothing that is under way. */
const today = Date.UTC(2026, 0, 12, 9);

/** Whether a date filter begins before today and is open to the other side. */
function beginsOnly(asked: Fields): boolean {
  const from = String(asked['endDate[gt]'] ?? asked['endDate[gte]'] ?? '');
  const instant = /^-?\d+$/.test(from) ? Number(from) * 1000 : Date.parse(from);
  return instant < today && !('endDate[lt]' in asked) && !('endDate[lte]' in asked);
}

/** A text as a collation without accents and letter case compares it. */
function folded(text: unknown): string {
  return String(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export const faults: readonly BlindFault[] = [
  {
    id: 'round-18.classes.collation-drops-the-accents',
    chapter: 'classes',
    story: 'The column has a collation that ignores letter case as wanted, and accents as nobody noticed.',
    rests: 'GET /classes: search is an exact match on class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', (line) =>
        relist(
          line,
          (asked) => 'search' in asked,
          async ({ search, ...asked }) =>
            (await everyItem(line, asked)).filter(({ name }) => folded(name) === folded(search)),
        ),
      ),
    witness: both(async (client) =>
      column(await client.get('/classes', { search: 'Ano 7 / Grupo N' }), 'name'),
    ),
  },
  {
    id: 'round-18.users.email-index-is-filled-at-creation-only',
    chapter: 'users',
    story:
      'The list finds addresses in a look-up table that the handler of account creation fills and the one of updates forgets.',
    rests: 'GET /users: email filters users by e-mail address.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const missing = new Map<string, string>();
      const updating = on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass }) => {
        const response = await pass();
        const email = textAt(ask.body, 'user', 'email').toLowerCase();
        if (response.ok) missing.set(ask.id.toLowerCase(), email);
        return response;
      });
      return on(updating, 'GET /users', (line) =>
        relist(
          line,
          (asked) => [...missing.values()].includes(String(asked['email']).toLowerCase()),
          async (asked) =>
            (await everyItem(line, asked)).filter(
              (user) => missing.get(String(user['userId'])) !== String(asked['email']).toLowerCase(),
            ),
        ),
      );
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { email: 'first.address@school.example' });
      const email = 'second.address@school.example';
      await client.send('PUT', `/users/${userId}/emails/primary`, { user: { email } });
      return column(await client.get('/users', { email }), 'userId').includes(userId);
    }),
  },
  {
    id: 'round-18.pagination.offset-becomes-a-page-number',
    chapter: 'pagination',
    story: 'The framework pages by number, so the offset is divided by the limit and the rest is lost.',
    rests: 'Pagination: offset is the start index, zero-based.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: requery('GET /smart-ia/cohorts', (query) => {
      const offset = Number(query.get('offset') ?? 0);
      const limit = Number(query.get('limit') ?? 100);
      if (offset > 0 && limit > 0) query.set('offset', String(offset - (offset % limit)));
    }),
    witness: both(async (client) => {
      const all = column(await client.get('/smart-ia/cohorts', { limit: 20 }), 'cohortId');
      const page = await client.get('/smart-ia/cohorts', { limit: 4, offset: 6 });
      return [paginationOf(page)['offset'], column(page, 'cohortId').map((id) => all.indexOf(id))];
    }),
  },
  {
    id: 'round-18.users.search-default-sort-is-written-to',
    chapter: 'users',
    story:
      'The sort of a request is assigned into the constant with the defaults, which all later requests share.',
    rests:
      'POST /users/search: sort as in GET /users, whose default is sort[field]=createdAt&sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      let usual: Fields = {};
      return on(service, 'POST /users/search', async ({ ask, pass }) => {
        const sort = { ...usual, ...fields(ask.body['sort']) };
        const response = await pass();
        if (!response.ok || Object.keys(sort).length === 0) return response;
        usual = sort;
        return pass({ body: { ...ask.body, sort } });
      });
    },
    witness: both(async (client) => {
      const sort = { field: 'createdAt', direction: 'asc' };
      await client.send('POST', '/users/search', { search: {}, limit: 3, sort });
      const dates = column(
        await client.send('POST', '/users/search', { search: {}, limit: 40 }),
        'createdAt',
      );
      return dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-18.dates.no-end-stands-for-now',
    chapter: 'dates',
    story:
      'A view puts the present in place of a missing end, to show how long a session has run, and the filter reads the view.',
    rests:
      'GET /smart-ia/sessions: endDate filters by session end date; an In Progress session has no endDate.',
    breaks: 'implied',
    depth: 'medium',
    at: [`GET ${sessions}`],
    wrap: (service) =>
      on(service, `GET ${sessions}`, (line) =>
        relist(line, beginsOnly, async (asked) => {
          const ended = new Set((await everyItem(line, asked)).map((session) => session['sessionId']));
          const { 'endDate[gt]': _gt, 'endDate[gte]': _gte, ...rest } = asked;
          const all = await everyItem(line, rest);
          return all.filter((session) => ended.has(session['sessionId']) || !('endDate' in session));
        }),
      ),
    witness: both(async (client) => {
      const query = { 'endDate[gte]': '2025-12-01T00:00:00.000Z', limit: 300 };
      const statuses = column(await client.get(sessions, query), 'status');
      return [...new Set(statuses)].sort();
    }),
  },
];
