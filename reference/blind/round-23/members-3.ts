import { editItems } from '../answers.ts';
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
import { type BlindFault, type Fields, fields, list, on, type Service, textAt, texts } from '../kit.ts';
import {
  cohortReads,
  editCohorts,
  groupsOf,
  idOf,
  membersOf,
  sentIds,
  testsOf,
  userReads,
  without,
} from './members-help.ts';

/** Test id to the name and subject that a cohort shows for it, by cohort. */
type Labels = Map<string, Map<string, Fields>>;

function zippedLabels(service: Service): Service {
  const labels: Labels = new Map();
  const changing = on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
    const before = new Set(await testsOf(line, idOf(line.ask)));
    const response = await line.pass();
    if (!response.ok) return response;
    const sent = [...new Set(sentIds(line.ask, 'testIds'))];
    const rows = itemsOf(await line.call('GET /smart-ia/tests'));
    const loaded = rows.filter((row) => sent.includes(textAt(row, 'testId')));
    const own = labels.get(idOf(line.ask)) ?? new Map<string, Fields>();
    labels.set(idOf(line.ask), own);
    for (const [position, id] of sent.entries()) {
      const row = loaded[position];
      if (row && !before.has(id)) own.set(id, { name: row['name'], subject: row['subject'] });
    }
    return response;
  });
  return on(changing, cohortReads, async ({ pass }) =>
    editCohorts(await pass(), (cohort) => {
      const own = labels.get(textAt(cohort, 'cohortId'));
      if (!own || !('tests' in cohort)) return cohort;
      const tests = list(cohort['tests']).map(fields);
      return { ...cohort, tests: tests.map((test) => ({ ...test, ...own.get(textAt(test, 'testId')) })) };
    }),
  );
}

function indexWithoutRemovals(service: Service): Service {
  const stale = new Map<string, Set<string>>();
  const removing = on(service, 'DELETE /students/{id}/classes', async (line) => {
    const before = await groupsOf(line, idOf(line.ask), 'classIds');
    const response = await line.pass();
    if (!response.ok) return response;
    const sent = new Set(sentIds(line.ask, 'classIds'));
    const own = stale.get(idOf(line.ask)) ?? new Set<string>();
    stale.set(idOf(line.ask), own);
    for (const id of before) if (sent.has(id)) own.add(id);
    return response;
  });
  return on(removing, 'POST /users/search', async ({ pass }) =>
    editItems(await pass(), (user) => {
      const own = stale.get(textAt(user, 'userId')) ?? new Set<string>();
      if (own.size === 0) return user;
      return { ...user, classIds: [...new Set([...texts(user['classIds']), ...own])] };
    }),
  );
}

