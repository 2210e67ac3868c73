import { edit, editPagination, editUsers } from '../answers.ts';
import { both, newUser, newUserId, paginationOf } from '../client.ts';
import { type BlindFault, list, on, textAt } from '../kit.ts';
import { put, showing, userNow } from './accounts-tools.ts';

const filters = ['userId', 'upn', 'externalId', 'username', 'email', 'name', 'role', 'cursor'];

export const shallow: readonly BlindFault[] = [
  {
    id: 'round-17.create.teacher-moments-without-milliseconds',
    chapter: 'create',
    story: 'POST /teachers was moved to a new mapper whose date format drops a fraction of zero.',
    rests: 'Conventions 2: a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ; User createdAt and updatedAt.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          createdAt: textAt(user, 'createdAt').replace('.000Z', 'Z'),
          updatedAt: textAt(user, 'updatedAt').replace('.000Z', 'Z'),
        })),
      ),
    witness: both(async (client) => {
      const user = await newUser(client, 'teacher');
      return ['createdAt', 'updatedAt'].map((name) =>
        /^[\d-]{10}T[\d:]{8}\.\d{3}Z$/.test(textAt(user, name)),
      );
    }),
  },
  {
    id: 'round-17.email.answer-has-address-objects',
    chapter: 'email',
    story:
      'The operation returns the ORM relation of addresses, because the DTO mapper is called in the other handlers only.',
    rests:
      'User: emails is an array of string (email); PUT /users/{userId}/emails/primary carries user (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          emails: list(user['emails']).map((address, index) => ({ address, primary: index === 0 })),
        })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const user = await put(client, id, 'emails/primary', { email: 'first@blind.example' });
      return list(user['emails']).map((email) => typeof email);
    }),
  },
  {
    id: 'round-17.details.answer-is-wrapped-as-student',
    chapter: 'details',
    story:
      'The wrapper name is made from the controller, and this is the only answer of the students controller that goes through the helper.',
    rests: 'PATCH /students/{userId}/details: 200 response carries property user (User).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        edit(await pass(), ({ user, ...rest }) => ({ ...rest, student: user })),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const answer = await client.send('PATCH', `/students/${id}/details`, { user: { gender: 'female' } });
      return 'user' in answer.body;
    }),
  },
  {
    id: 'round-17.name.rename-leaves-updated-at',
    chapter: 'name',
    story: 'The rename is a raw SQL statement, so the hook of the ORM that stamps updatedAt does not run.',
    rests: 'User: updatedAt is when the user was last updated; PUT /users/{userId}/name updates the name.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/name', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const stamps = new Map<string, string>();
      const renaming = on(service, 'PUT /users/{id}/name', async (line) => {
        const before = await userNow(line, line.ask.id);
        const response = await line.pass();
        if (!response.ok) return response;
        const after = await userNow(line, line.ask.id);
        const stamp = `${textAt(before, 'userId')} ${textAt(before, 'updatedAt')}`;
        const former = stamps.get(stamp) ?? textAt(before, 'updatedAt');
        stamps.set(`${textAt(after, 'userId')} ${textAt(after, 'updatedAt')}`, former);
        return response;
      });
      return showing(renaming, (user) => {
        const former = stamps.get(`${textAt(user, 'userId')} ${textAt(user, 'updatedAt')}`);
        return former === undefined ? user : { ...user, updatedAt: former };
      });
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'student');
      const renamed = await put(client, textAt(user, 'userId'), 'name', {
        firstName: 'Re',
        lastName: 'Named',
      });
      return textAt(renamed, 'updatedAt') > textAt(user, 'updatedAt');
    }),
  },
  {
    id: 'round-17.create.teacher-is-not-in-the-counter',
    chapter: 'create',
    story:
      'The total of the whole list comes from a counter row, and only the creation of students adds to it.',
    rests: 'Pagination: total is the total number of results; POST /teachers creates a teacher account.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers', 'GET /users'],
    wrap: (service) => {
      let count: number | undefined;
      const counting = on(service, 'POST /students', async ({ pass }) => {
        const response = await pass();
        if (response.ok && count !== undefined) count += 1;
        return response;
      });
      return on(counting, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (filters.some((name) => ask.query.has(name))) return response;
        return editPagination(response, ({ total }) => {
          count ??= Number(total);
          return { total: count };
        });
      });
    },
    witness: both(async (client) => {
      const total = async () => Number(paginationOf(await client.get('/users', { limit: 1 }))['total']);
      const before = await total();
      await newUserId(client, 'teacher');
      await newUserId(client, 'student');
      return (await total()) - before;
    }),
  },
];
