import { allOf, edit, editItems, refuse } from '../answers.ts';
import { both, column, itemsOf, newUser, newUserId, newUserIds, paginationOf, userOf } from '../client.ts';
import { type BlindFault, fields, on, requery, textAt, texts } from '../kit.ts';
import { dataOf, paged, revalue, without } from './reading-helpers.ts';

const arrayFilters = ['userId', 'upn', 'externalId', 'username'] as const;
const dayOf = (value: unknown) => String(value).slice(0, 10);
const newestFirst = (query: URLSearchParams) =>
  (query.get('sort[field]') ?? 'createdAt') === 'createdAt' &&
  (query.get('sort[direction]') ?? 'desc') === 'desc';

/** The list of users: filters, order, totals. */
export const users: readonly BlindFault[] = [
  {
    id: 'round-8.users.role-filter-trims-roles',
    chapter: 'users',
    story: 'The condition on the role stands in the join that also fetches the roles of the answer.',
    rests: 'User: roles are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const role = ask.query.get('role');
        const answer = await pass();
        return role === null ? answer : editItems(answer, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async ({ get }) => {
      const all = itemsOf(await get('/users', { limit: 300 }));
      const several = all.find((user) => texts(user['roles']).length > 1) ?? {};
      const [role = ''] = texts(several['roles']);
      const found = itemsOf(await get('/users', { role, limit: 300 }));
      return texts(found.find(({ userId }) => userId === several['userId'])?.['roles']);
    }),
  },
  {
    id: 'round-8.users.thirty-values-in-all',
    chapter: 'users',
    story: 'The guard that counts values counts those of all four array filters together.',
    rests: 'Users: each of userId, upn, externalId, username takes 1 to 30 values.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const count = arrayFilters.reduce((sum, name) => sum + ask.query.getAll(name).length, 0);
        return count > 30 && ask.headers.has('x-api-key') ? refuse(ask, 400, 'Invalid request') : pass();
      }),
    witness: both(async ({ get }) => {
      const some = itemsOf(await get('/users', { limit: 20 }));
      const of = (name: string) => some.map((user) => textAt(user, name));
      return (await get('/users', { userId: of('userId'), username: of('username') })).status;
    }),
  },
  {
    id: 'round-8.users.twenty-upns-make-no-list',
    chapter: 'users',
    story:
      'The query parser makes lists of up to 20 values; of more it makes an object, which the filter skips.',
    rests: 'Users: upn takes 1 to 30 values (repeat the parameter).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const count = ask.query.getAll('upn').length;
        return count > 20 && count <= 30 ? pass({ query: without(ask.query, 'upn') }) : pass();
      }),
    witness: both(async ({ get }) => {
      const upns = column(await get('/users', { limit: 100 }), 'upn').filter((upn) => upn !== '');
      return paginationOf(await get('/users', { upn: upns.slice(0, 25) }))['total'];
    }),
  },
  {
    id: 'round-8.users.email-decoded-twice',
    chapter: 'users',
    story: 'The gateway decodes the query and hands it on undecoded, so that a plus becomes a space.',
    rests: 'Users: the query parameter email (string, email) chooses the user of that address.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: requery('GET /users', (query) => revalue(query, ['email'], (text) => text.replaceAll('+', ' '))),
    witness: both(async (client) => {
      const email = 'ann+school@mail.example';
      await newUser(client, 'student', { email });
      const answer = await client.get('/users', { email });
      return [answer.status, itemsOf(answer).length];
    }),
  },
  {
    id: 'round-8.users.sorted-by-day-of-creation',
    chapter: 'users',
    story: 'The index that the default order uses is on the date of creation, without the time.',
    rests: 'Users: the default is sort[field]=createdAt&sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', (line) =>
        newestFirst(line.ask.query)
          ? paged(line, async (query) => {
              const all = await allOf(line, '/users', query);
              return all.toSorted((a, b) => {
                const [one, other] = [textAt(a, 'createdAt'), textAt(b, 'createdAt')];
                if (dayOf(one) !== dayOf(other)) return dayOf(one) < dayOf(other) ? 1 : -1;
                return one === other ? 0 : one < other ? -1 : 1;
              });
            })
          : line.pass(),
      ),
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'student', 3);
      const found = column(await client.get('/users', { limit: 3 }), 'userId');
      return found.map((id) => ids.indexOf(id));
    }),
  },
  {
    id: 'round-8.users.no-match-is-null',
    chapter: 'pagination',
    story: 'A list that was never appended to is nil, and nil is written as null.',
    rests: 'Pagination, response shape: data is an array.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: dataOf(body).length > 0 ? body['data'] : null })),
      ),
    witness: both(async ({ get }) => (await get('/users', { username: 'nobody at all' })).body['data']),
  },
  {
    id: 'round-8.users.class-ids-cut-at-1024',
    chapter: 'users',
    story: 'The classes of a user are put together by GROUP_CONCAT, which stops after 1024 characters.',
    rests: 'User: classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const ids = texts(user['classIds']);
          return ids.length < 28 ? user : { ...user, classIds: ids.join(',').slice(0, 1024).split(',') };
        }),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 35 }), 'classId');
      await client.send('POST', `/students/${userId}/classes`, { classIds });
      return texts((await userOf(client, userId))['classIds']).length;
    }),
  },
  {
    id: 'round-8.users.two-tables-of-members',
    chapter: 'users',
    story:
      'Either side has a table of its own, the lists join both, and the side of the class clears only its own.',
    rests: 'User: classIds are the classes of the user; DELETE /classes/{classId}/students removes students.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const table = new Map<string, Set<string>>();
      const link = '/students/{id}/classes';
      const routes = [`POST ${link}`, `DELETE ${link}`, 'GET /users', 'POST /users/search'];
      return on(service, routes, async ({ ask, pass }) => {
        const answer = await pass();
        if (ask.id === '') {
          return editItems(answer, (user) => {
            const own = table.get(textAt(user, 'userId')) ?? [];
            const classIds = [...new Set([...texts(user['classIds']), ...own])];
            return classIds.length > 0 ? { ...user, classIds } : user;
          });
        }
        if (!answer.ok) return answer;
        const own = table.get(ask.id.toLowerCase()) ?? new Set();
        table.set(ask.id.toLowerCase(), own);
        for (const id of texts(ask.body['classIds']))
          own[ask.method === 'POST' ? 'add' : 'delete'](id.toLowerCase());
        return answer;
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const [classId] = column(await client.get('/classes', { limit: 1 }), 'classId');
      await client.send('POST', `/students/${userId}/classes`, { classIds: [classId] });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: [userId] });
      return texts((await userOf(client, userId))['classIds']).length;
    }),
  },
  {
    id: 'round-8.users.external-id-leaves-updated-at',
    chapter: 'users',
    story: 'The external id is in a side table; the trigger that dates changes is on the table of users.',
    rests: 'User: updatedAt is when the user was last updated.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) => {
      const dates = new Map<string, { readonly was: string; readonly is: string }>();
      const routes = ['PUT /users/{id}/external-id', 'GET /users', 'POST /users/search'];
      return on(service, routes, async ({ ask, pass, call }) => {
        if (ask.id === '') {
          return editItems(await pass(), (user) => {
            const known = dates.get(textAt(user, 'userId'));
            return known?.is === user['updatedAt'] ? { ...user, updatedAt: known?.was } : user;
          });
        }
        const dated = async () => {
          const { body } = await call(`GET /users?userId=${ask.id}`);
          const user = fields(dataOf(body)[0]);
          return { id: textAt(user, 'userId'), at: textAt(user, 'updatedAt') };
        };
        const before = await dated();
        const answer = await pass();
        const was = dates.get(before.id)?.is === before.at ? (dates.get(before.id)?.was ?? '') : before.at;
        if (answer.ok) dates.set(before.id, { was, is: (await dated()).at });
        return answer;
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const before = (await userOf(client, userId))['updatedAt'];
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId: 'MIS-77' } });
      return (await userOf(client, userId))['updatedAt'] === before ? 'stands still' : 'moves';
    }),
  },
];
