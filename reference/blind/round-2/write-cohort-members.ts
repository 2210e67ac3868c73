import { editUsers, nothing } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, on, texts } from '../kit.ts';
import { userNow } from './write-shared.ts';

const chapter = 'cohort-members';
const addStudents = 'POST /smart-ia/cohorts/{id}/students';
const removeStudents = 'DELETE /smart-ia/cohorts/{id}/students';

/** Students of cohorts, from the side of the cohort. */
export const cohortMembers: readonly BlindFault[] = [
  {
    id: 'round-2.cohort-members.seen-from-one-side',
    chapter,
    story: 'The list reads a view of memberships that is filled by the routes of students only.',
    rests: 'cohortIds are the cohorts of the user, on GET /users too (User; Versioning 6)',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addStudents, 'GET /users'],
    wrap: (service) => {
      const hidden = new Set<string>();
      const noting = on(service, [addStudents, removeStudents], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        for (const id of texts(ask.body['userIds'])) {
          if (ask.method === 'POST') hidden.add(`${id} ${ask.id}`);
          else hidden.delete(`${id} ${ask.id}`);
        }
        return response;
      });
      return on(noting, 'GET /users', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const { cohortIds, ...rest } = user;
          const shown = texts(cohortIds).filter((id) => !hidden.has(`${user['userId']} ${id}`));
          return shown.length === 0 ? rest : { ...user, cohortIds: shown };
        }),
      );
    },
    witness: both(async (client) => {
      const [id = ''] = await newUserIds(client, 'student', 1);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
      return [
        (await userOf(client, id))['cohortIds'],
        await membersAmong(client, [id], 'cohortIds', cohortId),
      ];
    }),
  },
  {
    id: 'round-2.cohort-members.removed-from-every-cohort',
    chapter,
    story: 'The statement deletes by user and forgets to name the cohort.',
    rests: 'DELETE cohort students is about the cohort of the path; cohortIds are those of the user (User)',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, async (line) => {
        const response = await line.pass();
        if (response.status !== 204) return response;
        for (const id of texts(line.ask.body['userIds'])) {
          for (const other of texts((await userNow(line, id))['cohortIds'])) {
            await line.call(`DELETE /smart-ia/cohorts/${other}/students`, { userIds: [id] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const kept = await newCohortId(client);
      const left = await newCohortId(client);
      for (const id of [kept, left]) {
        await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds });
      }
      await client.send('DELETE', `/smart-ia/cohorts/${left}/students`, { userIds });
      return membersAmong(client, userIds, 'cohortIds', kept);
    }),
  },
  {
    id: 'round-2.cohort-members.same-list-for-another-cohort',
    chapter,
    story: 'Retried requests are recognised by a hash of the body, which leaves out the path.',
    rests: 'POST cohort students assigns them, 204; cohortIds are the cohorts of the user (Cohorts; User)',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) => {
      const done = new Map<string, string>();
      return on(service, addStudents, async ({ ask, pass, call }) => {
        const before = done.get(ask.text);
        const known = async () => (await call(`GET /smart-ia/cohorts/${ask.id}`)).status === 200;
        if (before !== undefined && before !== ask.path && (await known())) return nothing();
        const response = await pass();
        if (response.status === 204) done.set(ask.text, ask.path);
        return response;
      });
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 2);
      const found: string[] = [];
      for (const id of [await newCohortId(client), await newCohortId(client)]) {
        await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds });
        found.push(await membersAmong(client, userIds, 'cohortIds', id));
      }
      return found;
    }),
  },
  {
    id: 'round-2.cohort-members.removal-takes-classes-joined-since',
    chapter,
    story: 'Removal writes back the user as it was read when the user joined the cohort.',
    rests:
      'classIds are the classes of the user; DELETE cohort students removes from the cohort (User; Cohorts)',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeStudents],
    wrap: (service) => {
      const joined = new Map<string, readonly string[]>();
      return on(service, [addStudents, removeStudents], async (line) => {
        const { ask, pass, call } = line;
        const response = await pass();
        if (response.status !== 204) return response;
        for (const id of texts(ask.body['userIds'])) {
          const key = `${ask.id} ${id}`;
          const classIds = texts((await userNow(line, id))['classIds']);
          const before = joined.get(key);
          if (ask.method === 'POST') joined.set(key, classIds);
          for (const other of ask.method === 'POST' ? [] : classIds) {
            const since = before !== undefined && !before.includes(other);
            if (since) await call(`DELETE /classes/${other}/students`, { userIds: [id] });
          }
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/students`;
      await client.send('POST', path, { userIds });
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('DELETE', path, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
];
