import { editError, editUsers } from '../answers.ts';
import {
  both,
  membersAmong,
  newCohortId,
  newUserId,
  newUserIds,
  nobody,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, list, on, textAt, texts } from '../kit.ts';
import { userLists, userNow } from '../round-2/write-shared.ts';
import { testsOf } from './shared.ts';

const chapter = 'cohort-members';
const addStudents = 'POST /smart-ia/cohorts/{id}/students';
const removeStudents = 'DELETE /smart-ia/cohorts/{id}/students';

/** Students of cohorts, from the side of the cohort. */
export const cohortMembers: readonly BlindFault[] = [
  {
    id: 'round-3.errors.error-in-an-envelope',
    chapter: 'errors',
    story: 'The experimental routes are younger, and their team puts errors into an envelope.',
    rests: 'Errors, basic error: `status` and `message` are the fields of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addStudents, removeStudents],
    wrap: (service) =>
      on(service, [addStudents, removeStudents], async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400 && response.status !== 404) return response;
        return editError(response, (error) => ({ error }));
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${nobody}/students`;
      const { body } = await client.send('POST', path, { userIds: [nobody] });
      return Object.keys(body);
    }),
  },
  {
    id: 'round-3.cohort-members.cohort-among-the-classes',
    chapter,
    story:
      'Memberships of classes and cohorts are one table, and the query for classes forgets to ask the kind.',
    rests: 'User.classIds: classes of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addStudents, removeStudents, ...userLists],
    wrap: (service) => {
      const joined = new Set<string>();
      const noting = on(service, [addStudents, removeStudents], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        for (const id of texts(ask.body['userIds'])) {
          const membership = `${id} ${ask.id}`.toLowerCase();
          if (ask.method === 'POST') joined.add(membership);
          else joined.delete(membership);
        }
        return response;
      });
      return on(noting, userLists, async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const more = texts(user['cohortIds']).filter((id) => joined.has(`${user['userId']} ${id}`));
          return more.length === 0 ? user : { ...user, classIds: [...texts(user['classIds']), ...more] };
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-3.cohort-members.one-cohort-a-student',
    chapter,
    story:
      'The cohort is a column of the student, as it was in the first draft, and a second one takes its place.',
    rests: 'User.cohortIds: array, cohorts of the user; POST cohort students assigns them.',
    breaks: 'explicit',
    depth: 'medium',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const response = await line.pass();
        if (response.status !== 204) return response;
        for (const id of texts(line.ask.body['userIds'])) {
          for (const other of texts((await userNow(line, id))['cohortIds'])) {
            if (other === line.ask.id.toLowerCase()) continue;
            await line.call(`DELETE /smart-ia/cohorts/${other}/students`, { userIds: [id] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      for (const cohortId of [await newCohortId(client), await newCohortId(client)]) {
        await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
      }
      return texts((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-3.cohort-members.first-hundred-of-the-list',
    chapter,
    story: 'The handler was copied from that of classes, where no list is longer than a hundred.',
    rests:
      'POST cohort students: body { userIds }, 204, no size stated; cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, ({ ask, pass }) => {
        const ids = texts(ask.body['userIds']);
        if (ids.length <= 100 || ids.some((id) => !/^[\da-f-]{36}$/i.test(id))) return pass();
        return pass({ body: { ...ask.body, userIds: ids.slice(0, 100) } });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 103);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return (await membersAmong(client, userIds, 'cohortIds', cohortId)).slice(98);
    }),
  },
  {
    id: 'round-3.cohort-members.joining-drops-the-tests',
    chapter,
    story:
      'The cohort is saved with its new students from an object whose tests were never loaded, and orphans are deleted.',
    rests: 'Cohort.tests: tests assigned to the cohort; POST cohort students is about students.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const response = await line.pass();
        if (response.status !== 204) return response;
        const ids = (await testsOf(line, line.ask.id)).map((test) => textAt(test, 'testId'));
        const path = `/smart-ia/cohorts/${line.ask.id}/tests`;
        if (ids.length > 0) await line.call(`DELETE ${path}`, { testIds: ids });
        return response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const ids = (await testIds(client)).slice(0, 2);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: ids });
      const userIds = await newUserIds(client, 'student', 1);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(at(body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-3.cohort-members.capitals-stay',
    chapter,
    story: 'Removal compares ids as texts with those in the table, which are written in small letters.',
    rests: 'DELETE cohort students: body { userIds: UUID[] }, 204; a UUID is the same in capitals.',
    breaks: 'implied',
    depth: 'deep',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, ({ ask, pass }) => {
        const ids = ask.body['userIds'];
        if (!Array.isArray(ids)) return pass();
        return pass({ body: { ...ask.body, userIds: ids.filter((id) => !/[A-F]/.test(String(id))) } });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 2);
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/students`;
      await client.send('POST', path, { userIds });
      await client.send('DELETE', path, { userIds: userIds.map((id) => id.toUpperCase()) });
      return membersAmong(client, userIds, 'cohortIds', path.split('/')[3] ?? '');
    }),
  },
];
