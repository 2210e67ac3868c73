import { editItems, editUsers } from '../answers.ts';
import { both, column, itemsOf, newUserId, userOf } from '../client.ts';
import { type BlindFault, list, on, textAt } from '../kit.ts';

const chapter = 'users';
const lists = ['GET /users', 'POST /users/search'];

/** Faults of the list of users and of their search. */
export const userFaults: readonly BlindFault[] = [
  {
    id: 'round-2.users.lone-role-without-list',
    chapter,
    story: 'The answer is built by way of XML, where a list of one cannot be told from the one.',
    rests: 'User.roles: array of UserRole.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const roles = list(user['roles']);
          return roles.length === 1 ? { ...user, roles: roles[0] } : user;
        }),
      ),
    witness: both(async ({ get }) => itemsOf(await get('/users', { limit: 5 })).map(({ roles }) => roles)),
  },
  {
    id: 'round-2.users.spelt-out-default-ascends',
    chapter,
    story:
      'The default order stands in the code; one that is sent has its direction compared with "DESC", and anything else ascends.',
    rests: 'GET /users: the default is sort[field]=createdAt&sort[direction]=desc.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        if (ask.query.get('sort[direction]') !== 'desc') return pass();
        const query = new URLSearchParams(ask.query);
        query.set('sort[direction]', 'asc');
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const sort = { 'sort[field]': 'createdAt', 'sort[direction]': 'desc' };
      const spelt = column(await get('/users', { ...sort, limit: 5 }), 'createdAt');
      const usual = column(await get('/users', { limit: 5 }), 'createdAt');
      return spelt.join() === usual.join();
    }),
  },
  {
    id: 'round-2.users.summer-birthday-a-day-early',
    chapter,
    story:
      'A date of birth is read as midnight in London and written as a date in UTC; in summer that is the day before.',
    rests:
      'PATCH /students/{userId}/details sets the date of birth; User.dateOfBirth is a date, and dates are in UTC.',
    breaks: 'implied',
    depth: 'medium',
    at: lists,
    wrap: (service) =>
      on(service, lists, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const date = textAt(user, 'dateOfBirth');
          if (!/^\d{4}-0[4-9]-/.test(date)) return user;
          const before = new Date(Date.parse(`${date}T00:00:00.000Z`) - 3_600_000);
          return { ...user, dateOfBirth: before.toISOString().slice(0, 10) };
        }),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { dateOfBirth: '2009-07-15' });
      return textAt(await userOf(client, userId), 'dateOfBirth');
    }),
  },
  {
    id: 'round-2.users.digits-become-numbers',
    chapter,
    story:
      'The encoder is set to write texts of digits as numbers, and an identifier loses quotes and zeros.',
    rests: 'User.externalId, User.username and User.upn are strings.',
    breaks: 'explicit',
    depth: 'deep',
    at: lists,
    wrap: (service) =>
      on(service, lists, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const changed = { ...user };
          for (const name of ['externalId', 'username', 'upn']) {
            const value = changed[name];
            if (typeof value === 'string' && /^\d{1,15}$/.test(value)) changed[name] = Number(value);
          }
          return changed;
        }),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student', { externalId: '004217' });
      return (await userOf(client, userId))['externalId'];
    }),
  },
  {
    id: 'round-2.users.role-filter-narrows-the-roles',
    chapter,
    story:
      'The filter is put on the same join that fetches the roles, so that of a user with two only the wanted one is loaded.',
    rests: 'User.roles: all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const role = ask.query.get('role');
        const response = await pass();
        return role === null ? response : editItems(response, (user) => ({ ...user, roles: [role] }));
      }),
    witness: both(async ({ get }) => {
      const users = itemsOf(await get('/users', { limit: 100 }));
      const twofold = users.find(({ roles }) => list(roles).length > 1);
      const role = textAt(twofold, 'roles', 1);
      const [user] = itemsOf(await get('/users', { role, userId: textAt(twofold, 'userId') }));
      return user?.['roles'];
    }),
  },
  {
    id: 'round-2.users.filters-of-the-neighbour',
    chapter,
    story:
      'The filters are kept in a field of a handler that all requests share, and are read from it after a wait.',
    rests: 'GET /users: `userId` filters the users of the same request.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) => {
      let current = new URLSearchParams();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        current = ask.query;
        await new Promise((resolve) => setTimeout(resolve, 2));
        return pass({ query: current });
      });
    },
    witness: both(async ({ get }) => {
      const ids = column(await get('/users', { limit: 2 }), 'userId');
      const asked = ids.map((userId) => get('/users', { userId }));
      const answers = await Promise.all(asked);
      return answers.map((answer, index) => column(answer, 'userId').join() === ids[index]);
    }),
  },
];
