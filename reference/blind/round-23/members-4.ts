import { edit } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUser,
  newUserId,
  testIds,
} from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, type Service, textAt, texts } from '../kit.ts';
import { cohortReads, groupsOf, idOf, membersOf, sentIds, testsOf, userReads } from './members-help.ts';

/** New students share one list of classes, which their creation answers. */
function sharedList(service: Service): Service {
  const shared = new Set<string>();
  const made = new Set<string>();
  const creating = on(service, 'POST /students', async ({ pass }) =>
    edit(await pass(), (body) => {
      const user = fields(body['user']);
      made.add(textAt(user, 'userId'));
      const classIds = [...texts(user['classIds']), ...shared];
      return classIds.length === 0 ? body : { ...body, user: { ...user, classIds } };
    }),
  );
  const routes = ['POST /students/{id}/classes', 'DELETE /students/{id}/classes'];
  return on(creating, routes, async ({ ask, pass }) => {
    const response = await pass();
    if (!response.ok || !made.has(idOf(ask))) return response;
    for (const id of sentIds(ask, 'classIds')) {
      if (ask.method === 'POST') shared.add(id);
      else shared.delete(id);
    }
    return response;
  });
}

/** The year of one new class is the default of those after it. */
function rememberedYear(service: Service): Service {
  let remembered = '';
  return on(service, 'POST /classes', async ({ ask, pass }) => {
    const sent = fields(ask.body['class']);
    const year = textAt(sent, 'academicYearId');
    const yearless = (sent['academicYearId'] ?? null) === null;
    if (yearless && remembered !== '' && 'class' in ask.body && textAt(sent, 'name') !== '') {
      return pass({ body: { ...ask.body, class: { ...sent, academicYearId: remembered } } });
    }
    const response = await pass();
    if (response.status === 201 && year !== '') remembered = year;
    return response;
  });
}

/** Tests are added to the cohort as it was when it was last read. */
function rememberedTests(service: Service): Service {
  const kept = new Map<string, readonly string[]>();
  const assigning = on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
    const known = kept.get(idOf(line.ask));
    const response = await line.pass();
    if (!response.ok || !known) return response;
    const written = new Set([...known, ...sentIds(line.ask, 'testIds')]);
    const current = await testsOf(line, idOf(line.ask));
    const route = `/smart-ia/cohorts/${line.ask.id}/tests`;
    await line.call(`DELETE ${route}`, { testIds: current.filter((id) => !written.has(id)) });
    await line.call(`POST ${route}`, { testIds: known.filter((id) => !current.includes(id)) });
    return response;
  });
  const keeping = ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];
  return on(assigning, keeping, async ({ pass }) => {
    const response = await pass();
    if (!response.ok) return response;
    const { body } = await readAnswer(response.clone());
    const tests = list(fields(body['cohort'])['tests']).map((test) => textAt(test, 'testId'));
    kept.set(textAt(body, 'cohort', 'cohortId'), tests);
    return response;
  });
}

