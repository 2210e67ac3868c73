import { editUsers, nothing } from '../answers.ts';
import { both, itemsOf, membersAmong, newClassId, newUserId, newUserIds, nobody, userOf } from '../client.ts';
import { type BlindFault, list, on, textAt, texts } from '../kit.ts';
import { inClass, userLists } from '../round-2/write-shared.ts';
import { hundreds } from './shared.ts';

const chapter = 'members';
const addStudents = 'POST /classes/{id}/students';
const removeStudents = 'DELETE /classes/{id}/students';
const addTeachers = 'POST /classes/{id}/teachers';
const removeTeachers = 'DELETE /classes/{id}/teachers';

/** Students and teachers of classes. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-3.members.bound-of-students-alone',
    chapter,
    story:
      'The bound on the list was set on the request of students, and that of teachers is a class of its own.',
    rests: 'Limits: userIds per request 1 to 100, POST class teachers.',
    breaks: 'explicit',
    depth: 'medium',
    at: [addTeachers],
    wrap: (service) =>
      on(service, addTeachers, async ({ ask, pass }) => {
        const ids = texts(ask.body['userIds']);
        if (ids.length <= 100) return pass();
        for (const userIds of hundreds(ids)) {
          const response = await pass({ body: { userIds } });
          if (response.status !== 204) return response;
        }
        return nothing();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 101);
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-3.members.deletions-lose-their-body',
    chapter,
    story: 'A proxy on the way holds that DELETE has no body, and cuts it off.',
    rests: 'DELETE class students: body { userIds }, required; 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [removeStudents],
    wrap: (service) => on(service, removeStudents, ({ pass }) => pass({ body: {} })),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 1);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      return (await client.send('DELETE', `/classes/${classId}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-3.members.nobody-named-everybody-leaves',
    chapter,
    story: 'The query builder leaves a condition out when its list is empty, and what is left is the class.',
    rests: 'DELETE class students removes the users of `userIds`; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, async (line) => {
        const response = await line.pass();
        const sent = line.ask.body['userIds'];
        if (response.status !== 204 || !Array.isArray(sent) || sent.length > 0) return response;
        const userIds = await inClass(line, 'student', line.ask.id);
        return line.pass({ body: { userIds } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 2);
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: [] });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-3.members.teaching-is-the-only-role',
    chapter,
    story:
      'To be sure that a teacher is one, the assignment saves the user with that role, and with no other.',
    rests: 'User.roles: all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addTeachers, ...userLists],
    wrap: (service) => {
      const reduced = new Set<string>();
      const noting = on(service, addTeachers, async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        for (const id of texts(ask.body['userIds'])) reduced.add(id.toLowerCase());
        return response;
      });
      return on(noting, userLists, async ({ pass }) =>
        editUsers(await pass(), (user) =>
          reduced.has(textAt(user, 'userId')) ? { ...user, roles: list(user['roles']).slice(0, 1) } : user,
        ),
      );
    },
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users'));
      const userId = textAt(
        users.find(({ roles }) => texts(roles).length > 1),
        'userId',
      );
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [userId] });
      return (await userOf(client, userId))['roles'];
    }),
  },
  {
    id: 'round-3.members.one-id-will-do',
    chapter,
    story: 'The parser is set to take a single value where a list is declared, as an old client sends it.',
    rests: 'POST class students: body { userIds: UUID[] }, required, 1 to 100 items; 400.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, ({ ask, pass }) => {
        const sent = ask.body['userIds'];
        return typeof sent === 'string' ? pass({ body: { ...ask.body, userIds: [sent] } }) : pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserId(client, 'student');
      return (await client.send('POST', `/classes/${classId}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-3.members.teachers-of-no-class',
    chapter,
    story: 'Teachers are written into a table without a foreign key, and nobody asks for the class.',
    rests: 'POST class teachers: 404; Errors: 404 when a class is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: [addTeachers],
    wrap: (service) =>
      on(service, addTeachers, async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 1);
      return (await client.send('POST', `/classes/${nobody}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-3.members.bounds-of-the-neighbour',
    chapter,
    story: 'Both experimental removals share one request, and that of students has no bounds.',
    rests: 'Limits: userIds per request 1 to 100, DELETE class teachers.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async ({ ask, pass, call }) => {
        const sent = ask.body['userIds'];
        if (!Array.isArray(sent) || (sent.length > 0 && sent.length <= 100)) return pass();
        const found = await call(`GET /classes/${ask.id}`);
        if (found.status !== 200) return pass();
        for (const userIds of hundreds(texts(sent))) {
          const response = await pass({ body: { userIds } });
          if (response.status !== 204) return response;
        }
        return nothing();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      return (await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: [] })).status;
    }),
  },
];
