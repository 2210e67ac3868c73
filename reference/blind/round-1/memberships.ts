import { json, nothing, refuse } from '../answers.ts';
import { both, membersAmong, newClassId, newUserIds, nobody } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';

const chapter = 'memberships';
const addStudents = 'POST /classes/{id}/students';
const removeStudents = 'DELETE /classes/{id}/students';
const addTeachers = 'POST /classes/{id}/teachers';
const bounds = 'userIds: 1 to 100 items';

export const classMembers: readonly BlindFault[] = [
  {
    id: 'round-1.members.a-hundred-is-too-many',
    chapter: 'limits',
    story: 'The upper bound is compared with less than.',
    rests: bounds,
    breaks: 'explicit',
    depth: 'medium',
    at: [addTeachers],
    wrap: (service) =>
      on(service, addTeachers, async (line) => {
        const response = await line.pass();
        const full = sentIds(line, 'userIds').length === 100;
        return full && response.ok
          ? refuse(line.ask, 400, 'userIds must have less than 100 items')
          : response;
      }),
    witness: both(async (client) => {
      const [classId, userIds] = [await newClassId(client), await newUserIds(client, 'teacher', 100)];
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
  {
    id: 'round-1.members.nobody-to-assign',
    chapter: 'limits',
    story: 'An empty list returns early, before the validation.',
    rests: bounds,
    breaks: 'explicit',
    depth: 'shallow',
    at: [addTeachers],
    wrap: (service) =>
      on(service, addTeachers, async ({ ask, pass }) => {
        const response = await pass();
        const empty = Array.isArray(ask.body['userIds']) && ask.body['userIds'].length === 0;
        return empty && response.status === 400 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds: [] })).status;
    }),
  },
  {
    id: 'round-1.members.soft-deleted-come-back',
    chapter,
    story:
      'Removed students are marked as deleted, and assigning to the class clears the mark of all its rows.',
    rests: 'DELETE class students removes students, POST assigns those listed',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) => {
      const removed = new Map<string, readonly string[]>();
      return on(service, [addStudents, removeStudents], async (line) => {
        const { ask, pass, call } = line;
        const response = await pass();
        const id = ask.id.toLowerCase();
        const marked = removed.get(id) ?? [];
        if (!response.ok) return response;
        if (ask.method === 'DELETE') removed.set(id, [...marked, ...sentIds(line, 'userIds')]);
        if (ask.method === 'POST') removed.delete(id);
        if (ask.method === 'POST' && marked.length > 0) {
          await call(`POST /classes/${id}/students`, { userIds: marked.slice(0, 100) });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const [classId, users] = [await newClassId(client), await newUserIds(client, 'student', 2)];
      await client.send('POST', `/classes/${classId}/students`, { userIds: users.slice(0, 1) });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: users.slice(0, 1) });
      await client.send('POST', `/classes/${classId}/students`, { userIds: users.slice(1) });
      return membersAmong(client, users, 'classIds', classId);
    }),
  },
  {
    id: 'round-1.members.unknown-class-emptied',
    chapter,
    story: 'The delete statement meets no row, and nobody asks whether there is such a class.',
    rests: 'DELETE class students: 404 class not found',
    breaks: 'explicit',
    depth: 'shallow',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'student', 1);
      return (await client.send('DELETE', `/classes/${nobody}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-1.members.nothing-new-to-tell',
    chapter,
    story: 'An assignment that changes nothing takes a branch of its own, which answers with a body.',
    rests: 'POST class teachers: 204 no body',
    breaks: 'explicit',
    depth: 'medium',
    at: [addTeachers],
    wrap: (service) => {
      const done = new Set<string>();
      return on(service, addTeachers, async (line) => {
        const response = await line.pass();
        const pairs = sentIds(line, 'userIds').map((id) => `${line.ask.id.toLowerCase()} ${id}`);
        if (!response.ok) return response;
        const old = pairs.every((pair) => done.has(pair));
        for (const pair of pairs) done.add(pair);
        return old ? json(200, { assigned: 0 }) : response;
      });
    },
    witness: both(async (client) => {
      const [classId, userIds] = [await newClassId(client), await newUserIds(client, 'teacher', 1)];
      await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      return (await client.send('POST', `/classes/${classId}/teachers`, { userIds })).status;
    }),
  },
];
