import { allOf } from '../answers.ts';
import { both, membersAmong, newClassId, newUserId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, list, on, textAt, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { classReads, editGroups, touch, twoYears } from './write-help.ts';

const students = '/classes/{id}/students';
const teachers = '/classes/{id}/teachers';

export const members: readonly BlindFault[] = [
  {
    id: 'round-5.members.assigned-by-the-class-not-removed-by-the-student',
    chapter: 'members',
    story:
      'The class keeps its roster and the student keeps a list; reads unite both, each removal knows one.',
    rests: 'DELETE /students/{userId}/classes removes a list of classes from the student.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /students/{id}/classes', `POST ${students}`],
    wrap: (service) => {
      const roster = new Set<string>();
      const routes = [`POST ${students}`, `DELETE ${students}`, 'DELETE /students/{id}/classes'];
      return on(service, routes, async (line) => {
        const { ask, pass } = line;
        const id = ask.id.toLowerCase();
        if (ask.path.startsWith('/students')) {
          const classIds = sentIds(line, 'classIds').filter((classId) => !roster.has(`${classId} ${id}`));
          return Array.isArray(ask.body['classIds']) ? pass({ body: { classIds } }) : pass();
        }
        const answer = await pass();
        if (!answer.ok) return answer;
        for (const userId of sentIds(line, 'userIds')) {
          if (ask.method === 'POST') roster.add(`${id} ${userId}`);
          else roster.delete(`${id} ${userId}`);
        }
        return answer;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const id = await newUserId(client, 'student');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
      await client.send('DELETE', `/students/${id}/classes`, { classIds: [classId] });
      return membersAmong(client, [id], 'classIds', classId);
    }),
  },
  {
    id: 'round-5.members.class-moves-to-the-current-year',
    chapter: 'members',
    story: 'The default of the year is set by a hook before each save, and a new teacher saves the class.',
    rests:
      'academicYearId is the academic year that a class belongs to; assigning teachers is no change of it.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`POST ${teachers}`],
    wrap: (service) => {
      const saved = new Set<string>();
      return on(service, [`POST ${teachers}`, ...classReads], async ({ ask, pass, call }) => {
        const answer = await pass();
        if (ask.method === 'POST') {
          if (answer.ok) saved.add(ask.id.toLowerCase());
          return answer;
        }
        if (!answer.ok || saved.size === 0) return answer;
        const { body } = await call('GET /academic-years/current');
        const academicYearId = textAt(body, 'academicYear', 'academicYearId');
        return editGroups(answer, 'class', (group) =>
          saved.has(textAt(group, 'classId')) ? { ...group, academicYearId } : group,
        );
      });
    },
    witness: both(async (client) => {
      const { other } = await twoYears(client);
      const classId = await newClassId(client, { academicYearId: other });
      const userIds = [await newUserId(client, 'teacher')];
      await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      const { body } = await client.get(`/classes/${classId}`);
      return textAt(body, 'class', 'academicYearId') === other;
    }),
  },
  {
    id: 'round-5.members.whole-class-is-touched',
    chapter: 'members',
    story: 'The relation is set to touch its records, and touches all students of a class that gains one.',
    rests: 'updatedAt tells when the user was last updated; who was in the class already is not updated.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`POST ${students}`],
    wrap: (service) =>
      on(service, `POST ${students}`, async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const sent = sentIds(line, 'userIds');
        const id = line.ask.id.toLowerCase();
        const users = await allOf(line, '/users', new URLSearchParams());
        const roles = texts(users.find((user) => sent.includes(textAt(user, 'userId')))?.['roles']);
        const mates = users.filter(
          (user) => list(user['classIds']).includes(id) && texts(user['roles']).join() === roles.join(),
        );
        for (const mate of mates) {
          if (!sent.includes(textAt(mate, 'userId'))) await touch(line, mate);
        }
        return answer;
      }),
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/students`;
      const [first = '', second = ''] = await newUserIds(client, 'student', 2);
      await client.send('POST', path, { userIds: [first] });
      const before = (await userOf(client, first))['updatedAt'];
      await client.send('POST', path, { userIds: [second] });
      return (await userOf(client, first))['updatedAt'] === before;
    }),
  },
  {
    id: 'round-5.members.disabled-students-cannot-leave',
    chapter: 'members',
    story: 'Students are looked up among those that are enabled, and who is not found there is passed over.',
    rests: 'DELETE /classes/{classId}/students takes the students of the list out of the class.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`DELETE ${students}`],
    wrap: (service) => {
      const disabled = new Set<string>();
      const routes = [`DELETE ${students}`, 'POST /users/{id}/enable', 'POST /users/{id}/disable'];
      return on(service, routes, async (line) => {
        const { ask, pass } = line;
        if (ask.method === 'DELETE') {
          const userIds = sentIds(line, 'userIds').filter((id) => !disabled.has(id));
          return Array.isArray(ask.body['userIds']) ? pass({ body: { ...ask.body, userIds } }) : pass();
        }
        const answer = await pass();
        if (answer.ok && ask.path.endsWith('/disable')) disabled.add(ask.id.toLowerCase());
        else if (answer.ok) disabled.delete(ask.id.toLowerCase());
        return answer;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 2);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('POST', `/users/${userIds[0]}/disable`);
      await client.send('DELETE', `/classes/${classId}/students`, { userIds });
      await client.send('POST', `/users/${userIds[0]}/enable`);
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
];
