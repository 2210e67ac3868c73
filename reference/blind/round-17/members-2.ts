import { allOf, edit, editUsers, nothing } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  testIds,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.memberships.removal-looks-up-one-page-of-users',
    chapter: 'memberships',
    story:
      'The users to remove are looked up through the list repository, whose default page of 100 goes for internal callers too.',
    rests:
      'DELETE /classes/{classId}/students: Body { userIds: UUID[] }, required; no size bounds stated; 204.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ ask, pass, call }) => {
        const userIds = texts(ask.body['userIds']);
        if (userIds.length <= 100) return pass();
        const page = await call('POST /users/search', { search: { userIds } });
        const found = itemsOf(page).map((user) => user['userId']);
        return found.length < 100 ? pass() : pass({ body: { userIds: found } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'student', 104);
      await client.send('POST', `/classes/${classId}/students`, { userIds: ids.slice(0, 52) });
      await client.send('POST', `/classes/${classId}/students`, { userIds: ids.slice(52) });
      const { status } = await client.send('DELETE', `/classes/${classId}/students`, { userIds: ids });
      return `${status} ${await membersAmong(client, ids, 'classIds', classId)}`;
    }),
  },
  {
    id: 'round-17.cohorts.assigned-tests-carry-the-details-of-their-neighbours',
    chapter: 'cohorts',
    story:
      'The loader of tests answers in the order of ids, and the assignments are zipped with it in the order of the request.',
    rests: 'CohortTest: name, subject, testVersionId of the test; POST /smart-ia/cohorts/{cohortId}/tests.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const zipped = new Map<string, Map<string, string>>();
      const assigned = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const sent = texts(ask.body['testIds']);
        const sorted = sent.toSorted();
        const known = zipped.get(ask.id) ?? new Map<string, string>();
        for (const [index, id] of sent.entries()) known.set(id, sorted[index] ?? id);
        zipped.set(ask.id, known);
        return response;
      });
      return on(assigned, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          if (!('tests' in cohort)) return body;
          const tests = list(cohort['tests']).map(fields);
          const shown = (test: Fields) => {
            const other = zipped.get(ask.id)?.get(textAt(test, 'testId'));
            const from = tests.find((one) => one['testId'] === other) ?? test;
            return {
              ...test,
              name: from['name'],
              subject: from['subject'],
              testVersionId: from['testVersionId'],
            };
          };
          return { ...body, cohort: { ...cohort, tests: tests.map(shown) } };
        }),
      );
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const tests = itemsOf(await client.get('/smart-ia/tests'));
      const sent = (await testIds(client)).slice(0, 3).toSorted().reverse();
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: sent });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(at(body, 'cohort', 'tests')).map((test) => {
        const listed = tests.find((one) => one['testId'] === textAt(test, 'testId'));
        return textAt(test, 'name') === textAt(listed, 'name') ? 'its own name' : 'another name';
      });
    }),
  },
  {
    id: 'round-17.memberships.removing-without-a-list-empties-the-cohort',
    chapter: 'memberships',
    story:
      'The repository adds the condition on users only where a list is given, and the removal calls it without a check.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students: Body { userIds: UUID[] }, required; 400.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        if (ask.body['userIds'] !== undefined || !ask.text.trim().startsWith('{')) return pass();
        if ((await call(`GET /smart-ia/cohorts/${ask.id}`)).status !== 200) return pass();
        const users = await allOf(line, '/users', new URLSearchParams({ role: 'student' }));
        const userIds = users
          .filter((user) => texts(user['cohortIds']).includes(ask.id))
          .map((user) => user['userId']);
        if (userIds.length > 0) await call(`DELETE /smart-ia/cohorts/${ask.id}/students`, { userIds });
        return nothing();
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const ids = await newUserIds(client, 'student', 2);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: ids });
      const { status } = await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/students`, {});
      return `${status} ${await membersAmong(client, ids, 'cohortIds', cohortId)}`;
    }),
  },
  {
    id: 'round-17.memberships.account-updates-answer-the-classes-of-creation-time',
    chapter: 'memberships',
    story:
      'Creating an account warms the cache of memberships, and only the routes of the user clear it, not those of the class.',
    rests:
      'Versioning 6: classIds in user responses of PUT /users/{userId}/password and PUT /users/{userId}/name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', 'PUT /users/{id}/password', 'PUT /users/{id}/name'],
    wrap: (service) => {
      const warm = new Map<string, unknown>();
      const creating = on(service, 'POST /students', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          warm.set(textAt(user, 'userId'), user['classIds']);
          return user;
        }),
      );
      const routes = ['POST /students/{id}/classes', 'DELETE /students/{id}/classes'];
      const clearing = on(creating, routes, ({ ask, pass }) => {
        warm.delete(ask.id);
        return pass();
      });
      return on(clearing, ['PUT /users/{id}/password', 'PUT /users/{id}/name'], async ({ ask, pass }) =>
        editUsers(await pass(), (user) =>
          warm.has(ask.id) ? { ...user, classIds: warm.get(ask.id) } : user,
        ),
      );
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [student] });
      const user = { password: 'long enough 1' };
      const answer = await client.send('PUT', `/users/${student}/password`, { user });
      return list(at(answer.body, 'user', 'classIds')).length;
    }),
  },
  {
    id: 'round-17.classes.the-year-sent-is-told-but-not-kept',
    chapter: 'classes',
    story:
      'The answer is the request merged with the new id, and the mapper to the row lost the year when its field was renamed.',
    rests: 'Class: academicYearId is the academic year the class belongs to; CreateClass: academicYearId.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes', 'GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const { academicYearId, ...sent } = fields(ask.body['class']);
        if (typeof academicYearId !== 'string') return pass();
        if ((await call(`GET /academic-years/${academicYearId}`)).status !== 200) return pass();
        return edit(await pass({ body: { class: sent } }), (body) => ({
          ...body,
          class: { ...fields(body['class']), academicYearId },
        }));
      }),
    witness: both(async (client) => {
      const year = textAt((await client.get('/academic-years')).body, 'data', 0, 'academicYearId');
      const name = client.word();
      await newClassId(client, { name, academicYearId: year });
      return itemsOf(await client.get('/classes', { search: name, academicYearId: year })).length;
    }),
  },
];
