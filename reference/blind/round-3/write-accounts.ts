import { edit, editUsers } from '../answers.ts';
import { both, itemsOf, newUser, newUserId, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { userLists } from '../round-2/write-shared.ts';
import { narrowed } from './shared.ts';

const chapter = 'accounts';
const newStudent = 'POST /students';
const newTeacher = 'POST /teachers';

/** Creating students and teachers. */
export const accounts: readonly BlindFault[] = [
  {
    id: 'round-3.accounts.teachers-are-students',
    chapter,
    story: 'The second route was copied from the first, with the role still in it.',
    rests: 'POST /teachers creates a teacher account; User.roles: all platform roles of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [newTeacher, ...userLists],
    wrap: (service) => {
      const created = new Set<string>();
      return on(service, [newTeacher, ...userLists], async ({ ask, pass }) =>
        editUsers(await pass(), (user) => {
          const id = textAt(user, 'userId');
          if (ask.path === '/teachers') created.add(id);
          return created.has(id) ? { ...user, roles: ['student'] } : user;
        }),
      );
    },
    witness: both(async (client) => (await newUser(client, 'teacher'))['roles']),
  },
  {
    id: 'round-3.accounts.created-when-the-process-began',
    chapter,
    story:
      'The default of the column calls the clock where it should name it, so it is asked once and all accounts have that moment.',
    rests: 'User.createdAt: when the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: [newStudent, ...userLists],
    wrap: (service) => {
      const created = new Set<string>();
      let first: unknown;
      return on(service, [newStudent, ...userLists], async ({ ask, pass }) =>
        editUsers(await pass(), (user) => {
          const id = textAt(user, 'userId');
          if (ask.path === '/students') {
            created.add(id);
            first ??= user['createdAt'];
          }
          return created.has(id) ? { ...user, createdAt: first } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const moments: unknown[] = [];
      for (const role of ['student', 'teacher', 'student'] as const) {
        moments.push((await newUser(client, role))['createdAt']);
      }
      return moments;
    }),
  },
  {
    id: 'round-3.accounts.born-before-1970',
    chapter,
    story: 'Dates are kept as seconds since 1970 in a column without a sign, and earlier ones become zero.',
    rests: 'User.dateOfBirth: date; POST /teachers answers 201 with the user it has created.',
    breaks: 'explicit',
    depth: 'deep',
    at: [newTeacher],
    wrap: (service) =>
      on(service, newTeacher, ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const early = /^(1[0-8]\d\d|19[0-6]\d)-\d\d-\d\d$/.test(textAt(user, 'dateOfBirth'));
        return early ? pass({ body: { ...ask.body, user: { ...user, dateOfBirth: '1970-01-01' } } }) : pass();
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher', { dateOfBirth: '1964-05-17' });
      return (await userOf(client, userId))['dateOfBirth'];
    }),
  },
  {
    id: 'round-3.accounts.born-in-the-year-one',
    chapter,
    story: 'The date is a value type that cannot be missing, and without one it is the first day it knows.',
    rests: 'Conventions 3: empty fields are omitted from a response; User.dateOfBirth.',
    breaks: 'explicit',
    depth: 'medium',
    at: [newTeacher],
    wrap: (service) =>
      on(service, newTeacher, async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, dateOfBirth: user['dateOfBirth'] ?? '0001-01-01' })),
      ),
    witness: both(async (client) => textAt(await newUser(client, 'teacher'), 'dateOfBirth')),
  },
  {
    id: 'round-3.accounts.pupil-number-not-found',
    chapter,
    story: 'UPNs are looked up in a table that the nightly import fills; new accounts are not in it.',
    rests: 'GET /users: upn filters by the Unique Pupil Number of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [newStudent, 'GET /users'],
    wrap: (service) => {
      const created = new Set<string>();
      const noting = on(service, newStudent, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          created.add(textAt(user, 'userId'));
          return user;
        }),
      );
      return on(noting, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('upn')) return response;
        return edit(response, (body) => narrowed(body, (user) => !created.has(textAt(user, 'userId'))));
      });
    },
    witness: both(async (client) => {
      await newUserId(client, 'student', { upn: 'Z000000000001' });
      return itemsOf(await client.get('/users', { upn: 'Z000000000001' })).length;
    }),
  },
];
