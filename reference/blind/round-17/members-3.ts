import { editItems, nothing } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  nobody,
  testIds,
} from '../client.ts';
import { at, type BlindFault, list, on, textAt, texts } from '../kit.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.memberships.assigning-a-cohort-again-takes-it-away',
    chapter: 'memberships',
    story:
      'The route was built for a tick box and toggles each link, so that a second save undoes the first.',
    rests: 'POST /students/{userId}/cohorts: Assign the student to cohorts.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async ({ ask, pass, call }) => {
        const user = itemsOf(await call(`GET /users?userId=${ask.id}`))[0];
        const before = texts(user?.['cohortIds']);
        const response = await pass();
        if (!response.ok) return response;
        const again = new Set(texts(ask.body['cohortIds']).filter((id) => before.includes(id)));
        for (const id of again) await call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [ask.id] });
        return response;
      }),
    witness: both(async (client) => {
      const first = await newCohortId(client);
      const second = await newCohortId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [first] });
      await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [first, second] });
      return [
        await membersAmong(client, [student], 'cohortIds', first),
        await membersAmong(client, [student], 'cohortIds', second),
      ];
    }),
  },
  {
    id: 'round-17.cohorts.removing-neighbouring-tests-leaves-every-second-one',
    chapter: 'cohorts',
    story: 'The handler splices the list of tests while it walks over it by index.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: Body { testIds: UUID[] }, 204 (remove tests).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const sent = texts(ask.body['testIds']);
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const tests = list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'testId'));
        const removed: string[] = [];
        for (let index = 0; index < tests.length; index += 1) {
          const id = tests[index] ?? '';
          if (sent.includes(id)) removed.push(...tests.splice(index, 1));
        }
        return removed.length === 0
          ? pass()
          : pass({ body: { ...ask.body, testIds: sent.filter((id) => !tests.includes(id)) } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const sent = (await testIds(client)).slice(0, 4);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: sent });
      await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: sent });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(at(body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-17.memberships.the-search-index-misses-cohorts-given-to-a-student',
    chapter: 'memberships',
    story:
      'The event of this route carries no cohorts, so the search index keeps the former ones until the next event of the user.',
    rests:
      'POST /users/search has the same filters and response as GET /users; Versioning 6: cohortIds there.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/cohorts', 'POST /users/search'],
    wrap: (service) => {
      const missing = new Map<string, readonly string[]>();
      const given = on(service, 'POST /students/{id}/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) {
          const before = missing.get(ask.id) ?? [];
          missing.set(ask.id, [...before, ...texts(ask.body['cohortIds'])]);
        }
        return response;
      });
      const routes = [
        'PUT /users/{id}/name',
        'PUT /users/{id}/emails/primary',
        'PATCH /students/{id}/details',
      ];
      const indexed = on(given, [...routes, 'POST /students/{id}/classes'], ({ ask, pass }) => {
        missing.delete(ask.id);
        return pass();
      });
      return on(indexed, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), ({ cohortIds, ...user }) => {
          const hidden = missing.get(textAt(user, 'userId')) ?? [];
          const shown = texts(cohortIds).filter((id) => !hidden.includes(id));
          return shown.length === 0 ? user : { ...user, cohortIds: shown };
        }),
      );
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [cohortId] });
      const listed = itemsOf(await client.get('/users', { userId: student }))[0];
      const inList = texts(listed?.['cohortIds']).length;
      return [inList, await membersAmong(client, [student], 'cohortIds', cohortId)];
    }),
  },
  {
    id: 'round-17.memberships.teachers-with-a-second-role-are-passed-over',
    chapter: 'memberships',
    story:
      'The statement that inserts teachers selects users whose roles equal {teacher}, and inserts no row for the others.',
    rests:
      'POST /classes/{classId}/teachers: 204 (assign teachers); User: roles are all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const userIds = texts(ask.body['userIds']);
        if (userIds.length === 0 || userIds.length > 100) return pass();
        const several = new Set<unknown>();
        const found = await call('POST /users/search', { search: { userIds }, limit: 100 });
        for (const { userId, roles } of itemsOf(found)) {
          if (list(roles).length > 1 && list(roles).includes('teacher')) several.add(userId);
        }
        const kept = userIds.filter((id) => !several.has(id));
        if (kept.length > 0) return pass({ body: { ...ask.body, userIds: kept } });
        const { status } = await call(`GET /classes/${ask.id}`);
        return status === 200 ? nothing() : pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const staff = itemsOf(await client.get('/users', { role: 'teacher', limit: 200 }));
      const ids = [1, 2].map((count) => {
        const one = staff.find(({ roles }) => list(roles).length === count);
        return textAt(one, 'userId');
      });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: ids });
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
  {
    id: 'round-17.memberships.removing-students-from-an-unknown-cohort-succeeds',
    chapter: 'memberships',
    story: 'The removal is one DELETE statement on the link table, and zero deleted rows count as success.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/students: 404; 404: academic year, class or cohort not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      return (await client.send('DELETE', `/smart-ia/cohorts/${nobody}/students`, { userIds })).status;
    }),
  },
];
