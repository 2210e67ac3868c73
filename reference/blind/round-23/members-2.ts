import { nothing, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  paginationOf,
} from '../client.ts';
import { type BlindFault, fields, on, readAnswer, textAt, texts } from '../kit.ts';
import { groupsOf, idOf, insiders, listing, membersOf, sentIds, userReads } from './members-help.ts';

/** Faults about names, years and whose id it is, which take a certain value or state. */
export const mediumFaults: readonly BlindFault[] = [
  {
    id: 'round-23.members.cohort-conflicts-with-a-class-of-its-name',
    chapter: 'members',
    story:
      'Classes and cohorts became one table of groups with a column for the kind. The unique index over year and name was made without that column.',
    rests: 'POST /smart-ia/cohorts creates with 201; 409 is for a cohort that already exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const name = textAt(ask.body, 'cohort', 'name');
        const year = textAt(ask.body, 'cohort', 'academicYearId') || 'current';
        const query = new URLSearchParams({ search: name, academicYearId: year });
        const found = await call(`GET /classes?${query}`);
        const taken = name !== '' && itemsOf(found).length > 0;
        return taken ? refuse(ask, 409, 'The name is taken') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name });
      return (await client.send('POST', '/smart-ia/cohorts', { cohort: { name } })).status;
    }),
  },
  {
    id: 'round-23.members.year-filter-misses-cohorts-made-without-a-year',
    chapter: 'members',
    story:
      'A cohort made without a year has NULL in the column, and the serialiser writes the current year in its place. The filter compares the column.',
    rests:
      'GET /smart-ia/cohorts takes academicYearId, a UUID or current, and a cohort belongs by default to the current year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const yearless = new Set<string>();
      const creating = on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 201 || textAt(ask.body, 'cohort', 'academicYearId') !== '') return response;
        const { body } = await readAnswer(response.clone());
        yearless.add(textAt(body, 'cohort', 'cohortId'));
        return response;
      });
      return on(creating, 'GET /smart-ia/cohorts', (line) =>
        listing(
          line,
          (query) => yearless.size > 0 && query.has('academicYearId'),
          (cohort) => !yearless.has(textAt(cohort, 'cohortId')),
        ),
      );
    },
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      const found = await client.get('/smart-ia/cohorts', { search: name, academicYearId: 'current' });
      return [column(found, 'name'), paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-23.members.removing-an-empty-list-of-students-empties-the-class',
    chapter: 'members',
    story:
      'The query builder leaves out a condition whose list is empty, as is right for filters. The statement that removes students is built with it.',
    rests:
      'DELETE /classes/{classId}/students removes the students of userIds, whose size has no bounds, and classIds are the classes of the user.',
    breaks: 'implied',
    depth: 'medium',
    at: ['DELETE /classes/{id}/students', ...userReads],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async (line) => {
        const response = await line.pass();
        if (!response.ok || sentIds(line.ask, 'userIds').length > 0) return response;
        const userIds = await membersOf(line, 'classIds', idOf(line.ask), 'student');
        await line.call(`DELETE /classes/${line.ask.id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const students = await newUserIds(client, 'student', 2);
      await client.send('POST', `/classes/${classId}/students`, { userIds: students });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: [] });
      return membersAmong(client, students, 'classIds', classId);
    }),
  },
  {
    id: 'round-23.members.students-are-not-put-into-classes-of-past-years',
    chapter: 'members',
    story:
      'The job that writes rosters skips classes of closed years, to protect the archive. The handler has said 204 by then.',
    rests:
      'POST /classes/{classId}/students assigns the students, whatever academic year the class belongs to.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', ...userReads],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const { ask, call } = line;
        const current = fields((await call('GET /academic-years/current')).body['academicYear']);
        const yearId = textAt((await call(`GET /classes/${ask.id}`)).body, 'class', 'academicYearId');
        const year = fields((await call(`GET /academic-years/${yearId}`)).body['academicYear']);
        const past = yearId !== '' && textAt(year, 'startDate') < textAt(current, 'startDate');
        if (!past) return line.pass();
        const sent = sentIds(ask, 'userIds');
        const inside = await insiders(line, sent, 'classIds', idOf(ask));
        const response = await line.pass();
        const userIds = sent.filter((id) => !inside.has(id));
        if (response.ok) await call(`DELETE /classes/${ask.id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const [oldest] = column(await client.get('/academic-years'), 'academicYearId');
      const classId = await newClassId(client, { academicYearId: oldest });
      const student = await newUserId(client, 'student');
      await client.send('POST', `/classes/${classId}/students`, { userIds: [student] });
      return membersAmong(client, [student], 'classIds', classId);
    }),
  },
  {
    id: 'round-23.members.assignment-from-the-student-keeps-one-class-of-each-year',
    chapter: 'members',
    story:
      'From the student the enrolment is upserted, and the key of the upsert is student and year. It dates from the time when there was one tutor group a year.',
    rests:
      'POST /students/{userId}/classes assigns the student to classes; classIds is the list of the classes of the user.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes', ...userReads],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const before = await groupsOf(line, idOf(line.ask), 'classIds');
        const response = await line.pass();
        if (!response.ok) return response;
        const latest = new Map<string, string>();
        const sent = new Set(sentIds(line.ask, 'classIds'));
        const all = new Set([...before.filter((id) => !sent.has(id)), ...sent]);
        const yearOf = async (id: string) =>
          textAt((await line.call(`GET /classes/${id}`)).body, 'class', 'academicYearId');
        for (const id of sent) latest.set(await yearOf(id), id);
        const classIds: string[] = [];
        for (const id of all) {
          const winner = latest.get(await yearOf(id)) ?? id;
          if (winner !== id) classIds.push(id);
        }
        await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds });
        return response;
      }),
    witness: both(async (client) => {
      const [first, second] = [await newClassId(client), await newClassId(client)];
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds: [first] });
      await client.send('POST', `/students/${student}/classes`, { classIds: [second] });
      return [
        await membersAmong(client, [student], 'classIds', first),
        await membersAmong(client, [student], 'classIds', second),
      ];
    }),
  },
  {
    id: 'round-23.members.list-by-role-loses-teachers-without-a-class',
    chapter: 'members',
    story:
      'With a role the list joins the table of classes for its columns, by an inner join. Without one it loads them afterwards.',
    rests:
      'The role parameter of GET /users chooses the users with that role; total is the number of all results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', (line) =>
        listing(
          line,
          (query) => query.get('role') === 'teacher',
          (user) => texts(user['classIds']).length > 0,
        ),
      ),
    witness: both(async (client) => {
      const userId = await newUserId(client, 'teacher');
      return column(await client.get('/users', { role: 'teacher', userId }), 'fullName');
    }),
  },
  {
    id: 'round-23.members.cohort-takes-students-where-a-class-is-meant',
    chapter: 'members',
    story:
      'Classes and cohorts are one table of groups. The look-up behind the roster of a class forgets to ask for the kind.',
    rests: 'POST /classes/{classId}/students is 404 when the class is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', ...userReads],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const { status } = await call(`POST /smart-ia/cohorts/${ask.id}/students`, ask.body);
        return status === 204 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student');
      return (await client.send('POST', `/classes/${cohortId}/students`, { userIds: [student] })).status;
    }),
  },
];
