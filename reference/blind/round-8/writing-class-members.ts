import { nothing, refuse } from '../answers.ts';
import { both, column, membersAmong, newClassId, newUserId, newUserIds, nobody, userOf } from '../client.ts';
import { type BlindFault, on, texts } from '../kit.ts';
import { hasRole, idsOf, membersOf, pathId, reads, userIds, usersBy } from './helpers.ts';

const addStudents = 'POST /classes/{id}/students';
const removeStudents = 'DELETE /classes/{id}/students';
const addTeachers = 'POST /classes/{id}/teachers';
const removeTeachers = 'DELETE /classes/{id}/teachers';

/** What goes wrong when students and teachers join and leave classes. */
export const classMembers: readonly BlindFault[] = [
  {
    id: 'round-8.classes.leftovers-of-a-refused-list',
    chapter: 'classes',
    story: 'The unit of work is not cleared when its flush fails; the next request flushes what was left.',
    rests: 'POST /classes/{classId}/students assigns the users of `userIds`, and no others.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents, ...reads],
    wrap: (service) => {
      let pending: string[] = [];
      return on(service, addStudents, async (line) => {
        const answer = await line.pass();
        if (answer.status === 404) pending.push(...idsOf(line, 'userIds'));
        if (answer.status !== 204 || pending.length === 0) return answer;
        await line.call(`POST ${line.ask.path}`, { userIds: pending });
        pending = [];
        return answer;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [first = '', second = ''] = await newUserIds(client, 'student', 2);
      await client.send('POST', `/classes/${nobody}/students`, { userIds: [first] });
      await client.send('POST', `/classes/${classId}/students`, { userIds: [second] });
      return membersAmong(client, [first, second], 'classIds', classId);
    }),
  },
  {
    id: 'round-8.classes.one-teacher-at-a-time',
    chapter: 'classes',
    story: 'The class has one column for its teacher; a list is written there item after item.',
    rests: 'POST /classes/{classId}/teachers assigns 1 to 100 teachers (table row, Limits).',
    breaks: 'explicit',
    depth: 'medium',
    at: [addTeachers, ...reads],
    wrap: (service) =>
      on(service, addTeachers, async (line) => {
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        const last = idsOf(line, 'userIds').at(-1);
        const members = await membersOf(line, 'classIds', pathId(line));
        const gone = userIds(members.filter((user) => hasRole(user, 'teacher') && user['userId'] !== last));
        for (let at = 0; at < gone.length; at += 100) {
          await line.call(`DELETE ${line.ask.path}`, { userIds: gone.slice(at, at + 100) });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 3);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-8.classes.students-go-with-their-teacher',
    chapter: 'classes',
    story: 'Rows of students hang on the row of the teacher, and its foreign key says ON DELETE CASCADE.',
    rests: 'DELETE /classes/{classId}/teachers removes teachers; `classIds` are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeTeachers, ...reads],
    wrap: (service) =>
      on(service, removeTeachers, async (line) => {
        const members = await membersOf(line, 'classIds', pathId(line));
        const answer = await line.pass();
        const leaving = idsOf(line, 'userIds');
        const left = members.some((user) => leaving.includes(String(user['userId'])));
        if (answer.status !== 204 || !left) return answer;
        const students = userIds(members.filter((user) => hasRole(user, 'student')));
        await line.call(`DELETE /classes/${line.ask.id}/students`, { userIds: students });
        return answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const student = await newUserId(client, 'student');
      const [one = '', other = ''] = await newUserIds(client, 'teacher', 2);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [student] });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [one, other] });
      await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: [one] });
      return membersAmong(client, [student, one, other], 'classIds', classId);
    }),
  },
  {
    id: 'round-8.classes.disabled-students-stay',
    chapter: 'classes',
    story: 'The default scope of the model hides disabled users, so the removal never finds them.',
    rests: 'DELETE /classes/{classId}/students removes the users of `userIds` from the class.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeStudents, ...reads],
    wrap: (service) =>
      on(service, removeStudents, async (line) => {
        const ids = idsOf(line, 'userIds');
        const hidden = userIds((await usersBy(line, ids)).filter((user) => user['enabled'] === false));
        if (hidden.length === 0) return line.pass();
        return line.pass({ body: { ...line.ask.body, userIds: ids.filter((id) => !hidden.includes(id)) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 2);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('POST', `/users/${userIds[0]}/disable`);
      await client.send('DELETE', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-8.classes.nothing-to-do-in-no-class',
    chapter: 'classes',
    story: 'The removal returns early when none of the users is in a class, before it looks for the class.',
    rests: 'DELETE /classes/{classId}/teachers: 404 for a class that is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async (line) => {
        const answer = await line.pass();
        if (answer.status !== 404) return answer;
        const users = await usersBy(line, idsOf(line, 'userIds'));
        return users.every((user) => texts(user['classIds']).length === 0) ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'teacher')];
      return (await client.send('DELETE', `/classes/${nobody}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-8.limits.hundred-in-all',
    chapter: 'limits',
    story: 'The limit of a request was read as that of a class: those who are in it count too.',
    rests: 'Limits: `userIds` per request, 1 to 100, on POST class students.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const members = await membersOf(line, 'classIds', pathId(line));
        const inside = userIds(members.filter((user) => hasRole(user, 'student')));
        const all = new Set([...inside, ...idsOf(line, 'userIds')]);
        return inside.length > 0 && all.size > 100 ? refuse(line.ask, 400, 'Invalid request') : line.pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = column(await client.get('/users', { role: 'student', limit: 110 }), 'userId');
      await client.send('POST', `/classes/${classId}/students`, { userIds: userIds.slice(0, 90) });
      return (await client.send('POST', `/classes/${classId}/students`, { userIds: userIds.slice(90) }))
        .status;
    }),
  },
  {
    id: 'round-8.users.classmates-are-touched',
    chapter: 'users',
    story: 'A membership touches its class and the class touches its members, so that caches expire.',
    rests: 'User: updatedAt is when the user was last updated.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents, ...reads],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const members = userIds(await membersOf(line, 'classIds', pathId(line)));
        const answer = await line.pass();
        const added = idsOf(line, 'userIds');
        if (answer.status !== 204 || added.every((id) => members.includes(id))) return answer;
        // A new password is what moves the moment and nothing else.
        for (const id of members) {
          await line.call(`PUT /users/${id}/password`, { user: { password: 'touch, touch' } });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [first = '', second = ''] = await newUserIds(client, 'student', 2);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [first] });
      const before = (await userOf(client, first))['updatedAt'];
      await client.send('POST', `/classes/${classId}/students`, { userIds: [second] });
      return (await userOf(client, first))['updatedAt'] === before;
    }),
  },
];
