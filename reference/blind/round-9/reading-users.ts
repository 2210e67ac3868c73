import { editItems } from '../answers.ts';
import { both, column, itemsOf, newUserId, newUserIds, nobody, userOf } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { changed, reselect } from './helpers.ts';

/** A service on which the values of some filters of GET /users arrive in another form. */
function reread(
  names: readonly string[],
  change: (values: readonly string[]) => readonly string[],
): BlindFault['wrap'] {
  return (service) =>
    on(service, 'GET /users', ({ ask, pass }) =>
      pass({
        query: changed(ask.query, (query) => {
          for (const name of names) {
            const values = query.getAll(name);
            query.delete(name);
            for (const value of change(values)) query.append(name, value);
          }
        }),
      }),
    );
}

/** Filters of GET /users. */
export const users: readonly BlindFault[] = [
  {
    id: 'round-9.users.empty-name-is-no-filter',
    chapter: 'users',
    story: 'The handler asks `if (query.name)`, and the schema lost its minimum length.',
    rests: 'Users: `name` has the minimum length 1; invalid requests are 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) =>
        pass({
          query: changed(ask.query, (query) => {
            if (query.get('name') === '') query.delete('name');
          }),
        }),
      ),
    witness: both(async ({ get }) => (await get('/users', { name: '' })).status),
  },
  {
    id: 'round-9.users.role-is-the-first-role',
    chapter: 'users',
    story: 'The filter still reads the old column primary_role; further roles came in a table of their own.',
    rests: 'Users: `role` filters by UserRole, and `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', (line) =>
        reselect(line, {
          wanted: (query) => query.has('role'),
          widen: () => undefined,
          keep: (user, query) => at(user, 'roles', 0) === query.get('role'),
        }),
      ),
    witness: both(async ({ get }) => {
      const user = itemsOf(await get('/users')).find((one) => list(one['roles']).length > 1);
      const role = textAt(user, 'roles', -1);
      return column(await get('/users', { role, userId: textAt(user, 'userId') }), 'userId').length;
    }),
  },
  {
    id: 'round-9.users.ten-classes-at-most',
    chapter: 'users',
    story: 'The subquery that gathers class ids has a LIMIT 10 left from a preview in the admin pages.',
    rests: 'User: `classIds` are the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editItems(await pass(), (user) => {
          const ids = list(user['classIds']);
          return ids.length > 10 ? { ...user, classIds: ids.slice(0, 10) } : user;
        }),
      ),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 12 }), 'classId');
      await client.send('POST', `/students/${student}/classes`, { classIds });
      return list((await userOf(client, student))['classIds']).length;
    }),
  },
  {
    id: 'round-9.users.rest-of-the-ids-is-dropped',
    chapter: 'users',
    story: 'Ids are looked up in chunks of ten by `while (from + 10 <= ids.length)`: the remainder is lost.',
    rests: 'Users: `userId` takes 1 to 30 values, and each of them counts.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: reread(['userId'], (ids) =>
      ids.length > 10 && ids.length <= 30 ? ids.slice(0, ids.length - (ids.length % 10)) : ids,
    ),
    witness: both(async (client) => {
      const ids = column(await client.get('/users', { limit: 14 }), 'userId');
      return column(await client.get('/users', { userId: ids }), 'userId').length;
    }),
  },
  {
    id: 'round-9.users.comma-parts-external-ids',
    chapter: 'users',
    story: 'The framework is set to arrays in the style `form, explode=false`, so that a comma parts values.',
    rests: 'Users: `externalId` is an array given by repeating the parameter; a value is one string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: reread(['externalId'], (values) => values.flatMap((value) => value.split(','))),
    witness: both(async (client) => {
      const own = await newUserId(client, 'student', { externalId: 'Hill, North' });
      const found = await client.get('/users', { externalId: 'Hill, North' });
      return column(found, 'userId').map((id) => id === own);
    }),
  },
  {
    id: 'round-9.users.filters-in-latin-1',
    chapter: 'users',
    story: 'The servlet container decodes percent escapes in the query as ISO 8859-1, bodies as UTF-8.',
    rests: 'Users: `username`, `upn` and `externalId` filter by strings of any letters.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: reread(['username', 'upn', 'externalId'], (values) =>
      values.map((value) => Buffer.from(value, 'utf8').toString('latin1')),
    ),
    witness: both(async (client) => {
      await newUserId(client, 'student', { username: 'jürgen', externalId: 'Größe 1' });
      const byName = await client.get('/users', { username: 'jürgen' });
      const byId = await client.get('/users', { externalId: 'Größe 1' });
      return [column(byName, 'username'), column(byId, 'username')];
    }),
  },
  {
    id: 'round-9.users.former-address-still-finds',
    chapter: 'users',
    story: 'A look-up table of addresses gets the new one by upsert; the row of the former one stays.',
    rests: 'Users: `email` finds users with that address, which PUT emails/primary has replaced.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) => {
      const former = new Map<string, string>();
      const noting = on(service, 'PUT /users/{id}/emails/primary', async ({ ask, pass, call }) => {
        const before = await call(`GET /users?userId=${ask.id}`);
        const answer = await pass();
        const old = textAt(before.body, 'data', 0, 'emails', 0).toLowerCase();
        if (answer.ok && old !== '') former.set(old, ask.id);
        return answer;
      });
      return on(noting, 'GET /users', async ({ ask, pass }) => {
        const answer = await pass();
        const owner = former.get((ask.query.get('email') ?? '').toLowerCase());
        if (!answer.ok || owner === undefined) return answer;
        if (at(await answer.clone().json(), 'pagination', 'total') !== 0) return answer;
        return pass({
          query: changed(ask.query, (query) => {
            query.delete('email');
            query.set('userId', owner);
          }),
        });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher', { email: 'first@school.example' });
      const user = { email: 'second@school.example' };
      await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return column(await client.get('/users', { email: 'first@school.example' }), 'emails');
    }),
  },
];

