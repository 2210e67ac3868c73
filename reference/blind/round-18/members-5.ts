import { editUsers, json, nothing, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, readAnswer, textAt } from '../kit.ts';

export const fifthFaults: readonly BlindFault[] = [
  {
    id: 'round-18.memberships.class-ids-end-at-a-kilobyte',
    chapter: 'memberships',
    story: 'The list reads the classes with GROUP_CONCAT, which ends at 1024 bytes; a torn id is dropped.',
    rests: 'User: classIds are the classes of the user; POST /students/{userId}/classes assigns them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
        editUsers(await pass(), (user) => {
          const joined = list(user['classIds']).join(',');
          if (joined.length <= 1024) return user;
          const whole = joined.slice(0, 1024).split(',');
          return { ...user, classIds: whole.filter((id) => id.length === 36) };
        }),
      ),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const classes = itemsOf(await client.get('/classes', { limit: 30 }));
      const classIds = classes.map((one) => one['classId']);
      await client.send('POST', `/students/${student}/classes`, { classIds });
      return list((await userOf(client, student))['classIds']).length;
    }),
  },
  {
    id: 'round-18.classes.only-a-page-of-students-leaves',
    chapter: 'classes',
    story: 'The users to remove are loaded through the paginated list, whose page has 100 items.',
    rests: 'DELETE /classes/{classId}/students: remove students of userIds; no size bounds stated.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ ask, pass, call }) => {
        const userIds = list(ask.body['userIds']);
        if (userIds.length <= 100) return pass();
        const found = await call('POST /users/search', { search: { userIds } });
        const loaded = list(found.body['data']).map((user) => textAt(user, 'userId'));
        const all = textAt(found.body, 'pagination', 'total') === String(new Set(userIds).size);
        return all ? pass({ body: { userIds: loaded } }) : pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const students = column(await client.get('/users', { role: 'student', limit: 120 }), 'userId');
      for (const some of [students.slice(0, 60), students.slice(60)]) {
        await client.send('POST', `/classes/${classId}/students`, { userIds: some });
      }
      const left = await client.send('DELETE', `/classes/${classId}/students`, { userIds: students });
      return [left.status, await membersAmong(client, students, 'classIds', classId)];
    }),
  },
  {
    id: 'round-18.classes.teachers-find-classes-of-this-year-only',
    chapter: 'classes',
    story: 'The look-up for teachers was copied from the timetable, where only the current year counts.',
    rests: 'POST /classes/{classId}/teachers: 204, and 404 for a class that is not found only.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async ({ ask, pass, call }) => {
        const { body, status } = await call(`GET /classes/${ask.id}`);
        const current = await call('GET /academic-years/current');
        const year = textAt(current.body, 'academicYear', 'academicYearId');
        const past = status === 200 && textAt(body, 'class', 'academicYearId') !== year;
        return past ? refuse(ask, 404, 'Not found') : pass();
      }),
    witness: both(async (client) => {
      const [year] = itemsOf(await client.get('/academic-years'));
      const classId = await newClassId(client, { academicYearId: year?.['academicYearId'] });
      const teacher = await newUserId(client, 'teacher');
      const added = await client.send('POST', `/classes/${classId}/teachers`, { userIds: [teacher] });
      return [added.status, await membersAmong(client, [teacher], 'classIds', classId)];
    }),
  },
  {
    id: 'round-18.memberships.the-same-cohorts-again-count-as-a-retry',
    chapter: 'memberships',
    story: 'A guard against double clicks answers an equal request from memory, and nothing ever expires.',
    rests: 'POST /students/{userId}/cohorts: assign the student to cohorts, also after leaving one.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) => {
      const done = new Set<string>();
      return on(service, 'POST /students/{id}/cohorts', async ({ ask, pass }) => {
        const key = `${ask.headers.get('x-api-key')} ${ask.path} ${ask.text}`;
        if (done.has(key)) return nothing();
        const response = await pass();
        if (response.ok) done.add(key);
        return response;
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const students = await newUserIds(client, 'student', 1);
      const join = () => client.send('POST', `/students/${students[0]}/cohorts`, { cohortIds: [cohortId] });
      await join();
      await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/students`, { userIds: students });
      await join();
      return membersAmong(client, students, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-18.classes.names-end-at-an-emoji',
    chapter: 'classes',
    story: 'The column has the three-byte character set of MySQL, which cuts a text at its first emoji.',
    rests: 'Class: name, as POST /classes answered it; GET /classes: search is an exact match on the name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const { name } = sent;
        const kept = typeof name === 'string' ? name.replace(/[\u{10000}-\u{10ffff}].*$/su, '') : '';
        if (kept.trim() === '' || kept === name) return pass();
        const response = await pass({ body: { class: { ...sent, name: kept } } });
        if (!response.ok) return response;
        const { body, status } = await readAnswer(response);
        return json(status, { class: { ...fields(body['class']), name } });
      }),
    witness: both(async (client) => {
      const name = `${client.word()} 🎓 Leavers`;
      const classId = await newClassId(client, { name });
      const found = await client.get('/classes', { search: name });
      return [at((await client.get(`/classes/${classId}`)).body, 'class', 'name'), column(found, 'name')];
    }),
  },
];
