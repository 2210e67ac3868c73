import { editUsers, nothing, refuse } from '../answers.ts';
import { both, column, membersAmong, newClassId, newUserId, newUserIds, userOf } from '../client.ts';
import { at, type BlindFault, list, on, texts } from '../kit.ts';
import { idsOf, usersBy } from './members-tools.ts';

/** Who is in a class, written from the side of the class. */
export const rosters: readonly BlindFault[] = [
  {
    id: 'round-19.members.same-request-is-taken-for-a-retry',
    chapter: 'members',
    story:
      'A guard against double posts knows a request by its path and body, and forgets nothing in between.',
    rests: 'POST /classes/{classId}/students: assign students; User: classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{classId}/students'],
    wrap: (service) => {
      const done = new Set<string>();
      return on(service, 'POST /classes/{id}/students', async ({ ask, pass }) => {
        const key = `${ask.headers.get('x-api-key')} ${ask.path} ${ask.text}`;
        if (done.has(key)) return nothing();
        const response = await pass();
        if (response.ok) done.add(key);
        return response;
      });
    },
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/students`;
      const userIds = [await newUserId(client, 'student')];
      const seen: unknown[] = [];
      for (const method of ['POST', 'DELETE', 'POST']) {
        await client.send(method, path, { userIds });
        seen.push('classIds' in (await userOf(client, userIds[0] ?? '')));
      }
      return seen;
    }),
  },
  {
    id: 'round-19.members.one-old-member-stops-the-insert',
    chapter: 'members',
    story: 'All rows go into one insert, and the unique violation of a member is swallowed as already done.',
    rests: 'POST /classes/{classId}/students: assign students, 204.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{classId}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const ids = idsOf(line.ask);
        const users = await usersBy(line, ids);
        const inside = users.filter((user) => texts(user['classIds']).includes(line.ask.id.toLowerCase()));
        if (users.length < ids.length || inside.length === 0) return line.pass();
        return line.pass({ body: { userIds: inside.map((user) => user['userId']) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'student', 3);
      const path = `/classes/${classId}/students`;
      await client.send('POST', path, { userIds: ids.slice(1, 2) });
      const { status } = await client.send('POST', path, { userIds: ids });
      return status === 204 ? membersAmong(client, ids, 'classIds', classId) : status;
    }),
  },
  {
    id: 'round-19.members.class-cannot-remove-what-the-student-joined',
    chapter: 'members',
    story: 'Rows of membership carry their source, and the class deletes only rows of its own source.',
    rests: 'DELETE /classes/{classId}/students: remove students, 204.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{classId}/students', 'POST /students/{userId}/classes'],
    wrap: (service) => {
      const own = new Set<string>();
      const joining = on(service, 'POST /students/{id}/classes', async (line) => {
        const [user] = await usersBy(line, [line.ask.id]);
        const before = texts(user?.['classIds']);
        const response = await line.pass();
        for (const classId of response.ok ? idsOf(line.ask, 'classIds') : []) {
          if (!before.includes(classId)) own.add(`${line.ask.id} ${classId}`);
        }
        return response;
      });
      const leaving = on(joining, 'DELETE /students/{id}/classes', async ({ ask, pass }) => {
        for (const classId of idsOf(ask, 'classIds')) own.delete(`${ask.id} ${classId}`);
        return pass();
      });
      return on(leaving, 'DELETE /classes/{id}/students', ({ ask, pass }) => {
        const ids = idsOf(ask);
        const others = ids.filter((userId) => !own.has(`${userId} ${ask.id}`));
        return others.length < ids.length ? pass({ body: { userIds: others } }) : pass();
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'student', 2);
      await client.send('POST', `/students/${ids[0]}/classes`, { classIds: [classId] });
      await client.send('POST', `/classes/${classId}/students`, { userIds: ids });
      const { status } = await client.send('DELETE', `/classes/${classId}/students`, { userIds: ids });
      return [status, await membersAmong(client, ids, 'classIds', classId)];
    }),
  },
  {
    id: 'round-19.members.teacher-with-a-second-role-is-passed-over',
    chapter: 'members',
    story: 'The batch loader asks for users whose array of roles equals the single role of a teacher.',
    rests: 'POST /classes/{classId}/teachers: assign teachers, 204; User: roles are all platform roles.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{classId}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async (line) => {
        const { ask, call, pass } = line;
        const ids = idsOf(ask);
        const users = await usersBy(line, ids);
        const known = users.length === ids.length && ids.length > 0 && ids.length <= 100;
        const several = users.filter(
          ({ roles }) => list(roles).length > 1 && texts(roles).includes('teacher'),
        );
        if (!known || several.length === 0) return pass();
        const passedOver = new Set(several.map((user) => user['userId']));
        const userIds = ids.filter((id) => !passedOver.has(id));
        if (userIds.length > 0) return pass({ body: { userIds } });
        return (await call(`GET /classes/${ask.id}`)).status === 200 ? nothing() : pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const heads = column(await client.get('/users', { role: 'administrator', limit: 2 }), 'userId');
      const ids = [...heads, await newUserId(client, 'teacher')];
      const { status } = await client.send('POST', `/classes/${classId}/teachers`, { userIds: ids });
      return [status, await membersAmong(client, ids, 'classIds', classId)];
    }),
  },
  {
    id: 'round-19.members.hundred-teachers-are-too-many',
    chapter: 'members',
    story: 'The bound of the list was written as less than a hundred for teachers.',
    rests: 'POST /classes/{classId}/teachers: userIds, 1 to 100 items.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{classId}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass }) =>
        list(ask.body['userIds']).length === 100 ? refuse(ask, 400, 'Invalid request') : pass(),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 100);
      const path = `/classes/${classId}/teachers`;
      const all = await client.send('POST', path, { userIds });
      const fewer = await client.send('POST', path, { userIds: userIds.slice(1) });
      return [all.status, fewer.status];
    }),
  },
  {
    id: 'round-19.members.removing-a-stranger-takes-the-last-class',
    chapter: 'members',
    story: 'The class is spliced out of the list at its index, which is -1 for a teacher who is not in it.',
    rests: 'DELETE /classes/{classId}/teachers: remove teachers of that class; User: classIds.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{classId}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const users = await usersBy(line, idsOf(line.ask));
        const response = await line.pass();
        for (const user of response.ok ? users : []) {
          const classIds = texts(user['classIds']);
          if (classIds.length === 0 || classIds.includes(line.ask.id.toLowerCase())) continue;
          await line.call(`DELETE /teachers/${String(user['userId'])}/classes`, {
            classIds: classIds.slice(-1),
          });
        }
        return response;
      }),
    witness: both(async (client) => {
      const teacher = await newUserId(client, 'teacher');
      const own = await newClassId(client);
      await client.send('POST', `/classes/${own}/teachers`, { userIds: [teacher] });
      const other = await newClassId(client);
      await client.send('DELETE', `/classes/${other}/teachers`, { userIds: [teacher] });
      return membersAmong(client, [teacher], 'classIds', own);
    }),
  },
  {
    id: 'round-19.members.removing-teachers-knows-no-bound',
    chapter: 'members',
    story: 'The check of the size stands in the handler of adding, and removing was added later beside it.',
    rests: 'Limits: userIds per request, 1 to 100: DELETE class teachers.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{classId}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async ({ ask, pass }) => {
        const ids = list(ask.body['userIds']);
        if (ids.length <= 100) return pass();
        let response = await pass({ body: { userIds: ids.slice(0, 100) } });
        for (let from = 100; from < ids.length && response.ok; from += 100) {
          response = await pass({ body: { userIds: ids.slice(from, from + 100) } });
        }
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 101);
      const path = `/classes/${classId}/teachers`;
      await client.send('POST', path, { userIds: userIds.slice(0, 100) });
      const { status } = await client.send('DELETE', path, { userIds });
      return [status, await membersAmong(client, userIds.slice(0, 3), 'classIds', classId)];
    }),
  },
  {
    id: 'round-19.members.account-answers-miss-the-class-side',
    chapter: 'members',
    story: 'Answers about an account read a column of class ids that only the routes of users keep up.',
    rests: 'Versioning 6: classIds in responses of PUT /users/{userId}/name; User: classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{classId}/students', 'PUT /users/{userId}/name'],
    wrap: (service) => {
      const unseen = new Set<string>();
      const joining = on(service, 'POST /classes/{id}/students', async (line) => {
        const classId = line.ask.id.toLowerCase();
        const users = await usersBy(line, idsOf(line.ask));
        const response = await line.pass();
        for (const user of response.ok ? users : []) {
          if (!texts(user['classIds']).includes(classId)) unseen.add(`${String(user['userId'])} ${classId}`);
        }
        return response;
      });
      const seen = (userId: unknown, classId: string) => !unseen.has(`${String(userId)} ${classId}`);
      const naming = on(joining, 'PUT /users/{id}/name', async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const { classIds, ...rest } = user;
          const kept = texts(classIds).filter((classId) => seen(user['userId'], classId));
          if (kept.length === list(classIds).length) return user;
          return kept.length > 0 ? { ...rest, classIds: kept } : rest;
        }),
      );
      return on(naming, 'POST /students/{id}/classes', async ({ ask, pass }) => {
        for (const classId of idsOf(ask, 'classIds')) unseen.delete(`${ask.id} ${classId}`);
        return pass();
      });
    },
    witness: both(async (client) => {
      const userId = await newUserId(client, 'student');
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [userId] });
      const user = { firstName: 'Named', lastName: 'Anew' };
      const named = await client.send('PUT', `/users/${userId}/name`, { user });
      return texts(at(named.body, 'user', 'classIds')).includes(classId);
    }),
  },
];
