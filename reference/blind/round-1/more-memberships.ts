import { allOf, nothing } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, newUserIds, userOf } from '../client.ts';
import { at, type BlindFault, type Line, list, on, textAt, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';

const chapter = 'memberships';
const addCohortStudents = 'POST /smart-ia/cohorts/{id}/students';
const removeCohortStudents = 'DELETE /smart-ia/cohorts/{id}/students';

/** The classes or cohorts of the user in the path. */
async function groupsOf({ ask, call }: Line, field: 'classIds' | 'cohortIds'): Promise<string[]> {
  const { body } = await call(`GET /users?userId=${ask.id}`);
  return texts(at(body, 'data', 0, field));
}

export const memberships: readonly BlindFault[] = [
  {
    id: 'round-1.memberships.teacher-leaves-both-ways',
    chapter,
    story: 'Taking teachers out of a class is written with the condition on the class in the wrong query.',
    rests: 'DELETE class teachers removes teachers of the class in the path',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const id of sentIds(line, 'userIds')) {
          const { body } = await line.call(`GET /users?userId=${id}`);
          const classIds = texts(at(body, 'data', 0, 'classIds'));
          if (classIds.length > 0) await line.call(`DELETE /teachers/${id}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      await client.send('DELETE', `/classes/${classIds[0]}/teachers`, { userIds: [id] });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-1.memberships.one-class-a-year',
    chapter,
    story: 'An index over student and year lets a later class take the place of an earlier one.',
    rests: 'POST student classes: assign the student to classes',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const response = await line.pass();
        const sent = sentIds(line, 'classIds');
        const last = sent.at(-1);
        if (!response.ok || last === undefined) return response;
        const yearOf = async (id: string) =>
          textAt((await line.call(`GET /classes/${id}`)).body, 'class', 'academicYearId');
        const year = await yearOf(last);
        const gone: string[] = [];
        for (const id of await groupsOf(line, 'classIds')) {
          if (id !== last && (await yearOf(id)) === year) gone.push(id);
        }
        if (gone.length > 0) await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds: gone });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-1.memberships.cohorts-set-instead-of-added',
    chapter,
    story: 'The repository saves the list as the whole relation, and earlier cohorts are gone.',
    rests: 'POST student cohorts: assign the student to cohorts',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const before = await groupsOf(line, 'cohortIds');
        const response = await line.pass();
        const sent = sentIds(line, 'cohortIds');
        if (!response.ok) return response;
        for (const id of before.filter((one) => !sent.includes(one))) {
          await line.call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [line.ask.id] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      for (const cohortId of [await newCohortId(client), await newCohortId(client)]) {
        await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [cohortId] });
      }
      return list((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-1.memberships.first-of-the-list-removed',
    chapter,
    story: 'The list is spread over a query with one placeholder.',
    rests: 'DELETE teacher classes: remove a list of classes from the teacher',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', (line) => {
        const ids = sentIds(line, 'classIds');
        return ids.length > 1
          ? line.pass({ body: { ...line.ask.body, classIds: ids.slice(0, 1) } })
          : line.pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      await client.send('DELETE', `/teachers/${id}/classes`, { classIds });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-1.memberships.last-class-instead-of-none',
    chapter,
    story: 'The place of a class that the student lacks is minus one, and the last one is cut out.',
    rests: 'DELETE student classes: remove a list of classes from the student',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async (line) => {
        const before = await groupsOf(line, 'classIds');
        const response = await line.pass();
        const lacking = sentIds(line, 'classIds').some((id) => !before.includes(id));
        const last = (await groupsOf(line, 'classIds')).at(-1);
        if (!response.ok || !lacking || last === undefined) return response;
        await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds: [last] });
        return response;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const [own, other] = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/students/${id}/classes`, { classIds: [own] });
      await client.send('DELETE', `/students/${id}/classes`, { classIds: [other] });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-1.memberships.one-teacher-a-class',
    chapter,
    story: 'The assignment is an upsert on the class, from the time when a class had one teacher.',
    rests: 'POST teacher classes: assign the teacher to classes; a class has teachers',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const teachers = await allOf(line, '/users', new URLSearchParams({ role: 'teacher' }));
        for (const classId of sentIds(line, 'classIds')) {
          const others = teachers.filter((one) => list(one['classIds']).includes(classId));
          const userIds = others
            .map((one) => textAt(one, 'userId'))
            .filter((id) => id !== line.ask.id.toLowerCase());
          if (userIds.length > 0) await line.call(`DELETE /classes/${classId}/teachers`, { userIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const [classId, ids] = [await newClassId(client), await newUserIds(client, 'teacher', 2)];
      for (const id of ids) await client.send('POST', `/teachers/${id}/classes`, { classIds: [classId] });
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
  {
    id: 'round-1.memberships.repeated-id-cancels-itself',
    chapter,
    story: 'Each id of the list toggles the membership, and one that stands twice ends where it began.',
    rests: 'POST cohort students assigns the listed users to the cohort',
    breaks: 'explicit',
    depth: 'deep',
    at: [addCohortStudents],
    wrap: (service) =>
      on(service, addCohortStudents, async (line) => {
        const response = await line.pass();
        const ids = sentIds(line, 'userIds');
        const even = [...new Set(ids)].filter((id) => ids.filter((one) => one === id).length % 2 === 0);
        if (!response.ok || even.length === 0) return response;
        await line.call(`DELETE /smart-ia/cohorts/${line.ask.id}/students`, { userIds: even });
        return response;
      }),
    witness: both(async (client) => {
      const [cohortId, [one = '', two = '']] = [
        await newCohortId(client),
        await newUserIds(client, 'student', 2),
      ];
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [one, two, one] });
      return membersAmong(client, [one, two], 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-1.memberships.list-that-grows',
    chapter,
    story:
      'The list of those to remove is a default argument, shared by all calls, and is only ever added to.',
    rests: 'DELETE cohort students removes the listed users from the cohort',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeCohortStudents],
    wrap: (service) => {
      const grown = new Set<string>();
      return on(service, removeCohortStudents, async (line) => {
        const ids = sentIds(line, 'userIds');
        const response = await line.pass();
        if (!response.ok || ids.length === 0) return response;
        const before = [...grown];
        for (const id of ids) grown.add(id);
        await line.call(`DELETE /smart-ia/cohorts/${line.ask.id}/students`, { userIds: before });
        return response;
      });
    },
    witness: both(async (client) => {
      const users = await newUserIds(client, 'student', 2);
      const [first, second] = [await newCohortId(client), await newCohortId(client)];
      for (const id of [first, second]) {
        await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds: users });
      }
      await client.send('DELETE', `/smart-ia/cohorts/${first}/students`, { userIds: users.slice(0, 1) });
      await client.send('DELETE', `/smart-ia/cohorts/${second}/students`, { userIds: users.slice(1) });
      return membersAmong(client, users, 'cohortIds', second);
    }),
  },
  {
    id: 'round-1.memberships.no-list-is-an-empty-list',
    chapter,
    story: 'A body without the list is bound to an empty one, and there is nothing to do.',
    rests: 'DELETE cohort students: body userIds, required',
    breaks: 'explicit',
    depth: 'shallow',
    at: [removeCohortStudents],
    wrap: (service) =>
      on(service, removeCohortStudents, async ({ ask, pass }) => {
        const response = await pass();
        const lacking = ask.text.trim().startsWith('{') && !('userIds' in ask.body);
        return response.status === 400 && lacking ? nothing() : response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      return (await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/students`, {})).status;
    }),
  },
];
