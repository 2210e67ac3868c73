import { allOf } from '../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, newUserIds } from '../client.ts';
import { at, type BlindFault, on, textAt, texts } from '../kit.ts';
import { sentIds } from '../shared/ids.ts';
import { findUser } from './help.ts';

const joinCohorts = 'POST /students/{id}/cohorts';
const joinClasses = 'POST /students/{id}/classes';
const leaveClasses = 'DELETE /students/{id}/classes';
const teach = 'POST /teachers/{id}/classes';
const removeTeachers = 'DELETE /classes/{id}/teachers';
const removeStudents = 'DELETE /classes/{id}/students';
const empty = { status: 204, headers: { 'access-control-allow-origin': '*' } };

/** Faults of memberships from the side of the user, and where the two sides meet. */
export const sides: readonly BlindFault[] = [
  {
    id: 'round-4.user-side.class-without-a-teacher-takes-nobody',
    chapter: 'user-side',
    story: 'The classes of the list are read with their teachers, by an inner join that drops those without.',
    rests: 'POST /students/{userId}/classes: its purpose is to assign the student to the classes.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [joinClasses],
    wrap: (service) =>
      on(service, joinClasses, async (line) => {
        const users = await allOf(line, '/users', new URLSearchParams());
        const teachers = users.filter((user) => !texts(user['roles']).includes('student'));
        const taught = new Set(teachers.flatMap((user) => texts(user['classIds'])));
        const ids = sentIds(line, 'classIds');
        const left = ids.filter((id) => taught.has(id));
        const checked = await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds: [] });
        const known = await Promise.all(ids.map((id) => line.call(`GET /classes/${id}`)));
        if (!checked.status.toString().startsWith('2') || known.some(({ status }) => status !== 200)) {
          return line.pass();
        }
        return left.length === ids.length ? line.pass() : line.pass({ body: { classIds: left } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/classes`, { classIds: [classId] });
      return membersAmong(client, [id], 'classIds', classId);
    }),
  },
  {
    id: 'round-4.user-side.namesakes-join-the-cohort-too',
    chapter: 'user-side',
    story: 'Cohorts are kept for names, as on the printed list, and everybody of that name comes along.',
    rests: 'POST /students/{userId}/cohorts assigns the student; cohortIds are the cohorts of each user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [joinCohorts],
    wrap: (service) =>
      on(service, joinCohorts, async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const name = textAt(await findUser(line, line.ask.id), 'fullName');
        const users = await allOf(line, '/users', new URLSearchParams({ name }));
        const namesakes = users.filter((user) => user['fullName'] === name);
        const body = { cohortIds: line.ask.body['cohortIds'] };
        for (const user of namesakes) await line.call(`POST /students/${user['userId']}/cohorts`, body);
        return answer;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const names = { firstName: client.word(), lastName: 'Namesake' };
      const ids = [await newUserId(client, 'student', names), await newUserId(client, 'student', names)];
      await client.send('POST', `/students/${ids[0]}/cohorts`, { cohortIds: [cohortId] });
      return membersAmong(client, ids, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-4.user-side.eleventh-class-stays',
    chapter: 'user-side',
    story:
      'The classes of the student are loaded through a relation that shows ten, and the others are not met.',
    rests: 'DELETE /students/{userId}/classes: its purpose is to remove a list of classes from the student.',
    breaks: 'explicit',
    depth: 'deep',
    at: [leaveClasses],
    wrap: (service) =>
      on(service, leaveClasses, async (line) => {
        const later = texts(at(await findUser(line, line.ask.id), 'classIds')).slice(10);
        const ids = sentIds(line, 'classIds');
        const left = ids.filter((id) => !later.includes(id));
        return left.length === ids.length ? line.pass() : line.pass({ body: { classIds: left } });
      }),
    witness: both(async (client) => {
      const classIds: string[] = [];
      while (classIds.length < 12) classIds.push(await newClassId(client));
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('DELETE', `/students/${id}/classes`, { classIds: classIds.slice(8) });
      const states = classIds.map((classId) => membersAmong(client, [id], 'classIds', classId));
      return (await Promise.all(states)).join('');
    }),
  },
  {
    id: 'round-4.user-side.class-cannot-remove-who-came-alone',
    chapter: 'user-side',
    story:
      'What teachers chose and what the class was given are two tables; the list reads both, removal one.',
    rests: 'DELETE /classes/{classId}/teachers removes the teachers of the list, however they were assigned.',
    breaks: 'explicit',
    depth: 'deep',
    at: [teach, removeTeachers],
    wrap: (service) => {
      const chosen = new Set<string>();
      const noting = on(service, [teach, 'DELETE /teachers/{id}/classes'], async (line) => {
        const answer = await line.pass();
        for (const classId of answer.ok ? sentIds(line, 'classIds') : []) {
          const pair = `${line.ask.id.toLowerCase()} ${classId}`;
          if (line.ask.method === 'POST') chosen.add(pair);
          else chosen.delete(pair);
        }
        return answer;
      });
      return on(noting, removeTeachers, async (line) => {
        const ids = sentIds(line, 'userIds');
        const left = ids.filter((id) => !chosen.has(`${id} ${line.ask.id.toLowerCase()}`));
        if (left.length === ids.length || ids.length > 100) return line.pass();
        if (left.length > 0) return line.pass({ body: { userIds: left } });
        const { status } = await line.call(`GET /classes/${line.ask.id}`);
        return status === 200 ? new Response(null, empty) : line.pass();
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const id = await newUserId(client, 'teacher');
      await client.send('POST', `/teachers/${id}/classes`, { classIds: [classId] });
      await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: [id] });
      return membersAmong(client, [id], 'classIds', classId);
    }),
  },
  {
    id: 'round-4.members.removal-wants-the-list-in-order',
    chapter: 'members',
    story:
      'List and roster are merged in one pass, as two sorted lists can be, and only the roster is sorted.',
    rests:
      'DELETE /classes/{classId}/students removes the students of the list, in whatever order they stand.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeStudents],
    wrap: (service) =>
      on(service, removeStudents, (line) => {
        const ids = sentIds(line, 'userIds');
        const met = ids.filter((id, index) => ids.slice(0, index).every((earlier) => earlier <= id));
        return met.length === ids.length ? line.pass() : line.pass({ body: { userIds: met } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = (await newUserIds(client, 'student', 4)).sort().reverse();
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
];
