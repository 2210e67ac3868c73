import { nothing } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, newUserIds } from '../client.ts';
import { at, type BlindFault, on, texts } from '../kit.ts';
import { idsOf, pathId, reads, userIds, usersBy } from './helpers.ts';

const addStudents = 'POST /smart-ia/cohorts/{id}/students';
const removeStudents = 'DELETE /smart-ia/cohorts/{id}/students';

/** What goes wrong when students join and leave cohorts. */
export const cohortMembers: readonly BlindFault[] = [
  {
    id: 'round-8.cohorts.takes-a-class-for-a-cohort',
    chapter: 'cohorts',
    story: 'Classes and cohorts share a table of groups, and the look-up leaves out their kind.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students: 404 for a cohort that is not found.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async ({ ask, call, pass }) => {
        const answer = await pass();
        if (answer.status !== 404) return answer;
        return (await call(`GET /classes/${ask.id}`)).status === 200 ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      return (await client.send('POST', `/smart-ia/cohorts/${classId}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-8.cohorts.one-cohort-a-year',
    chapter: 'cohorts',
    story: 'The membership is upserted under the key of user and academic year.',
    rests: 'User: `cohortIds` are the cohorts of the user; POST assigns to one more.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents, ...reads],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        const yearOf = async (id: string) =>
          at((await line.call(`GET /smart-ia/cohorts/${id}`)).body, 'cohort', 'academicYearId');
        const own = pathId(line);
        const year = await yearOf(own);
        const years = new Map<string, unknown>();
        for (const user of await usersBy(line, idsOf(line, 'userIds'))) {
          for (const other of texts(user['cohortIds']).filter((id) => id !== own)) {
            if (!years.has(other)) years.set(other, await yearOf(other));
            if (years.get(other) !== year) continue;
            await line.call(`DELETE /smart-ia/cohorts/${other}/students`, { userIds: [user['userId']] });
          }
        }
        return answer;
      }),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const cohorts = [await newCohortId(client), await newCohortId(client)];
      for (const id of cohorts) {
        await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds: [student] });
      }
      return membersAmong(client, [student], 'cohortIds', cohorts[0] ?? '');
    }),
  },
  {
    id: 'round-8.cohorts.strangers-to-the-mis-stay',
    chapter: 'cohorts',
    story: 'The removal finds its users through an inner join with the table of external identifiers.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students removes the users of `userIds` from the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeStudents, ...reads],
    wrap: (service) =>
      on(service, removeStudents, async (line) => {
        const ids = idsOf(line, 'userIds');
        const users = await usersBy(line, ids);
        const lost = userIds(users.filter((user) => user['externalId'] === undefined));
        if (lost.length === 0) return line.pass();
        return line.pass({ body: { ...line.ask.body, userIds: ids.filter((id) => !lost.includes(id)) } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const userIds = await newUserIds(client, 'student', 2);
      await client.send('PUT', `/users/${userIds[0]}/external-id`, { user: { externalId: client.word() } });
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return membersAmong(client, userIds, 'cohortIds', cohortId);
    }),
  },
];
