import { allOf } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserIds, nobody } from '../client.ts';
import { type BlindFault, list, on, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { usersNow } from './helpers.ts';

const classStudents = 'POST /classes/{id}/students';
const cohortStudents = 'POST /smart-ia/cohorts/{id}/students';

/** Members of classes and cohorts: who is one afterwards. */
export const rosters: readonly BlindFault[] = [
  {
    id: 'round-6.members.remainder-of-chunks-lost',
    chapter: 'classes',
    story: 'Long lists are inserted twenty at a time; the loop ends after the last full chunk.',
    rests: 'POST /classes/{classId}/students assigns the userIds of the body, 1 to 100 items.',
    breaks: 'explicit',
    depth: 'deep',
    at: [classStudents],
    wrap: (service) =>
      on(service, classStudents, ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        if (ids.length <= 20 || ids.length > 100) return pass();
        return pass({ body: { ...ask.body, userIds: ids.slice(0, ids.length - (ids.length % 20)) } });
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 33);
      await client.send('POST', `/classes/${id}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', id);
    }),
  },
  {
    id: 'round-6.members.assignment-replaces-the-roster',
    chapter: 'classes',
    story: 'The handler sets the association of the class to the list instead of adding to it.',
    rests: 'Classes: assign and remove students; POST assigns, only DELETE removes.',
    breaks: 'explicit',
    depth: 'deep',
    at: [classStudents],
    wrap: (service) =>
      on(service, classStudents, async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const sent = sentIds(line, 'userIds');
        const classId = line.ask.id.toLowerCase();
        const students = await allOf(line, '/users', new URLSearchParams({ role: 'student' }));
        const others = students.filter((user) => list(user['classIds']).includes(classId));
        const userIds = others.map((user) => String(user['userId'])).filter((id) => !sent.includes(id));
        if (userIds.length > 0) await line.call(`DELETE /classes/${classId}/students`, { userIds });
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      const ids = await newUserIds(client, 'student', 3);
      for (const one of ids) await client.send('POST', `/classes/${id}/students`, { userIds: [one] });
      return membersAmong(client, ids, 'classIds', id);
    }),
  },
  {
    id: 'round-6.members.assigned-twice-is-out-again',
    chapter: 'cohorts',
    story: 'The button in the old screen was a switch, and the operation behind it still is one.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students: cohorts, assign students.',
    breaks: 'explicit',
    depth: 'deep',
    at: [cohortStudents],
    wrap: (service) =>
      on(service, cohortStudents, async (line) => {
        const ids = sentIds(line, 'userIds');
        const cohortId = line.ask.id.toLowerCase();
        const before = ids.length === 0 ? [] : await usersNow(line, ids);
        const answer = await line.pass();
        const inside = before.filter((user) => list(user['cohortIds']).includes(cohortId));
        if (!answer.ok || inside.length === 0) return answer;
        const userIds = inside.map((user) => user['userId']);
        await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds });
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const [first = '', second = ''] = await newUserIds(client, 'student', 2);
      const path = `/smart-ia/cohorts/${id}/students`;
      await client.send('POST', path, { userIds: [first] });
      await client.send('POST', path, { userIds: [first, second] });
      return membersAmong(client, [first, second], 'cohortIds', id);
    }),
  },
  {
    id: 'round-6.members.refused-list-is-half-assigned',
    chapter: 'classes',
    story: 'Users are assigned one after the other without a transaction, until one of them is not found.',
    rests: 'POST /classes/{classId}/students: 400 or 404 refuses the request; what is refused is not done.',
    breaks: 'implied',
    depth: 'deep',
    at: [classStudents],
    wrap: (service) =>
      on(service, classStudents, async ({ ask, pass, call }) => {
        const answer = await pass();
        const ids = texts(ask.body['userIds']);
        if (![400, 404].includes(answer.status) || ids.length < 2 || ids.length > 100) return answer;
        for (const id of ids) {
          const { status } = await call(`POST /classes/${ask.id}/students`, { userIds: [id] });
          if (status !== 204) break;
        }
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newClassId(client);
      const ids = await newUserIds(client, 'student', 2);
      const { status } = await client.send('POST', `/classes/${id}/students`, { userIds: [...ids, nobody] });
      return [status >= 400, await membersAmong(client, ids, 'classIds', id)];
    }),
  },
  {
    id: 'round-6.members.leaving-one-cohort-leaves-all',
    chapter: 'cohorts',
    story: 'The statement that removes names the students, and the cohort fell out of its condition.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students removes students of that cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const answer = await line.pass();
        const ids = sentIds(line, 'userIds');
        if (!answer.ok || ids.length === 0) return answer;
        for (const user of await usersNow(line, ids)) {
          const userIds = [user['userId']];
          for (const cohortId of texts(user['cohortIds']))
            await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const first = await newCohortId(client);
      const second = await newCohortId(client);
      for (const id of [first, second])
        await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds });
      await client.send('DELETE', `/smart-ia/cohorts/${first}/students`, { userIds });
      return membersAmong(client, userIds, 'cohortIds', second);
    }),
  },
];
