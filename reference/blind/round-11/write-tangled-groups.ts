import { allOf, edit, editItems, editPagination, json, withBody } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newCohortId,
  newUserId,
  newUserIds,
  nobody,
  paginationOf,
  testIds,
} from '../client.ts';
import { type BlindFault, type Fields, fields, type Line, list, on, textAt, texts } from '../kit.ts';
import { idsIn, userById } from './write-helpers.ts';

/** Stands at the end of a name that the service would refuse, and is never shown. */
const mark = '\u2060';

function unmarked(group: Fields): Fields {
  return { ...group, name: textAt(group, 'name').replace(mark, '') };
}

/** Deep faults of classes, cohorts, their tests, and of what is read after a write. */
export const tangledGroups: readonly BlindFault[] = [
  {
    id: 'round-11.classes.conflict-by-year-as-sent',
    chapter: 'classes',
    story:
      'The year is kept as it was sent, null for the default, and the unique index sees nulls and ids apart.',
    rests: 'POST /classes: 409 when the class already exists; a year left out is the current one.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes', 'GET /classes/{id}'],
    wrap: (service) => {
      const made = new Map<string, Set<unknown>>();
      const creating = on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const sent = fields(ask.body['class']);
        const { academicYearId } = sent;
        const { body: now } = await call('GET /academic-years/current');
        const year = String(academicYearId ?? currentIn(now)).toLowerCase();
        const known = made.get(keyOf(year, sent)) ?? new Set();
        const first = await pass();
        const missed = first.status === 409 && known.size > 0 && !known.has(academicYearId);
        const response = missed
          ? await pass({ body: { ...ask.body, class: { ...sent, name: textAt(sent, 'name') + mark } } })
          : first;
        if (response.ok) made.set(keyOf(year, sent), known.add(academicYearId));
        return edit(response, (body) => ({ ...body, class: unmarked(fields(body['class'])) }));
      });
      const listing = on(creating, 'GET /classes', async ({ pass }) => editItems(await pass(), unmarked));
      return on(listing, 'GET /classes/{id}', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, class: unmarked(fields(body['class'])) })),
      );
    },
    witness: both(async (client) => {
      const { body } = await client.get('/academic-years/current');
      const name = client.word();
      const academicYearId = textAt(body, 'academicYear', 'academicYearId');
      await client.send('POST', '/classes', { class: { name } });
      return String((await client.send('POST', '/classes', { class: { name, academicYearId } })).status);
    }),
  },
  {
    id: 'round-11.classes.lost-after-a-conflict',
    chapter: 'classes',
    story:
      'A conflict leaves its transaction open on the connection; the next creation is rolled back with it.',
    rests: 'POST /classes: 201 means that the class was created; GET /classes/{classId} answers 200 with it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes/{id}', 'GET /classes'],
    wrap: (service) => {
      let open = false;
      let lost = 0;
      return on(service, 'POST /classes', async (line) => {
        const { ask, pass, call } = line;
        const { name, description, academicYearId: sent } = fields(ask.body['class']);
        if (!open || typeof name !== 'string' || name.trim() === '' || name.length > 255) {
          const response = await pass();
          open ||= response.status === 409;
          return response;
        }
        const { body } = await call('GET /academic-years/current');
        const academicYearId = String(sent ?? currentIn(body));
        const search = new URLSearchParams({ academicYearId, search: name });
        const found = await call(`GET /classes?${search}`);
        const year = await call(`GET /academic-years/${encodeURIComponent(academicYearId)}`);
        if (found.status !== 200 || list(found.body['data']).length > 0 || year.status !== 200) return pass();
        open = false;
        lost += 1;
        const classId = `5b0c7a91-64e2-4d3f-9b1e-${String(lost).padStart(12, '0')}`;
        return json(201, { class: { classId, name, description, academicYearId } });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      for (const _time of [1, 2]) await client.send('POST', '/classes', { class: { name } });
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      const read = await client.get(`/classes/${textAt(made.body, 'class', 'classId')}`);
      return `${made.status} ${read.status}`;
    }),
  },
  {
    id: 'round-11.cohorts.tests-of-a-shared-default',
    chapter: 'cohorts',
    story:
      'The default of a new cohort is one empty list, made when the module is loaded and shared ever since.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort, not those of another one.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'POST /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const made: string[] = [];
      const testsOf = async ({ call }: Line, id: string | undefined) => {
        const { body } = await call(`GET /smart-ia/cohorts/${id}`);
        return { cohort: body['cohort'], tests: list(fields(body['cohort'])['tests']) };
      };
      const creating = on(service, 'POST /smart-ia/cohorts', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const body = fields(await response.json());
        const id = textAt(body, 'cohort', 'cohortId');
        const ids =
          made.length > 0 ? (await testsOf(line, made[0])).tests.map((one) => textAt(one, 'testId')) : [];
        made.push(id);
        if (ids.length === 0) return withBody(response, body);
        await line.call(`POST /smart-ia/cohorts/${id}/tests`, { testIds: ids });
        return withBody(response, { ...body, cohort: (await testsOf(line, id)).cohort });
      });
      const routes = ['POST /smart-ia/cohorts/{id}/tests', 'DELETE /smart-ia/cohorts/{id}/tests'];
      return on(creating, routes, async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok || !made.includes(ask.id.toLowerCase())) return response;
        for (const id of made) await call(`${ask.method} /smart-ia/cohorts/${id}/tests`, ask.body);
        return response;
      });
    },
    witness: both(async (client) => {
      const [one, other] = [await newCohortId(client), await newCohortId(client)];
      const ids = (await testIds(client)).slice(0, 2);
      await client.send('POST', `/smart-ia/cohorts/${one}/tests`, { testIds: ids });
      const { body } = await client.get(`/smart-ia/cohorts/${other}`);
      return String(list(fields(body['cohort'])['tests']).length);
    }),
  },
  {
    id: 'round-11.cohorts.test-for-each-student',
    chapter: 'cohorts',
    story: 'To count its students the cohort was joined to them too, and each test comes back once for each.',
    rests: 'Cohort: `tests` are the tests assigned to it; CohortTest: `testId` is unique per test.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const body = fields(await response.json());
        const cohort = fields(body['cohort']);
        const users = await allOf(line, '/users', new URLSearchParams());
        const students = users.filter((user) =>
          texts(user['cohortIds']).includes(textAt(cohort, 'cohortId')),
        );
        if (!('tests' in cohort) || students.length < 2) return withBody(response, body);
        const tests = list(cohort['tests']).flatMap((test) => students.map(() => test));
        return withBody(response, { ...body, cohort: { ...cohort, tests } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const path = `/smart-ia/cohorts/${cohortId}`;
      await client.send('POST', `${path}/students`, { userIds: await newUserIds(client, 'student', 2) });
      await client.send('POST', `${path}/tests`, { testIds: (await testIds(client)).slice(0, 1) });
      const { body } = await client.get(path);
      return String(list(fields(body['cohort'])['tests']).length);
    }),
  },
  {
    id: 'round-11.cohorts.whole-subject-removed',
    chapter: 'cohorts',
    story:
      'Assignments are deleted through a join on the subject, left from a time of one test for each subject.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/tests removes the tests of `testIds`; the others stay in `tests`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const tests = list(fields(body['cohort'])['tests']).map(fields);
        const response = await pass();
        if (!response.ok) return response;
        const ids = idsIn(ask.body, 'testIds');
        const removed = tests.filter((test) => ids.includes(textAt(test, 'testId')));
        const subjects = new Set(removed.map((test) => test['subject']));
        const doomed = tests.filter((test) => subjects.has(test['subject'])).map((test) => test['testId']);
        await call(`DELETE /smart-ia/cohorts/${ask.id}/tests`, { testIds: doomed });
        return response;
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const tests = itemsOf(await client.get('/smart-ia/tests'));
      const same = tests.filter((test) => test['subject'] === tests[0]?.['subject']);
      const [one, other] = same.map((test) => test['testId']);
      await client.send('POST', `${path}/tests`, { testIds: [one, other] });
      await client.send('DELETE', `${path}/tests`, { testIds: [one] });
      const { body } = await client.get(path);
      return String(list(fields(body['cohort'])['tests']).length);
    }),
  },
  {
    id: 'round-11.pagination.total-of-the-enabled',
    chapter: 'pagination',
    story:
      'The number of users is a counter, which disabling lowers and enabling raises; the list shows all.',
    rests: 'Pagination: `total` is the total number of results, and the disabled user is among the results.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/{id}/disable'],
    wrap: (service) => {
      const out = new Set<string>();
      const disabling = on(service, 'POST /users/{id}/disable', async (line) => {
        const before = await userById(line, line.ask.id);
        const response = await line.pass();
        if (response.ok && before?.['enabled'] === true) out.add(line.ask.id.toLowerCase());
        return response;
      });
      const enabling = on(disabling, 'POST /users/{id}/enable', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) out.delete(ask.id.toLowerCase());
        return response;
      });
      const filters = ['userId', 'upn', 'externalId', 'username', 'email', 'name', 'role', 'cursor'];
      return on(enabling, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        if (out.size === 0 || filters.some((name) => ask.query.has(name))) return response;
        return editPagination(response, ({ total }) => ({ total: Number(total) - out.size }));
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      await client.send('POST', `/users/${userId}/disable`);
      const answer = await client.get('/users', { limit: 1000 });
      return `${itemsOf(answer).length} of ${paginationOf(answer)['total']}`;
    }),
  },
  {
    id: 'round-11.sessions.lost-with-the-name',
    chapter: 'sessions',
    story: 'The filter joins sessions to learners by a name copied into the session; a new name breaks it.',
    rests:
      'GET /smart-ia/sessions: `userId` filters by user, and a session links to a user, whatever the name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions', 'PUT /users/{id}/name'],
    wrap: (service) => {
      const renamed = new Set<string>();
      const naming = on(service, 'PUT /users/{id}/name', async (line) => {
        const before = await userById(line, line.ask.id);
        return edit(await line.pass(), (body) => {
          const after = fields(body['user']);
          const same = ['firstName', 'lastName'].every((name) => before?.[name] === after[name]);
          if (!same) renamed.add(line.ask.id.toLowerCase());
          return body;
        });
      });
      return on(naming, 'GET /smart-ia/sessions', ({ ask, pass }) => {
        const query = new URLSearchParams();
        for (const [name, value] of ask.query) {
          const lost = name === 'userId' && renamed.has(value.toLowerCase());
          query.append(name, lost ? nobody : value);
        }
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const [session = {}] = itemsOf(await client.get('/smart-ia/sessions', { limit: 1 }));
      const userId = textAt(session, 'user', 'userId');
      const before = paginationOf(await client.get('/smart-ia/sessions', { userId }));
      const user = { firstName: client.word(), lastName: 'Married' };
      await client.send('PUT', `/users/${userId}/name`, { user });
      const after = paginationOf(await client.get('/smart-ia/sessions', { userId }));
      return String(before['total'] === after['total']);
    }),
  },
  {
    id: 'round-11.errors.refused-but-created',
    chapter: 'errors',
    story:
      'The check of the key is a promise that nobody awaits before the handler: it decides the answer alone.',
    rests:
      'Authentication: every endpoint requires a key; without one a request gets 401, and creates nothing.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: (service) => {
      let known: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const key = ask.headers.get('x-api-key');
        if (response.ok && key !== null && !ask.path.startsWith('/academic-years')) known = key;
        if (
          response.status === 401 &&
          known !== undefined &&
          `${ask.method} ${ask.path}` === 'POST /students'
        ) {
          await pass({ headers: new Headers({ 'x-api-key': known, 'content-type': 'application/json' }) });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/users', { limit: 1 });
      const lastName = client.word();
      const body = JSON.stringify({ user: { firstName: 'Eve', lastName } });
      const answer = await client.raw('POST /students', { 'content-type': 'application/json' }, body);
      return `${answer.status} ${column(await client.get('/users', { name: lastName }), 'userId').length}`;
    }),
  },
];

function currentIn(body: Fields): string {
  return textAt(body, 'academicYear', 'academicYearId');
}

function keyOf(year: string, group: Fields): string {
  return `${year} ${textAt(group, 'name').toLowerCase()}`;
}
