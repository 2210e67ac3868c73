import { refuse } from '../answers.ts';
import { both, itemsOf, membersAmong, newClassId, newUserId, newUserIds } from '../client.ts';
import { at, type BlindFault, list, on, textAt, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { findUser } from './help.ts';

const addStudents = 'POST /classes/{id}/students';
const addTeachers = 'POST /classes/{id}/teachers';
const removeTeachers = 'DELETE /classes/{id}/teachers';
const leaveOfTeacher = 'DELETE /teachers/{id}/classes';

const isIn = (user: unknown, classId: string) => texts(at(user, 'classIds')).includes(classId.toLowerCase());

/** Faults of classes and who is in them, from both sides. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-4.members.teacher-sought-among-students',
    chapter: 'user-side',
    story:
      'The route of students was copied, and its first line still loads a student by the id of the path.',
    rests: 'DELETE /teachers/{userId}/classes: its purpose is to remove a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [leaveOfTeacher],
    wrap: (service) =>
      on(service, leaveOfTeacher, async (line) => {
        const user = await findUser(line, line.ask.id);
        if (user === undefined || texts(user['roles']).includes('student')) return line.pass();
        return refuse(line.ask, 404, 'Student not found');
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const id = await newUserId(client, 'teacher');
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [id] });
      await client.send('DELETE', `/teachers/${id}/classes`, { classIds: [classId] });
      return membersAmong(client, [id], 'classIds', classId);
    }),
  },
  {
    id: 'round-4.members.who-is-not-in-it-is-not-found',
    chapter: 'members',
    story: 'A delete that touches no row is answered with 404 by the helper that all routes share.',
    rests: 'Errors: 404 is for an academic year, class or cohort that is not found, and the class is there.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTeachers],
    wrap: (service) =>
      on(service, removeTeachers, async (line) => {
        const ids = [...new Set(sentIds(line, 'userIds'))];
        const users = ids.length > 100 ? [] : await Promise.all(ids.map((id) => findUser(line, id)));
        const nobody = users.length > 0 && !users.some((user) => isIn(user, line.ask.id));
        const answer = await line.pass();
        return answer.ok && nobody ? refuse(line.ask, 404, 'Not found') : answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'teacher')];
      const answer = await client.send('DELETE', `/classes/${classId}/teachers`, { userIds });
      return answer.status === 404 ? 'class not found' : 'class found';
    }),
  },
  {
    id: 'round-4.members.teacher-with-a-second-role-left-out',
    chapter: 'members',
    story:
      'The list of roles is compared as a whole with the one role of a teacher, and others are filtered out.',
    rests:
      'POST /classes/{classId}/teachers assigns the teachers of the list; roles may be several for a user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [addTeachers],
    wrap: (service) =>
      on(service, addTeachers, async (line) => {
        const ids = texts(line.ask.body['userIds']);
        if (ids.length > 100) return line.pass();
        const users = await Promise.all(ids.map((id) => findUser(line, id)));
        const several = users.map((user) => list(user?.['roles']).length > 1);
        const left = ids.filter((_, index) => !several[index]);
        if (left.length > 0) return line.pass({ body: { userIds: left } });
        const answer = await line.call(`GET /classes/${line.ask.id}`);
        return answer.status === 200 && several.length > 0 ? new Response(null, noContent) : line.pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const teachers = itemsOf(await client.get('/users', { role: 'teacher', limit: 100 }));
      const other = teachers.find((user) => list(user['roles']).length > 1);
      const ids = [await newUserId(client, 'teacher'), textAt(other ?? {}, 'userId')];
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: ids });
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
  {
    id: 'round-4.members.a-hundred-in-the-class',
    chapter: 'limits',
    story: 'The bound is checked on the roster as it would be afterwards, not on the list that was sent.',
    rests:
      'Limits: userIds takes 1 to 100 items per request; a class of more than a hundred is not excluded.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) => {
      const rosters = new Map<string, Set<string>>();
      const all = [addStudents, 'DELETE /classes/{id}/students'];
      return on(service, all, async (line) => {
        const id = line.ask.id.toLowerCase();
        const roster = rosters.get(id) ?? new Set<string>();
        const ids = sentIds(line, 'userIds');
        const joins = line.ask.method === 'POST';
        const full = joins && new Set([...roster, ...ids]).size > 100;
        if (full) return refuse(line.ask, 400, 'Invalid request');
        const answer = await line.pass();
        if (!answer.ok) return answer;
        for (const one of ids) joins ? roster.add(one) : roster.delete(one);
        rosters.set(id, roster);
        return answer;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'student', 102);
      const add = async (userIds: string[]) =>
        (await client.send('POST', `/classes/${classId}/students`, { userIds })).status;
      return [await add(ids.slice(0, 51)), await add(ids.slice(51))];
    }),
  },
  {
    id: 'round-4.members.one-who-is-in-keeps-the-others-out',
    chapter: 'members',
    story: 'Whether there is anything to do is asked with some() where every() is meant.',
    rests: 'POST /classes/{classId}/students assigns the students of the list, all of them.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, async (line) => {
        const ids = [...new Set(sentIds(line, 'userIds'))];
        const users = ids.length > 100 ? [] : await Promise.all(ids.map((id) => findUser(line, id)));
        const inside = ids.filter((_, index) => isIn(users[index], line.ask.id));
        const partly = inside.length > 0 && inside.length < ids.length;
        return partly ? line.pass({ body: { userIds: inside } }) : line.pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'student', 3);
      const add = (userIds: string[]) => client.send('POST', `/classes/${classId}/students`, { userIds });
      await add(ids.slice(0, 1));
      await add(ids);
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
  {
    id: 'round-4.members.two-writers-are-a-conflict',
    chapter: 'members',
    story: 'The class carries a version for optimistic locking, and whoever loses the race is told 409.',
    rests:
      'Errors: 409 is for creating a class or cohort that exists; assigning teachers answers 204, 400 or 404.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addTeachers],
    wrap: (service) => {
      const busy = new Set<string>();
      return on(service, addTeachers, async ({ ask, pass }) => {
        const id = ask.id.toLowerCase();
        if (busy.has(id)) return refuse(ask, 409, 'Changed by another request');
        busy.add(id);
        return pass().finally(() => busy.delete(id));
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'teacher', 2);
      const add = (id: string) => client.send('POST', `/classes/${classId}/teachers`, { userIds: [id] });
      const answers = await Promise.all(ids.map(add));
      return answers.map(({ status }) => status);
    }),
  },
  {
    id: 'round-4.members.body-type-with-a-charset-refused',
    chapter: 'members',
    story: 'The type of the body is compared as a whole text, and many libraries name the charset behind it.',
    rests:
      'Conventions: request bodies are JSON objects; the route takes { userIds } and answers 204, 400 or 404.',
    breaks: 'explicit',
    depth: 'medium',
    at: [addStudents],
    wrap: (service) =>
      on(service, addStudents, ({ ask, pass }) => {
        const type = ask.headers.get('content-type') ?? 'application/json';
        if (type === 'application/json') return pass();
        return Promise.resolve(refuse(ask, 415, 'Unsupported content type'));
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json; charset=utf-8' };
      const text = JSON.stringify({ userIds: [await newUserId(client, 'student')] });
      return (await client.raw(`POST /classes/${classId}/students`, headers, text)).status;
    }),
  },
];

const noContent = { status: 204, headers: { 'access-control-allow-origin': '*' } };