/** Faults of removal and of look-ups, which take two of a kind. */
export const moreMediumFaults: readonly BlindFault[] = [
  {
    id: 'round-23.members.search-index-is-not-told-of-classes-removed-from-the-student',
    chapter: 'members',
    story:
      'The search reads an index that is fed by events. Taking classes from a student sends no event, only the three other ways do.',
    rests:
      'classIds of POST /users/search are the classes of the user, and the search has the same response as the list.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/search', 'DELETE /students/{id}/classes'],
    wrap: indexWithoutRemovals,
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const student = await newUserId(client, 'student');
      await client.send('POST', `/students/${student}/classes`, { classIds: [classId] });
      await client.send('DELETE', `/students/${student}/classes`, { classIds: [classId] });
      return membersAmong(client, [student], 'classIds', classId);
    }),
  },
  {
    id: 'round-23.members.names-of-assigned-tests-are-paired-by-position',
    chapter: 'members',
    story:
      'The tests are loaded with one IN query and paired with the ids by position. The rows come in the order of the table, not in that of the request.',
    rests: 'name and subject of a CohortTest are those of the test with its testId.',
    breaks: 'explicit',
    depth: 'medium',
    at: cohortReads,
    wrap: zippedLabels,
    witness: both(async (client) => {
      const [first, second] = await testIds(client);
      const cohortId = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [second, first] });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(fields(read.body['cohort'])['tests']).map((test) => [
        textAt(test, 'testId'),
        textAt(test, 'name'),
      ]);
    }),
  },
  {
    id: 'round-23.members.removing-neighbouring-classes-of-a-teacher-leaves-every-other-one',
    chapter: 'members',
    story:
      'The classes are spliced out of the list of the teacher within a forEach over that list, which then steps over the class after each that it removes.',
    rests: 'DELETE /teachers/{userId}/classes removes a list of classes from the teacher.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /teachers/{id}/classes', ...userReads],
    wrap: (service) =>
      on(service, 'DELETE /teachers/{id}/classes', async (line) => {
        const own = await groupsOf(line, idOf(line.ask), 'classIds');
        const sent = sentIds(line.ask, 'classIds');
        const left = own.slice();
        left.forEach((id, index) => {
          if (sent.includes(id)) left.splice(index, 1);
        });
        const classIds = sent.filter((id) => !left.includes(id));
        const skips = classIds.length < sent.length;
        return skips ? line.pass({ body: { ...line.ask.body, classIds } }) : line.pass();
      }),
    witness: both(async (client) => {
      const [first, second] = [await newClassId(client), await newClassId(client)];
      const teacher = await newUserId(client, 'teacher');
      await client.send('POST', `/teachers/${teacher}/classes`, { classIds: [first, second] });
      await client.send('DELETE', `/teachers/${teacher}/classes`, { classIds: [first, second] });
      return [
        await membersAmong(client, [teacher], 'classIds', first),
        await membersAmong(client, [teacher], 'classIds', second),
      ];
    }),
  },
  {
    id: 'round-23.members.removing-the-last-teacher-empties-the-class',
    chapter: 'members',
    story:
      'A class without teachers is taken for one that an import left behind, and a clean-up at the end of the removal takes its students out.',
    rests:
      'DELETE /classes/{classId}/teachers removes teachers only; classIds of a student are the classes of the student.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/teachers', ...userReads],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/teachers', async (line) => {
        const classId = idOf(line.ask);
        const before = await membersOf(line, 'classIds', classId, 'teacher');
        const response = await line.pass();
        if (!response.ok || before.length === 0) return response;
        if ((await membersOf(line, 'classIds', classId, 'teacher')).length > 0) return response;
        const userIds = await membersOf(line, 'classIds', classId, 'student');
        await line.call(`DELETE /classes/${classId}/students`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [student, teacher] = [await newUserId(client, 'student'), await newUserId(client, 'teacher')];
      await client.send('POST', `/classes/${classId}/students`, { userIds: [student] });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [teacher] });
      await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: [teacher] });
      return membersAmong(client, [student, teacher], 'classIds', classId);
    }),
  },
  {
    id: 'round-23.members.long-searches-show-cohorts-of-the-first-thirty-ids-only',
    chapter: 'members',
    story:
      'Cohorts are looked up in chunks of thirty of the ids that were asked for. The map of each chunk is dropped but for that of the first.',
    rests: 'POST /users/search is meant for more than 30 values and its users carry cohortIds.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /users/search'],
    wrap: (service) =>
      on(service, 'POST /users/search', async ({ ask, pass }) => {
        const asked = texts(fields(ask.body['search'])['userIds']).map((id) => id.toLowerCase());
        const later = new Set(asked.slice(30));
        for (const id of asked.slice(0, 30)) later.delete(id);
        return editItems(await pass(), (user) =>
          later.has(textAt(user, 'userId')) ? without(user, 'cohortIds') : user,
        );
      }),
    witness: both(async (client) => {
      const students = itemsOf(await client.get('/users', { role: 'student', limit: 40 }));
      const userIds = students.map((user) => user['userId']);
      const found = itemsOf(await client.send('POST', '/users/search', { search: { userIds }, limit: 40 }));
      return found.map((user) => texts(user['cohortIds']).length).join('');
    }),
  },
  {
    id: 'round-23.members.one-teacher-who-is-there-already-keeps-the-others-out',
    chapter: 'members',
    story:
      'All teachers are inserted by one statement. A duplicate key fails the whole of it, and the handler takes that error to mean that there is nothing left to do.',
    rests: 'POST /classes/{classId}/teachers assigns the teachers of userIds and says so with 204.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/teachers', ...userReads],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/teachers', async (line) => {
        const before = new Set(await membersOf(line, 'classIds', idOf(line.ask), 'teacher'));
        const response = await line.pass();
        const sent = sentIds(line.ask, 'userIds');
        if (!response.ok || !sent.some((id) => before.has(id))) return response;
        const userIds = sent.filter((id) => !before.has(id));
        await line.call(`DELETE /classes/${line.ask.id}/teachers`, { userIds });
        return response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const [first = '', second = ''] = await newUserIds(client, 'teacher', 2);
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [first] });
      await client.send('POST', `/classes/${classId}/teachers`, { userIds: [first, second] });
      return membersAmong(client, [first, second], 'classIds', classId);
    }),
  },
];
