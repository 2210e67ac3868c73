import { edit, nothing } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  testIds,
  userOf,
} from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { currentYearIn, userIn, usersIn } from './write-tools.ts';

/** Faults of who is in which class or cohort, and of the tests of a cohort, that need a history. */
export const members: readonly BlindFault[] = [
  {
    id: 'round-14.memberships.once-removed-never-again',
    chapter: 'memberships',
    story:
      'Removal sets `deleted_at`; the insert meets the old row, does nothing, and leaves the mark there.',
    rests: 'POST /classes/{classId}/students assigns students; `classIds` are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students', 'DELETE /classes/{id}/students'],
    wrap: (service) => {
      const marked = new Set<string>();
      const noting = on(service, 'DELETE /classes/{id}/students', async (line) => {
        const users = await usersIn(line, texts(line.ask.body['userIds']));
        const response = await line.pass();
        if (response.status !== 204) return response;
        for (const user of users) {
          if (texts(user['classIds']).includes(line.ask.id)) marked.add(`${line.ask.id} ${user['userId']}`);
        }
        return response;
      });
      return on(noting, 'POST /classes/{id}/students', async (line) => {
        const { id, body } = line.ask;
        const before = await usersIn(line, texts(body['userIds']));
        const response = await line.pass();
        const userIds = before
          .filter((user) => marked.has(`${id} ${user['userId']}`) && !texts(user['classIds']).includes(id))
          .map((user) => textAt(user, 'userId'));
        if (response.status === 204 && userIds.length > 0) {
          await line.call(`DELETE /classes/${id}/students`, { userIds });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      for (const method of ['POST', 'DELETE', 'POST']) {
        await client.send(method, `/classes/${classId}/students`, { userIds });
      }
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-14.memberships.cohort-assigned-twice-is-left',
    chapter: 'memberships',
    story: 'The handler behind a check box in a page toggles the pair of student and cohort.',
    rests: 'POST /students/{userId}/cohorts assigns the student to cohorts; it takes nobody out of one.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const own = texts((await userIn(line, line.ask.id))['cohortIds']);
        const response = await line.pass();
        if (!response.ok) return response;
        for (const cohortId of texts(line.ask.body['cohortIds'])) {
          if (!own.includes(cohortId)) continue;
          await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [line.ask.id] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const first = await newCohortId(client);
      const second = await newCohortId(client);
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [first] });
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [first, second] });
      return texts((await userOf(client, id))['cohortIds']).length;
    }),
  },
  {
    id: 'round-14.memberships.one-known-teacher-stops-the-batch',
    chapter: 'memberships',
    story: 'All teachers go into one INSERT; its duplicate key is caught and taken for "nothing to do".',
    rests: 'POST /classes/{classId}/teachers assigns the teachers of `userIds`; 204 says it is done.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async (line) => {
        const { id, body } = line.ask;
        const userIds = texts(body['userIds']);
        const users = await usersIn(line, userIds);
        const sound = users.length === new Set(userIds).size && userIds.length <= 100;
        const teachers = users.every((user) => texts(user['roles']).includes('teacher'));
        const already = users.some((user) => texts(user['classIds']).includes(id));
        return sound && teachers && already ? nothing() : line.pass();
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const first = await newUserId(client, 'teacher');
      const second = await newUserId(client, 'teacher');
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [first] });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [first, second] });
      return membersAmong(client, [first, second], 'classIds', classId);
    }),
  },
  {
    id: 'round-14.memberships.classes-of-that-name-removed',
    chapter: 'memberships',
    story: 'The removal joins on the name of the class, which was unique until there was a second year.',
    rests: 'DELETE /students/{userId}/classes removes a list of classes from the student, and no others.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'DELETE /students/{id}/classes', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const classId of texts(line.ask.body['classIds'])) {
          const search = textAt((await line.call(`GET /classes/${classId}`)).body, 'class', 'name');
          if (search === '') continue;
          const query = new URLSearchParams({ search });
          const found = itemsOf(await line.call(`GET /classes?${query}`));
          const classIds = found.filter((one) => one['name'] === search).map((one) => textAt(one, 'classId'));
          await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds });
        }
        return response;
      }),
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
      const name = client.word();
      const now = await newClassId(client, { name });
      const former = await newClassId(client, { name, academicYearId });
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/classes`, { classIds: [now, former] });
      await client.send('DELETE', `/students/${id}/classes`, { classIds: [former] });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-14.tests.assignment-replaces-the-former',
    chapter: 'tests',
    story: 'The ORM sets the collection of the cohort to the sent one instead of adding to it.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/tests assigns tests; `tests` are all that are assigned.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
        const path = `/smart-ia/cohorts/${line.ask.id}`;
        const cohort = fields((await line.call(`GET ${path}`)).body['cohort']);
        const sent = texts(line.ask.body['testIds']);
        const response = await line.pass();
        const former = list(cohort['tests']).map((test) => textAt(test, 'testId'));
        const lost = former.filter((testId) => !sent.includes(testId));
        if (response.status === 204 && sent.length > 0 && lost.length > 0) {
          await line.call(`DELETE ${path}/tests`, { testIds: lost });
        }
        return response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      for (const testId of (await testIds(client)).slice(0, 2)) {
        await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [testId] });
      }
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(fields(body['cohort'])['tests']).length;
    }),
  },
  {
    id: 'round-14.classes.nobody-named-everybody-removed',
    chapter: 'classes',
    story: 'The query builder leaves an empty IN list out of its WHERE.',
    rests:
      'DELETE /classes/{classId}/students removes the students of `userIds`, and an empty list has none.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async (line) => {
        const { id, body } = line.ask;
        const response = await line.pass();
        if (response.status !== 204 || list(body['userIds']).length > 0) return response;
        const inside = (await usersIn(line)).filter(
          (user) => texts(user['classIds']).includes(id) && texts(user['roles']).includes('student'),
        );
        const userIds = inside.map((user) => textAt(user, 'userId'));
        if (userIds.length > 0) await line.call(`DELETE /classes/${id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      await client.send('POST', `/classes/${classId}/students`, { userIds });
      await client.send('DELETE', `/classes/${classId}/students`, { userIds: [] });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-14.memberships.last-teacher-takes-the-students-along',
    chapter: 'memberships',
    story: 'A class without teachers counts as closed, and closing one empties it.',
    rests: 'DELETE /classes/{classId}/teachers removes teachers; students have `classIds`, their classes.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const { id } = line.ask;
        const response = await line.pass();
        if (response.status !== 204) return response;
        const inside = (await usersIn(line)).filter((user) => texts(user['classIds']).includes(id));
        if (inside.some((user) => texts(user['roles']).includes('teacher'))) return response;
        const userIds = inside.map((user) => textAt(user, 'userId'));
        if (userIds.length > 0) await line.call(`DELETE /classes/${id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const students = [await newUserId(client, 'student')];
      const teachers = [await newUserId(client, 'teacher')];
      await client.send('POST', `/classes/${classId}/students`, { userIds: students });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: teachers });
      await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: teachers });
      return membersAmong(client, students, 'classIds', classId);
    }),
  },
  {
    id: 'round-14.memberships.past-classes-of-a-mixed-list-skipped',
    chapter: 'memberships',
    story:
      'The classes of the list are looked up once; when the year is not the same it takes the current one.',
    rests: 'POST /students/{userId}/classes assigns the student to classes: to all that are listed.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/classes'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/classes', async (line) => {
        const current = await currentYearIn(line);
        const kept: string[] = [];
        const classIds = texts(line.ask.body['classIds']);
        for (const classId of classIds) {
          const { status, body } = await line.call(`GET /classes/${classId}`);
          if (status !== 200) return line.pass();
          if (textAt(body, 'class', 'academicYearId') === current) kept.push(classId);
        }
        return kept.length === 0 ? line.pass() : line.pass({ body: { classIds: kept } });
      }),
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const academicYearId = textAt(years.body, 'data', 0, 'academicYearId');
      const classIds = [await newClassId(client), await newClassId(client, { academicYearId })];
      const id = await newUserId(client, 'student');
      await client.send('POST', `/students/${id}/classes`, { classIds });
      return texts((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-14.cohorts.one-cohort-a-year',
    chapter: 'cohorts',
    story: 'The upsert has student and year for its key, so that a second cohort moves the row.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns; `cohortIds`, an array, are all of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async (line) => {
        const { id, body } = line.ask;
        const yearOf = async (cohortId: string) =>
          textAt((await line.call(`GET /smart-ia/cohorts/${cohortId}`)).body, 'cohort', 'academicYearId');
        const before = await usersIn(line, texts(body['userIds']));
        const response = await line.pass();
        if (response.status !== 204) return response;
        for (const user of before) {
          for (const other of texts(user['cohortIds'])) {
            if (other === id || (await yearOf(other)) !== (await yearOf(id))) continue;
            await line.call(`DELETE /smart-ia/cohorts/${other}/students`, { userIds: [user['userId']] });
          }
        }
        return response;
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      const cohortIds = [await newCohortId(client), await newCohortId(client)];
      for (const cohortId of cohortIds) {
        await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds });
      }
      return texts((await userOf(client, userIds[0] ?? ''))['cohortIds']).length;
    }),
  },
  {
    id: 'round-14.cohorts.list-keeps-the-first-tests',
    chapter: 'cohorts',
    story: 'The list keeps each cohort as it was first shown; assigning tests evicts the single view alone.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort; GET /smart-ia/cohorts lists cohorts.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const shown = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => {
          const data = list(body['data']).map((item) => {
            const cohort = fields(item);
            const id = textAt(cohort, 'cohortId');
            if (!shown.has(id)) shown.set(id, cohort['tests']);
            return { ...cohort, tests: shown.get(id) };
          });
          return { ...body, data };
        }),
      );
    },
    witness: both(async (client) => {
      const search = client.word();
      const cohortId = await newCohortId(client, { name: search });
      const count = async () => {
        const [cohort] = itemsOf(await client.get('/smart-ia/cohorts', { search }));
        return list(cohort?.['tests']).length;
      };
      const before = await count();
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, {
        testIds: (await testIds(client)).slice(0, 2),
      });
      return [before, await count()];
    }),
  },
];
