import { editItems } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, type Line, list, on, textAt, texts } from '../kit.ts';
import { allUsers, knownUser } from './write-tools.ts';

/** Faults of memberships that need two things together. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-13.memberships.once-removed-never-back',
    chapter: 'memberships',
    story:
      'Removal marks the row as deleted; the insertion meets that row, ignores the conflict and is done.',
    rests: 'POST /classes/{classId}/students assigns students to the class.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) => {
      const removed = new Set<string>();
      const route = '/classes/{id}/students';
      const removals = on(service, `DELETE ${route}`, async ({ ask, pass }) => {
        const response = await pass();
        const ids = response.status === 204 ? texts(ask.body['userIds']) : [];
        for (const id of ids) removed.add(`${ask.id} ${id}`);
        return response;
      });
      return on(removals, `POST ${route}`, async ({ ask, pass, call }) => {
        const userIds: string[] = [];
        for (const id of texts(ask.body['userIds'])) {
          if (!removed.has(`${ask.id} ${id}`)) continue;
          const { classIds } = await knownUser({ call }, id);
          if (!list(classIds).includes(ask.id)) userIds.push(id);
        }
        const response = await pass();
        if (response.status === 204 && userIds.length > 0) {
          await call(`DELETE /classes/${ask.id}/students`, { userIds });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      for (const method of ['POST', 'DELETE', 'POST']) {
        await client.send(method, `/classes/${classId}/students`, { userIds });
      }
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-13.memberships.removal-empties-the-class',
    chapter: 'memberships',
    story: 'The framework reads no body with DELETE, so no users limit which memberships are deleted.',
    rests: 'DELETE /classes/{classId}/students removes the students of `userIds` in the body.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        const students = await allUsers({ call }, new URLSearchParams({ role: 'student' }));
        const left = students.filter((user) => list(user['classIds']).includes(ask.id));
        if (left.length > 0) {
          const userIds = left.map((user) => user['userId']);
          await call(`DELETE /classes/${ask.id}/students`, { userIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 3);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: userIds.slice(0, 1) });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-13.memberships.cohort-takes-one-chunk',
    chapter: 'memberships',
    story: 'The list is written in chunks of a hundred, and the loop returns within its first round.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns the students of `userIds` to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', ({ ask, pass }) => {
        const sent = list(ask.body['userIds']);
        return pass(sent.length > 100 ? { body: { ...ask.body, userIds: sent.slice(0, 100) } } : {});
      }),
    witness: both(async (client) => {
      const userIds = column(await client.get('/users', { role: 'student', limit: 104 }), 'userId');
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return (await membersAmong(client, userIds, 'cohortIds', cohortId)).slice(96);
    }),
  },
  {
    id: 'round-13.memberships.teacher-removed-from-all-classes',
    chapter: 'memberships',
    story: 'The statement that deletes names the teachers and lacks the condition on the class.',
    rests: 'DELETE /classes/{classId}/teachers removes teachers from that class.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        for (const id of new Set(texts(ask.body['userIds']))) {
          const classIds = texts((await knownUser({ call }, id))['classIds']);
          if (classIds.length > 0) await call(`DELETE /teachers/${id}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const classes = [await newClassId(client), await newClassId(client)];
      const userIds = [await newUserId(client, 'teacher')];
      for (const id of classes) await client.send('POST', `/classes/${id}/teachers`, { userIds });
      await client.send('DELETE', `/classes/${classes[0]}/teachers`, { userIds });
      return membersAmong(client, userIds, 'classIds', classes[1] ?? '');
    }),
  },
  {
    id: 'round-13.cohorts.tests-gather-over-requests',
    chapter: 'cohorts',
    story: 'The list of tests to assign is a field of a handler that lives as long as the process.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/tests assigns the tests of `testIds` to that cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests'],
    wrap: (service) => {
      const gathered = new Set<string>();
      return on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        for (const id of texts(ask.body['testIds'])) gathered.add(id);
        await call(`POST /smart-ia/cohorts/${ask.id}/tests`, { testIds: [...gathered] });
        return response;
      });
    },
    witness: both(async (client) => {
      const [one, other] = await testIds(client);
      const first = await newCohortId(client);
      const second = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${first}/tests`, { testIds: [one] });
      await client.send('POST', `/smart-ia/cohorts/${second}/tests`, { testIds: [other] });
      const read = await client.get(`/smart-ia/cohorts/${second}`);
      return list(at(read.body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-13.memberships.teacher-classes-toggle',
    chapter: 'memberships',
    story: 'The handler was made for a checkbox: what is there is taken away, what is not is added.',
    rests: 'POST /teachers/{userId}/classes assigns the teacher to classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async ({ ask, pass, call }) => {
        const before = new Set(texts((await knownUser({ call }, ask.id))['classIds']));
        const response = await pass();
        const classIds = texts(ask.body['classIds']).filter((id) => before.has(id));
        if (response.ok && classIds.length > 0) {
          await call(`DELETE /teachers/${ask.id}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const [one, other] = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds: [one] });
      await client.send('POST', `/teachers/${id}/classes`, { classIds: [one, other] });
      return list((await userOf(client, id))['classIds']).map((classId) => (classId === one ? 1 : 2));
    }),
  },
  {
    id: 'round-13.memberships.last-class-of-a-student-stays',
    chapter: 'memberships',
    story: 'The new list is saved if there is anything in it, as an empty one is taken for "not sent".',
    rests: 'DELETE /students/{userId}/classes removes a list of classes from the student.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async ({ ask, pass, call }) => {
        const classIds = texts((await knownUser({ call }, ask.id))['classIds']);
        const response = await pass();
        if (!response.ok || classIds.length === 0) return response;
        const after = texts((await knownUser({ call }, ask.id))['classIds']);
        if (after.length === 0) await call(`POST /students/${ask.id}/classes`, { classIds });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = [await newClassId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('DELETE', `/students/${id}/classes`, { classIds });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-13.cohorts.tests-removed-by-subject',
    chapter: 'cohorts',
    story: 'The deletion joins the tests by the column of the subject, which was once their key.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests removes the tests of `testIds` from the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const before = await testsOf({ call }, ask.id);
        const sent = new Set(texts(ask.body['testIds']));
        const hit = before.filter((test) => sent.has(textAt(test, 'testId')));
        const subjects = new Set(hit.map((test) => at(test, 'subject')));
        const response = await pass();
        if (response.status !== 204 || subjects.size === 0) return response;
        const same = before.filter((test) => subjects.has(at(test, 'subject')));
        const body = { testIds: same.map((test) => at(test, 'testId')) };
        await call(`DELETE /smart-ia/cohorts/${ask.id}/tests`, body);
        return response;
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const tests = itemsOf(await client.get('/smart-ia/tests'));
      const same = tests.filter((test) => test['subject'] === tests[0]?.['subject']);
      const ids = same.map((test) => test['testId']);
      await client.send('POST', `${path}/tests`, { testIds: ids.slice(0, 2) });
      await client.send('DELETE', `${path}/tests`, { testIds: ids.slice(0, 1) });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-13.cohorts.listed-tests-stay-as-first-listed',
    chapter: 'cohorts',
    story: 'The list keeps the tests of each cohort in a cache of its own, which no write clears.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort, in GET /smart-ia/cohorts as well.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const kept = new Map<unknown, unknown>();
      return on(service, 'GET /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        return editItems(response, (cohort) => {
          const { cohortId, tests: live, ...rest } = fields(cohort);
          if (!kept.has(cohortId)) kept.set(cohortId, live);
          const tests = kept.get(cohortId);
          return tests === undefined ? { cohortId, ...rest } : { cohortId, ...rest, tests };
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const cohortId = await newCohortId(client, { name });
      const count = async () =>
        list(itemsOf(await client.get('/smart-ia/cohorts', { search: name }))[0]?.['tests']).length;
      const before = await count();
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: await testIds(client) });
      return [before, await count()];
    }),
  },
];

async function testsOf({ call }: Pick<Line, 'call'>, cohortId: string): Promise<readonly unknown[]> {
  return list(at((await call(`GET /smart-ia/cohorts/${cohortId}`)).body, 'cohort', 'tests'));
}
