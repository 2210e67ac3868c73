import { allOf, edit, editItems, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  nobody,
  testIds,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, type Line, list, on, textAt, texts } from '../kit.ts';
import {
  after,
  among,
  enrol,
  fault,
  pathId,
  type Service,
  sentIds,
  usersBy,
  yearIds,
} from './members-help.ts';

const savedInCurrentYear = fault('a-cohort-of-an-earlier-year-is-saved-in-the-current-one', {
  story:
    'The entity sets the current year before it is first saved, whatever it holds. The answer is made from the request and shows what was asked for.',
  rests:
    'academicYearId of CreateCohort is the year that the cohort belongs to; the current year is only the default.',
  depth: 'medium',
  at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
      const sent = fields(ask.body['cohort']);
      const year = sent['academicYearId'];
      if (typeof year !== 'string') return pass();
      const known = await call(`GET /academic-years/${encodeURIComponent(year)}`);
      if (known.status !== 200) return pass();
      const { academicYearId, ...rest } = sent;
      const shown = textAt(known.body, 'academicYear', 'academicYearId') || academicYearId;
      return edit(await pass({ body: { ...ask.body, cohort: rest } }), (body) => ({
        ...body,
        cohort: { ...fields(body['cohort']), academicYearId: shown },
      }));
    }),
  witness: both(async (client) => {
    const [year = ''] = await yearIds(client);
    const cohort = await newCohortId(client, { academicYearId: year });
    const { body } = await client.get(`/smart-ia/cohorts/${cohort}`);
    return textAt(body, 'cohort', 'academicYearId') === year;
  }),
});

const pastClassNotFound = fault('students-cannot-be-assigned-to-a-class-of-an-earlier-year', {
  story:
    'The repository has a default scope on the current year. Reading a class lifts it, the look-up before students are assigned does not.',
  rests: 'POST /classes/{classId}/students is 204 for a class that exists; 404 is for one that is not found.',
  depth: 'medium',
  at: ['POST /classes/{id}/students'],
  wrap: (service) =>
    on(service, 'POST /classes/{id}/students', async (line) => {
      const group = await line.call(`GET /classes/${pathId(line)}`);
      const current = await line.call('GET /academic-years/current');
      const year = textAt(group.body, 'class', 'academicYearId');
      const past = group.status === 200 && year !== textAt(current.body, 'academicYear', 'academicYearId');
      return past ? refuse(line.ask, 404, 'Class not found') : line.pass();
    }),
  witness: both(async (client) => {
    const [academicYearId = ''] = await yearIds(client);
    const group = await newClassId(client, { academicYearId });
    const student = await newUserId(client, 'student');
    return (await client.send('POST', `/classes/${group}/students`, { userIds: [student] })).status;
  }),
});

const twoTables = fault('a-teacher-assigned-by-the-class-is-not-removed-from-the-side-of-the-teacher', {
  story:
    'Assignments made by the class and those made by the teacher lie in two tables. The removal on the side of the teacher deletes from its own table only.',
  rests: 'DELETE /teachers/{userId}/classes removes the classes of the list from the teacher.',
  depth: 'medium',
  at: ['DELETE /teachers/{id}/classes'],
  wrap: (service) => {
    const byClass = new Set<string>();
    const assigned = after(service, 'POST /classes/{id}/teachers', (line) => {
      for (const id of sentIds(line, 'userIds')) byClass.add(`${pathId(line)} ${id}`);
    });
    const removed = after(assigned, 'DELETE /classes/{id}/teachers', (line) => {
      for (const id of sentIds(line, 'userIds')) byClass.delete(`${pathId(line)} ${id}`);
    });
    return on(removed, 'DELETE /teachers/{id}/classes', (line) => {
      const listed = sentIds(line, 'classIds');
      const seen = listed.filter((id) => !byClass.has(`${id} ${pathId(line)}`));
      if (seen.length === listed.length) return line.pass();
      return line.pass({ body: { ...line.ask.body, classIds: seen } });
    });
  },
  witness: both(async (client) => {
    const teacher = await newUserId(client, 'teacher');
    const group = await newClassId(client);
    await enrol(client, 'teacher', teacher, [group]);
    await client.send('DELETE', `/teachers/${teacher}/classes`, { classIds: [group] });
    return among(client, teacher, 'classIds', [group]);
  }),
});

const testsOfAll = fault('removing-a-test-takes-it-from-every-cohort', {
  story: 'The statement deletes the links of the tests and has lost its condition on the cohort in a merge.',
  rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests removes tests from that cohort; others keep theirs.',
  depth: 'medium',
  at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
  wrap: (service) =>
    after(service, 'DELETE /smart-ia/cohorts/{id}/tests', async (line) => {
      const gone = sentIds(line, 'testIds');
      const all = await allOf(line, '/smart-ia/cohorts', new URLSearchParams());
      for (const cohort of all) {
        const own = list(cohort['tests']).map((test) => textAt(test, 'testId'));
        if (!own.some((id) => gone.includes(id))) continue;
        await line.call(`DELETE /smart-ia/cohorts/${textAt(cohort, 'cohortId')}/tests`, { testIds: gone });
      }
    }),
  witness: both(async (client) => {
    const ids = (await testIds(client)).slice(0, 2);
    const cohorts = [await newCohortId(client), await newCohortId(client)];
    for (const id of cohorts) await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: ids });
    await client.send('DELETE', `/smart-ia/cohorts/${cohorts[0]}/tests`, { testIds: ids.slice(0, 1) });
    const other = await client.get(`/smart-ia/cohorts/${cohorts[1]}`);
    return list(at(other.body, 'cohort', 'tests')).length;
  }),
});

