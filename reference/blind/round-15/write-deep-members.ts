import { allOf, nothing } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, newUserIds } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';

const cohortStudents = '/smart-ia/cohorts/{id}/students';

/** Faults of members that need a sequence or many ids. */
export const deepMembers: readonly BlindFault[] = [
  {
    id: 'round-15.members.students-leave-with-the-last-teacher',
    chapter: 'members',
    story: 'A class without teachers counts as abandoned, and a clean-up takes all who are left out of it.',
    rests: 'DELETE /classes/{classId}/teachers with { userIds }: remove teachers from the class.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const response = await line.pass();
        if (response.status !== 204) return response;
        const users = await allOf(line, '/users', new URLSearchParams());
        const inside = users.filter((user) => texts(user['classIds']).includes(line.ask.id));
        if (inside.some((user) => texts(user['roles']).includes('teacher'))) return response;
        const userIds = inside.map((user) => user['userId']);
        await line.call(`DELETE /classes/${line.ask.id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const students = await newUserIds(client, 'student', 2);
      const teachers = [await newUserId(client, 'teacher')];
      await client.send('POST', `/classes/${classId}/students`, { userIds: students });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: teachers });
      await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: teachers });
      return membersAmong(client, students, 'classIds', classId);
    }),
  },
  {
    id: 'round-15.members.one-cohort-at-a-time',
    chapter: 'members',
    story: 'The assignment is an upsert whose conflict target is the student alone.',
    rests: 'User.cohortIds is an array: cohorts of the user; POST cohort students assigns students.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`POST ${cohortStudents}`],
    wrap: (service) =>
      on(service, `POST ${cohortStudents}`, async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        const search = { userIds: texts(ask.body['userIds']) };
        const found = await call('POST /users/search', { search, limit: 1000 });
        for (const user of list(found.body['data']).map(fields)) {
          for (const id of texts(user['cohortIds']).filter((one) => one !== ask.id)) {
            await call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [user['userId']] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const first = await newCohortId(client);
      const second = await newCohortId(client);
      for (const id of [first, second]) {
        await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds });
      }
      return membersAmong(client, userIds, 'cohortIds', first);
    }),
  },
  {
    id: 'round-15.members.removal-takes-one-of-two-rows',
    chapter: 'members',
    story: 'Who is added twice has two rows, and the deletion has LIMIT 1 for safety.',
    rests: 'DELETE /classes/{classId}/teachers: 204, remove teachers; classIds: classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers', 'DELETE /classes/{id}/teachers'],
    wrap: (service) => {
      const rows = new Map<string, number>();
      const routes = ['POST /classes/{id}/teachers', 'DELETE /classes/{id}/teachers'];
      return on(service, routes, async ({ ask, pass }) => {
        const ids = [...new Set(texts(ask.body['userIds']))];
        const count = (id: string) => rows.get(`${ask.id} ${id}`) ?? 0;
        if (ask.method === 'POST') {
          const response = await pass();
          if (response.ok) for (const id of ids) rows.set(`${ask.id} ${id}`, count(id) + 1);
          return response;
        }
        const single = ids.filter((id) => count(id) < 2);
        for (const id of ids) rows.set(`${ask.id} ${id}`, Math.max(0, count(id) - 1));
        if (single.length === ids.length) return pass();
        return single.length === 0 ? nothing() : pass({ body: { userIds: single } });
      });
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 1);
      const classId = await newClassId(client);
      for (const method of ['POST', 'POST', 'DELETE']) {
        await client.send(method, `/classes/${classId}/teachers`, { userIds });
      }
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-15.members.two-tables-of-cohort-members',
    chapter: 'members',
    story: 'The routes of a student write to a table of their own; the removal knows the older one only.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students with { userIds }: 204, remove students.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts', `DELETE ${cohortStudents}`],
    wrap: (service) => {
      const own = new Set<string>();
      return on(
        service,
        ['POST /students/{id}/cohorts', `DELETE ${cohortStudents}`],
        async ({ ask, pass }) => {
          if (ask.method === 'POST') {
            const response = await pass();
            if (response.ok) for (const id of texts(ask.body['cohortIds'])) own.add(`${id} ${ask.id}`);
            return response;
          }
          const ids = texts(ask.body['userIds']);
          const older = ids.filter((id) => !own.has(`${ask.id} ${id}`));
          if (older.length === ids.length) return pass();
          return older.length === 0 ? nothing() : pass({ body: { userIds: older } });
        },
      );
    },
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/students/${userIds[0]}/cohorts`, { cohortIds: [cohortId] });
      await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return membersAmong(client, userIds, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-15.members.ten-classes-are-looked-up',
    chapter: 'members',
    story: 'The classes are fetched from an internal service whose default page has ten.',
    rests: 'POST /teachers/{userId}/classes: assign the teacher to classes; classIds: classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', ({ ask, pass }) => {
        const sent = ask.body['classIds'];
        return Array.isArray(sent) && sent.length > 10
          ? pass({ body: { classIds: sent.slice(0, 10) } })
          : pass();
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const listed = list((await client.get('/classes', { limit: 12 })).body['data']);
      const classIds = listed.map((one) => textAt(one, 'classId'));
      await client.send('POST', `/teachers/${userId}/classes`, { classIds });
      return membersAmong(client, [userId], 'classIds', classIds.at(-1) ?? '');
    }),
  },
];
