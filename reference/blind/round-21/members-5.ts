import { allOf, edit, editItems, editUsers } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { dataOf, idsIn, member, without } from './members-help.ts';

const accountRoutes = [
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
];

const staleIndex = member('users-found-by-name-have-the-groups-of-when-they-were-indexed', {
  story:
    'Searches by name go to a search engine whose documents hold the whole user. Writes of accounts index the user again, changes of members do not.',
  rests:
    'classIds and cohortIds of GET /users and POST /users/search are those of the user, whatever the filter.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /users', 'POST /users/search'],
  wrap: (service) => {
    const indexed = new Map<string, Fields>();
    const writes = on(service, accountRoutes, async ({ pass }) =>
      editUsers(await pass(), (user) => {
        indexed.set(textAt(user, 'userId'), user);
        return user;
      }),
    );
    return on(writes, ['GET /users', 'POST /users/search'], async ({ ask, pass }) => {
      const answer = await pass();
      if (!ask.query.has('name') && textAt(ask.body, 'search', 'name') === '') return answer;
      return editUsers(answer, (user) => {
        const document = indexed.get(textAt(user, 'userId'));
        if (!document) return user;
        const { classIds, cohortIds } = document;
        return { ...user, classIds, cohortIds };
      });
    });
  },
  witness: both(async (client) => {
    const lastName = client.word();
    const student = await newUserId(client, 'student', { lastName });
    const group = await newClassId(client);
    await client.send('POST', `/classes/${group}/students`, { userIds: [student] });
    const found = itemsOf(await client.get('/users', { name: lastName }));
    return [found.map((user) => list(user['classIds']).length), (await userOf(client, student))['classIds']];
  }),
});

const upsert = member('a-refused-cohort-leaves-its-description-on-the-one-that-exists', {
  story:
    'Creating is an upsert by name and year that returns whether the row was new. If it was not, the route answers 409, after the description has been written.',
  rests: 'POST cohorts with 409 creates nothing; the cohort that exists keeps its description.',
  breaks: 'implied',
  depth: 'deep',
  at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
  wrap: (service) => {
    const written = new Map<string, string>();
    const shown = (cohort: Fields): Fields => {
      const description = written.get(textAt(cohort, 'cohortId'));
      if (description === undefined) return cohort;
      return description === '' ? without(cohort, 'description') : { ...cohort, description };
    };
    const one = on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
      edit(await pass(), (body) => ({ ...body, cohort: shown(fields(body['cohort'])) })),
    );
    const lists = on(one, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), shown));
    return on(lists, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
      const answer = await pass();
      if (answer.status !== 409) return answer;
      const sent = fields(ask.body['cohort']);
      const academicYearId = textAt(sent, 'academicYearId') || 'current';
      const query = new URLSearchParams({ search: textAt(sent, 'name'), academicYearId });
      const [found] = dataOf(await call(`GET /smart-ia/cohorts?${query}`));
      if (found) written.set(textAt(found, 'cohortId'), textAt(sent, 'description'));
      return answer;
    });
  },
  witness: both(async (client) => {
    const name = client.word();
    const cohort = await newCohortId(client, { name, description: 'the first' });
    const again = { cohort: { name, description: 'the second' } };
    const { status } = await client.send('POST', '/smart-ia/cohorts', again);
    const { body } = await client.get(`/smart-ia/cohorts/${cohort}`);
    return [status, at(body, 'cohort', 'description')];
  }),
});

const currentOnly = member('a-student-cannot-be-taken-out-of-classes-of-other-years', {
  story:
    'A scope of the ORM narrows every query on classes to the current year. The reads switch it off, the removal from the side of the student forgets to.',
  rests: 'DELETE /students/{userId}/classes removes the list of classes from the student.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['DELETE /students/{id}/classes'],
  wrap: (service) =>
    on(service, 'DELETE /students/{id}/classes', async ({ ask, pass, call }) => {
      if (!Array.isArray(ask.body['classIds'])) return pass();
      const current = textAt(
        (await call('GET /academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const classIds: string[] = [];
      for (const id of idsIn(ask, 'classIds')) {
        const { status, body } = await call(`GET /classes/${id}`);
        if (status !== 200 || textAt(body, 'class', 'academicYearId') === current) classIds.push(id);
      }
      return pass({ body: { ...ask.body, classIds } });
    }),
  witness: both(async (client) => {
    const years = column(await client.get('/academic-years'), 'academicYearId');
    const student = await newUserId(client, 'student');
    const now = await newClassId(client);
    const then = await newClassId(client, { academicYearId: years[0] });
    await client.send('POST', `/students/${student}/classes`, { classIds: [now, then] });
    await client.send('DELETE', `/students/${student}/classes`, { classIds: [now, then] });
    const inNow = await membersAmong(client, [student], 'classIds', now);
    return [inNow, await membersAmong(client, [student], 'classIds', then)];
  }),
});

const byName = member('cohorts-of-one-name-show-the-tests-of-the-newest-in-the-list', {
  story:
    'The list loads the tests of all its cohorts at once and keeps them in a map by name. Names are unique within a year only, so a cohort shows the tests of its namesake.',
  rests: 'Cohort: tests are the tests assigned to the cohort, in the list as for the one cohort.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts', async (line) => {
      const answer = await line.pass();
      if (!answer.ok) return answer;
      const tests = new Map<string, unknown>();
      for (const cohort of await allOf(line, '/smart-ia/cohorts', new URLSearchParams())) {
        tests.set(textAt(cohort, 'name'), cohort['tests']);
      }
      return editItems(answer, (cohort) => {
        const found = tests.get(textAt(cohort, 'name'));
        return found === undefined ? without(cohort, 'tests') : { ...cohort, tests: found };
      });
    }),
  witness: both(async (client) => {
    const years = column(await client.get('/academic-years'), 'academicYearId');
    const [testId] = await testIds(client);
    const name = client.word();
    const old = await newCohortId(client, { name, academicYearId: years[0] });
    await client.send('POST', `/smart-ia/cohorts/${old}/tests`, { testIds: [testId] });
    await newCohortId(client, { name });
    const found = itemsOf(await client.get('/smart-ia/cohorts', { search: name }));
    return found.map((cohort) => list(cohort['tests']).length);
  }),
});

export const fifth: readonly BlindFault[] = [staleIndex, upsert, currentOnly, byName];
