import { editItems, refuse } from '../answers.ts';
import { both, column, itemsOf, newClassId, newUserId, userOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, requery, textAt } from '../kit.ts';
import { after } from '../shared/ids.ts';

const chapter = 'users';
const filters = ['userId', 'upn', 'externalId', 'username'];
const lists = ['userIds', 'upns', 'externalIds', 'usernames'];
const repeated = 'repeat the parameter; 1 to 30 values';

export const users: readonly BlindFault[] = [
  {
    id: 'round-1.users.values-after-the-twentieth',
    chapter,
    story: 'The query parser keeps twenty values of a list and drops the others.',
    rests: repeated,
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      for (const name of filters) {
        const values = query.getAll(name);
        if (values.length <= 20 || values.length > 30) continue;
        query.delete(name);
        for (const value of values.slice(0, 20)) query.append(name, value);
      }
    }),
    witness: both(async (client) => {
      const [user] = itemsOf(await client.get('/users', { limit: 1 }));
      const username = after(25, textAt(user, 'username'));
      return column(await client.get('/users', { username }), 'username').length;
    }),
  },
  {
    id: 'round-1.users.values-counted-after-dedup',
    chapter,
    story: 'The values go into a set before their number is checked.',
    rests: 'values per array filter: at most 30',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => {
      for (const name of filters) {
        const values = new Set(query.getAll(name));
        query.delete(name);
        for (const value of values) query.append(name, value);
      }
    }),
    witness: both(
      async (client) => (await client.get('/users', { upn: [...after(29, 'nobody-1', 'nobody-2')] })).status,
    ),
  },
  {
    id: 'round-1.users.order-of-the-ids-asked-for',
    chapter,
    story:
      'Users asked for by id come out of the batch loader in the order of the ids, and the sort is not applied.',
    rests: 'default sort of users: createdAt, descending',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const wanted = ask.query.getAll('userId').map((id) => id.toLowerCase());
        if (!response.ok || wanted.length < 2) return response;
        const body = fields(await response.json());
        const place = (user: unknown) => wanted.indexOf(textAt(user, 'userId'));
        const data = [...list(body['data'])].sort((a, b) => place(a) - place(b));
        return new Response(JSON.stringify({ ...body, data }), { headers: response.headers });
      }),
    witness: both(async (client) => {
      const ids = column(await client.get('/users', { limit: 20 }), 'userId').reverse();
      const created = column(await client.get('/users', { userId: ids }), 'createdAt');
      return created.every((date, n) => n === 0 || date <= (created[n - 1] ?? ''));
    }),
  },
  {
    id: 'round-1.users.last-of-a-full-chunk',
    chapter,
    story: 'Long lists of values are looked up in chunks of fifty, cut one short.',
    rests: 'the search has the same filters as GET /users and is meant for more than 30 values',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        const long = lists.filter((name) => list(search[name]).length > 50);
        for (const name of long) search[name] = list(search[name]).filter((_, index) => index % 50 !== 49);
        return long.length > 0 ? pass({ body: { ...ask.body, search } }) : pass();
      }),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { limit: 60 }), 'userId');
      return itemsOf(await client.send('POST', '/users/search', { search: { userIds } })).length;
    }),
  },
  {
    id: 'round-1.users.filter-of-a-refused-request',
    chapter,
    story:
      'The query builder is a singleton which is reset after it ran, and a refused request never runs it.',
    rests: 'the parameters of GET /users are all optional; total is the total number of results',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      let left: string | null = null;
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        if (left !== null && !query.has('role') && !query.has('cursor')) query.set('role', left);
        const response = await pass({ query });
        left = response.status === 400 ? ask.query.get('role') : null;
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/users', { role: 'teacher', limit: 'many' });
      return new Set(column(await client.get('/users'), 'roles')).size > 2 ? 'all roles' : 'some roles';
    }),
  },
  {
    id: 'round-1.users.groups-of-the-first-fifty',
    chapter,
    story:
      'Classes and cohorts of a page are loaded in one batch of fifty users, and there is no second batch.',
    rests: 'classIds and cohortIds are in the users of GET /users and POST /users/search',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editItems(await pass(), (item, index) => {
          const { classIds: _classes, cohortIds: _cohorts, ...user } = item;
          return index < 50 ? item : user;
        }),
      ),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/users', { limit: 100 }));
      return items.slice(50).some((user) => 'classIds' in user);
    }),
  },
];

/** The users of a search, from a copy that is renewed by changes of the user alone. */
function lagging(copies: Map<string, Fields>, user: Fields): Fields {
  const id = textAt(user, 'userId');
  const copy = copies.get(id) ?? user;
  copies.set(id, copy);
  return { ...user, classIds: copy['classIds'], cohortIds: copy['cohortIds'] };
}

export const moreUsers: readonly BlindFault[] = [
  {
    id: 'round-1.users.search-serves-an-index',
    chapter,
    story: 'The search reads an index that is renewed when a user is saved, not when a class is.',
    rests: 'the search has the same response as GET /users',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) => {
      const copies = new Map<string, Fields>();
      const saves = [
        '/classes',
        '/cohorts',
        '/name',
        '/details',
        '/emails/primary',
        '/password',
        '/external-id',
      ];
      const watched = on(service, '*', ({ ask, pass }) => {
        const [, kind, id] = ask.path.split('/');
        const saved =
          kind !== 'classes' && kind !== 'smart-ia' && saves.some((end) => ask.path.endsWith(end));
        if (ask.method !== 'GET' && saved) copies.delete(id?.toLowerCase() ?? '');
        return pass();
      });
      return on(watched, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), (user) => lagging(copies, user)),
      );
    },
    witness: both(async (client) => {
      const [classId, userId] = [await newClassId(client), await newUserId(client, 'student')];
      const search = { userIds: [userId] };
      await client.send('POST', '/users/search', { search });
      await client.send('POST', `/classes/${classId}/students`, { userIds: [userId] });
      const found = itemsOf(await client.send('POST', '/users/search', { search }))[0];
      return list(found?.['classIds']).length === list((await userOf(client, userId))['classIds']).length;
    }),
  },
  {
    id: 'round-1.users.one-letter-is-too-short',
    chapter,
    story: 'The full-text index has no words of one letter, so shorter names are refused.',
    rests: 'name: minimum length 1',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const short = ask.query.get('name')?.length === 1;
        return short && response.ok ? refuse(ask, 400, 'name must have at least 2 characters') : response;
      }),
    witness: both(async (client) => (await client.get('/users', { name: '花' })).status),
  },
];
