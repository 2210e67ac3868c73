import { allOf, editItems, json } from '../answers.ts';
import { both, column, itemsOf, newUserId, paginationOf } from '../client.ts';
import { type BlindFault, list, on, textAt, texts } from '../kit.ts';
import { changed, relisted } from './shared.ts';

const chapter = 'users';
const route = 'GET /users';
const search = 'POST /users/search';

/** Faults of the list of users and of their search. */
export const userFaults: readonly BlindFault[] = [
  {
    id: 'round-3.users.roles-joined-by-a-comma',
    chapter,
    story: 'Roles are gathered by the database into one text, which is put into a list as it is.',
    rests: 'User.roles: array of UserRole, all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), (user) => ({ ...user, roles: [texts(user['roles']).join(',')] })),
      ),
    witness: both(async ({ get }) => {
      const users = itemsOf(await get('/users'));
      return users.find(({ roles }) => list(roles).length > 1 || String(roles).includes(','))?.['roles'];
    }),
  },
  {
    id: 'round-3.users.classes-cut-at-1024-letters',
    chapter,
    story: 'Classes are gathered by a function of the database that cuts its text at 1024 characters.',
    rests: 'User.classIds: classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ pass }) =>
        editItems(await pass(), (user) => {
          const joined = texts(user['classIds']).join(',');
          return joined.length <= 1024 ? user : { ...user, classIds: joined.slice(0, 1024).split(',') };
        }),
      ),
    witness: both(async (client) => {
      const classIds = column(await client.get('/classes', { limit: 30 }), 'classId');
      const userId = await newUserId(client, 'student');
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      const [user] = itemsOf(await client.get('/users', { userId }));
      return texts(user?.['classIds']).filter((id) => classIds.includes(id)).length;
    }),
  },
  {
    id: 'round-3.users.order-of-the-body-unread',
    chapter,
    story: 'The sort of a search was taken from the address once more, where a body cannot put it.',
    rests: 'POST /users/search: `sort` in the body, the same as the sort parameter of GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: [search],
    wrap: (service) =>
      on(service, search, ({ ask, pass }) => {
        const { sort: _sort, ...body } = ask.body;
        return 'sort' in ask.body ? pass({ body }) : pass();
      }),
    witness: both(async ({ send }) => {
      const sort = { field: 'createdAt', direction: 'asc' };
      return column(await send('POST', '/users/search', { search: {}, sort, limit: 3 }), 'createdAt');
    }),
  },
  {
    id: 'round-3.users.upns-not-bound',
    chapter,
    story:
      'The class of the search body has its filter under the singular, as the query has; the plural is an unknown property.',
    rests: 'POST /users/search: `upns` (string[]) is a filter, as in GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: [search],
    wrap: (service) =>
      on(service, search, ({ ask, pass }) => {
        const sent = ask.body['search'];
        if (typeof sent !== 'object' || sent === null || !('upns' in sent)) return pass();
        const { upns: _upns, ...rest } = sent;
        return pass({ body: { ...ask.body, search: rest } });
      }),
    witness: both(async ({ get, send }) => {
      const user = itemsOf(await get('/users')).find((one) => 'upn' in one);
      const found = await send('POST', '/users/search', { search: { upns: [user?.['upn']] } });
      return paginationOf(found)['total'];
    }),
  },
  {
    id: 'round-3.users.cache-folds-case',
    chapter,
    story:
      'The cache in front makes addresses small before it looks them up, so as to hit more often; a write empties it.',
    rests: 'GET /users: externalId filters the users of the same request.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) => {
      const cache = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        if (ask.method !== 'GET' && !ask.path.endsWith('/search')) cache.clear();
        if (ask.method !== 'GET' || ask.path !== '/users' || ask.query.has('cursor')) return pass();
        const key = `${ask.headers.get('x-api-key')} ${ask.query.toString().toLowerCase()}`;
        const known = cache.get(key);
        if (known !== undefined) return json(200, JSON.parse(known));
        const response = await pass();
        if (response.ok) cache.set(key, await response.clone().text());
        return response;
      });
    },
    witness: both(async (client) => {
      const ids = ['Case-a', 'CASE-A'];
      for (const externalId of ids) await newUserId(client, 'student', { externalId });
      const found: string[] = [];
      for (const externalId of ids)
        found.push(...column(await client.get('/users', { externalId }), 'externalId'));
      return found;
    }),
  },
  {
    id: 'round-3.users.underscore-is-any-letter',
    chapter,
    story:
      'Usernames are compared with LIKE, so that letter case does not matter, and nobody escapes the value.',
    rests: 'GET /users: username filters by the given usernames.',
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: (service) =>
      on(service, route, (line) =>
        relisted(
          line,
          (query) => query.getAll('username').some((name) => /[_%]/.test(name)),
          async (filters) => {
            const patterns = filters.getAll('username').map(patternOf);
            const rest = changed(filters, (name, value) => (name === 'username' ? undefined : value));
            const all = await allOf(line, '/users', rest);
            return all.filter((user) => patterns.some((own) => own.test(textAt(user, 'username'))));
          },
        ),
      ),
    witness: both(async (client) => {
      for (const username of ['w_itness', 'wxitness']) await newUserId(client, 'student', { username });
      return column(await client.get('/users', { username: 'w_itness' }), 'username');
    }),
  },
  {
    id: 'round-3.limits.thirty-one-pupil-numbers',
    chapter: 'limits',
    story: 'The bound of thirty values was copied to the filters of that time; that of UPNs came later.',
    rests: 'Limits: at most 30 values per array filter, upn on GET /users; 400 for an invalid request.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass, call }) => {
        const upns = ask.query.getAll('upn');
        const response = await pass();
        if (upns.length <= 30 || response.status !== 400) return response;
        const names = ['limit', 'offset'].filter((name) => ask.query.has(name));
        const paging = Object.fromEntries(names.map((name) => [name, Number(ask.query.get(name))]));
        const alone = [...ask.query.keys()].every((name) => name === 'upn' || names.includes(name));
        if (!alone) return response;
        const found = await call('POST /users/search', { search: { upns }, ...paging });
        return found.status === 200 ? json(200, found.body) : response;
      }),
    witness: both(async ({ get }) => {
      const upn = Array.from({ length: 31 }, (_, n) => `A${820_200_000_000 + n}`);
      return (await get('/users', { upn })).status;
    }),
  },
];

function patternOf(value: string): RegExp {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('_', '.').replaceAll('%', '.*')}$`, 'iu');
}
