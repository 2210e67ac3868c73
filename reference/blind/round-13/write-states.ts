import { edit, editUsers, json, refuse, withBody } from '../answers.ts';
import {
  both,
  column,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  paginationOf,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { knownUser, userRoutes, without } from './write-tools.ts';

/** Faults of accounts, conflicts and reads after writes that need two things together. */
export const states: readonly BlindFault[] = [
  {
    id: 'round-13.classes.cohort-of-that-name-conflicts',
    chapter: 'classes',
    story: 'Classes and cohorts share a table of groups, and the unique index lacks the kind of group.',
    rests: 'POST /classes answers 201; 409 is for a class that already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const { name, academicYearId = 'current' } = fields(ask.body['class']);
        if (typeof name !== 'string' || typeof academicYearId !== 'string') return pass();
        const query = new URLSearchParams({ search: name, academicYearId });
        const found = await call(`GET /smart-ia/cohorts?${query}`);
        const taken = found.status === 200 && list(found.body['data']).length > 0;
        return taken ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return (await client.send('POST', '/classes', { class: { name } })).status;
    }),
  },
  {
    id: 'round-13.classes.refused-name-stays-reserved',
    chapter: 'classes',
    story:
      'The name is claimed in a lock table before the year is judged, and a refusal does not release it.',
    rests: 'POST /classes answers 201; 409 is for a class that already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const claimed = new Set<string>();
      return on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const name = textAt(ask.body, 'class', 'name').toLowerCase();
        if (claimed.has(name) && (await call('GET /classes?limit=1')).status === 200) {
          return refuse(ask, 409, 'Already exists');
        }
        const response = await pass();
        if (response.status === 400 && name !== '') claimed.add(name);
        return response;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/classes', { class: { name, academicYearId: 'not-a-uuid' } });
      return (await client.send('POST', '/classes', { class: { name } })).status;
    }),
  },
  {
    id: 'round-13.cohorts.found-or-created-in-a-given-year',
    chapter: 'cohorts',
    story: 'The branch for a given year came with an import, which finds the cohort or creates it.',
    rests: 'POST /smart-ia/cohorts answers 409 when the cohort already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const { name, academicYearId } = fields(ask.body['cohort']);
        const response = await pass();
        if (response.status !== 409 || typeof academicYearId !== 'string') return response;
        const query = new URLSearchParams({ search: String(name), academicYearId });
        const cohort = at((await call(`GET /smart-ia/cohorts?${query}`)).body, 'data', 0);
        return json(201, { cohort });
      }),
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const body = { cohort: { name: client.word(), academicYearId } };
      await client.send('POST', '/smart-ia/cohorts', body);
      return (await client.send('POST', '/smart-ia/cohorts', body)).status;
    }),
  },
  {
    id: 'round-13.accounts.birthday-in-summer-time',
    chapter: 'accounts',
    story: 'The date becomes a midnight of local time and is kept as the date of that moment in UTC.',
    rests: 'PATCH student details updates the date of birth, which is a date `YYYY-MM-DD`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', ({ ask, pass }) => {
        const user = fields(ask.body['user']);
        const date = textAt(user, 'dateOfBirth');
        if (!/^\d{4}-0[4-9]-\d{2}$/.test(date)) return pass();
        const midnight = new Date(`${date}T00:00:00.000+01:00`);
        if (Number.isNaN(midnight.getTime()) || Number(date.slice(8)) > 30) return pass();
        const dateOfBirth = midnight.toISOString().slice(0, 10);
        return pass({ body: { ...ask.body, user: { ...user, dateOfBirth } } });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const user = { dateOfBirth: '2009-06-15' };
      const answer = await client.send('PATCH', `/students/${id}/details`, { user });
      return textAt(answer.body, 'user', 'dateOfBirth');
    }),
  },
  {
    id: 'round-13.accounts.disable-turns-over',
    chapter: 'accounts',
    story: 'The button of the page called one toggle; the route for disabling still does.',
    rests: 'POST /users/{userId}/disable disables the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/{id}/disable'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/disable', async ({ ask, pass, call }) => {
        const { enabled } = await knownUser({ call }, ask.id);
        return pass(enabled === false ? { path: `/users/${ask.id}/enable` } : {});
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      await client.send('POST', `/users/${id}/disable`);
      await client.send('POST', `/users/${id}/disable`);
      return (await userOf(client, id))['enabled'];
    }),
  },
  {
    id: 'round-13.users.renamed-not-found-by-name',
    chapter: 'users',
    story: 'The column that is searched is filled when an account is made, and no renaming touches it.',
    rests: 'GET /users: `name` filters users by their name; PUT /users/{userId}/name updates it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'PUT /users/{id}/name'],
    wrap: (service) => {
      const indexed = new Map<unknown, string>();
      const writes = on(service, 'PUT /users/{id}/name', async ({ ask, pass, call }) => {
        const before = textAt(await knownUser({ call }, ask.id), 'fullName');
        const response = await pass();
        if (response.ok && !indexed.has(ask.id)) indexed.set(ask.id, before.toLowerCase());
        return response;
      });
      return on(writes, 'GET /users', (line) => {
        const name = line.ask.query.get('name')?.toLowerCase();
        if (name === undefined || name === '') return line.pass();
        return without(line, '/users', ({ userId }) => indexed.get(userId)?.includes(name) === false);
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('PUT', `/users/${id}/name`, { user: { firstName: 'Quentin', lastName: 'Farqhar' } });
      return paginationOf(await client.get('/users', { name: 'Farqhar' }))['total'];
    }),
  },
  {
    id: 'round-13.accounts.renamed-user-without-cohorts',
    chapter: 'accounts',
    story: 'The answer is made of the saved entity, which was loaded with its classes alone.',
    rests: 'Versioning: `cohortIds` is in the user response of PUT /users/{userId}/name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async ({ pass }) =>
        editUsers(await pass(), ({ cohortIds: _cohortIds, ...user }) => user),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [await newCohortId(client)] });
      const user = { firstName: client.word(), lastName: 'Witness' };
      const answer = await client.send('PUT', `/users/${id}/name`, { user });
      return list(at(answer.body, 'user', 'cohortIds')).length;
    }),
  },
  {
    id: 'round-13.memberships.teaching-hides-other-roles',
    chapter: 'memberships',
    story: 'The role in a class is written with an upsert into the roles that the profile shows.',
    rests: 'User: `roles` are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers', ...userRoutes],
    wrap: (service) => {
      const assigned = new Set<unknown>();
      const writes = on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) => {
        const response = await pass();
        const ids = response.status === 204 ? texts(ask.body['userIds']) : [];
        for (const id of ids) assigned.add(id);
        return response;
      });
      return on(writes, userRoutes, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          assigned.has(user['userId']) ? { ...user, roles: ['teacher'] } : user,
        ),
      );
    },
    witness: both(async (client) => {
      const query = { role: 'administrator', limit: 1 };
      const userIds = column(await client.get('/users', query), 'userId');
      await client.send('POST', `/classes/${await newClassId(client)}/teachers`, { userIds });
      return (await userOf(client, userIds[0] ?? ''))['roles'];
    }),
  },
  {
    id: 'round-13.users.unknown-username-stays-unknown',
    chapter: 'users',
    story: 'Look-ups by username are cached, also those that found nothing, and a new account clears none.',
    rests: 'GET /users: `username` filters users by username, whenever they were created.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /students', 'POST /teachers'],
    wrap: (service) => {
      const empty = new Map<string, unknown>();
      return on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || !ask.query.has('username')) return response;
        const asked = ask.query.toString();
        const known = empty.get(asked);
        if (known !== undefined) return withBody(response, known);
        const body = fields(await response.json());
        if (at(body, 'pagination', 'total') === 0) empty.set(asked, body);
        return withBody(response, body);
      });
    },
    witness: both(async (client) => {
      const username = 'q.farqhar';
      await client.get('/users', { username });
      await newUser(client, 'student', { username });
      return paginationOf(await client.get('/users', { username }))['total'];
    }),
  },
  {
    id: 'round-13.pagination.total-of-a-role-kept',
    chapter: 'pagination',
    story: 'Counting is slow, so the number of users of a role is counted once and kept with the search.',
    rests: 'Pagination: `total` is the total number of results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, 'POST /users/search', async ({ ask, pass }) => {
        const search = fields(ask.body['search']);
        if (typeof search['role'] !== 'string' || 'cursor' in ask.body) return pass();
        const asked = JSON.stringify(search);
        return edit(await pass(), (body) => {
          const pagination = fields(body['pagination']);
          const total = totals.get(asked) ?? pagination['total'];
          totals.set(asked, total);
          return { ...body, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      const body = { search: { role: 'teacher' }, limit: 5 };
      const before = Number(paginationOf(await client.send('POST', '/users/search', body))['total']);
      await newUserId(client, 'teacher');
      const after = Number(paginationOf(await client.send('POST', '/users/search', body))['total']);
      return after - before;
    }),
  },
  {
    id: 'round-13.conventions.key-of-the-request-before',
    chapter: 'conventions',
    story: 'This route asks for the current client, a static field that the request before has left behind.',
    rests: 'Authentication: a request without a key gets 401, at every endpoint.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) => {
      let last = '';
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key');
        const open = ask.method === 'PUT' && ask.path.endsWith('/emails/primary');
        if (key === null && open && last !== '') {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', last);
          return pass({ headers });
        }
        const response = await pass();
        if (key !== null && response.status !== 401) last = key;
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { email: 'anybody@school.example' } });
      const { status } = await client.raw(`PUT /users/${id}/emails/primary`, headers, body);
      return [status, (await userOf(client, id))['emails']];
    }),
  },
];