/** Faults of sequences, about new classes and students and about the tests of cohorts. */
export const deepFaults: readonly BlindFault[] = [
  {
    id: 'round-23.members.removing-a-test-that-is-not-there-removes-the-last-one',
    chapter: 'members',
    story:
      'The test is found by findIndex and spliced out without a look at what was found. A position of -1 is the last one.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/tests removes the tests of testIds; tests are those assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', ...cohortReads],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async (line) => {
        const before = await testsOf(line, idOf(line.ask));
        const response = await line.pass();
        if (!response.ok) return response;
        const left = before.slice();
        for (const id of sentIds(line.ask, 'testIds')) left.splice(left.indexOf(id), 1);
        const lost = before.filter((id) => !left.includes(id));
        await line.call(`DELETE /smart-ia/cohorts/${line.ask.id}/tests`, { testIds: lost });
        return response;
      }),
    witness: both(async (client) => {
      const [first, second, third] = await testIds(client);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [first, second] });
      await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [third] });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(fields(read.body['cohort'])['tests']).length;
    }),
  },
  {
    id: 'round-23.members.assigning-tests-takes-the-students-out-of-the-cohort',
    chapter: 'members',
    story:
      'The row of the cohort is written back by REPLACE INTO, which deletes it first. The foreign key of the members cascades.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/tests assigns tests; cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', ...userReads],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const userIds = await membersOf(line, 'cohortIds', idOf(line.ask), 'student');
        await line.call(`DELETE /smart-ia/cohorts/${line.ask.id}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const [test] = await testIds(client);
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [student] });
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [test] });
      return membersAmong(client, [student], 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-23.members.new-student-is-answered-with-classes-of-an-earlier-one',
    chapter: 'members',
    story:
      'The empty list of classes is a default argument that all new accounts of the process share. Assignments from the student are appended to it.',
    rests: 'classIds in the answer of POST /students are the classes of that user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students'],
    wrap: sharedList,
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds: [classId] });
      return texts((await newUser(client, 'student'))['classIds']).length;
    }),
  },
  {
    id: 'round-23.members.year-of-one-new-class-is-the-default-of-the-next',
    chapter: 'members',
    story:
      'The payload is merged into the object of defaults instead of a copy of it, so that the year stays there for later requests.',
    rests: 'CreateClass: academicYearId is optional and defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes', 'GET /classes/{id}'],
    wrap: rememberedYear,
    witness: both(async (client) => {
      const [oldest] = column(await client.get('/academic-years'), 'academicYearId');
      await newClassId(client, { academicYearId: oldest });
      const classId = await newClassId(client);
      const read = await client.get(`/classes/${classId}`);
      return textAt(read.body, 'class', 'academicYearId') === oldest;
    }),
  },
  {
    id: 'round-23.members.students-join-all-classes-of-the-same-name',
    chapter: 'members',
    story:
      'The roster table goes back to spreadsheets and joins classes by name. The migration to ids did not think of names that come again each year.',
    rests: 'POST /classes/{classId}/students assigns to that class; classIds are the classes of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students', ...userReads],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const name = textAt((await call(`GET /classes/${ask.id}`)).body, 'class', 'name');
        const found = itemsOf(await call(`GET /classes?${new URLSearchParams({ search: name })}`));
        for (const other of found.filter((item) => item['name'] === name)) {
          await call(`POST /classes/${textAt(other, 'classId')}/students`, ask.body);
        }
        return response;
      }),
    witness: both(async (client) => {
      const [oldest] = column(await client.get('/academic-years'), 'academicYearId');
      const name = client.word();
      const old = await newClassId(client, { name, academicYearId: oldest });
      const current = await newClassId(client, { name });
      const student = await newUserId(client, 'student');
      await client.send('POST', `/classes/${current}/students`, { userIds: [student] });
      return membersAmong(client, [student], 'classIds', old);
    }),
  },
  {
    id: 'round-23.members.tests-assigned-since-the-cohort-was-read-are-lost',
    chapter: 'members',
    story:
      'Cohorts are cached when they are created or read. Assigning tests adds them to the cached list and saves that, without renewing the cache.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/tests assigns tests; tests of a cohort are those assigned to it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', ...cohortReads],
    wrap: rememberedTests,
    witness: both(async (client) => {
      const [first, second] = await testIds(client);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [first] });
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [second] });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(fields(read.body['cohort'])['tests']).length;
    }),
  },
  {
    id: 'round-23.members.new-primary-email-takes-the-student-out-of-all-cohorts',
    chapter: 'members',
    story:
      'The account is loaded without its cohorts, saved as a whole, and the mapper takes the list that was not loaded for an empty one. The answer is built from a second load that went before.',
    rests:
      'PUT /users/{userId}/emails/primary updates the e-mail address; cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['PUT /users/{id}/emails/primary', ...userReads],
    wrap: (service) =>
      on(service, 'PUT /users/{id}/emails/primary', async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        for (const cohortId of await groupsOf(line, idOf(line.ask), 'cohortIds')) {
          const route = `DELETE /smart-ia/cohorts/${cohortId}/students`;
          await line.call(route, { userIds: [line.ask.id] });
        }
        return response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [cohortId] });
      const user = { email: 'someone.new@school.example' };
      await client.send('PUT', `/users/${student}/emails/primary`, { user });
      return membersAmong(client, [student], 'cohortIds', cohortId);
    }),
  },
];
