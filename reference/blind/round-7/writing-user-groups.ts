import { nothing } from '../answers.ts';
import { both, newClassId, newUserId, userOf } from '../client.ts';
import { type BlindFault, list, on, textAt } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { groupsOf, pause, usersBy } from './helpers.ts';

const studentClasses = 'POST /students/{id}/classes';
const teacherClasses = 'POST /teachers/{id}/classes';
const enable = 'POST /users/{id}/enable';

/** Classes from the side of the user, and users switched on and off. */
export const userGroupFaults: readonly BlindFault[] = [
  {
    id: 'round-7.user-groups.classes-of-a-teacher-are-not-removed',
    chapter: 'classes of users',
    story: 'The removal was copied from the students and looks for the rows among theirs.',
    rests: 'DELETE /teachers/{userId}/classes removes a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async (line) => {
        const before = await groupsOf(line, line.ask.id, 'classIds');
        const answer = await line.pass();
        const classIds = sentIds(line, 'classIds').filter((id) => before.includes(id));
        if (answer.ok) await line.call(`POST /teachers/${line.ask.id}/classes`, { classIds });
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client)];
      for (const method of ['POST', 'DELETE']) {
        await client.send(method, `/teachers/${id}/classes`, { classIds });
      }
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-7.user-groups.assigning-a-teacher-replaces-the-classes',
    chapter: 'classes of users',
    story: 'The relation of the entity is set to the list that came.',
    rests:
      'POST assigns the teacher to classes and DELETE removes them; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [teacherClasses],
    wrap: (service) =>
      on(service, teacherClasses, async (line) => {
        const sent = sentIds(line, 'classIds');
        const answer = await line.pass();
        const now = await groupsOf(line, line.ask.id, 'classIds');
        const classIds = now.filter((id) => !sent.includes(id));
        if (answer.ok) await line.call(`DELETE /teachers/${line.ask.id}/classes`, { classIds });
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      for (const classId of [await newClassId(client), await newClassId(client)]) {
        await client.send('POST', `/teachers/${id}/classes`, { classIds: [classId] });
      }
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-7.user-groups.of-two-assignments-at-once-one-is-lost',
    chapter: 'classes of users',
    story: 'Each request reads the classes of the student, adds its own and writes the whole list back.',
    rests: 'POST assigns the student to classes; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [studentClasses],
    wrap: (service) =>
      on(service, studentClasses, async (line) => {
        const before = await groupsOf(line, line.ask.id, 'classIds');
        await pause();
        const answer = await line.pass();
        const written = new Set([...before, ...sentIds(line, 'classIds')]);
        const now = await groupsOf(line, line.ask.id, 'classIds');
        const classIds = now.filter((id) => !written.has(id));
        if (answer.ok && classIds.length > 0)
          await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds });
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classes = [await newClassId(client), await newClassId(client)];
      const path = `/students/${id}/classes`;
      await Promise.all(classes.map((classId) => client.send('POST', path, { classIds: [classId] })));
      return list((await userOf(client, id))['classIds']).length === 2;
    }),
  },
  {
    id: 'round-7.user-state.enabling-an-enabled-user-disables',
    chapter: 'enabling and disabling',
    story: 'Both routes lead to one handler that turns the flag over.',
    rests: 'POST /users/{userId}/enable enables the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [enable],
    wrap: (service) =>
      on(service, enable, async (line) => {
        const [user] = await usersBy(line, [line.ask.id]);
        const answer = await line.pass();
        if (!answer.ok || user?.['enabled'] !== true) return answer;
        await line.call(`POST /users/${textAt(user, 'userId')}/disable`);
        return nothing();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      for (const end of ['disable', 'enable', 'enable']) await client.send('POST', `/users/${id}/${end}`);
      return (await userOf(client, id))['enabled'];
    }),
  },
];
