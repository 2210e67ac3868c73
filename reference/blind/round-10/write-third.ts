import { allOf, edit, editUsers, meant, page, refuse, withText } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserIds,
  paginationOf,
  testIds,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { idsIn } from './write-tools.ts';

/** What takes a special input, or a look elsewhere: classes, cohorts and the ways of HTTP. */
export const third: readonly BlindFault[] = [
  {
    id: 'round-10.errors.page-for-bad-json',
    chapter: 'errors',
    story: 'The body parser fails before the error handler of the service is in place, and answers a page.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.status !== 400) return answer;
        try {
          JSON.parse(ask.text);
          return answer;
        } catch {
          return withText(answer, '<pre>SyntaxError: Unexpected token</pre>', {
            'content-type': 'text/html; charset=utf-8',
          });
        }
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /smart-ia/cohorts', headers, '{"cohort": {"name": ');
      return [answer.status, answer.body['status']];
    }),
  },
  {
    id: 'round-10.conventions.preflight-without-patch',
    chapter: 'conventions',
    story: 'The methods that the preflight allows were listed before there was a PATCH.',
    rests: 'Conventions 4: browser requests from any origin are permitted, PATCH …/details among them.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) => {
        const answer = await pass();
        const headers = new Headers(answer.headers);
        headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS');
        return new Response(null, { status: answer.status, headers });
      }),
    witness: both(async (client) => {
      const [id = ''] = await newUserIds(client, 'student', 1);
      const answer = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://portal.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'x-api-key, content-type',
      });
      return /PATCH|\*/.test(answer.headers.get('access-control-allow-methods') ?? '');
    }),
  },
  {
    id: 'round-10.classes.not-there-yet',
    chapter: 'classes',
    story: 'Reads go to a replica that is one step behind: the read right after the creation finds nothing.',
    rests: 'GET /classes/{classId}: 200 with the class; 404 is for a class that is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes/{id}'],
    wrap: (service) => {
      let fresh = '';
      return on(service, '*', async ({ ask, pass }) => {
        const early = fresh !== '' && ask.method === 'GET' && ask.path === `/classes/${fresh}`;
        fresh = '';
        const answer = await pass();
        if (early && answer.ok) return refuse(ask, 404, 'Not found');
        if (ask.method !== 'POST' || ask.path !== '/classes') return answer;
        return edit(answer, (body) => {
          fresh = textAt(body, 'class', 'classId');
          return body;
        });
      });
    },
    witness: both(async (client) => (await client.get(`/classes/${await newClassId(client)}`)).status),
  },
  {
    id: 'round-10.cohorts.not-in-its-former-year',
    chapter: 'cohorts',
    story: 'The index by year holds past years as they were at start-up, because nothing is added to them.',
    rests: 'GET /smart-ia/cohorts: `academicYearId` finds the cohorts of that year, whichever it is.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const added = new Set<string>();
      const noting = on(service, 'POST /smart-ia/cohorts', async ({ pass, call }) => {
        const current = textAt(
          (await call('GET /academic-years/current')).body,
          'academicYear',
          'academicYearId',
        );
        return edit(await pass(), (body) => {
          const { cohortId, academicYearId } = fields(body['cohort']);
          if (academicYearId !== current) added.add(String(cohortId));
          return body;
        });
      });
      return on(noting, 'GET /smart-ia/cohorts', async (line) => {
        const query = meant(line.ask);
        if (!query.has('academicYearId') || query.has('cursor') || added.size === 0) return line.pass();
        if (!line.ask.query.has('cursor')) {
          const answer = await line.pass();
          if (!answer.ok) return answer;
        }
        const all = await allOf(line, '/smart-ia/cohorts', query);
        return page(
          query,
          all.filter((cohort) => !added.has(textAt(cohort, 'cohortId'))),
        );
      });
    },
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const count = async () =>
        Number(paginationOf(await client.get('/smart-ia/cohorts', { academicYearId, limit: 1 }))['total']);
      const before = await count();
      await newCohortId(client, { academicYearId });
      return (await count()) - before;
    }),
  },
  {
    id: 'round-10.classes.kept-for-a-page',
    chapter: 'classes',
    story: 'Texts are escaped for HTML on their way into the database, while the 201 shows what was sent.',
    rests: 'GET /classes: `search` is an exact match on the name of the class, which the 201 has told.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes', 'GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const { name } = sent;
        if (typeof name !== 'string' || !/[&<>]/.test(name)) return pass();
        const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        const answer = await pass({ body: { ...ask.body, class: { ...sent, name: escaped } } });
        return edit(answer, (body) => ({ class: { ...fields(body['class']), name } }));
      }),
    witness: both(async (client) => {
      const made = await client.send('POST', '/classes', { class: { name: 'Art & Design Evening' } });
      const search = textAt(made.body, 'class', 'name');
      return [search, itemsOf(await client.get('/classes', { search })).length];
    }),
  },
  {
    id: 'round-10.tests.all-when-none-is-named',
    chapter: 'tests',
    story: 'A missing list leaves the condition out of the DELETE, and all tests of the cohort go.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: `testIds` is required; 400 without it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        if ('testIds' in ask.body || !ask.text.startsWith('{')) return pass();
        const { status, body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (status !== 200) return pass();
        const tests = list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'testId'));
        return pass({ body: { testIds: tests } });
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: await testIds(client) });
      const answer = await client.send('DELETE', `/smart-ia/cohorts/${id}/tests`, {});
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      return [answer.status, list(at(body, 'cohort', 'tests')).length];
    }),
  },
  {
    id: 'round-10.memberships.one-teacher-a-class',
    chapter: 'memberships',
    story: 'The table of classes has one column for the teacher, so a new one takes the place of the former.',
    rests: 'POST /classes/{classId}/teachers assigns teachers to the class; up to 100 in one request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async (line) => {
        const { ask, pass, call } = line;
        const answer = await pass();
        if (answer.status !== 204) return answer;
        const last = idsIn(line, 'userIds').at(-1);
        const teachers = await allOf(line, '/users', new URLSearchParams({ role: 'teacher' }));
        const others = teachers
          .filter((user) => list(user['classIds']).includes(ask.id.toLowerCase()) && user['userId'] !== last)
          .map((user) => user['userId']);
        if (others.length > 0) await call(`DELETE /classes/${ask.id}/teachers`, { userIds: others });
        return answer;
      }),
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'teacher', 2);
      const classId = await newClassId(client);
      for (const id of ids) await client.send('POST', `/classes/${classId}/teachers`, { userIds: [id] });
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
  {
    id: 'round-10.accounts.one-role-of-two',
    chapter: 'accounts',
    story: 'The answer to the new address comes from a query with a join on roles and LIMIT 1.',
    rests: 'User: `roles` has all platform roles of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), (user) => ({ ...user, roles: texts(user['roles']).slice(0, 1) })),
      ),
    witness: both(async (client) => {
      const many = itemsOf(await client.get('/users', { role: 'teacher' })).find(
        (user) => list(user['roles']).length > 1,
      );
      const path = `/users/${textAt(many, 'userId')}/emails/primary`;
      const answer = await client.send('PUT', path, { user: { email: 'two.roles@school.example' } });
      return at(answer.body, 'user', 'roles');
    }),
  },
];
