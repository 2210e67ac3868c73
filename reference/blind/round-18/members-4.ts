import { edit, editError, editItems, editUsers } from '../answers.ts';
import { both, column, newClassId, newCohortId, newUserId, newUserIds, testIds, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const cohortReads = ['GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'];

/** A successful answer with every cohort in it changed. */
function editCohorts(response: Response, change: (cohort: Fields) => Fields): Promise<Response> {
  return edit(response, (body) =>
    'cohort' in body
      ? { ...body, cohort: change(fields(body['cohort'])) }
      : { ...body, data: list(body['data']).map((item) => change(fields(item))) },
  );
}

/** Writes that tell the search index about a user: those on the user, and those on a class. */
const indexed = ['name', 'password', 'emails/primary', 'external-id'].map((end) => `PUT /users/{id}/${end}`);
const indexedByClass = ['POST /classes/{id}/teachers', 'DELETE /classes/{id}/teachers'];

/** The operations that answer users with their groups. */
const userAnswers = [
  'GET /users',
  'POST /users/search',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
];

export const fourthFaults: readonly BlindFault[] = [
  {
    id: 'round-18.cohorts.a-test-added-again-stands-twice',
    chapter: 'cohorts',
    story: 'The tests of a cohort moved into a JSON column, and with the link table went its primary key.',
    rests: 'CohortTest: testId is unique per test.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'DELETE /smart-ia/cohorts/{id}/tests', ...cohortReads],
    wrap: (service) => {
      const again = new Map<string, string[]>();
      const adding = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const own = list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'testId'));
        const response = await pass();
        if (!response.ok) return response;
        const sent = texts(ask.body['testIds']).map((id) => id.toLowerCase());
        const cohortId = ask.id.toLowerCase();
        again.set(cohortId, [...(again.get(cohortId) ?? []), ...sent.filter((id) => own.includes(id))]);
        return response;
      });
      const removing = on(adding, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        const sent = texts(ask.body['testIds']).map((id) => id.toLowerCase());
        const kept = (again.get(ask.id.toLowerCase()) ?? []).filter((id) => !sent.includes(id));
        if (response.ok) again.set(ask.id.toLowerCase(), kept);
        return response;
      });
      return on(removing, cohortReads, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          const tests = list(cohort['tests']);
          const copies = (again.get(textAt(cohort, 'cohortId')) ?? []).flatMap((id) =>
            tests.filter((test) => textAt(test, 'testId') === id),
          );
          return copies.length === 0 ? cohort : { ...cohort, tests: [...tests, ...copies] };
        }),
      );
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const tests = (await testIds(client)).slice(0, 2);
      await client.send('POST', `${path}/tests`, { testIds: tests });
      await client.send('POST', `${path}/tests`, { testIds: tests.slice(1) });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-18.cohorts.a-test-leaves-with-its-whole-subject',
    chapter: 'cohorts',
    story: 'Once a cohort had one test for each subject, and the removal still deletes by the subject.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: remove the tests of testIds; Cohort: tests.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const testIds = list(ask.body['testIds']);
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const tests = list(at(body, 'cohort', 'tests')).map(fields);
        const gone = tests.filter((test) => testIds.includes(test['testId']));
        const alike = tests.filter((test) => gone.some((one) => one['subject'] === test['subject']));
        if (alike.length === gone.length) return pass();
        return pass({ body: { testIds: [...testIds, ...alike.map((test) => test['testId'])] } });
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const all = await client.get('/smart-ia/tests');
      const [subject] = column(all, 'subject');
      const alike = list(all.body['data']).filter((test) => textAt(test, 'subject') === subject);
      const ids = alike.map((test) => textAt(test, 'testId'));
      await client.send('POST', `${path}/tests`, { testIds: ids });
      await client.send('DELETE', `${path}/tests`, { testIds: ids.slice(0, 1) });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-18.memberships.search-index-hears-nothing-from-the-teacher-side',
    chapter: 'memberships',
    story: 'The search reads an index that events keep up to date, and these two operations send none.',
    rests: 'POST /users/search has the same response as GET /users; classIds: classes of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /teachers/{id}/classes', 'DELETE /teachers/{id}/classes', 'POST /users/search'],
    wrap: (service) => {
      const stale = new Map<string, unknown>();
      const silent = ['POST /teachers/{id}/classes', 'DELETE /teachers/{id}/classes'];
      const changing = on(service, silent, async ({ ask, pass, call }) => {
        const { body } = await call(`GET /users?userId=${ask.id}`);
        const response = await pass();
        const userId = ask.id.toLowerCase();
        if (response.ok && !stale.has(userId)) stale.set(userId, at(body, 'data', 0, 'classIds'));
        return response;
      });
      const telling = on(changing, [...indexed, ...indexedByClass], async ({ ask, pass }) => {
        const response = await pass();
        const users = ask.path.startsWith('/users') ? [ask.id] : texts(ask.body['userIds']);
        if (response.ok) for (const id of users) stale.delete(id.toLowerCase());
        return response;
      });
      return on(telling, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), (user) => {
          const userId = textAt(user, 'userId');
          return stale.has(userId) ? { ...user, classIds: stale.get(userId) } : user;
        }),
      );
    },
    witness: both(async (client) => {
      const teacher = await newUserId(client, 'teacher');
      const classId = await newClassId(client);
      await client.send('POST', `/teachers/${teacher}/classes`, { classIds: [classId] });
      const found = await client.send('POST', '/users/search', { search: { userIds: [teacher] } });
      return [column(found, 'classIds'), (await userOf(client, teacher))['classIds']];
    }),
  },
  {
    id: 'round-18.classes.conflict-calls-itself-400-inside',
    chapter: 'classes',
    story: 'The exception for conflicts extends that for bad requests, whose number the body still carries.',
    rests: 'Errors: status in the body of a 409 of POST /classes is the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ pass }) => {
        const response = await pass();
        return response.status === 409 ? editError(response, (body) => ({ ...body, status: 400 })) : response;
      }),
    witness: both(async (client) => {
      const created = { class: { name: client.word() } };
      await client.send('POST', '/classes', created);
      const again = await client.send('POST', '/classes', created);
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-18.memberships.leaving-a-class-makes-a-teacher-new',
    chapter: 'memberships',
    story: 'The user is saved by an upsert that fills in the creation date as for a new row.',
    rests: 'User: createdAt is when the user was created.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /teachers/{id}/classes', ...userAnswers],
    wrap: (service) => {
      const born = new Map<string, string>();
      const leaving = on(service, 'DELETE /teachers/{id}/classes', async ({ ask, pass }) => {
        const response = await pass();
        const now = new Date(response.headers.get('date') ?? 0).toISOString();
        if (response.ok) born.set(ask.id.toLowerCase(), now);
        return response;
      });
      return on(leaving, userAnswers, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const createdAt = born.get(textAt(user, 'userId'));
          return createdAt === undefined ? user : { ...user, createdAt };
        }),
      );
    },
    witness: both(async (client) => {
      const [teacher = ''] = await newUserIds(client, 'teacher', 1);
      const classIds = [await newClassId(client)];
      const before = textAt(await userOf(client, teacher), 'createdAt');
      await client.send('POST', `/teachers/${teacher}/classes`, { classIds });
      await client.send('DELETE', `/teachers/${teacher}/classes`, { classIds });
      return textAt(await userOf(client, teacher), 'createdAt') === before;
    }),
  },
];
