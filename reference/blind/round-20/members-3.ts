import { nothing, refuse } from '../answers.ts';
import { both, column, membersAmong, newClassId, newCohortId, newUserIds, nobody } from '../client.ts';
import { type BlindFault, on, texts } from '../kit.ts';
import { insiders, usersAmong } from './members-help.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Members from the side of the class or cohort. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-20.students.removal-of-an-unknown-user-is-a-failure-of-the-server',
    chapter: 'students',
    story: 'The removal loads each user and reads the memberships without asking whether there was one.',
    rests: 'DELETE /classes/{classId}/students: 204; other statuses 400, 404.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async (line) => {
        const response = await line.pass();
        const ids = texts(line.ask.body['userIds']);
        const formed = ids.length > 0 && ids.every((id) => uuid.test(id));
        if (response.status !== 400 || !formed) return response;
        const found = await usersAmong(line, ids);
        const unknown = found.length < new Set(ids.map((id) => id.toLowerCase())).size;
        return unknown ? refuse(line.ask, 500, 'Something went wrong') : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const removed = await client.send('DELETE', `/classes/${classId}/students`, { userIds: [nobody] });
      return removed.status < 500 ? 'below 500' : removed.status;
    }),
  },
  {
    id: 'round-20.cohorts.one-member-in-the-list-keeps-the-others-out',
    chapter: 'cohorts',
    story:
      'All rows go in with one insert, and the handler takes the broken unique key of one row for nothing left to do.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/students: 204; cohorts (create, read, assign and remove students and tests).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async (line) => {
        const ids = texts(line.ask.body['userIds']);
        const users = await usersAmong(line, ids);
        const valid =
          users.length === new Set(ids).size &&
          users.every((user) => texts(user['roles']).includes('student'));
        const inside = users.some((user) => texts(user['cohortIds']).includes(line.ask.id));
        return valid && inside ? nothing() : line.pass();
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const userIds = await newUserIds(client, 'student', 3);
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      await client.send('POST', path, { userIds: userIds.slice(1, 2) });
      await client.send('POST', path, { userIds });
      return membersAmong(client, userIds, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-20.teachers.who-left-a-class-cannot-come-back',
    chapter: 'teachers',
    story:
      'A removal only marks the row as deleted, and the insert that ignores known keys leaves the mark on it.',
    rests:
      'POST /classes/{classId}/teachers: 204; classes (create, read, assign and remove students and teachers).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers', 'GET /users', 'POST /users/search'],
    wrap: (service) => {
      const marked = new Set<string>();
      const removing = on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const { ask, pass } = line;
        const inside = await insiders(line, texts(ask.body['userIds']), 'classIds', ask.id);
        const response = await pass();
        if (response.ok) for (const userId of inside) marked.add(`${ask.id} ${userId}`);
        return response;
      });
      const restoring = on(removing, 'POST /teachers/{id}/classes', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok)
          for (const classId of texts(ask.body['classIds'])) marked.delete(`${classId} ${ask.id}`);
        return response;
      });
      return on(restoring, 'POST /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const gone = texts(ask.body['userIds']).filter((userId) => marked.has(`${ask.id} ${userId}`));
        const response = await pass();
        if (response.ok && gone.length > 0)
          await call(`DELETE /classes/${ask.id}/teachers`, { userIds: gone });
        return response;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 2);
      const path = `/classes/${classId}/teachers`;
      await client.send('POST', path, { userIds });
      await client.send('DELETE', path, { userIds: userIds.slice(0, 1) });
      await client.send('POST', path, { userIds: userIds.slice(0, 1) });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-20.students.named-twice-in-a-list-are-not-added',
    chapter: 'students',
    story:
      'The list is gathered with the toggle of the selection box, so that the second mention takes the first one back.',
    rests:
      'POST /classes/{classId}/students: Body { userIds: UUID[] }, 1 to 100 items; 204; assign students.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        const picked = new Set<string>();
        const ids = texts(ask.body['userIds']);
        for (const id of ids) if (!picked.delete(id)) picked.add(id);
        const before = await insiders(line, ids, 'classIds', ask.id);
        const response = await pass();
        const dropped = [...new Set(ids)].filter((id) => !picked.has(id) && !before.includes(id));
        if (response.ok && dropped.length > 0)
          await call(`DELETE /classes/${ask.id}/students`, { userIds: dropped });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 3);
      const [first = '', second = '', third = ''] = userIds;
      const added = await client.send('POST', `/classes/${classId}/students`, {
        userIds: [first, second, third, second],
      });
      // A server may refuse the repeated id: what counts is that 204 means that all of them are in.
      return added.status === 204 ? membersAmong(client, userIds, 'classIds', classId) : 'refused';
    }),
  },
  {
    id: 'round-20.cohorts.long-removal-drops-the-last-short-chunk',
    chapter: 'cohorts',
    story: 'Lists above a hundred are cut into chunks, whose number is rounded down.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/students: Body { userIds: UUID[] }, required; 204; remove students.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/students', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        const ids = texts(ask.body['userIds']);
        const whole = ids.length > 100 ? ids.length - (ids.length % 100) : ids.length;
        const left = ids.slice(whole).filter((id) => ids.indexOf(id) >= whole);
        const userIds = left.length === 0 ? [] : await insiders(line, left, 'cohortIds', ask.id);
        const response = await pass();
        if (response.ok && userIds.length > 0)
          await call(`POST /smart-ia/cohorts/${ask.id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      const students = await client.get('/users', { role: 'student', limit: 100 });
      const userIds = [...column(students, 'userId'), ...(await newUserIds(client, 'student', 25))];
      await client.send('POST', path, { userIds: userIds.slice(0, 70) });
      await client.send('POST', path, { userIds: userIds.slice(70) });
      const removed = await client.send('DELETE', path, { userIds });
      return removed.status === 204 ? membersAmong(client, userIds, 'cohortIds', cohortId) : 'refused';
    }),
  },
];
