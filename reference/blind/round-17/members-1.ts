import { allOf, json, nothing } from '../answers.ts';
import { both, itemsOf, membersAmong, newClassId, newUserId, newUserIds, userOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';

export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.memberships.every-forty-first-student-of-a-class-is-skipped',
    chapter: 'memberships',
    story:
      'The insert goes in chunks of 40, and the loop steps by 41 because it was written for an inclusive end.',
    rests:
      'POST /classes/{classId}/students: Body { userIds: UUID[] }, required, 1 to 100 items, 204 (assign students).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', ({ ask, pass }) => {
        const userIds = list(ask.body['userIds']);
        if (userIds.length <= 40 || userIds.length > 100) return pass();
        return pass({ body: { ...ask.body, userIds: userIds.filter((_, index) => index % 41 !== 40) } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const ids = await newUserIds(client, 'student', 60);
      await client.send('POST', `/classes/${classId}/students`, { userIds: ids });
      return membersAmong(client, ids, 'classIds', classId);
    }),
  },
  {
    id: 'round-17.memberships.leaving-a-class-ends-all-classes-of-that-year',
    chapter: 'memberships',
    story:
      'Enrolments are deleted through a join with the academic year, and the condition on the class was lost in the rewrite.',
    rests: 'DELETE /classes/{classId}/students: removes the students of userIds from that class.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const yearOf = async (id: string) =>
          textAt((await call(`GET /classes/${id}`)).body, 'class', 'academicYearId');
        const year = await yearOf(ask.id);
        for (const userId of texts(ask.body['userIds'])) {
          const user = itemsOf(await call(`GET /users?userId=${userId}`))[0];
          const classIds: string[] = [];
          for (const id of texts(user?.['classIds'])) if ((await yearOf(id)) === year) classIds.push(id);
          if (classIds.length > 0) await call(`DELETE /students/${userId}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const left = await newClassId(client);
      const kept = await newClassId(client);
      const student = await newUserId(client, 'student');
      for (const id of [left, kept]) {
        await client.send('POST', `/classes/${id}/students`, { userIds: [student] });
      }
      await client.send('DELETE', `/classes/${left}/students`, { userIds: [student] });
      return texts((await userOf(client, student))['classIds']).map((id) => (id === kept ? 'kept' : 'left'));
    }),
  },
  {
    id: 'round-17.cohorts.a-class-of-that-name-blocks-a-cohort',
    chapter: 'cohorts',
    story:
      'Classes and cohorts share one table of groups, and its unique key holds year and name but not the kind.',
    rests:
      '409: Create class or create cohort when it already exists; POST /smart-ia/cohorts: 201 { cohort: Cohort }.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const { name, academicYearId } = fields(ask.body['cohort']);
        if (typeof name !== 'string') return pass();
        const query = new URLSearchParams({
          search: name,
          academicYearId: String(academicYearId ?? '') || 'current',
        });
        const same = itemsOf(await call(`GET /classes?${query}`));
        return same.length > 0 ? json(409, { status: 409, message: 'Already exists.' }) : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/classes', { class: { name } });
      return (await client.send('POST', '/smart-ia/cohorts', { cohort: { name } })).status;
    }),
  },
  {
    id: 'round-17.classes.a-taken-name-with-a-year-answers-the-old-class',
    chapter: 'classes',
    story: 'The branch for requests that name a year uses the find-or-create helper of the import job.',
    rests: 'POST /classes: 409 class already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const response = await pass();
        const { name, academicYearId } = fields(ask.body['class']);
        if (response.status !== 409 || academicYearId === undefined) return response;
        const query = new URLSearchParams({ search: textAt(name), academicYearId: textAt(academicYearId) });
        const found = itemsOf(await call(`GET /classes?${query}`))[0];
        return found === undefined ? response : json(201, { class: found });
      }),
    witness: both(async (client) => {
      const years = itemsOf(await client.get('/academic-years'));
      const sent = { class: { name: client.word(), academicYearId: years[0]?.['academicYearId'] } };
      const first = await client.send('POST', '/classes', sent);
      const second = await client.send('POST', '/classes', sent);
      return [first.status, second.status];
    }),
  },
  {
    id: 'round-17.memberships.a-class-has-room-for-one-teacher',
    chapter: 'memberships',
    story:
      'The route of the teacher still writes the old column teacher_id of the class, so whoever comes last takes the place.',
    rests: 'POST /teachers/{userId}/classes: Assign the teacher to classes.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /teachers/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const classIds = texts(line.ask.body['classIds']);
        const teachers = await allOf(line, '/users', new URLSearchParams({ role: 'teacher' }));
        for (const teacher of teachers) {
          const id = textAt(teacher, 'userId');
          const taken = texts(teacher['classIds']).filter((own) => classIds.includes(own));
          if (id === line.ask.id || taken.length === 0) continue;
          await line.call(`DELETE /teachers/${id}/classes`, { classIds: taken });
        }
        return nothing();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [first = '', second = ''] = await newUserIds(client, 'teacher', 2);
      await client.send('POST', `/teachers/${first}/classes`, { classIds: [classId] });
      await client.send('POST', `/teachers/${second}/classes`, { classIds: [classId] });
      return membersAmong(client, [first, second], 'classIds', classId);
    }),
  },
];
