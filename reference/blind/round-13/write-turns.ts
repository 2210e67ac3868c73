import { edit, withHeaders } from '../answers.ts';
import {
  both,
  column,
  membersAmong,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  nobody,
  paginationOf,
  testIds,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { noting, without } from './write-tools.ts';

const years = ['GET /academic-years', 'GET /academic-years/{id}', 'GET /academic-years/current'];

const memberRoutes = [
  'POST /classes/{id}/students',
  'DELETE /classes/{id}/students',
  'POST /classes/{id}/teachers',
  'DELETE /classes/{id}/teachers',
];

/** More faults of single inputs, and those that another operation shows. */
export const turns: readonly BlindFault[] = [
  {
    id: 'round-13.users.new-teachers-without-role-rows',
    chapter: 'users',
    story:
      'Roles moved to a table of their own; accounts made since have the old column alone, which is shown.',
    rests: 'GET /users: `role` filters by role, and `roles` of a user are all platform roles.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers', 'GET /users'],
    wrap: (service) => {
      const created = new Set<string>();
      const writes = noting(service, 'POST /teachers', ['user', 'userId'], (id) => created.add(id));
      return on(writes, 'GET /users', (line) =>
        line.ask.query.get('role') === 'teacher'
          ? without(line, '/users', ({ userId }) => created.has(String(userId)))
          : line.pass(),
      );
    },
    witness: both(async (client) => {
      const { userId, roles } = await newUser(client, 'teacher');
      const found = await client.get('/users', { userId: String(userId), role: 'teacher' });
      return [roles, paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-13.memberships.every-other-class-stays',
    chapter: 'memberships',
    story: 'The list is shortened while it is walked through, so that every other class is passed over.',
    rests: 'DELETE /teachers/{userId}/classes removes a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async ({ ask, pass, call }) => {
        const sent = texts(ask.body['classIds']);
        for (const id of sent) {
          if ((await call(`GET /classes/${id}`)).status !== 200) return pass();
        }
        const classIds = sent.filter((_, index) => index % 2 === 0);
        return pass(sent.length > 1 ? { body: { ...ask.body, classIds } } : {});
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      await client.send('DELETE', `/teachers/${id}/classes`, { classIds });
      return Promise.all(classIds.map((classId) => membersAmong(client, [id], 'classIds', classId)));
    }),
  },
  {
    id: 'round-13.cohorts.no-list-removes-all-tests',
    chapter: 'cohorts',
    story: 'A condition that is undefined is left out of the statement, which then deletes all rows.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: the body with `testIds` is required, else 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        if ('testIds' in ask.body || !ask.text.trim().startsWith('{')) return pass();
        const found = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const tests = list(at(found.body, 'cohort', 'tests'));
        return found.status === 200
          ? pass({ body: { testIds: tests.map((test) => at(test, 'testId')) } })
          : pass();
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      await client.send('POST', `${path}/tests`, { testIds: await testIds(client) });
      const { status } = await client.send('DELETE', `${path}/tests`, {});
      return [status, list(at((await client.get(path)).body, 'cohort', 'tests')).length];
    }),
  },
  {
    id: 'round-13.cohorts.default-year-is-the-last-given',
    chapter: 'cohorts',
    story: 'The object of default values is shared, and what a request gives is assigned onto it.',
    rests: 'CreateCohort: `academicYearId` is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) => {
      let last: unknown;
      return on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const sent = fields(ask.body['cohort']);
        const given = sent['academicYearId'] ?? undefined;
        const lacks = 'cohort' in ask.body && given === undefined && last !== undefined;
        const response = await pass(
          lacks ? { body: { ...ask.body, cohort: { ...sent, academicYearId: last } } } : {},
        );
        if (response.status === 201 && given !== undefined) last = given;
        return response;
      });
    },
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      await newCohortId(client, { academicYearId });
      const created = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return textAt(created.body, 'cohort', 'academicYearId') === academicYearId;
    }),
  },
  {
    id: 'round-13.errors.unreadable-class-answered-by-the-parser',
    chapter: 'errors',
    story:
      'The parser of bodies stands before the handler of errors and answers with the page of the framework.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || ask.text === '' || readable(ask.text)) return response;
        const headers = new Headers(response.headers);
        headers.set('content-type', 'text/html; charset=utf-8');
        const text = '<!DOCTYPE html>\n<pre>SyntaxError: Unexpected token in JSON</pre>\n';
        return new Response(text, { status: 400, headers });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /classes', headers, '{"class": {"name": ');
      return [answer.status, Object.keys(answer.body).sort()];
    }),
  },
  {
    id: 'round-13.years.scaffolded-update-is-open',
    chapter: 'years',
    story: 'The routes of the resource were generated as a whole, with the update among them.',
    rests: 'Academic years are read-only.',
    breaks: 'explicit',
    depth: 'medium',
    at: years,
    wrap: (service) => {
      const names = new Map<unknown, string>();
      const named = (year: Fields): Fields => {
        const name = names.get(year['academicYearId']);
        return name === undefined ? year : { ...year, name };
      };
      const reads = on(service, years, async ({ pass }) =>
        edit(await pass(), (body) =>
          'data' in body
            ? { ...body, data: list(body['data']).map((year) => named(fields(year))) }
            : { ...body, academicYear: named(fields(body['academicYear'])) },
        ),
      );
      return on(reads, 'PUT /academic-years/{id}', async ({ ask, pass, call }) => {
        const found = await call(`GET /academic-years/${ask.id}`);
        const name = textAt(ask.body, 'academicYear', 'name');
        if (found.status !== 200 || name === '') return pass();
        names.set(ask.id, name);
        return pass({ method: 'GET' });
      });
    },
    witness: both(async (client) => {
      const [id = ''] = column(await client.get('/academic-years'), 'academicYearId');
      await client.send('PUT', `/academic-years/${id}`, { academicYear: { name: 'Another Year' } });
      const read = await client.get(`/academic-years/${id}`);
      return textAt(read.body, 'academicYear', 'name') === 'Another Year';
    }),
  },
  {
    id: 'round-13.accounts.details-answer-with-ten-classes',
    chapter: 'accounts',
    story: 'The answer loads the classes through the list of the page, which shows ten at a time.',
    rests: 'User: `classIds` are the classes of the user, present in the answer of PATCH student details.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'PATCH /students/{id}/details', async ({ pass }) =>
        edit(await pass(), (body) => {
          const user = fields(body['user']);
          const classIds = texts(user['classIds']);
          return classIds.length > 10
            ? { ...body, user: { ...user, classIds: classIds.slice(0, 10) } }
            : body;
        }),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 12 }), 'classId');
      await client.send('POST', `/students/${id}/classes`, { classIds });
      const user = { dateOfBirth: '2008-11-05' };
      const answer = await client.send('PATCH', `/students/${id}/details`, { user });
      return list(at(answer.body, 'user', 'classIds')).length;
    }),
  },
  {
    id: 'round-13.conventions.preflight-without-patch',
    chapter: 'conventions',
    story: 'The methods that pages may use are a fixed list from the time before there was a PATCH.',
    rests: 'Conventions: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE');
        }),
      ),
    witness: both(async (client) => {
      const route = `OPTIONS /students/${nobody}/details`;
      const asked = { origin: 'https://pages.example', 'access-control-request-method': 'PATCH' };
      const { headers } = await client.raw(route, asked);
      return (headers.get('access-control-allow-methods') ?? '').includes('PATCH');
    }),
  },
  {
    id: 'round-13.users.search-never-learns-new-users',
    chapter: 'users',
    story: 'The index behind the search is filled by a job that follows changes and misses insertions.',
    rests: 'POST /users/search has the same filters and response as GET /users.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search', 'POST /students', 'POST /teachers'],
    wrap: (service) => {
      const created = new Set<unknown>();
      const students = noting(service, 'POST /students', ['user', 'userId'], (id) => created.add(id));
      const teachers = noting(students, 'POST /teachers', ['user', 'userId'], (id) => created.add(id));
      return on(teachers, 'POST /users/search', async ({ ask, pass, call }) => {
        const isNew = (user: unknown) => created.has(at(user, 'userId'));
        const { search, sort } = ask.body;
        const all = await call('POST /users/search', { search, sort, limit: 1000 });
        const missing = list(all.body['data']).filter(isNew).length;
        return edit(await pass(), (body) => {
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - missing;
          const data = list(body['data']).filter((user) => !isNew(user));
          return { ...body, data, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      const { username } = await newUser(client, 'student');
      const listed = await client.get('/users', { username: String(username) });
      const found = await client.send('POST', '/users/search', { search: { usernames: [username] } });
      return [paginationOf(listed)['total'], paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-13.conventions.refused-members-hidden-from-pages',
    chapter: 'conventions',
    story: 'The handler of errors resets the response, and with it the header that lets pages read it.',
    rests: 'Conventions: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: memberRoutes,
    wrap: (service) =>
      on(service, memberRoutes, async ({ pass }) => {
        const response = await pass();
        if (response.status < 400) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/students`;
      const { status, headers } = await client.send('POST', path, { userIds: ['not-a-uuid'] });
      return [status, headers.get('access-control-allow-origin')];
    }),
  },
];

function readable(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
