import { allOf, json, nothing, refuse } from '../answers.ts';
import { both, membersAmong, newClassId, newUserId, newUserIds, nobody } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { usersBy } from './helpers.ts';

const addStudents = 'POST /classes/{id}/students';
const removeStudents = 'DELETE /classes/{id}/students';
const addTeachers = 'POST /classes/{id}/teachers';
const removeTeachers = 'DELETE /classes/{id}/teachers';

/** What the operations answer. */
const answerFaults: readonly BlindFault[] = [
  {
    id: 'round-7.class-members.teachers-removed-from-a-class-that-is-not',
    chapter: 'class members',
    story: 'Nothing was deleted, so there is nothing to complain of: the class is never loaded.',
    rests: 'DELETE on the teachers of a class lists 404, the status for a class not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 1);
      return (await client.send('DELETE', `/classes/${nobody}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-7.class-members.assigned-teachers-answered-with-a-body',
    chapter: 'class members',
    story: 'The handler returns its result object, and the framework makes 200 and JSON of it.',
    rests: 'POST on the teachers of a class answers 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addTeachers],
    wrap: (service) =>
      on(service, addTeachers, async ({ pass }) => {
        const answer = await pass();
        return answer.status === 204 ? json(200, { success: true }) : answer;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 1);
      return (await client.send('POST', `/classes/${await newClassId(client)}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-7.class-members.hundred-and-one-teachers-removed',
    chapter: 'class members',
    story: 'The schema was copied from DELETE on the students, the one operation without a size.',
    rests: 'DELETE on the teachers of a class takes 1 to 100 userIds.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async ({ ask, pass, call }) => {
        const sent = list(ask.body['userIds']);
        if (sent.length <= 100) return pass();
        for (let start = 100; start < sent.length; start += 100) {
          await call(`DELETE ${ask.path}`, { userIds: sent.slice(start, start + 100) });
        }
        return pass({ body: { userIds: sent.slice(0, 100) } });
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 101);
      return (await client.send('DELETE', `/classes/${await newClassId(client)}/teachers`, { userIds }))
        .status;
    }),
  },
  {
    id: 'round-7.class-members.single-id-taken-for-a-list',
    chapter: 'class members',
    story: 'The validator coerces types, lists included: a text becomes a list of one.',
    rests: 'The body is { userIds: UUID[] }, and an invalid request is 400 where listed.',
    breaks: 'explicit',
    depth: 'medium',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, ({ ask, pass }) => {
        const { userIds } = ask.body;
        return typeof userIds === 'string' ? pass({ body: { ...ask.body, userIds: [userIds] } }) : pass();
      }),
    witness: both(async (client) => {
      const userIds = await newUserId(client, 'student');
      return (await client.send('POST', `/classes/${await newClassId(client)}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-7.class-members.assigning-a-member-again-is-a-conflict',
    chapter: 'class members',
    story: 'The insert violates the unique index, and the mapper makes 409 of every such violation.',
    rests: '409 is for creating a class or cohort that exists; POST on the students lists 400 and 404.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const before = await usersBy(line, sentIds(line, 'userIds'));
        const member = before.some((user) => texts(user['classIds']).includes(line.ask.id));
        const answer = await line.pass();
        return answer.ok && member ? refuse(line.ask, 409, 'Already exists') : answer;
      }),
    witness: both(async (client) => {
      const body = { userIds: await newUserIds(client, 'student', 1) };
      const path = `/classes/${await newClassId(client)}/students`;
      const first = await client.send('POST', path, body);
      return [first.status, (await client.send('POST', path, body)).status === 409];
    }),
  },
];

/** Who is in which class afterwards. */
const effectFaults: readonly BlindFault[] = [
  {
    id: 'round-7.class-members.removing-one-student-empties-the-class',
    chapter: 'class members',
    story: 'A proxy drops the body of DELETE, and without ids the query has no condition but the class.',
    rests: 'DELETE removes the students of userIds from the class; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, async (line) => {
        const answer = await line.pass();
        if (!answer.ok || list(line.ask.body['userIds']).length === 0) return answer;
        for (const user of await allOf(line, '/users', new URLSearchParams())) {
          if (!texts(user['classIds']).includes(line.ask.id)) continue;
          await line.call(`DELETE /students/${textAt(user, 'userId')}/classes`, { classIds: [line.ask.id] });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 3);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: userIds.slice(0, 1) });
      return `members ${await membersAmong(client, userIds, 'classIds', classId)}`;
    }),
  },
  {
    id: 'round-7.class-members.assigning-takes-students-out-of-other-classes',
    chapter: 'class members',
    story: 'A student row once had one class; the move out of the old class has stayed in the handler.',
    rests: 'POST assigns students to the class; classIds, an array, are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const answer = await line.pass();
        for (const user of answer.ok ? await usersBy(line, sentIds(line, 'userIds')) : []) {
          const classIds = texts(user['classIds']).filter((id) => id !== line.ask.id);
          await line.call(`DELETE /students/${textAt(user, 'userId')}/classes`, { classIds });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      const classIds = [await newClassId(client), await newClassId(client)];
      const [first = ''] = classIds;
      for (const id of classIds) await client.send('POST', `/classes/${id}/students`, { userIds });
      return `first class ${await membersAmong(client, userIds, 'classIds', first)}`;
    }),
  },
  {
    id: 'round-7.class-members.removed-teacher-leaves-all-classes',
    chapter: 'class members',
    story: 'The delete statement has the teachers in its condition but not the class.',
    rests: 'DELETE removes teachers from the class of the path; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async (line) => {
        const answer = await line.pass();
        for (const user of answer.ok ? await usersBy(line, sentIds(line, 'userIds')) : []) {
          const classIds = texts(user['classIds']);
          await line.call(`DELETE /teachers/${textAt(user, 'userId')}/classes`, { classIds });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 1);
      const [kept, left] = [await newClassId(client), await newClassId(client)];
      for (const id of [kept, left]) await client.send('POST', `/classes/${id}/teachers`, { userIds });
      await client.send('DELETE', `/classes/${left}/teachers`, { userIds });
      return `other class ${await membersAmong(client, userIds, 'classIds', kept)}`;
    }),
  },
  {
    id: 'round-7.class-members.search-still-shows-the-class-left',
    chapter: 'class members',
    story: 'The search reads an index of its own; every write refreshes the user there but this removal.',
    rests: 'POST /users/search has the same response as GET /users; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeStudents, 'POST /users/search'],
    wrap: (service) => {
      const stale = new Map<string, string>();
      const writing = async (request: Request) => {
        if (request.method === 'GET' || request.url.endsWith('/search')) return service(request);
        const told = `${request.url} ${await request.clone().text()}`.toLowerCase();
        for (const id of stale.keys()) if (told.includes(id)) stale.delete(id);
        return service(request);
      };
      const removing = on(writing, removeStudents, async (line) => {
        const users = await usersBy(line, sentIds(line, 'userIds'));
        const answer = await line.pass();
        const members = users.filter((user) => texts(user['classIds']).includes(line.ask.id));
        for (const user of answer.ok ? members : []) stale.set(textAt(user, 'userId'), line.ask.id);
        return answer;
      });
      return on(removing, 'POST /users/search', async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const body = fields(await answer.json());
        const data = list(body['data']).map((item) => {
          const left = stale.get(textAt(item, 'userId'));
          const classIds = texts(fields(item)['classIds']);
          return left === undefined ? item : { ...fields(item), classIds: [...new Set([...classIds, left])] };
        });
        return json(200, { ...body, data });
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 1);
      for (const method of ['POST', 'DELETE']) {
        await client.send(method, `/classes/${classId}/students`, { userIds });
      }
      return `in the search ${await membersAmong(client, userIds, 'classIds', classId)}`;
    }),
  },
];

/** Students and teachers of classes. */
export const classMemberFaults: readonly BlindFault[] = [...answerFaults, ...effectFaults];
