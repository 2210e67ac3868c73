import { allOf, edit, editError, nothing, refuse } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  testIds,
} from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { currentYear, payloadOf } from './writing-helpers.ts';

/** The tests of a cohort, as told by its answer: `testId name subject`. */
function testsIn(body: Fields): string[] {
  return list(at(body, 'cohort', 'tests')).map(
    (test) => `${textAt(test, 'testId')} ${textAt(test, 'name')} ${textAt(test, 'subject')}`,
  );
}

/** Members and tests of cohorts. */
export const cohortMembers: readonly BlindFault[] = [
  {
    id: 'round-9.cohorts.test-removed-everywhere',
    chapter: 'cohorts',
    story: 'The statement that removes assignments has the tests in its WHERE, but not the cohort.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/tests removes tests from this cohort; Cohort.tests of others stay.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async (line) => {
        const answer = await line.pass();
        const removed = texts(line.ask.body['testIds']);
        if (answer.status !== 204 || removed.length === 0) return answer;
        for (const cohort of await allOf(line, '/smart-ia/cohorts', new URLSearchParams())) {
          const shared = list(cohort['tests']).some((test) => removed.includes(textAt(test, 'testId')));
          if (!shared) continue;
          await line.call(`DELETE /smart-ia/cohorts/${cohort['cohortId']}/tests`, { testIds: removed });
        }
        return answer;
      }),
    witness: both(async (client) => {
      const tests = (await testIds(client)).slice(0, 1);
      const cohorts = [await newCohortId(client), await newCohortId(client)];
      for (const id of cohorts)
        await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: tests });
      await client.send('DELETE', `/smart-ia/cohorts/${cohorts[0]}/tests`, { testIds: tests });
      return testsIn((await client.get(`/smart-ia/cohorts/${cohorts[1]}`)).body).length;
    }),
  },
  {
    id: 'round-9.cohorts.tests-by-position',
    chapter: 'cohorts',
    story:
      'A batch loader returns the tests in the order of the catalogue, and they are zipped with the ids.',
    rests: 'CohortTest: name and subject are those of the test with that testId.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const changed = new Set<string>();
      const noting = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok) changed.add(ask.id);
        return answer;
      });
      return on(noting, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass, call }) => {
        if (!changed.has(ask.id)) return pass();
        const catalogue = list((await call('GET /smart-ia/tests')).body['data']).map(fields);
        return edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          if (!('tests' in cohort)) return body;
          const tests = list(cohort['tests']).map(fields);
          const ids = new Set(tests.map((test) => test['testId']));
          const loaded = catalogue.filter((test) => ids.has(test['testId']));
          const zipped = tests.map((test, index) => ({
            ...test,
            name: loaded[index]?.['name'],
            subject: loaded[index]?.['subject'],
          }));
          return { ...body, cohort: { ...cohort, tests: zipped } };
        });
      });
    },
    witness: both(async (client) => {
      const tests = (await testIds(client)).slice(0, 3).reverse();
      const id = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: tests });
      return testsIn((await client.get(`/smart-ia/cohorts/${id}`)).body).sort();
    }),
  },
  {
    id: 'round-9.cohorts.returning-student-stays-out',
    chapter: 'cohorts',
    story: 'Removal is a soft delete, and adding again finds the row and leaves its mark of deletion.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students assigns; User.cohortIds are the cohorts of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students', 'DELETE /smart-ia/cohorts/{id}/students'],
    wrap: (service) => {
      const gone = new Set<string>();
      const noting = on(service, 'DELETE /smart-ia/cohorts/{id}/students', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok) for (const id of texts(ask.body['userIds'])) gone.add(`${ask.id} ${id}`);
        return answer;
      });
      return on(noting, 'POST /smart-ia/cohorts/{id}/students', ({ ask, pass }) => {
        const ids = texts(ask.body['userIds']);
        const rest = ids.filter((id) => !gone.has(`${ask.id} ${id}`));
        return rest.length === ids.length ? pass() : pass({ body: { userIds: rest } });
      });
    },
    witness: both(async (client) => {
      const cohort = await newCohortId(client);
      const userIds = [await newUserId(client, 'student')];
      for (const method of ['POST', 'DELETE', 'POST']) {
        await client.send(method, `/smart-ia/cohorts/${cohort}/students`, { userIds });
      }
      return membersAmong(client, userIds, 'cohortIds', cohort);
    }),
  },
  {
    id: 'round-9.cohorts.class-taken-for-cohort',
    chapter: 'cohorts',
    story: 'The existence check asks the table of all groups; the insert joins cohorts and inserts nothing.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students: 404 when the cohort is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const answer = await pass();
        if (answer.status !== 404) return answer;
        return (await call(`GET /classes/${ask.id}`)).status === 200 ? nothing() : answer;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      return (await client.send('POST', `/smart-ia/cohorts/${classId}/students`, { userIds })).status;
    }),
  },
];

