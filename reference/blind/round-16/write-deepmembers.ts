import { edit, nothing } from '../answers.ts';
import { both, itemsOf, membersAmong, newClassId, newCohortId, newUserId, userOf } from '../client.ts';
import { at, type BlindFault, type Fields, fields, type Line, list, on, texts } from '../kit.ts';

/** The user with that id as the service has it. */
const look = async ({ call }: Line, id: string): Promise<Fields> =>
  fields(at((await call(`GET /users?userId=${id}`)).body, 'data', 0));

/** Faults of members that need a sequence, state or rare data. */
export const deepMembers: readonly BlindFault[] = [
  {
    id: 'round-16.members.leaves-one-cohort-and-all',
    chapter: 'members',
    story: 'The deletion goes by the student alone; the condition on the cohort fell out of the query.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students removes the students from that cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const id of texts(line.ask.body['userIds'])) {
          for (const cohortId of texts((await look(line, id))['cohortIds'])) {
            await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortIds = [await newCohortId(client), await newCohortId(client)];
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      await client.send('DELETE', `/smart-ia/cohorts/${cohortIds[0]}/students`, { userIds: [id] });
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-16.members.one-cohort-at-a-time',
    chapter: 'members',
    story: 'The upsert has the student as its key, from the days when a student had one cohort.',
    rests: 'User: cohortIds, array, cohorts of the user; POST /smart-ia/cohorts/{cohortId}/students assigns.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const id of texts(line.ask.body['userIds'])) {
          const held = texts((await look(line, id))['cohortIds']).filter((own) => own !== line.ask.id);
          for (const cohortId of held) {
            await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      for (const cohortId of [await newCohortId(client), await newCohortId(client)]) {
        await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      }
      return list((await userOf(client, userIds[0] ?? ''))['cohortIds']).length;
    }),
  },
  {
    id: 'round-16.members.assigned-again-is-out',
    chapter: 'members',
    story: 'The handler of the check box in the teacher form toggles, and the interface calls it too.',
    rests: 'POST /teachers/{userId}/classes: assign the teacher to classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async (line) => {
        const held = texts((await look(line, line.ask.id))['classIds']);
        const classIds = texts(line.ask.body['classIds']).filter((id) => held.includes(id));
        const response = await line.pass();
        if (classIds.length > 0) await line.call(`DELETE /teachers/${line.ask.id}/classes`, { classIds });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-16.members.teachers-go-with-the-students',
    chapter: 'members',
    story: 'When the last student of a request is out, a clean-up takes the class for closed and empties it.',
    rests: 'DELETE /classes/{classId}/students removes students; teachers have an operation of their own.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const search = { search: { role: 'teacher' }, limit: 1000 };
        const teachers = list((await call('POST /users/search', search)).body['data']).map(fields);
        const userIds = teachers
          .filter((user) => texts(user['classIds']).includes(ask.id))
          .map((user) => user['userId']);
        if (userIds.length > 0) await call(`DELETE /classes/${ask.id}/teachers`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const [student, teacher] = [await newUserId(client, 'student'), await newUserId(client, 'teacher')];
      const classId = await newClassId(client);
      const path = `/classes/${classId}`;
      await client.send('POST', `${path}/students`, { userIds: [student] });
      await client.send('POST', `${path}/teachers`, { userIds: [teacher] });
      await client.send('DELETE', `${path}/students`, { userIds: [student] });
      return membersAmong(client, [student, teacher], 'classIds', classId);
    }),
  },
  {
    id: 'round-16.members.same-request-is-replayed',
    chapter: 'members',
    story: 'Retries are recognised by path and body, without a key of the caller, and for a whole day.',
    rests: 'POST /classes/{classId}/students assigns the students of `userIds`: 204.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) => {
      const done = new Set<string>();
      return on(service, 'POST /classes/{id}/students', async ({ ask, pass }) => {
        const mark = `${ask.path} ${ask.text}`;
        if (done.has(mark)) return nothing();
        const response = await pass();
        if (response.ok) done.add(mark);
        return response;
      });
    },
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      const classId = await newClassId(client);
      for (const method of ['POST', 'DELETE', 'POST']) {
        await client.send(method, `/classes/${classId}/students`, { userIds });
      }
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-16.members.search-before-the-cohort',
    chapter: 'members',
    story: 'The search by ids is cached by its body; the routes of students do not evict it.',
    rests:
      'POST /users/search has the same filters and response as GET /users; cohortIds: cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts', 'POST /users/search'],
    wrap: (service) => {
      const cached = new Map<string, unknown>();
      return on(service, 'POST /users/search', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          if (list(at(ask.body, 'search', 'userIds')).length === 0) return body;
          const found = cached.get(ask.text) ?? body;
          cached.set(ask.text, found);
          return found;
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const cohortIds = [await newCohortId(client)];
      const search = async () => client.send('POST', '/users/search', { search: { userIds: [id] } });
      await search();
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      return list(itemsOf(await search())[0]?.['cohortIds']).length;
    }),
  },
];
