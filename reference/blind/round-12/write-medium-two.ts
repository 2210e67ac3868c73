import { allOf, edit, editUsers, meant, nothing, page, refuse, withHeaders, withText } from '../answers.ts';
import {
  both,
  column,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  nobody,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { membersOf, showCohorts, showUsers } from './write-tools.ts';

/** More faults that take a special input, or a look at another operation. */
export const mediumTwo: readonly BlindFault[] = [
  {
    id: 'round-12.users.new-teachers-have-no-role-yet',
    chapter: 'users',
    story: 'The filter by role reads a table that a nightly job fills; students get their row at once.',
    rests: 'GET /users: `role` filters the users by their role, and a new teacher has that of a teacher.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers', 'GET /users'],
    wrap: (service) => {
      const fresh = new Set<string>();
      const written = on(service, 'POST /teachers', async ({ pass }) =>
        edit(await pass(), (body) => {
          fresh.add(textAt(body, 'user', 'userId'));
          return body;
        }),
      );
      return on(written, 'GET /users', async (line) => {
        const query = meant(line.ask);
        if (query.get('role') !== 'teacher' || query.has('cursor') || fresh.size === 0) return line.pass();
        const all = await allOf(line, '/users', query);
        return page(
          query,
          all.filter((user) => !fresh.has(String(user['userId']))),
        );
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const found = await client.get('/users', { role: 'teacher', limit: 5 });
      return String(column(found, 'userId').includes(id));
    }),
  },
  {
    id: 'round-12.accounts.born-again-by-enabling',
    chapter: 'accounts',
    story: 'Enabling restores the account from the archive by an insert, whose default sets the creation.',
    rests: 'User: `createdAt` is when the user was created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/enable', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const reborn = new Map<string, unknown>();
      const written = on(service, 'POST /users/{id}/enable', async ({ ask, pass, call }) => {
        const before = at((await call(`GET /users?userId=${ask.id}`)).body, 'data', 0, 'enabled');
        const response = await pass();
        if (!response.ok || before !== false) return response;
        const after = await call(`GET /users?userId=${ask.id}`);
        reborn.set(ask.id, at(after.body, 'data', 0, 'updatedAt'));
        return response;
      });
      return showUsers(written, (user) => {
        const createdAt = reborn.get(String(user['userId']));
        return createdAt === undefined ? user : { ...user, createdAt };
      });
    },
    witness: both(async (client) => {
      const user = await newUser(client, 'student');
      const path = `/users/${user['userId']}`;
      await client.send('POST', `${path}/disable`);
      await client.send('POST', `${path}/enable`);
      const after = await userOf(client, String(user['userId']));
      return after['createdAt'] === user['createdAt'] ? 'as before' : 'moved';
    }),
  },
  {
    id: 'round-12.tests.removed-is-deleted',
    chapter: 'tests',
    story: 'Removing a test from a cohort cascades from the link to the test itself.',
    rests: 'GET /smart-ia/tests lists the initial-assessment tests; a cohort has tests only assigned.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/tests'],
    wrap: (service) => {
      const gone = new Set<string>();
      const written = on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) for (const id of texts(ask.body['testIds'])) gone.add(id);
        return response;
      });
      return on(written, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).filter((test) => !gone.has(textAt(test, 'testId'))),
        })),
      );
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const before = await testIds(client);
      const path = `/smart-ia/cohorts/${cohortId}/tests`;
      await client.send('POST', path, { testIds: before.slice(0, 1) });
      await client.send('DELETE', path, { testIds: before.slice(0, 1) });
      return `${before.length} ${(await testIds(client)).length}`;
    }),
  },
  {
    id: 'round-12.errors.nothing-to-leave',
    chapter: 'errors',
    story: 'Removal counts as done when there is no row to delete; nobody asks whether the cohort is there.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students answers 404 when the cohort is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      const path = `/smart-ia/cohorts/${nobody}/students`;
      return String((await client.send('DELETE', path, { userIds })).status);
    }),
  },
  {
    id: 'round-12.memberships.in-and-out',
    chapter: 'memberships',
    story: 'The page has one button for both, and the handler behind it turns the membership over.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns students; who is assigned is not removed.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async (line) => {
        const inside = await membersOf(line, list(line.ask.body['userIds']), 'cohortIds');
        const response = await line.pass();
        if (!response.ok || inside.size === 0) return response;
        await line.call(`DELETE ${line.ask.path}`, { userIds: [...inside] });
        return response;
      }),
    witness: both(async (client) => {
      const [cohortId, id] = [await newCohortId(client), await newUserId(client, 'student')];
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      await client.send('POST', path, { userIds: [id] });
      await client.send('POST', path, { userIds: [id] });
      return String(texts((await userOf(client, id))['cohortIds']).includes(cohortId));
    }),
  },
  {
    id: 'round-12.errors.page-for-broken-json',
    chapter: 'errors',
    story: 'The parser of bodies runs before the error handler, and the framework answers with its own page.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || isJson(ask.text)) return response;
        const html = '<!DOCTYPE html><html><body><pre>SyntaxError: Unexpected token</pre></body></html>';
        return withText(response, html, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /classes', headers, '{"class": {"name": ');
      return `${answer.status} ${answer.headers.get('content-type')} ${answer.body['status']}`;
    }),
  },
  {
    id: 'round-12.conventions.empty-description-kept',
    chapter: 'conventions',
    story: 'The serialiser leaves out null alone, and the form sends an empty text.',
    rests: 'Conventions 3: empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const blank = new Set<string>();
      const told = (cohort: Fields): Fields =>
        blank.has(String(cohort['cohortId'])) ? { ...cohort, description: '' } : cohort;
      const written = on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          if (at(ask.body, 'cohort', 'description') === '') blank.add(String(cohort['cohortId']));
          return { ...body, cohort: told(cohort) };
        }),
      );
      return showCohorts(written, told);
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client, { description: '' });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return Object.keys(fields(body['cohort']));
    }),
  },
  {
    id: 'round-12.conventions.browsers-may-not-patch',
    chapter: 'conventions',
    story: 'The list of methods for other origins was written down before there was a PATCH.',
    rests: 'Conventions 4: browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) =>
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'),
        ),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const answer = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://app.example',
        'access-control-request-method': 'PATCH',
      });
      return `${answer.headers.get('access-control-allow-methods')?.includes('PATCH')}`;
    }),
  },
  {
    id: 'round-12.memberships.conflict-with-oneself',
    chapter: 'memberships',
    story:
      'The unique key of the enrolments refuses the second one, and the mapper of errors makes it a 409.',
    rests:
      'POST /classes/{classId}/students answers 204, or 400 or 404; 409 is for creating a class or a cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const inside = await membersOf(line, list(line.ask.body['userIds']).slice(0, 100), 'classIds');
        return inside.size > 0 ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async (client) => {
      const [classId, id] = [await newClassId(client), await newUserId(client, 'student')];
      const path = `/classes/${classId}/students`;
      await client.send('POST', path, { userIds: [id] });
      return String((await client.send('POST', path, { userIds: [id] })).status);
    }),
  },
  {
    id: 'round-12.accounts.no-cohorts-after-an-address',
    chapter: 'accounts',
    story: 'The answer of this one route is mapped from a query that joins the classes and not the cohorts.',
    rests:
      'Versioning 6: user responses of PUT /users/{userId}/emails/primary have `classIds` and `cohortIds`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PUT /users/{id}/emails/primary'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async ({ pass }) =>
        editUsers(await pass(), ({ cohortIds: _cohortIds, ...user }) => user),
      ),
    witness: both(async (client) => {
      const [cohortId, id] = [await newCohortId(client), await newUserId(client, 'student')];
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [cohortId] });
      const user = { email: 'cohort@school.example' };
      const answer = await client.send('PUT', `/users/${id}/emails/primary`, { user });
      return `${answer.status} ${texts(at(answer.body, 'user', 'cohortIds')).length}`;
    }),
  },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
