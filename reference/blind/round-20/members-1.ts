import { edit, refuse } from '../answers.ts';
import {
  both,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  testIds,
  userOf,
} from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { insiders, wordOf } from './members-help.ts';

/** What the beaten path mostly shows. */
export const beaten: readonly BlindFault[] = [
  {
    id: 'round-20.cohorts.new-cohort-tells-a-null-description',
    chapter: 'cohorts',
    story:
      'The answer to a creation is mapped by an own DTO, which lacks the rule of the others that drops nulls.',
    rests: 'Conventions 3: Empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, cohort: { description: null, ...fields(body['cohort']) } })),
      ),
    witness: both(async (client) => {
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return 'description' in fields(made.body['cohort']);
    }),
  },
  {
    id: 'round-20.teachers.taking-a-class-from-one-takes-it-from-all',
    chapter: 'teachers',
    story:
      'A rewrite of the delete statement as one query keeps the condition on the classes and loses that on the teacher.',
    rests: 'DELETE /teachers/{userId}/classes: Remove a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /teachers/{id}/classes', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const found = await call('POST /users/search', { search: { role: 'teacher' }, limit: 1000 });
        for (const classId of texts(ask.body['classIds'])) {
          const userIds = list(found.body['data'])
            .map(fields)
            .filter((user) => texts(user['classIds']).includes(classId))
            .map((user) => user['userId']);
          if (userIds.length > 0)
            await call(`DELETE /classes/${classId}/teachers`, { userIds: userIds.slice(0, 100) });
        }
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 3);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      await client.send('DELETE', `/teachers/${userIds[1]}/classes`, { classIds: [classId] });
      return membersAmong(client, userIds, 'classIds', classId);
    }),
  },
  {
    id: 'round-20.cohorts.read-keeps-tests-that-were-removed',
    chapter: 'cohorts',
    story:
      'The cached cohort is dropped when tests are added, and nobody thought of it when the removal was built.',
    rests: 'Cohort: tests, Tests assigned to the cohort; DELETE /smart-ia/cohorts/{cohortId}/tests.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const cache = new Map<string, Response>();
      const reading = on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok) return response;
        const known = cache.get(ask.id) ?? response;
        cache.set(ask.id, known);
        return known.clone();
      });
      return on(reading, 'POST /smart-ia/cohorts/{id}/tests', ({ ask, pass }) => {
        cache.delete(ask.id);
        return pass();
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const path = `/smart-ia/cohorts/${cohortId}`;
      const ids = (await testIds(client)).slice(0, 3);
      await client.send('POST', `${path}/tests`, { testIds: ids });
      await client.get(path);
      await client.send('DELETE', `${path}/tests`, { testIds: ids.slice(1) });
      const shown = list(fields((await client.get(path)).body['cohort'])['tests']);
      return shown.map((test) => ids.indexOf(textAt(test, 'testId')));
    }),
  },
  {
    id: 'round-20.cohorts.name-of-a-class-counts-as-taken',
    chapter: 'cohorts',
    story:
      'Classes and cohorts moved into one table of groups, whose unique key holds the year and the name but not the kind.',
    rests: 'POST /smart-ia/cohorts: 409 cohort already exists; 201 { cohort: Cohort }.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const cohort = fields(ask.body['cohort']);
        const search = wordOf(cohort, 'name');
        if (search === '') return pass();
        const academicYearId = wordOf(cohort, 'academicYearId') || 'current';
        const found = await call(`GET /classes?${new URLSearchParams({ search, academicYearId })}`);
        return list(found.body['data']).length > 0 ? refuse(ask, 409, 'The cohort exists already') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name });
      return (await client.send('POST', '/smart-ia/cohorts', { cohort: { name } })).status;
    }),
  },
  {
    id: 'round-20.teachers.removal-from-a-class-looks-for-students',
    chapter: 'teachers',
    story:
      'The removal of teachers was copied from that of students, and its statement still says that the role is student.',
    rests:
      'DELETE /classes/{classId}/teachers: classes (create, read, assign and remove students and teachers).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /classes/{id}/teachers', 'GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const { ask, pass, call } = line;
        const userIds = await insiders(line, texts(ask.body['userIds']), 'classIds', ask.id);
        const response = await pass();
        if (response.ok && userIds.length > 0) await call(`POST /classes/${ask.id}/teachers`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userId = await newUserId(client, 'teacher');
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [userId] });
      await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: [userId] });
      return list((await userOf(client, userId))['classIds']).length;
    }),
  },
];
