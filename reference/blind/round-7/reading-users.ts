import { allOf, editItems, meant, page } from '../answers.ts';
import { both, column, itemsOf, newClassId, newUserId, newUserIds, paginationOf, userOf } from '../client.ts';
import { type BlindFault, list, on, requery, textAt, texts } from '../kit.ts';

const chapter = 'users';
const route = 'GET /users';
const most = 30;

/** Faults of the list of users. */
export const readingUsers: readonly BlindFault[] = [
  {
    id: 'round-7.users.empty-name-is-no-filter',
    chapter,
    story: 'An empty text is falsy, so the filter by name is skipped rather than checked.',
    rests: 'GET /users: name has a minimum length of 1; an invalid request is 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: requery(route, (query) => {
      if (query.get('name') === '') query.delete('name');
    }),
    witness: both(async ({ get }) => (await get('/users', { name: '', limit: 1 })).status),
  },
  {
    id: 'round-7.users.found-by-name-oldest-first',
    chapter,
    story: 'Users are found by name in a text index, whose hits come in the order of their entry.',
    rests: 'GET /users: the default is sort[field]=createdAt&sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: requery(route, (query) => {
      const sorted = [...query.keys()].some((name) => name.startsWith('sort'));
      if (!query.get('name') || sorted || query.has('cursor')) return;
      query.set('sort[field]', 'createdAt');
      query.set('sort[direction]', 'asc');
    }),
    witness: both(async ({ get }) => {
      const [name = ''] = column(await get('/users', { limit: 1 }), 'fullName');
      const dates = column(await get('/users', { name: name.split(' ')[0] ?? '' }), 'createdAt');
      return dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-7.users.more-than-thirty-upns-are-cut',
    chapter,
    story: 'Instead of refusing, the filter by UPN takes the first thirty and forgets the others.',
    rests: 'GET /users: upn takes 1 to 30 values (Limits: at most 30); an invalid request is 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: requery(route, (query) => {
      const values = query.getAll('upn').slice(0, most);
      query.delete('upn');
      for (const value of values) query.append('upn', value);
    }),
    witness: both(async ({ get }) => {
      const upn = Array.from({ length: most + 1 }, (_, n) => `A${820_000_000_000 + n}`);
      return (await get('/users', { upn })).status;
    }),
  },
  {
    id: 'round-7.users.last-username-wins',
    chapter,
    story: 'The query is read into a map, where each username takes the place of the one before.',
    rests: 'GET /users: username is an array, given by repeating the parameter, 1 to 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: requery(route, (query) => {
      const values = query.getAll('username');
      if (values.length > 1 && values.length <= most) query.set('username', values.at(-1) ?? '');
    }),
    witness: both(async ({ get }) => {
      const username = column(await get('/users', { limit: 5 }), 'username').filter((name) => name !== '');
      return paginationOf(await get('/users', { username }))['total'];
    }),
  },
  {
    id: 'round-7.users.role-filter-sees-first-role-only',
    chapter,
    story:
      'The role by which users are filtered is a column with the main role, from the time when there was one.',
    rests: 'User: roles are all platform roles of the user; GET /users filters by role.',
    breaks: 'implied',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async (line) => {
        const query = meant(line.ask);
        const role = query.get('role');
        const checked = await line.pass();
        if (role === null || (query === line.ask.query && (!checked.ok || query.has('cursor'))))
          return checked;
        const items = await allOf(line, '/users', query);
        const main = items.filter(({ roles }) => texts(roles)[0] === role);
        return main.length === items.length ? checked : page(query, main);
      }),
    witness: both(async ({ get }) => {
      const several = itemsOf(await get('/users')).find(({ roles }) => list(roles).length > 1);
      const found = await get('/users', {
        role: String(list(several?.['roles']).at(-1)),
        userId: textAt(several, 'userId'),
      });
      return paginationOf(found)['total'];
    }),
  },
  {
    id: 'round-7.users.class-ids-end-after-a-kilobyte',
    chapter,
    story: 'The ids are joined in SQL by GROUP_CONCAT, which stops at 1024 characters: 27 UUIDs.',
    rests: 'User: classIds are the classes of the user, present in GET /users (Versioning 6).',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), (user) =>
          list(user['classIds']).length > 27
            ? { ...user, classIds: list(user['classIds']).slice(0, 27) }
            : user,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds: string[] = [];
      while (classIds.length < 30) classIds.push(await newClassId(client));
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      return list((await userOf(client, userId))['classIds']).length;
    }),
  },
];

const search = 'POST /users/search';

/** Faults of the search for users. */
export const readingSearch: readonly BlindFault[] = [
  {
    id: 'round-7.search.birthdays-with-a-time',
    chapter: 'search',
    story: 'The search answers from an index that knows dates only with a time.',
    rests: 'User: dateOfBirth is a date, YYYY-MM-DD.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [search],
    wrap: (service) =>
      on(service, search, async ({ pass }) =>
        editItems(await pass(), (user) =>
          'dateOfBirth' in user ? { ...user, dateOfBirth: `${user['dateOfBirth']}T00:00:00.000Z` } : user,
        ),
      ),
    witness: both(async ({ send }) => {
      const found = await send('POST', '/users/search', { search: {} });
      return column(found, 'dateOfBirth').every((date) => /^(\d{4}-\d\d-\d\d)?$/.test(date));
    }),
  },
  {
    id: 'round-7.search.last-incomplete-batch-of-ids-is-lost',
    chapter: 'search',
    story: 'Long lists are looked up by fifty, and the loop ends with the last full batch.',
    rests:
      'POST /users/search has the filters of GET /users and is meant for more than 30 values in any filter.',
    breaks: 'explicit',
    depth: 'deep',
    at: [search],
    wrap: (service) =>
      on(service, search, async ({ ask, pass }) => {
        const filters = ask.body['search'];
        const ids = texts(Object(filters).userIds);
        if (ids.length <= 50) return pass();
        const checked = await pass();
        if (!checked.ok) return checked;
        const userIds = ids.slice(0, ids.length - (ids.length % 50));
        return pass({ body: { ...ask.body, search: { ...Object(filters), userIds } } });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 57);
      return paginationOf(await client.send('POST', '/users/search', { search: { userIds } }))['total'];
    }),
  },
];
