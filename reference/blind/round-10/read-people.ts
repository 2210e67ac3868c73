import { edit, editItems, editUsers, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newUser,
  newUserId,
  newUserIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const bothLists = ['GET /users', 'POST /users/search'];

/** What the text of joined ids still holds after a cut. */
function cut(ids: readonly string[], length: number): string[] {
  return ids.join(',').slice(0, length).split(',');
}

/** Users as they are found and shown. */
export const people: readonly BlindFault[] = [
  {
    id: 'round-10.users.one-role-without-a-list',
    chapter: 'users',
    story: 'The serialiser came from XML: a list of one is written as the one.',
    rests: 'User: `roles` is an array of UserRole.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const roles = list(user['roles']);
          return roles.length === 1 ? { ...user, roles: roles[0] } : user;
        }),
      ),
    witness: both(async (client) => {
      const { body } = await client.get('/users', { limit: 6 });
      return list(body['data']).map((user) => typeof fields(user)['roles']);
    }),
  },
  {
    id: 'round-10.accounts.created-again-with-each-address',
    chapter: 'accounts',
    story: 'The answer to the new address is put together by hand, with one timestamp for both fields.',
    rests: 'User: `createdAt` is when the user was created.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, createdAt: user['updatedAt'] })),
      ),
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      const path = `/users/${textAt(user, 'userId')}/emails/primary`;
      const { body } = await client.send('PUT', path, { user: { email: 'new@school.example' } });
      return textAt(body, 'user', 'createdAt') === textAt(user, 'createdAt');
    }),
  },
  {
    id: 'round-10.users.more-than-twenty-pupil-numbers',
    chapter: 'users',
    story:
      'The query parser turns a list of more than twenty values into an object, which validation refuses.',
    rests: 'GET /users: `upn` may be repeated, 1 to 30 values.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const many = ask.query.getAll('upn').length;
        return many > 20 && many <= 30 ? refuse(ask, 400, 'Invalid request') : pass();
      }),
    witness: both(async (client) => {
      const users = column(await client.get('/users', { role: 'student' }), 'upn');
      const upn = users.filter((own) => own !== '').slice(0, 28);
      const found = await client.get('/users', { upn });
      return [found.status, itemsOf(found).length];
    }),
  },
  {
    id: 'round-10.users.direction-left-in-the-body',
    chapter: 'users',
    story: 'The search reads `sort.order`, which is what the first draft called the direction.',
    rests: 'POST /users/search: `sort` is the same as the parameter of GET /users, with field and direction.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const sort = fields(ask.body['sort']);
        if (!['asc', 'desc'].includes(textAt(sort, 'direction'))) return pass();
        const { direction: _direction, ...rest } = sort;
        return pass({ body: { ...ask.body, sort: rest } });
      }),
    witness: both(async (client) => {
      const sort = { field: 'createdAt', direction: 'asc' };
      return column(await client.send('POST', '/users/search', { search: {}, sort, limit: 3 }), 'createdAt');
    }),
  },
  {
    id: 'round-10.users.classes-of-this-year-in-searches',
    chapter: 'users',
    story: 'The search joins through the default scope of classes, which is the current academic year.',
    rests: 'POST /users/search has the same response as GET /users; `classIds` are the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ call, pass }) => {
        const { body } = await call('GET /classes?academicYearId=current&limit=1000');
        const current = new Set(list(body['data']).map((one) => textAt(one, 'classId')));
        return editItems(await pass(), (user) => {
          const { classIds, ...rest } = user;
          const left = texts(classIds).filter((id) => current.has(id));
          return left.length === 0 ? rest : { ...rest, classIds: left };
        });
      }),
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      const { academicYearId } = year ?? {};
      const [old] = column(
        await client.get('/classes', { academicYearId: String(academicYearId) }),
        'classId',
      );
      const ids = [await newUserId(client, 'student')];
      await client.send('POST', `/classes/${old}/students`, { userIds: ids });
      return membersAmong(client, ids, 'classIds', String(old));
    }),
  },
  {
    id: 'round-10.users.role-that-was-asked-for',
    chapter: 'users',
    story: 'The join that filters by role also fills the roles that are shown.',
    rests: 'User: `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const role = ask.query.get('role');
        return editUsers(await pass(), (user) => (role === null ? user : { ...user, roles: [role] }));
      }),
    witness: both(
      async (client) => column(await client.get('/users', { role: 'administrator' }), 'roles')[0],
    ),
  },
  {
    id: 'round-10.users.class-list-cut-in-the-database',
    chapter: 'users',
    story: 'Class ids are gathered with GROUP_CONCAT, which ends at 1024 characters.',
    rests: 'User: `classIds` are the classes of the user, identified by UUIDs.',
    breaks: 'explicit',
    depth: 'deep',
    at: bothLists,
    wrap: (service) =>
      on(service, bothLists, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'classIds' in user ? { ...user, classIds: cut(texts(user['classIds']), 1024) } : user,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const classIds = column(await client.get('/classes', { limit: 30 }), 'classId');
      await client.send('POST', `/teachers/${userId}/classes`, { classIds });
      const shown = texts((await userOf(client, userId))['classIds']);
      return [shown.length, classIds.every((id) => shown.includes(id))];
    }),
  },
  {
    id: 'round-10.users.batches-sorted-apart',
    chapter: 'users',
    story: 'Long lists of values are looked up fifty at a time; each batch is sorted, the whole is not.',
    rests: 'POST /users/search is for more than 30 values, and sorts by `createdAt`, descending, by default.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, call, pass }) => {
        const search = fields(ask.body['search']);
        const names = ['userIds', 'usernames', 'upns', 'externalIds'];
        const name = names.find((one) => list(search[one]).length > 50);
        const response = await pass();
        if (name === undefined || !response.ok) return response;
        const data: unknown[] = [];
        for (let rest = list(search[name]); rest.length > 0; rest = rest.slice(50)) {
          const batch = { ...ask.body, search: { ...search, [name]: rest.slice(0, 50) } };
          data.push(...list((await call('POST /users/search', batch)).body['data']));
        }
        return edit(response, (body) =>
          at(body, 'pagination', 'total') === data.length ? { ...body, data } : body,
        );
      }),
    witness: both(async (client) => {
      const everybody = column(await client.get('/users', { limit: 70 }), 'username').toReversed();
      const body = { search: { usernames: everybody } };
      const moments = column(await client.send('POST', '/users/search', body), 'createdAt');
      return moments.every((moment, index) => index === 0 || moment <= (moments[index - 1] ?? ''));
    }),
  },
  {
    id: 'round-10.memberships.only-the-first-is-fresh',
    chapter: 'memberships',
    story: 'After a class has got students, the cached copy of the first of them alone is thrown away.',
    rests: 'POST /classes/{id}/students assigns every user of `userIds`; `classIds` are the user’s classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students', 'GET /users'],
    wrap: (service) => {
      const shown = new Map<string, unknown>();
      const stale = new Set<string>();
      const kept = (user: Fields): Fields => {
        const userId = textAt(user, 'userId');
        if (!stale.has(userId)) shown.set(userId, user['classIds']);
        return { ...user, classIds: shown.get(userId) };
      };
      const reading = on(service, 'GET /users', async ({ pass }) => editUsers(await pass(), kept));
      return on(reading, 'POST /classes/{id}/students', async ({ ask, pass }) => {
        const response = await pass();
        const [first = '', ...others] = texts(ask.body['userIds']);
        if (!response.ok) return response;
        stale.delete(first);
        for (const userId of others) if (shown.has(userId)) stale.add(userId);
        return response;
      });
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 3);
      const classId = await newClassId(client);
      await client.get('/users', { userId: userIds });
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      const counts: number[] = [];
      for (const userId of userIds) counts.push(list((await userOf(client, userId))['classIds']).length);
      return counts;
    }),
  },
];