function shifted(cohort: Fields, index: number, all: readonly Fields[]): Fields {
  const loaded = all.map((item) => list(item['tests'])).filter((tests) => tests.length > 0);
  const { tests: _, ...rest } = cohort;
  const tests = loaded[index];
  return tests === undefined ? rest : { ...rest, tests };
}

const misaligned = fault('the-list-shows-the-tests-of-the-next-cohort-after-one-without-tests', {
  story:
    'A batch loader fetches the tests of all cohorts of a page and returns only the groups that it found, so that the results are out of step from the first cohort without tests.',
  rests: 'tests are the tests assigned to the cohort, in the list as well as alone.',
  depth: 'medium',
  at: ['GET /smart-ia/cohorts'],
  wrap: (service) =>
    on(service, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), shifted)),
  witness: both(async (client) => {
    const listed = itemsOf(await client.get('/smart-ia/cohorts', { limit: 4 }));
    const seen: string[] = [];
    for (const cohort of listed) {
      const alone = await client.get(`/smart-ia/cohorts/${textAt(cohort, 'cohortId')}`);
      const same = JSON.stringify(cohort['tests']) === JSON.stringify(at(alone.body, 'cohort', 'tests'));
      seen.push(same ? 'same' : 'other');
    }
    return seen;
  }),
});

async function inCohorts(line: Line, userIds: readonly string[]): Promise<string[]> {
  const users = await usersBy(line, userIds);
  const inside = users.filter((user) => texts(user['cohortIds']).length > 0);
  return inside.map((user) => textAt(user, 'userId'));
}

const joinedSessions = fault('sessions-of-a-user-in-no-cohort-are-not-found-by-user', {
  story:
    'The filter by user joins the members of cohorts, from the days when only members of a cohort could sit a test. The join is an inner one.',
  rests: 'userId filters the sessions by user, whatever the cohorts of the user.',
  depth: 'medium',
  at: ['GET /smart-ia/sessions'],
  wrap: (service: Service) =>
    on(service, 'GET /smart-ia/sessions', async (line) => {
      const asked = line.ask.query.getAll('userId').map((id) => id.toLowerCase());
      if (asked.length === 0 || asked.length > 30) return line.pass();
      const response = await line.pass();
      if (!response.ok) return response;
      const query = new URLSearchParams(line.ask.query);
      query.delete('userId');
      const kept = await inCohorts(line, asked);
      for (const id of kept.length === 0 ? [nobody] : kept) query.append('userId', id);
      return line.pass({ query });
    }),
  witness: both(async (client) => {
    const sat = column(await client.get('/smart-ia/sessions', { limit: 100 }), 'user', 'userId');
    const found = await client.send('POST', '/users/search', { search: { userIds: sat }, limit: 100 });
    const loner = itemsOf(found).find((user) => texts(user['cohortIds']).length === 0);
    const sessions = await client.get('/smart-ia/sessions', { userId: textAt(loner, 'userId') });
    return itemsOf(sessions).length;
  }),
});

const stopsAtStranger = fault('removing-from-a-cohort-stops-at-who-is-no-member', {
  story:
    'The removal loops over the ids and breaks out, instead of going on, when the membership is not there. It was tested with lists of members only.',
  rests: 'DELETE /smart-ia/cohorts/{cohortId}/students with 204 has removed the students of the list.',
  depth: 'deep',
  at: ['DELETE /smart-ia/cohorts/{id}/students'],
  wrap: (service) =>
    on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
      const listed = sentIds(line, 'userIds');
      const users = await usersBy(line, listed);
      const groups = new Map(users.map((user) => [textAt(user, 'userId'), texts(user['cohortIds'])]));
      const response = await line.pass();
      const isMember = (id: string) => groups.get(id)?.includes(pathId(line)) ?? false;
      const stop = listed.findIndex((id, index) => !isMember(id) && listed.indexOf(id) === index);
      if (!response.ok || stop < 0) return response;
      const left = listed.slice(stop).filter((id) => isMember(id) && listed.indexOf(id) > stop);
      if (left.length > 0) await line.call(`POST ${line.ask.path}`, { userIds: left });
      return response;
    }),
  witness: both(async (client) => {
    const cohort = await newCohortId(client);
    const stranger = await newUserId(client, 'student');
    const member = await newUserId(client, 'student');
    const path = `/smart-ia/cohorts/${cohort}/students`;
    await client.send('POST', path, { userIds: [member] });
    await client.send('DELETE', path, { userIds: [stranger, member] });
    return membersAmong(client, [member], 'cohortIds', cohort);
  }),
});

/** Faults that take a certain value or state; the last one takes a mixed list. */
export const stateFaults: readonly BlindFault[] = [
  savedInCurrentYear,
  pastClassNotFound,
  twoTables,
  testsOfAll,
  misaligned,
  joinedSessions,
  stopsAtStranger,
];
