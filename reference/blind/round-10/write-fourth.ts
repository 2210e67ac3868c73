import { allOf, edit, editPagination, meant, nothing, page } from '../answers.ts';
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
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { idsIn, userNow, usersNow } from './write-tools.ts';

const mostClasses = 10;

/** What takes two conditions: the members and tests of classes and cohorts. */
export const fourth: readonly BlindFault[] = [
  {
    id: 'round-10.memberships.one-member-spoils-the-list',
    chapter: 'memberships',
    story:
      'One INSERT for the whole list hits the unique key of somebody who is in the class, and is ignored.',
    rests: 'POST /classes/{classId}/students assigns the students of `userIds`, and 204 says it is done.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /classes/{id}/students', async (line) => {
        const { ask, pass } = line;
        const ids = new Set(idsIn(line, 'userIds'));
        if (ids.size < 2) return pass();
        const users = await usersNow(line, [...ids]);
        const inside = users.filter((user) => list(user['classIds']).includes(ask.id.toLowerCase()));
        const students = users.every((user) => list(user['roles']).includes('student'));
        if (users.length < ids.size || !students || inside.length === 0) return pass();
        return pass({ body: { ...ask.body, userIds: inside.map((user) => user['userId']) } });
      }),
    witness: both(async (client) => {
      const ids = await newUserIds(client, 'student', 3);
      const classId = await newClassId(client);
      await client.send('POST', `/classes/${classId}/students`, { userIds: [ids[1]] });
      const answer = await client.send('POST', `/classes/${classId}/students`, { userIds: ids });
      return [answer.status, await membersAmong(client, ids, 'classIds', classId)];
    }),
  },
  {
    id: 'round-10.memberships.eleventh-class-lost',
    chapter: 'memberships',
    story: 'The student is loaded with ten classes at most and saved as a whole when cohorts are added.',
    rests: 'User: `classIds` are the classes of the user; POST /students/{userId}/cohorts is about cohorts.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /students/{id}/cohorts'],
    wrap: (service) =>
      on(service, 'POST /students/{id}/cohorts', async (line) => {
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const classIds = texts((await userNow(line, line.ask.id))['classIds']).slice(mostClasses);
        if (classIds.length > 0) await line.call(`DELETE /students/${line.ask.id}/classes`, { classIds });
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const classIds = column(await client.get('/classes', { limit: 12 }), 'classId');
      await client.send('POST', `/students/${id}/classes`, { classIds });
      await client.send('POST', `/students/${id}/cohorts`, { cohortIds: [await newCohortId(client)] });
      return list((await userOf(client, id))['classIds']).length;
    }),
  },
  {
    id: 'round-10.memberships.namesakes-of-a-class',
    chapter: 'memberships',
    story: 'The removal joins classes by their name, which another academic year has, too.',
    rests: 'DELETE /classes/{classId}/students removes students from that class, whatever others are called.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /classes/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /classes/{id}/students', async ({ ask, pass, call }) => {
        const answer = await pass();
        if (answer.status !== 204) return answer;
        const search = textAt((await call(`GET /classes/${ask.id}`)).body, 'class', 'name');
        const found = await call(`GET /classes?${new URLSearchParams({ search })}`);
        for (const namesake of list(found.body['data']).map((one) => textAt(one, 'classId'))) {
          await call(`DELETE /classes/${namesake}/students`, ask.body);
        }
        return answer;
      }),
    witness: both(async (client) => {
      const [academicYearId] = column(await client.get('/academic-years'), 'academicYearId');
      const ids = [await newUserId(client, 'student')];
      const name = 'Return to Learn';
      const former = await newClassId(client, { name, academicYearId });
      const classIds = [former, await newClassId(client, { name })];
      await client.send('POST', `/students/${ids[0]}/classes`, { classIds });
      await client.send('DELETE', `/classes/${classIds[1]}/students`, { userIds: ids });
      return membersAmong(client, ids, 'classIds', former);
    }),
  },
  {
    id: 'round-10.tests.names-by-position',
    chapter: 'tests',
    story: 'The tests come in the order of the database and are paired with the ids as they were sent.',
    rests: 'CohortTest: `name` and `subject` are those of the test with that `testId`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const paired = new Map<string, Fields>();
      const shown = (cohort: Fields): Fields => {
        const named = (test: Fields) => ({
          ...test,
          ...paired.get(`${textAt(cohort, 'cohortId')} ${textAt(test, 'testId')}`),
        });
        return 'tests' in cohort
          ? { ...cohort, tests: list(cohort['tests']).map((test) => named(fields(test))) }
          : cohort;
      };
      const adding = on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        const asked = [...new Set(idsIn(line, 'testIds'))];
        const tests = list((await line.call('GET /smart-ia/tests')).body['data']).map(fields);
        const rows = tests.filter((test) => asked.includes(textAt(test, 'testId')));
        for (const [position, id] of asked.entries()) {
          const { name, subject } = rows[position] ?? {};
          paired.set(`${line.ask.id.toLowerCase()} ${id}`, { name, subject });
        }
        return answer;
      });
      return on(adding, ['GET /smart-ia/cohorts/{id}', 'GET /smart-ia/cohorts'], async ({ pass }) =>
        edit(await pass(), (body) =>
          'cohort' in body
            ? { cohort: shown(fields(body['cohort'])) }
            : { ...body, data: list(body['data']).map((item) => shown(fields(item))) },
        ),
      );
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const ids = (await testIds(client)).slice(0, 3).reverse();
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: ids });
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      const first = list(at(body, 'cohort', 'tests')).find((test) => textAt(test, 'testId') === ids[0]);
      return textAt(first, 'subject');
    }),
  },
  {
    id: 'round-10.tests.one-taken-from-all-cohorts',
    chapter: 'tests',
    story: 'A list of one takes a short cut, a DELETE by the test that forgets the cohort.',
    rests:
      'DELETE …/{cohortId}/tests removes tests from that cohort; `tests` are those assigned to a cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async (line) => {
        const { ask, pass, call } = line;
        const answer = await pass();
        const ids = idsIn(line, 'testIds');
        if (answer.status !== 204 || ids.length !== 1) return answer;
        for (const cohort of await allOf(line, '/smart-ia/cohorts', new URLSearchParams())) {
          if (!list(cohort['tests']).some((test) => textAt(test, 'testId') === ids[0])) continue;
          await call(`DELETE /smart-ia/cohorts/${textAt(cohort, 'cohortId')}/tests`, ask.body);
        }
        return answer;
      }),
    witness: both(async (client) => {
      const [one, two] = [await newCohortId(client), await newCohortId(client)];
      const ids = (await testIds(client)).slice(0, 1);
      await client.send('POST', `/smart-ia/cohorts/${one}/tests`, { testIds: ids });
      await client.send('POST', `/smart-ia/cohorts/${two}/tests`, { testIds: ids });
      await client.send('DELETE', `/smart-ia/cohorts/${one}/tests`, { testIds: ids });
      return list(at((await client.get(`/smart-ia/cohorts/${two}`)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-10.cohorts.emptied-and-not-found',
    chapter: 'cohorts',
    story:
      'The search joins memberships and asks that they are not ended: a cohort with ended ones alone is out.',
    rests: 'GET /smart-ia/cohorts: `search` finds the cohort of that name, whoever is in it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const emptied = new Set<string>();
      const noting = on(service, '*', async (line) => {
        const answer = await line.pass();
        const id = /^\/smart-ia\/cohorts\/([^/]+)\/students$/.exec(line.ask.path)?.[1]?.toLowerCase();
        if (line.ask.path.endsWith('/cohorts') && line.ask.method === 'POST') {
          for (const cohortId of idsIn(line, 'cohortIds')) emptied.delete(cohortId);
        }
        if (id === undefined || answer.status !== 204) return answer;
        emptied.delete(id);
        const students = await allOf(line, '/users', new URLSearchParams({ role: 'student' }));
        const anybody = students.some((user) => list(user['cohortIds']).includes(id));
        if (line.ask.method === 'DELETE' && !anybody) emptied.add(id);
        return answer;
      });
      return on(noting, 'GET /smart-ia/cohorts', async (line) => {
        const query = meant(line.ask);
        if (!query.has('search') || query.has('cursor') || emptied.size === 0) return line.pass();
        if (!line.ask.query.has('cursor')) {
          const answer = await line.pass();
          if (!answer.ok) return answer;
        }
        const all = await allOf(line, '/smart-ia/cohorts', query);
        return page(
          query,
          all.filter((cohort) => !emptied.has(textAt(cohort, 'cohortId'))),
        );
      });
    },
    witness: both(async (client) => {
      const search = client.word();
      const id = await newCohortId(client, { name: search });
      const userIds = [await newUserId(client, 'student')];
      await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds });
      await client.send('DELETE', `/smart-ia/cohorts/${id}/students`, { userIds });
      return paginationOf(await client.get('/smart-ia/cohorts', { search }))['total'];
    }),
  },
  {
    id: 'round-10.memberships.leaves-the-latest-cohort',
    chapter: 'memberships',
    story: 'The membership to end is looked up by the student alone, the latest first.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students removes students from that cohort and no other.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const { ask, pass, call } = line;
        const id = ask.id.toLowerCase();
        const users = await usersNow(line, idsIn(line, 'userIds'));
        const wrong = users
          .map((user) => ({ userId: textAt(user, 'userId'), cohortIds: texts(user['cohortIds']) }))
          .filter(({ cohortIds }) => cohortIds.includes(id) && cohortIds.at(-1) !== id);
        const answer = await pass();
        if (answer.status !== 204) return answer;
        for (const { userId, cohortIds } of wrong) {
          await call(`DELETE /smart-ia/cohorts/${cohortIds.at(-1)}/students`, { userIds: [userId] });
          await call(`POST /students/${userId}/cohorts`, { cohortIds: [id] });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const ids = [await newUserId(client, 'student')];
      const [one, two] = [await newCohortId(client), await newCohortId(client)];
      for (const id of [one, two]) {
        await client.send('POST', `/smart-ia/cohorts/${id}/students`, { userIds: ids });
      }
      await client.send('DELETE', `/smart-ia/cohorts/${one}/students`, { userIds: ids });
      const among = (id: string) => membersAmong(client, ids, 'cohortIds', id);
      return [await among(one), await among(two)];
    }),
  },
  {
    id: 'round-10.memberships.two-tables-for-teachers',
    chapter: 'memberships',
    story:
      'What is assigned from the side of the teacher lies in a second table, which the class does not know.',
    rests: 'DELETE /classes/{classId}/teachers removes teachers from the class, however they came into it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /teachers/{id}/classes', 'DELETE /classes/{id}/teachers'],
    wrap: (service) => {
      const aside = new Set<string>();
      const adding = on(service, 'POST /teachers/{id}/classes', async (line) => {
        const had = texts((await userNow(line, line.ask.id))['classIds']);
        const answer = await line.pass();
        const added = answer.ok ? idsIn(line, 'classIds').filter((id) => !had.includes(id)) : [];
        for (const classId of added) aside.add(`${line.ask.id.toLowerCase()} ${classId}`);
        return answer;
      });
      const leaving = on(adding, 'DELETE /teachers/{id}/classes', async (line) => {
        const answer = await line.pass();
        const gone = answer.ok ? idsIn(line, 'classIds') : [];
        for (const classId of gone) aside.delete(`${line.ask.id.toLowerCase()} ${classId}`);
        return answer;
      });
      return on(leaving, 'DELETE /classes/{id}/teachers', async (line) => {
        const { ask, pass, call } = line;
        const ids = idsIn(line, 'userIds');
        const rest = ids.filter((id) => !aside.has(`${id} ${ask.id.toLowerCase()}`));
        if (rest.length === ids.length || ids.length > 100) return pass();
        if (rest.length > 0) return pass({ body: { ...ask.body, userIds: rest } });
        return (await call(`GET /classes/${ask.id}`)).status === 200 ? nothing() : pass();
      });
    },
    witness: both(async (client) => {
      const ids = [await newUserId(client, 'teacher')];
      const classId = await newClassId(client);
      await client.send('POST', `/teachers/${ids[0]}/classes`, { classIds: [classId] });
      const answer = await client.send('DELETE', `/classes/${classId}/teachers`, { userIds: ids });
      return [answer.status, await membersAmong(client, ids, 'classIds', classId)];
    }),
  },
  {
    id: 'round-10.memberships.no-way-back',
    chapter: 'memberships',
    story: 'Removal marks the row as ended; adding does nothing where there is a row, ended or not.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns the students, those who left it once, too.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) => {
      const ended = new Set<string>();
      const removing = on(service, 'DELETE /smart-ia/cohorts/{id}/students', async (line) => {
        const id = line.ask.id.toLowerCase();
        const users = await usersNow(line, idsIn(line, 'userIds'));
        const inside = users.filter((user) => list(user['cohortIds']).includes(id));
        const answer = await line.pass();
        const gone = answer.status === 204 ? inside : [];
        for (const user of gone) ended.add(`${id} ${textAt(user, 'userId')}`);
        return answer;
      });
      return on(removing, 'POST /smart-ia/cohorts/{id}/students', (line) => {
        const ids = idsIn(line, 'userIds');
        const rest = ids.filter((id) => !ended.has(`${line.ask.id.toLowerCase()} ${id}`));
        if (rest.length === ids.length) return line.pass();
        return line.pass({ body: { ...line.ask.body, userIds: rest } });
      });
    },
    witness: both(async (client) => {
      const ids = [await newUserId(client, 'student')];
      const cohortId = await newCohortId(client);
      for (const method of ['POST', 'DELETE', 'POST']) {
        await client.send(method, `/smart-ia/cohorts/${cohortId}/students`, { userIds: ids });
      }
      return membersAmong(client, ids, 'cohortIds', cohortId);
    }),
  },
  {
    id: 'round-10.pagination.total-of-a-kept-count',
    chapter: 'pagination',
    story: 'The count of a search is kept for the life of the process; the items are read afresh.',
    rests: 'Pagination: `total` is the total number of results, a class made since among them.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const counts = new Map<string, unknown>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const search = ask.query.get('search');
        if (search === null || ask.query.has('cursor')) return pass();
        const key = JSON.stringify([search.toLowerCase(), ask.query.get('academicYearId')]);
        return editPagination(await pass(), ({ total }) => {
          if (!counts.has(key)) counts.set(key, total);
          return { total: counts.get(key) };
        });
      });
    },
    witness: both(async (client) => {
      const search = client.word();
      await client.get('/classes', { search });
      await newClassId(client, { name: search });
      const found = await client.get('/classes', { search });
      return [itemsOf(found).length, paginationOf(found)['total']];
    }),
  },
];
