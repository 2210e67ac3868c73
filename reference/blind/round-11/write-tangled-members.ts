import { allOf, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
} from '../client.ts';
import { type BlindFault, list, on, textAt, texts } from '../kit.ts';
import { idsIn, userById, usersById } from './write-helpers.ts';

const reads = ['GET /users', 'POST /users/search'] as const;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Deep faults of memberships. */
export const tangledMembers: readonly BlindFault[] = [
  {
    id: 'round-11.memberships.class-is-full',
    chapter: 'memberships',
    story:
      'The limit of a request was understood as one of the class: with the new ones it must not exceed 100.',
    rests: 'Limits: 1 to 100 `userIds` per request of POST class students; nothing limits the class.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const ids = new Set(idsIn(line.ask.body, 'userIds'));
        const classId = line.ask.id.toLowerCase();
        const known = await usersById(line, [...ids]);
        if (ids.size === 0 || ids.size > 100 || known.size < ids.size) return line.pass();
        const students = await allOf(line, '/users', new URLSearchParams({ role: 'student' }));
        for (const user of students) {
          if (texts(user['classIds']).includes(classId)) ids.add(textAt(user, 'userId'));
        }
        return ids.size > 100 ? refuse(line.ask, 400, 'Too many students') : line.pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = column(await client.get('/users', { role: 'student', limit: 150 }), 'userId');
      const told: number[] = [];
      for (const userIds of [ids.slice(0, 80), ids.slice(80, 120)]) {
        told.push((await client.send('POST', `/classes/${classId}/students`, { userIds })).status);
      }
      return told.join(' ');
    }),
  },
  {
    id: 'round-11.memberships.added-twice-is-removed',
    chapter: 'memberships',
    story: 'The page of the product toggles a tick for each student, and the operation uses its handler.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns: after its 204 the students have the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students', ...reads],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        const users = await usersById(line, idsIn(ask.body, 'userIds'));
        const response = await pass();
        const inside = [...users.values()]
          .filter((user) => texts(user['cohortIds']).includes(ask.id.toLowerCase()))
          .map((user) => user['userId']);
        if (!response.ok || inside.length === 0) return response;
        await call(`DELETE /smart-ia/cohorts/${ask.id}/students`, { userIds: inside });
        return response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const ids = await newUserIds(client, 'student', 2);
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      await client.send('POST', path, { userIds: ids.slice(0, 1) });
      await client.send('POST', path, { userIds: ids });
      return membersAmong(client, ids, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-11.memberships.stops-at-a-stranger',
    chapter: 'memberships',
    story:
      'The loop ends when a DELETE has affected no row, and what comes after a non-member is never reached.',
    rests: 'DELETE /classes/{classId}/students removes the students of `userIds`; 204 says that it was done.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students', ...reads],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async (line) => {
        const { ask, pass } = line;
        const ids = idsIn(ask.body, 'userIds');
        const users = await usersById(line, ids);
        const isStranger = (id: string) => !texts(users.get(id)?.['classIds']).includes(ask.id.toLowerCase());
        const sound = ids.every((id) => texts(users.get(id)?.['roles']).includes('student'));
        const end = ids.findIndex(isStranger);
        return sound && end >= 0 ? pass({ body: { ...ask.body, userIds: ids.slice(0, end) } }) : pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [one = '', stranger = '', other = ''] = await newUserIds(client, 'student', 3);
      const path = `/classes/${classId}/students`;
      await client.send('POST', path, { userIds: [one, other] });
      const answer = await client.send('DELETE', path, { userIds: [one, stranger, other] });
      return `${answer.status} ${await membersAmong(client, [one, other], 'classIds', classId)}`;
    }),
  },
  {
    id: 'round-11.memberships.not-for-administrators',
    chapter: 'memberships',
    story:
      'Teachers are chosen by roles = {teacher}, and those who have another role beside it fall out unseen.',
    rests:
      'POST /classes/{classId}/teachers assigns teachers; `roles` holds all roles, of which one is teacher.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers', ...reads],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async (line) => {
        const { ask, pass, call } = line;
        const users = await usersById(line, idsIn(ask.body, 'userIds'));
        const response = await pass();
        const missed = [...users.values()]
          .filter((user) => list(user['roles']).length > 1)
          .filter((user) => !texts(user['classIds']).includes(ask.id.toLowerCase()))
          .map((user) => user['userId']);
        if (!response.ok || missed.length === 0) return response;
        await call(`DELETE /classes/${ask.id}/teachers`, { userIds: missed });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const teachers = itemsOf(await client.get('/users', { role: 'teacher', limit: 50 }));
      const userIds = [1, 2].map((count) =>
        textAt(
          teachers.find((user) => list(user['roles']).length === count),
          'userId',
        ),
      );
      await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-11.memberships.two-tables',
    chapter: 'memberships',
    story:
      'Classes write to class_students and students to student_classes; reads unite both, removal knows one.',
    rests:
      'DELETE /students/{userId}/classes removes a list of classes from the student: `classIds` lacks them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes', ...reads],
    wrap: (service) => {
      const bySide = new Set<string>();
      const routes = ['POST /classes/{id}/students', 'DELETE /classes/{id}/students'];
      const side = on(service, routes, async (line) => {
        const { ask, pass } = line;
        const ids = idsIn(ask.body, 'userIds');
        const users = await usersById(line, ids);
        const response = await pass();
        const classId = ask.id.toLowerCase();
        for (const id of response.ok ? ids : []) {
          const outside = !texts(users.get(id)?.['classIds']).includes(classId);
          if (ask.method === 'DELETE') bySide.delete(`${classId} ${id}`);
          else if (outside) bySide.add(`${classId} ${id}`);
        }
        return response;
      });
      return on(side, 'DELETE /students/{id}/classes', ({ ask, pass }) => {
        const { classIds } = ask.body;
        if (!Array.isArray(classIds)) return pass();
        const kept = classIds.filter((id) => !bySide.has(`${id} ${ask.id}`.toLowerCase()));
        return pass({ body: { ...ask.body, classIds: kept } });
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userId = await newUserId(client, 'student');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [userId] });
      await client.send('DELETE', `/students/${userId}/classes`, { classIds: [classId] });
      return membersAmong(client, [userId], 'classIds', classId);
    }),
  },
  {
    id: 'round-11.memberships.one-known-stops-all',
    chapter: 'memberships',
    story: 'One INSERT for all rows meets the primary key of one that is there; that is caught as "done".',
    rests:
      'POST /students/{userId}/cohorts assigns the student to the cohorts: `cohortIds` holds each of them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts', ...reads],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const { ask, pass, call } = line;
        const user = await userById(line, ask.id);
        const before = texts(user?.['cohortIds']);
        const response = await pass();
        const ids = idsIn(ask.body, 'cohortIds');
        if (!response.ok || !ids.some((id) => before.includes(id))) return response;
        for (const id of ids.filter((one) => !before.includes(one))) {
          await call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [ask.id] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const cohortIds = [await newCohortId(client), await newCohortId(client)];
      await client.send('POST', `/students/${userId}/cohorts`, { cohortIds: cohortIds.slice(0, 1) });
      await client.send('POST', `/students/${userId}/cohorts`, { cohortIds });
      return membersAmong(client, [userId], 'cohortIds', cohortIds[1] ?? '');
    }),
  },
  {
    id: 'round-11.memberships.half-a-refusal',
    chapter: 'memberships',
    story:
      'Each id is checked and written in turn, without a transaction: those before the malformed one stay.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/students: 400 for an invalid request, which is not carried out.',
    breaks: 'implied',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students', ...reads],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        const ids = texts(ask.body['userIds']);
        const end = ids.findIndex((id) => !uuid.test(id));
        if (response.status !== 400 || end < 1) return response;
        await call(`POST /smart-ia/cohorts/${ask.id}/students`, { userIds: ids.slice(0, end) });
        return response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const ids = await newUserIds(client, 'student', 2);
      const userIds = [ids[0], 'not-an-id', ids[1]];
      const answer = await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      return `${answer.status} ${await membersAmong(client, ids, 'cohortIds', cohortId)}`;
    }),
  },
];