/** Creating cohorts. */
export const creatingCohorts: readonly BlindFault[] = [
  {
    id: 'round-9.cohorts.conflict-says-400',
    chapter: 'errors',
    story: 'The body comes from the general handler of validation errors, the status line from the route.',
    rests: 'Errors: status in the body equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 409 ? editError(answer, (body) => ({ ...body, status: 400 })) : answer;
      }),
    witness: both(async ({ send, word }) => {
      const cohort = { name: word() };
      await send('POST', '/smart-ia/cohorts', { cohort });
      const again = await send('POST', '/smart-ia/cohorts', { cohort });
      return [again.status, again.body['status']];
    }),
  },
  {
    id: 'round-9.cohorts.name-of-class-conflicts',
    chapter: 'cohorts',
    story: 'Classes and cohorts share one table of groups, whose unique index leaves out the kind.',
    rests: 'POST /smart-ia/cohorts: 409 is for a cohort that already exists, not for a class.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async (line) => {
        const { name, academicYearId } = payloadOf(line, 'cohort');
        if (typeof name !== 'string' || name.trim() === '') return line.pass();
        const query = new URLSearchParams({
          search: name,
          academicYearId: String(academicYearId ?? 'current'),
        });
        const same = itemsOf(await line.call(`GET /classes?${query}`));
        return same.length > 0 ? refuse(line.ask, 409, 'Already exists') : line.pass();
      }),
    witness: both(async ({ send, word }) => {
      const name = word();
      const one = await send('POST', '/classes', { class: { name } });
      const other = await send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return [one.status, other.status];
    }),
  },
  {
    id: 'round-9.cohorts.sent-year-dropped',
    chapter: 'cohorts',
    story: 'The list of permitted properties was copied from the form, which has no choice of year.',
    rests: 'CreateCohort: academicYearId may be sent; the current year is only the default.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async (line) => {
        const payload = payloadOf(line, 'cohort');
        const sent = payload['academicYearId'];
        if (typeof sent !== 'string' || (await line.call(`GET /academic-years/${sent}`)).status !== 200) {
          return line.pass();
        }
        return line.pass({ body: { cohort: { ...payload, academicYearId: await currentYear(line) } } });
      }),
    witness: both(async ({ send, get, word }) => {
      const years = column(await get('/academic-years'), 'academicYearId');
      const kept: boolean[] = [];
      for (const academicYearId of years) {
        const made = await send('POST', '/smart-ia/cohorts', { cohort: { name: word(), academicYearId } });
        kept.push(at(made.body, 'cohort', 'academicYearId') === academicYearId);
      }
      return kept;
    }),
  },
  {
    id: 'round-9.cohorts.unknown-cohort-loses-tests',
    chapter: 'cohorts',
    story: 'DELETE is thought to be idempotent, so the handler never looks whether there is a cohort.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: 404 for a cohort that is not found.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? nothing() : answer;
      }),
    witness: both(async ({ send, get }) => {
      const tests = column(await get('/smart-ia/tests'), 'testId').slice(0, 1);
      const path = '/smart-ia/cohorts/00000000-0000-4000-8000-00000000dead/tests';
      return (await send('DELETE', path, { testIds: tests })).status;
    }),
  },
];
