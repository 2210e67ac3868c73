import { editItems, editUsers } from '../answers.ts';
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
import { type BlindFault, fields, on, textAt, texts } from '../kit.ts';
import { idOf, insiders, sentIds, userReads, without } from './members-help.ts';

/** Faults that plain use shows. */
export const shallowFaults: readonly BlindFault[] = [
  {
    id: 'round-23.members.cohort-without-a-year-goes-to-the-oldest-year',
    chapter: 'members',
    story:
      'The default of a new cohort is the first row of the table of years. There was one row when that was written, and the table is ordered by name.',
    rests: 'CreateCohort: academicYearId is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const cohort = fields(ask.body['cohort']);
        if ((cohort['academicYearId'] ?? null) !== null || typeof cohort['name'] !== 'string') return pass();
        const years = itemsOf(await call('GET /academic-years'));
        const [first] = years.map((year) => year['academicYearId']);
        return pass({ body: { ...ask.body, cohort: { ...cohort, academicYearId: first } } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      const current = await client.get('/academic-years/current');
      const own = textAt(read.body, 'cohort', 'academicYearId');
      return own === textAt(current.body, 'academicYear', 'academicYearId');
    }),
  },
  {
    id: 'round-23.members.search-shows-no-classes-of-teachers',
    chapter: 'members',
    story:
      'The search fills classIds from the join table of students. Teachers have a join table of their own, which only the list was taught to read.',
    rests: 'classIds are the classes of the user, and POST /users/search is among those that carry them.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ pass }) =>
        editItems(await pass(), (user) =>
          texts(user['roles']).includes('teacher') ? without(user, 'classIds') : user,
        ),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const teacher = await newUserId(client, 'teacher');
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [teacher] });
      return membersAmong(client, [teacher], 'classIds', classId);
    }),
  },
  {
    id: 'round-23.members.removal-from-a-cohort-looks-into-the-table-of-classes',
    chapter: 'members',
    story:
      'The handler was copied from that of classes, and its DELETE statement still names the join table of classes. It deletes no row and says 204.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students removes the students of userIds from the cohort.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/students', ...userReads],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const inside = await insiders(line, sentIds(line.ask, 'userIds'), 'cohortIds', idOf(line.ask));
        const response = await line.pass();
        if (response.ok && inside.size > 0) {
          await line.call(`POST /smart-ia/cohorts/${line.ask.id}/students`, { userIds: [...inside] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student');
      const route = `/smart-ia/cohorts/${cohortId}/students`;
      await client.send('POST', route, { userIds: [student] });
      const { status } = await client.send('DELETE', route, { userIds: [student] });
      return [status, await membersAmong(client, [student], 'cohortIds', cohortId)];
    }),
  },
  {
    id: 'round-23.members.list-of-classes-gives-every-class-the-current-year',
    chapter: 'members',
    story:
      'The serialiser of the list was changed to take the year from the request context, so as not to load it for each class. The context holds the current year.',
    rests: 'academicYearId of a class is the academic year that the class belongs to.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ pass, call }) => {
        const current = await call('GET /academic-years/current');
        const academicYearId = textAt(current.body, 'academicYear', 'academicYearId');
        return editItems(await pass(), (item) => ({ ...item, academicYearId }));
      }),
    witness: both(async (client) => {
      const [oldest = ''] = column(await client.get('/academic-years'), 'academicYearId');
      const classId = await newClassId(client, { academicYearId: oldest });
      const found = await client.get('/classes', { academicYearId: oldest, limit: 1000 });
      const own = itemsOf(found).find((item) => item['classId'] === classId);
      return own?.['academicYearId'] === oldest;
    }),
  },
  {
    id: 'round-23.members.answer-to-a-new-password-lacks-the-groups',
    chapter: 'members',
    story:
      'Passwords moved to the identity service, and its account is answered. It knows nothing of classes and cohorts.',
    rests: 'classIds and cohortIds were added to the user response of PUT /users/{userId}/password.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['PUT /users/{id}/password'],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/password', async ({ pass }) =>
        editUsers(await pass(), (user) => without(user, 'classIds', 'cohortIds')),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds: [classId] });
      const changed = await client.send('PUT', `/users/${student}/password`, {
        user: { password: 'correct horse battery' },
      });
      const shown = fields(changed.body['user'])['classIds'];
      return [shown, (await userOf(client, student))['classIds']];
    }),
  },
];
