import { edit, editItems, refuse } from '../answers.ts';
import { both, column, itemsOf, newUserIds, paginationOf } from '../client.ts';
import { type BlindFault, fields, list, on, requery, textAt, texts } from '../kit.ts';
import { after } from '../shared/ids.ts';
import { keeping } from './reading-filtering.ts';

const read = 'GET /users';
const search = 'POST /users/search';

/** A date-time as London's clocks show it in summer. */
function summery(text: string): string {
  const month = Number(text.slice(5, 7));
  if (month < 4 || month > 9) return text;
  return new Date(Date.parse(text) + 3_600_000).toISOString().replace('Z', '+01:00');
}

const filters: readonly BlindFault[] = [
  {
    id: 'round-6.users.empty-name-is-no-filter',
    chapter: 'users',
    story: 'An empty text is falsy, so the condition is left out before anything is checked.',
    rests: 'GET /users: name has minimum length 1; errors 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [read],
    wrap: requery(read, (query) => {
      if (query.get('name') === '') query.delete('name');
    }),
    witness: both(async ({ get }) => (await get('/users', { name: '' })).status),
  },
  {
    id: 'round-6.users.role-looks-at-the-first-role-only',
    chapter: 'users',
    story: 'Users once had one role; the filter still compares the first of the list.',
    rests: 'User: roles are all platform roles of the user; GET /users filters by role.',
    breaks: 'explicit',
    depth: 'medium',
    at: [read],
    wrap: keeping(
      '/users',
      (query) => query.has('role'),
      (item, query) => list(item['roles'])[0] === query.get('role'),
    ),
    witness: both(async ({ get }) => {
      const several = itemsOf(await get('/users', { limit: 100 })).find((user) => list(user['roles'])[1]);
      const found = await get('/users', { role: textAt(several, 'roles', 1) });
      return column(found, 'userId').includes(textAt(several, 'userId'));
    }),
  },
  {
    id: 'round-6.users.thirtieth-external-id-refused',
    chapter: 'users',
    story: 'The limit is compared with "less than".',
    rests: 'GET /users: externalId takes 1 to 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: [read],
    wrap: (service) =>
      on(service, read, ({ ask, pass }) =>
        ask.query.getAll('externalId').length === 30
          ? pass().then((answer) => (answer.ok ? refuse(ask, 400, 'Invalid request') : answer))
          : pass(),
      ),
    witness: both(async ({ get }) => (await get('/users', { externalId: after(30) })).status),
  },
  {
    id: 'round-6.users.search-reads-thirty-usernames',
    chapter: 'users',
    story: 'The search shares the function of the list, which cuts what is beyond the limit of the list.',
    rests: 'POST /users/search is meant for more than 30 values in any filter.',
    breaks: 'explicit',
    depth: 'medium',
    at: [search],
    wrap: (service) =>
      on(service, search, ({ ask, pass }) => {
        const sent = fields(ask.body['search']);
        const usernames = sent['usernames'];
        if (!Array.isArray(usernames) || usernames.length <= 30) return pass();
        return pass({ body: { ...ask.body, search: { ...sent, usernames: usernames.slice(0, 30) } } });
      }),
    witness: both(async ({ get, send }) => {
      const [username = ''] = column(await get('/users', { limit: 1 }), 'username');
      const usernames = after(30, username);
      return paginationOf(await send('POST', '/users/search', { search: { usernames } }))['total'];
    }),
  },
  {
    id: 'round-6.users.last-part-of-ids-not-looked-up',
    chapter: 'users',
    story: 'Ids are looked up ten at a time; the number of rounds is rounded down, except that one is made.',
    rests: 'GET /users: userId, 1 to 30 values, filters the users.',
    breaks: 'explicit',
    depth: 'deep',
    at: [read],
    wrap: requery(read, (query) => {
      const ids = query.getAll('userId');
      if (ids.length <= 10 || ids.length > 30) return;
      query.delete('userId');
      for (const id of ids.slice(0, ids.length - (ids.length % 10))) query.append('userId', id);
    }),
    witness: both(async (client) => {
      const userId = await newUserIds(client, 'student', 12);
      return paginationOf(await client.get('/users', { userId }))['total'];
    }),
  },
];

const answers: readonly BlindFault[] = [
  {
    id: 'round-6.users.search-leaves-memberships-out',
    chapter: 'users',
    story: 'The joins were added to the query of the list and not to that of the search.',
    rests: 'Versioning 6: classIds and cohortIds were added to user responses of POST /users/search.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [search],
    wrap: (service) =>
      on(service, search, async ({ pass }) =>
        editItems(await pass(), ({ classIds: _classes, cohortIds: _cohorts, ...user }) => user),
      ),
    witness: both(async ({ send }) =>
      itemsOf(await send('POST', '/users/search', { search: {} })).some((user) => 'classIds' in user),
    ),
  },
  {
    id: 'round-6.users.summer-dates-carry-an-offset',
    chapter: 'users',
    story: 'The server runs in London time, and its formatter writes the offset of the day.',
    rests: 'Conventions 2: dates are in UTC; a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ.',
    breaks: 'explicit',
    depth: 'medium',
    at: [read],
    wrap: (service) =>
      on(service, read, async ({ pass }) =>
        editItems(await pass(), (user) => ({
          ...user,
          createdAt: summery(textAt(user, 'createdAt')),
          updatedAt: summery(textAt(user, 'updatedAt')),
        })),
      ),
    witness: both(async ({ get }) =>
      column(await get('/users'), 'createdAt').every((text) => text.endsWith('Z')),
    ),
  },
  {
    id: 'round-6.users.batch-loader-keeps-the-order-asked-for',
    chapter: 'users',
    story: 'Users by external id come from a batch loader, which answers in the order of its keys.',
    rests: 'GET /users: the default is sort[field]=createdAt and sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'deep',
    at: [read],
    wrap: (service) =>
      on(service, read, async ({ ask, pass }) => {
        const asked = ask.query.getAll('externalId');
        const sorted = [...ask.query.keys()].some((name) => name.startsWith('sort['));
        const answer = await pass();
        if (asked.length < 2 || sorted || ask.query.has('cursor')) return answer;
        const place = (user: unknown) => asked.indexOf(textAt(user, 'externalId'));
        return edit(answer, (body) => ({
          ...body,
          data: [...list(body['data'])].sort((a, b) => place(a) - place(b)),
        }));
      }),
    witness: both(async ({ get }) => {
      const all = itemsOf(await get('/users')).filter((user) => 'externalId' in user);
      const externalId = texts([all.at(-1)?.['externalId'], all[0]?.['externalId']]);
      const [first = '', second = ''] = column(await get('/users', { externalId }), 'createdAt');
      return first > second;
    }),
  },
  {
    id: 'round-6.users.null-cursor-in-the-search-refused',
    chapter: 'users',
    story: 'The schema of the body says string; clients send back the null that the last page gave them.',
    rests: 'Pagination: cursor is string (byte) or null, in a request body for the search endpoint.',
    breaks: 'explicit',
    depth: 'deep',
    at: [search],
    wrap: (service) =>
      on(service, search, async ({ ask, pass }) => {
        const answer = await pass();
        return answer.ok && ask.body['cursor'] === null ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(
      async ({ send }) =>
        (await send('POST', '/users/search', { search: {}, limit: 5, cursor: null })).status,
    ),
  },
];

/** Faults of the list of users and its search. */
export const users: readonly BlindFault[] = [...filters, ...answers];
