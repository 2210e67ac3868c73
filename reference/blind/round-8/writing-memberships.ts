import { nothing } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  userOf,
} from '../client.ts';
import { at, type BlindFault, list, on, texts } from '../kit.ts';
import { idsOf, reads, userBy } from './helpers.ts';

/** What goes wrong from the side of the student or teacher. */
export const memberships: readonly BlindFault[] = [
  {
    id: 'round-8.memberships.only-classes-of-this-year',
    chapter: 'memberships',
    story:
      'The classes of the list are looked up within the current academic year; what is not found is skipped.',
    rests: 'POST /students/{userId}/classes assigns the student to classes; User: `classIds`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /students/{id}/classes', ...reads],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const { body } = await line.call('GET /academic-years/current');
        const current = at(body, 'academicYear', 'academicYearId');
        const classIds: string[] = [];
        for (const id of idsOf(line, 'classIds')) {
          const year = at((await line.call(`GET /classes/${id}`)).body, 'class', 'academicYearId');
          if (year === undefined || year === current) classIds.push(id);
        }
        if (classIds.length === list(line.ask.body['classIds']).length) return line.pass();
        return line.pass({ body: { ...line.ask.body, classIds } });
      }),
    witness: both(async (client) => {
      const current = (await client.get('/academic-years/current')).body;
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const old = years.find((id) => id !== at(current, 'academicYear', 'academicYearId'));
      const classIds = [await newClassId(client, { academicYearId: old }), await newClassId(client)];
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds });
      return list((await userOf(client, student))['classIds']).length;
    }),
  },
  {
    id: 'round-8.memberships.every-second-class-stays',
    chapter: 'memberships',
    story: 'Classes are taken out of the list over which the loop runs, so it steps over the next one.',
    rests: 'DELETE /students/{userId}/classes removes a list of classes from the student.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /students/{id}/classes', ...reads],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async (line) => {
        const own = texts((await userBy(line, line.ask.id))['classIds']);
        const wanted = idsOf(line, 'classIds');
        const others = wanted.filter((id) => !own.includes(id));
        const removed: string[] = [];
        for (let index = 0; index < own.length; index += 1) {
          if (wanted.includes(own[index] ?? '')) removed.push(...own.splice(index, 1));
        }
        if (removed.length === 0) return line.pass();
        return line.pass({ body: { ...line.ask.body, classIds: [...others, ...removed] } });
      }),
    witness: both(async (client) => {
      const classIds = [await newClassId(client), await newClassId(client), await newClassId(client)];
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds });
      await client.send('DELETE', `/students/${student}/classes`, { classIds });
      return list((await userOf(client, student))['classIds']).length;
    }),
  },
  {
    id: 'round-8.memberships.stops-at-a-cohort-he-has',
    chapter: 'memberships',
    story: 'Rows are inserted one by one; the error of a duplicate key is swallowed around the whole loop.',
    rests: 'POST /students/{userId}/cohorts assigns the student to cohorts; User: `cohortIds`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts', ...reads],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const own = texts((await userBy(line, line.ask.id))['cohortIds']);
        const ids = idsOf(line, 'cohortIds');
        const stop = ids.findIndex((id) => own.includes(id));
        return stop < 0
          ? line.pass()
          : line.pass({ body: { ...line.ask.body, cohortIds: ids.slice(0, stop) } });
      }),
    witness: both(async (client) => {
      const student = await newUserId(client, 'student');
      const [one, other] = [await newCohortId(client), await newCohortId(client)];
      await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [one] });
      await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [one, other] });
      return membersAmong(client, [student], 'cohortIds', other);
    }),
  },
  {
    id: 'round-8.memberships.teachers-of-two-roles',
    chapter: 'memberships',
    story:
      'The insert selects from users whose only role is teacher, so administrators who teach yield no row.',
    rests: 'POST /teachers/{userId}/classes assigns the teacher to classes; User: `roles` are all roles.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes', ...reads],
    wrap: (service) =>
      on(service, 'POST /teachers/{id}/classes', async (line) => {
        const roles = texts((await userBy(line, line.ask.id))['roles']);
        if (!roles.includes('teacher') || roles.length === 1) return line.pass();
        const ids = texts(line.ask.body['classIds']);
        for (const id of ids) {
          if ((await line.call(`GET /classes/${id}`)).status !== 200) return line.pass();
        }
        return ids.length === 0 ? line.pass() : nothing();
      }),
    witness: both(async (client) => {
      const teachers = itemsOf(await client.get('/users', { role: 'teacher' }));
      const both = String(teachers.find(({ roles }) => list(roles).length > 1)?.['userId']);
      const classId = await newClassId(client);
      await client.send('POST', `/teachers/${both}/classes`, { classIds: [classId] });
      return membersAmong(client, [both], 'classIds', classId);
    }),
  },
  {
    id: 'round-8.memberships.last-class-of-a-teacher',
    chapter: 'memberships',
    story: 'The timetable wants each teacher to have a class, so the removal quietly leaves the last one.',
    rests: 'DELETE /teachers/{userId}/classes removes a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /teachers/{id}/classes', ...reads],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async (line) => {
        const own = texts((await userBy(line, line.ask.id))['classIds']);
        const wanted = idsOf(line, 'classIds');
        if (own.length === 0 || own.some((id) => !wanted.includes(id))) return line.pass();
        const classIds = wanted.filter((id) => id !== own.at(-1));
        return line.pass({ body: { ...line.ask.body, classIds } });
      }),
    witness: both(async (client) => {
      const teacher = await newUserId(client, 'teacher');
      const classIds = [await newClassId(client), await newClassId(client)];
      await client.send('POST', `/teachers/${teacher}/classes`, { classIds });
      await client.send('DELETE', `/teachers/${teacher}/classes`, { classIds });
      return list((await userOf(client, teacher))['classIds']).length;
    }),
  },
];
