import { editError, editPagination, editUsers } from '../answers.ts';
import { both, newUser, newUserId, paginationOf, userOf } from '../client.ts';
import { type BlindFault, fields, on, textAt } from '../kit.ts';
import { rowOf, showing } from './accounts-help.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-19.creation.new-teachers-have-instants-without-milliseconds',
    chapter: 'creation',
    story: 'The teacher module was ported later and formats instants with the default of its date library.',
    rests: 'Conventions 2: a date-time is `YYYY-MM-DDTHH:MM:SS.SSSZ`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers'],
    wrap: (service) =>
      on(service, 'POST /teachers', async ({ pass }) =>
        editUsers(await pass(), (user) => ({
          ...user,
          createdAt: textAt(user, 'createdAt').replace(/\.\d+Z$/, 'Z'),
          updatedAt: textAt(user, 'updatedAt').replace(/\.\d+Z$/, 'Z'),
        })),
      ),
    witness: both(async (client) => {
      const { createdAt, updatedAt } = await newUser(client, 'teacher');
      return [createdAt, updatedAt].map((one) =>
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(one)),
      );
    }),
  },
  {
    id: 'round-19.creation.new-students-carry-null-memberships',
    chapter: 'creation',
    story:
      'The create handler answers the entity before its collections are loaded, and the mapper writes null for them.',
    rests:
      'Conventions 3: empty fields are omitted from a response; only a nested object is null when empty.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students'],
    wrap: (service) =>
      on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, classIds: null, cohortIds: null })),
      ),
    witness: both(async (client) => {
      const user = await newUser(client, 'student');
      return Object.entries(user).filter(([, value]) => value === null);
    }),
  },
  {
    id: 'round-19.creation.total-forgets-teachers-made-since',
    chapter: 'creation',
    story: 'The count of all users is kept in a counter row, and only the handler of new students raises it.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) => {
      let forgotten = 0;
      const filters = ['userId', 'upn', 'externalId', 'username', 'email', 'name', 'role', 'cursor'];
      const counting = on(service, 'POST /teachers', async ({ pass }) => {
        const response = await pass();
        if (response.ok) forgotten += 1;
        return response;
      });
      return on(counting, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (filters.some((name) => ask.query.has(name))) return response;
        return editPagination(response, ({ total }) => ({ total: Number(total) - forgotten }));
      });
    },
    witness: both(async (client) => {
      const total = async () => Number(paginationOf(await client.get('/users', { limit: 1 }))['total']);
      const before = await total();
      await newUser(client, 'student');
      await newUser(client, 'teacher');
      await newUser(client, 'teacher');
      return (await total()) - before;
    }),
  },
  {
    id: 'round-19.details.refusal-tells-another-status-than-its-own',
    chapter: 'details',
    story:
      'The validator throws errors with 422 in them, and the error filter lowers the HTTP status but copies the body.',
    rests: 'Errors: `status` equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) => {
        const response = await pass();
        return response.status === 400 ? editError(response, (body) => ({ ...body, status: 422 })) : response;
      }),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const { status, body } = await client.send('PATCH', `/students/${student}/details`, {
        user: { dateOfBirth: 'the day after' },
      });
      return [status >= 400, body['status'] === status];
    }),
  },
  {
    id: 'round-19.external-ids.setting-one-makes-the-user-anew',
    chapter: 'external-ids',
    story:
      'The external id is written with REPLACE INTO, so the row is deleted and inserted, and its creation time defaults to now.',
    rests: 'User: `createdAt` is when the user was created.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users', 'POST /users/search', 'PUT /users/{id}/external-id', 'PUT /users/{id}/name'],
    wrap: (service) => {
      const made = new Map<string, unknown>();
      const replacing = on(service, 'PUT /users/{id}/external-id', async (line) => {
        const response = await line.pass();
        if (response.ok) made.set(line.ask.id.toLowerCase(), (await rowOf(line, line.ask.id))['updatedAt']);
        return response;
      });
      return showing(replacing, (user) => {
        const createdAt = made.get(textAt(user, 'userId'));
        return createdAt === undefined ? user : { ...user, createdAt };
      });
    },
    witness: both(async (client) => {
      const user = fields(await newUser(client, 'teacher'));
      const userId = textAt(user, 'userId');
      await client.send('PUT', `/users/${userId}/external-id`, { user: { externalId: client.word() } });
      return (await userOf(client, userId))['createdAt'] === user['createdAt'];
    }),
  },
];
