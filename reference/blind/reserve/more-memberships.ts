import { both, newClassId, newCohortId, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, list, on, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';

const chapter = 'memberships';

export const memberships: readonly BlindFault[] = [
  {
    id: 'reserve.memberships.enrolment-deleted-with-its-cohorts',
    chapter,
    story: 'Leaving a class deletes the enrolment, and the cascade takes the cohorts of the student along.',
    rests: 'DELETE class students removes students of the class',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const id of sentIds(line, 'userIds')) {
          const { body } = await line.call(`GET /users?userId=${id}`);
          for (const cohortId of texts(at(body, 'data', 0, 'cohortIds'))) {
            await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const [classId, cohortId] = [await newClassId(client), await newCohortId(client)];
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: [id] });
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
];
