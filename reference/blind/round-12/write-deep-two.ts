import { edit, editUsers, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  newUserIds,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { usersBy } from './write-tools.ts';

/** More faults that take conditions together, state or rare data. */
export const deepTwo: readonly BlindFault[] = [
  {
    id: 'round-12.years.default-of-the-last-cohort',
    chapter: 'years',
    story: 'The object of defaults is shared, and making a cohort of another year writes into it.',
    rests: 'CreateClass: `academicYearId` defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'POST /smart-ia/cohorts'],
    wrap: (service) => {
      let usual: string | undefined;
      const written = on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        const sent = at(ask.body, 'cohort', 'academicYearId');
        if (response.ok && typeof sent === 'string') usual = sent;
        return response;
      });
      return on(written, 'POST /classes', ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        if (usual === undefined || sent['name'] === undefined || 'academicYearId' in sent) return pass();
        return pass({ body: { ...ask.body, class: { ...sent, academicYearId: usual } } });
      });
    },
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const current = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const academicYearId = column(years, 'academicYearId').find((id) => id !== current) ?? '';
      await newCohortId(client, { academicYearId });
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      return textAt(made.body, 'class', 'academicYearId') === current ? 'current' : 'another';
    }),
  },
  {
    id: 'round-12.errors.patch-on-the-last-key',
    chapter: 'errors',
    story:
      'The identity of a worker is not cleared after a request, and PATCH is not in the list of the guard.',
    rests: 'Authentication 2: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) => {
      let last: string | null = null;
      return on(service, 'PATCH /students/{id}/details', async ({ ask, pass }) => {
        const own = ask.headers.get('x-api-key');
        if (own !== null || last === null) {
          const response = await pass();
          if (response.ok) last = own;
          return response;
        }
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', last);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const path = `/students/${await newUserId(client, 'student')}/details`;
      await client.send('PATCH', path, { user: { gender: 'female' } });
      const body = JSON.stringify({ user: { gender: 'male' } });
      const answer = await client.raw(`PATCH ${path}`, { 'content-type': 'application/json' }, body);
      return String(answer.status);
    }),
  },
  {
    id: 'round-12.users.renamed-come-first',
    chapter: 'users',
    story: 'With a role the ids are sorted, and the identity map returns the users it has changed first.',
    rests: 'GET /users: the default sort is createdAt, descending.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name', 'GET /users'],
    wrap: (service) => {
      const changed = new Set<string>();
      const isChanged = (user: unknown) => changed.has(textAt(user, 'userId'));
      const written = on(service, 'PUT /users/{id}/name', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) changed.add(ask.id);
        return response;
      });
      return on(written, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        const sorted = [...ask.query.keys()].some((name) => name.startsWith('sort['));
        if (!ask.query.has('role') || sorted) return response;
        return edit(response, (body) => {
          const data = list(body['data']);
          const rest = data.filter((user) => !isChanged(user));
          return { ...body, data: [...data.filter(isChanged), ...rest] };
        });
      });
    },
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'student', 3);
      const user = { firstName: 'Late', lastName: 'Change' };
      await client.send('PUT', `/users/${ids[0]}/name`, { user });
      const found = await client.get('/users', { role: 'student', limit: 3 });
      return column(found, 'userId').map((id) => ids.indexOf(id));
    }),
  },
  {
    id: 'round-12.memberships.saved-from-the-cache',
    chapter: 'memberships',
    story: 'A password is changed on the cached entity, and saving it writes its old classes back.',
    rests:
      'User: `classIds` are the classes of the user, and POST /students/{userId}/classes has assigned them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/password'],
    wrap: (service) => {
      const cached = new Map<string, readonly string[]>();
      return on(service, 'PUT /users/{id}/password', async (line) => {
        const { ask, pass, call } = line;
        const response = await pass();
        if (!response.ok) return response;
        const [user] = await usersBy(line, [ask.id]);
        const own = texts(user?.['classIds']);
        const known = cached.get(ask.id);
        if (!known) {
          cached.set(ask.id, own);
          return response;
        }
        const lost = own.filter((id) => !known.includes(id));
        if (lost.length === 0) return response;
        const side = texts(user?.['roles']).includes('student') ? 'students' : 'teachers';
        await call(`DELETE /${side}/${ask.id}/classes`, { classIds: lost });
        const classIds = own.filter((id) => known.includes(id));
        return editUsers(response, ({ classIds: _classIds, ...shown }) =>
          classIds.length === 0 ? shown : { ...shown, classIds },
        );
      });
    },
    witness: both(async (client) => {
      const [classId, id] = [await newClassId(client), await newUserId(client, 'student')];
      const put = (password: string) => client.send('PUT', `/users/${id}/password`, { user: { password } });
      await put('the first of them');
      await client.send('POST', `/students/${id}/classes`, { classIds: [classId] });
      await put('and then another');
      return String(texts((await userOf(client, id))['classIds']).includes(classId));
    }),
  },
  {
    id: 'round-12.users.cohorts-are-the-classes',
    chapter: 'users',
    story: 'The line of the mapper was copied: both lists come from the classes where there are any.',
    rests: 'User: `cohortIds` are the cohorts of the user, also in the answer of PATCH .../details.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        editUsers(await pass(), (user) =>
          'classIds' in user && 'cohortIds' in user ? { ...user, cohortIds: user['classIds'] } : user,
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortIds = [await newCohortId(client)];
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      await client.send('POST', `/students/${id}/classes`, { classIds: [await newClassId(client)] });
      const user = { gender: 'female' };
      const answer = await client.send('PATCH', `/students/${id}/details`, { user });
      return String(texts(at(answer.body, 'user', 'cohortIds')).includes(cohortIds[0] ?? ''));
    }),
  },
  {
    id: 'round-12.tests.assigned-by-name',
    chapter: 'tests',
    story: 'The statement finds the cohort by its name, which another year has as well.',
    rests: 'Cohort: `tests` are the tests assigned to that cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const search = textAt((await call(`GET /smart-ia/cohorts/${ask.id}`)).body, 'cohort', 'name');
        const found = await call(`GET /smart-ia/cohorts?${new URLSearchParams({ search })}`);
        for (const cohort of list(found.body['data']).map(fields)) {
          if (cohort['name'] !== search || cohort['cohortId'] === ask.id) continue;
          await call(`POST /smart-ia/cohorts/${cohort['cohortId']}/tests`, ask.body);
        }
        return response;
      }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId').slice(0, 2);
      const name = client.word();
      const cohorts: string[] = [];
      for (const academicYearId of years) cohorts.push(await newCohortId(client, { name, academicYearId }));
      const wanted = (await testIds(client)).slice(0, 1);
      await client.send('POST', `/smart-ia/cohorts/${cohorts[0]}/tests`, { testIds: wanted });
      const other = await client.get(`/smart-ia/cohorts/${cohorts[1]}`);
      return list(at(other.body, 'cohort', 'tests')).length.toString();
    }),
  },
  {
    id: 'round-12.users.second-batch-from-before',
    chapter: 'users',
    story: 'The search loads users thirty at a time, and only the first batch passes by the cache.',
    rests: 'POST /users/search is for more than 30 values and has the response of GET /users.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name', 'POST /users/search'],
    wrap: (service) => {
      const before = new Map<string, Fields>();
      const written = on(service, 'PUT /users/{id}/name', async (line) => {
        const [user] = await usersBy(line, [line.ask.id]);
        const response = await line.pass();
        if (response.ok && user && !before.has(line.ask.id)) {
          const { fullName, firstName, lastName } = user;
          before.set(line.ask.id, { fullName, firstName, lastName });
        }
        return response;
      });
      return on(written, 'POST /users/search', async ({ ask, pass }) => {
        const later = new Set(texts(at(ask.body, 'search', 'userIds')).slice(30));
        return editUsers(await pass(), (user) => {
          const id = String(user['userId']);
          return later.has(id) ? { ...user, ...before.get(id) } : user;
        });
      });
    },
    witness: both(async (client) => {
      const others = column(await client.get('/users', { limit: 31 }), 'userId');
      const id = await newUserId(client, 'teacher');
      const user = { firstName: 'Renamed', lastName: 'Since' };
      await client.send('PUT', `/users/${id}/name`, { user });
      const found = await client.send('POST', '/users/search', { search: { userIds: [...others, id] } });
      return textAt(
        itemsOf(found).find((one) => one['userId'] === id),
        'fullName',
      );
    }),
  },
  {
    id: 'round-12.accounts.disabled-keep-their-name',
    chapter: 'accounts',
    story: 'The update touches enabled accounts alone, and nobody looks at the number of rows.',
    rests: "PUT /users/{userId}/name updates the user's name.",
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/name'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/name', async (line) => {
        const [user] = await usersBy(line, [line.ask.id]);
        const response = await line.pass();
        if (!response.ok || user?.['enabled'] !== false || !('lastName' in user)) return response;
        const { firstName, lastName } = user;
        await line.call(`PUT ${line.ask.path}`, { user: { firstName, lastName } });
        return response;
      }),
    witness: both(async (client) => {
      const before = await newUser(client, 'student');
      const id = String(before['userId']);
      await client.send('POST', `/users/${id}/disable`);
      const user = { firstName: 'Quite', lastName: 'Different' };
      const answer = await client.send('PUT', `/users/${id}/name`, { user });
      return `${answer.status} ${textAt(await userOf(client, id), 'lastName')}`;
    }),
  },
  {
    id: 'round-12.classes.name-of-a-cohort',
    chapter: 'classes',
    story: 'Classes and cohorts share a table of groups, whose unique key lacks the kind.',
    rests: 'POST /classes answers 201, and 409 only when the class already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const { name, academicYearId = 'current' } = fields(ask.body['class']);
        if (typeof name !== 'string' || typeof academicYearId !== 'string') return pass();
        const query = new URLSearchParams({ search: name, academicYearId });
        const found = await call(`GET /smart-ia/cohorts?${query}`);
        return list(found.body['data']).length > 0 ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return String((await client.send('POST', '/classes', { class: { name } })).status);
    }),
  },
  {
    id: 'round-12.memberships.forbidden-but-done',
    chapter: 'memberships',
    story:
      'The work is put on a queue before the permission is looked at, and runs with the rights of the queue.',
    rests: 'Authentication 3: a request whose key lacks the permissions gets 403, and so may not write.',
    breaks: 'implied',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) => {
      let trusted: string | null = null;
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && ask.method === 'POST') trusted = ask.headers.get('x-api-key');
        const queued = ask.method === 'POST' && /^\/classes\/[^/]+\/teachers$/.test(ask.path);
        if (response.status !== 403 || !queued || trusted === null) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', trusted);
        await pass({ headers });
        return response;
      });
    },
    witness: both(async (client) => {
      const [classId, id] = [await newClassId(client), await newUserId(client, 'teacher')];
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const body = JSON.stringify({ userIds: [id] });
      const answer = await client.raw(`POST /classes/${classId}/teachers`, headers, body);
      return `${answer.status} ${texts((await userOf(client, id))['classIds']).includes(classId)}`;
    }),
  },
];
