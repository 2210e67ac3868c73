import { editUsers, json } from '../answers.ts';
import { both, membersAmong, newClassId, newUser, newUserId, newUserIds, userOf } from '../client.ts';
import { at, type BlindFault, on, textAt, texts } from '../kit.ts';
import { lookUp, membersOf, payloadOf, showingUsers, userRoutes } from './writing-helpers.ts';

const name = 'PUT /users/{id}/name';

/** Teachers: their accounts and classes, and what is done to them as if they were students. */
export const teachers: readonly BlindFault[] = [
  {
    id: 'round-9.teachers.roles-of-those-before',
    chapter: 'users',
    story:
      'The default list of roles is one object for all new accounts, and each request pushes its role to it.',
    rests: 'POST /teachers creates a teacher account; User.roles are the roles of this user.',
    breaks: 'explicit',
    depth: 'medium',
    at: userRoutes,
    wrap: (service) => {
      const roles: string[] = [];
      const given = new Map<unknown, readonly string[]>();
      const creating = on(service, ['POST /students', 'POST /teachers'], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          for (const role of texts(user['roles'])) if (!roles.includes(role)) roles.push(role);
          given.set(user['userId'], [...roles]);
          return user;
        }),
      );
      return showingUsers(creating, (user) => ({
        ...user,
        ...(given.has(user['userId']) && { roles: given.get(user['userId']) }),
      }));
    },
    witness: both(async (client) => {
      await newUserId(client, 'student');
      return texts((await newUser(client, 'teacher'))['roles']);
    }),
  },
  {
    id: 'round-9.teachers.only-ten-classes',
    chapter: 'memberships',
    story: 'The classes are looked up as a page of the class list, whose size was ten at that time.',
    rests: 'POST /teachers/{userId}/classes assigns the teacher to the classes of the list.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', ({ ask, pass }) => {
        const classIds = texts(ask.body['classIds']);
        return classIds.length > 10 ? pass({ body: { classIds: classIds.slice(0, 10) } }) : pass();
      }),
    witness: both(async (client) => {
      const classIds: string[] = [];
      while (classIds.length < 12) classIds.push(await newClassId(client));
      const userId = await newUserId(client, 'teacher');
      await client.send('POST', `/teachers/${userId}/classes`, { classIds });
      return texts((await userOf(client, userId))['classIds']).length;
    }),
  },
  {
    id: 'round-9.teachers.leaving-empties-class',
    chapter: 'memberships',
    story:
      'The statement deletes all rows with these classes; the condition on the user is in the ORM call that was dropped.',
    rests: 'DELETE /teachers/{userId}/classes removes classes from the teacher; classIds of students stay.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /teachers/{id}/classes', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        for (const classId of texts(line.ask.body['classIds'])) {
          const userIds = await membersOf(line, classId, 'student');
          if (userIds.length > 0) await line.call(`DELETE /classes/${classId}/students`, { userIds });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 2);
      const teacher = await newUserId(client, 'teacher');
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [teacher] });
      await client.send('DELETE', `/teachers/${teacher}/classes`, { classIds: [classId] });
      return membersAmong(client, [...userIds, teacher], 'classIds', classId);
    }),
  },
  {
    id: 'round-9.teachers.name-not-kept',
    chapter: 'accounts',
    story: 'The handler moved here from the students: UPDATE students SET …, and nobody counts the rows.',
    rests: 'PUT /users/{userId}/name updates the name of the user; users are students and teachers.',
    breaks: 'explicit',
    depth: 'deep',
    at: [name],
    wrap: (service) =>
      on(service, name, async (line) => {
        const before = await lookUp(line, line.ask.id);
        const roles = texts(before['roles']);
        const { firstName, lastName } = payloadOf(line, 'user');
        const named = [firstName, lastName].every((text) => typeof text === 'string' && text.trim() !== '');
        if (!named || roles.includes('student') || !roles.includes('teacher')) return line.pass();
        return json(200, { user: { ...before, firstName, lastName, fullName: `${firstName} ${lastName}` } });
      }),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      const user = { firstName: 'Nora', lastName: 'Newname' };
      const answer = await client.send('PUT', `/users/${userId}/name`, { user });
      return [textAt(answer.body, 'user', 'lastName'), at(await userOf(client, userId), 'lastName')];
    }),
  },
];
