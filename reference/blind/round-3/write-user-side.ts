import { both, column, itemsOf, membersAmong, newClassId, newUserId, newUserIds, userOf } from '../client.ts';
import { at, type BlindFault, on, textAt, texts } from '../kit.ts';
import { inClass, userNow } from '../round-2/write-shared.ts';

const chapter = 'user-side';
const addClasses = 'POST /students/{id}/classes';
const removeClasses = 'DELETE /students/{id}/classes';
const addCohorts = 'POST /students/{id}/cohorts';
const addTeacherClasses = 'POST /teachers/{id}/classes';
const removeTeacherClasses = 'DELETE /teachers/{id}/classes';

/** Classes and cohorts of students and teachers, from the side of the user. */
export const userSide: readonly BlindFault[] = [
  {
    id: 'round-3.user-side.last-class-of-the-loop',
    chapter,
    story: 'One entity is made before the loop and saved after it, so each class overwrites the one before.',
    rests: 'POST teacher classes assigns the teacher to classes; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addTeacherClasses],
    wrap: (service) =>
      on(service, addTeacherClasses, ({ ask, pass }) => {
        const ids = ask.body['classIds'];
        return Array.isArray(ids) ? pass({ body: { ...ask.body, classIds: ids.slice(-1) } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${id}/classes`, { classIds });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-3.user-side.all-teachers-leave',
    chapter,
    story:
      'The statement deletes the teachers of the classes in the list, and the teacher is not in its condition.',
    rests: 'DELETE teacher classes removes a list of classes from the teacher of the path.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTeacherClasses],
    wrap: (service) =>
      on(service, removeTeacherClasses, async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const classId of texts(line.ask.body['classIds'])) {
          const userIds = (await inClass(line, 'teacher', classId)).slice(0, 100);
          if (userIds.length > 0) await line.call(`DELETE /classes/${classId}/teachers`, { userIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = await newUserIds(client, 'teacher', 2);
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      await client.send('DELETE', `/teachers/${userIds[0]}/classes`, { classIds: [classId] });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-3.user-side.cohorts-of-past-years-skipped',
    chapter,
    story:
      'The cohorts of the list are looked up in the current year, and what is not found there is left out.',
    rests: 'POST student cohorts assigns the student to cohorts; cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: [addCohorts],
    wrap: (service) =>
      on(service, addCohorts, async ({ ask, pass, call }) => {
        const current = textAt(
          (await call('GET /academic-years/current')).body,
          'academicYear',
          'academicYearId',
        );
        const kept: string[] = [];
        for (const id of texts(ask.body['cohortIds'])) {
          const found = await call(`GET /smart-ia/cohorts/${id}`);
          if (found.status !== 200) return pass();
          if (at(found.body, 'cohort', 'academicYearId') === current) kept.push(id);
        }
        return 'cohortIds' in ask.body ? pass({ body: { ...ask.body, cohortIds: kept } }) : pass();
      }),
    witness: both(async (client) => {
      const cohortIds = column(await client.get('/smart-ia/cohorts', { limit: 1 }), 'cohortId');
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds });
      return texts((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-3.user-side.thirteen-classes-fit',
    chapter,
    story: 'The classes of a student are one text of 500 characters; the oldest make room for the new ones.',
    rests: 'POST student classes assigns the student to classes; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: [addClasses],
    wrap: (service) =>
      on(service, addClasses, async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const all = texts((await userNow(line, line.ask.id))['classIds']);
        const classIds = all.slice(0, Math.max(0, all.length - 13));
        if (classIds.length > 0) await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds });
        return response;
      }),
    witness: both(async (client) => {
      const classIds = column(await client.get('/classes', { limit: 16 }), 'classId');
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/classes`, { classIds });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-3.user-side.one-miss-rolls-back',
    chapter,
    story:
      'The number of deleted rows is compared with the length of the list; on a difference all is rolled back, and the route answers as always.',
    rests: 'DELETE student classes removes a list of classes from the student.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeClasses],
    wrap: (service) =>
      on(service, removeClasses, async (line) => {
        const before = texts((await userNow(line, line.ask.id))['classIds']);
        const response = await line.pass();
        const sent = texts(line.ask.body['classIds']);
        const held = sent.filter((id) => before.includes(id.toLowerCase()));
        if (!response.ok || held.length === sent.length || held.length === 0) return response;
        await line.call(`POST ${line.ask.path}`, { classIds: held });
        return response;
      }),
    witness: both(async (client) => {
      const held = await newClassId(client);
      const other = await newClassId(client);
      const userIds = await newUserIds(client, 'student', 1);
      await client.send('POST', `/students/${userIds[0]}/classes`, { classIds: [held] });
      await client.send('DELETE', `/students/${userIds[0]}/classes`, { classIds: [other, held] });
      const [user] = itemsOf(await client.get('/users', { userId: userIds }));
      return texts(user?.['classIds']).length;
    }),
  },
];