/** Where the search differs from the list. */
export const search: readonly BlindFault[] = [
  {
    id: 'round-9.search.no-classes-beyond-thirty',
    chapter: 'users',
    story: 'More than thirty values go through a temporary table, whose query lacks the two joins.',
    rests: 'Versioning 6: `classIds` and `cohortIds` are in the users of POST /users/search.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const answer = await pass();
        const long = Object.values(fields(ask.body['search'])).some((value) => list(value).length > 30);
        if (!long) return answer;
        return editItems(answer, ({ classIds: _classes, cohortIds: _cohorts, ...user }) => user);
      }),
    witness: both(async (client) => {
      const [own = ''] = await newUserIds(client, 'student', 1);
      const [classId = ''] = column(await client.get('/classes', { limit: 1 }), 'classId');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [own] });
      const userIds = [own, ...Array.from({ length: 30 }, () => nobody)];
      const found = await client.send('POST', '/users/search', { search: { userIds } });
      return itemsOf(found).map((user) => texts(user['classIds']).length);
    }),
  },
  {
    id: 'round-9.search.disabled-users-left-out',
    chapter: 'users',
    story: 'The search drops inactive documents from each page it has read; the list does no such thing.',
    rests: 'Users: POST /users/search has the same filters and response as GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) => {
      const off = new Set<string>();
      const noting = on(
        service,
        ['POST /users/{id}/disable', 'POST /users/{id}/enable'],
        async ({ ask, pass }) => {
          const answer = await pass();
          if (!answer.ok) return answer;
          if (ask.path.endsWith('/disable')) off.add(ask.id.toLowerCase());
          else off.delete(ask.id.toLowerCase());
          return answer;
        },
      );
      return on(noting, 'POST /users/search', async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const body = fields(await answer.json());
        const data = list(body['data']).filter((user) => !off.has(textAt(user, 'userId')));
        return new Response(JSON.stringify({ ...body, data }), { headers: answer.headers });
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/users/${id}/disable`);
      const found = await client.send('POST', '/users/search', { search: { userIds: [id] } });
      return column(found, 'userId').length;
    }),
  },
];
