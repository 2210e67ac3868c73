import { edit, editItems, editUsers, withBody } from '../answers.ts';
import {
  both,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  testIds,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { after, among, enrol, fault, groupsOf, pathId, peopleOf, sentIds } from './members-help.ts';

const keepsTheListed = fault('removing-classes-from-a-student-keeps-the-listed', {
  story:
    'The handler turns the removal into a set of classes that stay, and the two operands of the set difference were swapped in a refactoring.',
  rests: 'DELETE /students/{userId}/classes removes the listed classes from the student, and no others.',
  depth: 'shallow',
  at: ['DELETE /students/{id}/classes'],
  wrap: (service) =>
    on(service, 'DELETE /students/{id}/classes', async (line) => {
      const listed = sentIds(line, 'classIds');
      if (listed.length === 0) return line.pass();
      const own = await groupsOf(line, pathId(line), 'classIds');
      const unknown = listed.filter((id) => !own.includes(id));
      const known = await Promise.all(unknown.map((id) => line.call(`GET /classes/${id}`)));
      if (known.some(({ status }) => status !== 200)) return line.pass();
      return line.pass({ body: { ...line.ask.body, classIds: own.filter((id) => !listed.includes(id)) } });
    }),
  witness: both(async (client) => {
    const student = await newUserId(client, 'student');
    const classes = [await newClassId(client), await newClassId(client), await newClassId(client)];
    await client.send('POST', `/students/${student}/classes`, { classIds: classes });
    await client.send('DELETE', `/students/${student}/classes`, { classIds: classes.slice(0, 1) });
    return among(client, student, 'classIds', classes);
  }),
});

const teachersReplaced = fault('assigning-teachers-replaces-those-of-the-class', {
  story:
    'The mapper of the class calls setTeachers with the list of the request where it should add to the collection.',
  rests: 'POST /classes/{classId}/teachers assigns teachers; those who were assigned before stay.',
  depth: 'shallow',
  at: ['POST /classes/{id}/teachers'],
  wrap: (service) =>
    after(service, 'POST /classes/{id}/teachers', async (line) => {
      const listed = sentIds(line, 'userIds');
      const others = (await peopleOf(line, 'teacher', pathId(line))).filter((id) => !listed.includes(id));
      if (others.length > 0) await line.call(`DELETE ${line.ask.path}`, { userIds: others });
    }),
  witness: both(async (client) => {
    const teachers = await newUserIds(client, 'teacher', 2);
    const group = await newClassId(client);
    for (const id of teachers) await enrol(client, 'teacher', id, [group]);
    return membersAmong(client, teachers, 'classIds', group);
  }),
});

function namesakes(cohort: Fields): Fields {
  if (!Array.isArray(cohort['tests'])) return cohort;
  const tests = list(cohort['tests']).map((test) => ({ ...fields(test), name: cohort['name'] }));
  return { ...cohort, tests };
}

const testsNamedAsCohort = fault('tests-of-a-cohort-have-the-name-of-the-cohort', {
  story:
    'The query joins cohorts and tests and selects both names without an alias; the row mapper finds the first column called name for both.',
  rests: 'The name of a CohortTest is the name of the test.',
  depth: 'shallow',
  at: ['GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
  wrap: (service) => {
    const one = on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
      edit(await pass(), (body) => ({ ...body, cohort: namesakes(fields(body['cohort'])) })),
    );
    return on(one, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), namesakes));
  },
  witness: both(async (client) => {
    const cohort = await newCohortId(client);
    const tests = (await testIds(client)).slice(0, 2);
    await client.send('POST', `/smart-ia/cohorts/${cohort}/tests`, { testIds: tests });
    const { body } = await client.get(`/smart-ia/cohorts/${cohort}`);
    return list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'name'));
  }),
});

const cohortsAmongClasses = fault('the-search-counts-cohorts-among-the-classes', {
  story:
    'Classes and cohorts share one table of groups with a type column. The search was moved to a hand-written query that forgets the type when it collects the classes of a user.',
  rests:
    'classIds are the classes of the user, cohortIds the cohorts; both are in responses of POST /users/search.',
  depth: 'shallow',
  at: ['POST /users/search'],
  wrap: (service) =>
    on(service, 'POST /users/search', async ({ pass }) =>
      editUsers(await pass(), (user) => {
        const cohorts = texts(user['cohortIds']);
        return cohorts.length === 0 ? user : { ...user, classIds: [...texts(user['classIds']), ...cohorts] };
      }),
    ),
  witness: both(async (client) => {
    const student = await newUserId(client, 'student');
    const cohort = await newCohortId(client);
    await client.send('POST', `/smart-ia/cohorts/${cohort}/students`, { userIds: [student] });
    const [user] = itemsOf(await client.send('POST', '/users/search', { search: { userIds: [student] } }));
    return texts(user?.['classIds']).length;
  }),
});

const cohortUpsert = fault('creating-a-cohort-again-answers-201-with-the-old-one', {
  story:
    'After complaints about retries the insert became an upsert that returns the row that is there, and nobody looks at whether it was inserted.',
  rests: 'POST /smart-ia/cohorts is 409 when the cohort already exists.',
  depth: 'shallow',
  at: ['POST /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
      const response = await pass();
      if (response.status !== 409) return response;
      const query = new URLSearchParams({
        search: textAt(ask.body, 'cohort', 'name'),
        academicYearId: textAt(ask.body, 'cohort', 'academicYearId') || 'current',
      });
      const found = await call(`GET /smart-ia/cohorts?${query}`);
      const made = new Response(null, { status: 201, headers: response.headers });
      return withBody(made, { cohort: at(found.body, 'data', 0) });
    }),
  witness: both(async (client) => {
    const cohort = { name: client.word() };
    const first = await client.send('POST', '/smart-ia/cohorts', { cohort });
    const second = await client.send('POST', '/smart-ia/cohorts', { cohort });
    return [first.status, second.status];
  }),
});

/** Faults that plain use shows. */
export const plainFaults: readonly BlindFault[] = [
  keepsTheListed,
  teachersReplaced,
  testsNamedAsCohort,
  cohortsAmongClasses,
  cohortUpsert,
];
