import { nothing } from '../answers.ts';
import {
  both,
  column,
  membersAmong,
  newClassId,
  newCohortId,
  newUserId,
  newUserIds,
  testIds,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { idsOf, readCohorts } from './members-tools.ts';

const drafts = /^(DELETE \/classes\/[^/]+\/(students|teachers)|\w+ \/smart-ia\/(cohorts\/[^/]+\/)?\w+)$/;

/** Students and tests of cohorts, written from the side of the cohort. */
export const intakes: readonly BlindFault[] = [
  {
    id: 'round-19.cohorts.class-id-passes-for-a-cohort',
    chapter: 'cohorts',
    story: 'Assigning looks the id up in the shared table of groups and does not ask which kind the row is.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/students: 404; Status codes: 404 cohort not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{cohortId}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        return (await call(`GET /classes/${ask.id}`)).status === 200 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      return (await client.send('POST', `/smart-ia/cohorts/${classId}/students`, { userIds })).status;
    }),
  },
  {
    id: 'round-19.cohorts.draft-routes-stand-above-the-key',
    chapter: 'cohorts',
    story: 'The router of experimental routes is mounted before the middleware that looks at the key.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: [
      'DELETE /smart-ia/cohorts/{cohortId}/students',
      'POST /smart-ia/cohorts/{cohortId}/students',
      'DELETE /smart-ia/cohorts/{cohortId}/tests',
      'POST /smart-ia/cohorts/{cohortId}/tests',
      'DELETE /classes/{classId}/students',
      'DELETE /classes/{classId}/teachers',
      'GET /smart-ia/tests',
    ],
    wrap: (service) => {
      let own = '';
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && ask.path !== '/academic-years') own = ask.headers.get('x-api-key') ?? own;
        const route = `${ask.method} ${ask.path}`;
        const draft = drafts.test(route) && !/\/(sessions|cohorts)$/.test(ask.path);
        if (!draft || own === '' || (response.status !== 401 && response.status !== 403)) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', own);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const userIds = await newUserIds(client, 'student', 1);
      const path = `/smart-ia/cohorts/${cohortId}/students`;
      await client.send('POST', path, { userIds });
      const json = { 'content-type': 'application/json' };
      const { status } = await client.raw(`DELETE ${path}`, json, JSON.stringify({ userIds }));
      return [status, await membersAmong(client, userIds, 'cohortIds', cohortId)];
    }),
  },
  {
    id: 'round-19.cohorts.tests-lend-each-other-names',
    chapter: 'cohorts',
    story:
      'The tests come back from one query in the order of their table and are zipped with the ids as sent.',
    rests: 'CohortTest: name and subject, of the test that testId identifies.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{cohortId}/tests', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const zipped = new Map<string, unknown>();
      const key = (cohortId: unknown, testId: unknown) => `${String(cohortId)} ${String(testId)}`;
      const writing = on(service, 'POST /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const cohortId = ask.id.toLowerCase();
        const before = list(at((await call(`GET /smart-ia/cohorts/${cohortId}`)).body, 'cohort', 'tests'));
        const response = await pass();
        if (!response.ok) return response;
        const ids = idsOf(ask, 'testIds');
        const inTheirOrder = list((await call('GET /smart-ia/tests')).body['data']).filter((test) =>
          ids.includes(textAt(test, 'testId')),
        );
        ids.forEach((testId, index) => {
          const assigned = before.some((test) => at(test, 'testId') === testId);
          if (!assigned) zipped.set(key(cohortId, testId), inTheirOrder[index]);
        });
        return response;
      });
      return readCohorts(writing, (cohort) => {
        if (!('tests' in cohort)) return cohort;
        const tests = list(cohort['tests']).map(fields);
        const told = tests.map((test) => {
          const other = zipped.get(key(cohort['cohortId'], test['testId']));
          return other ? { ...test, name: at(other, 'name'), subject: at(other, 'subject') } : test;
        });
        return { ...cohort, tests: told };
      });
    },
    witness: both(async (client) => {
      const listed = await client.get('/smart-ia/tests');
      const names = new Map(
        column(listed, 'testId').map((testId, index) => [testId, column(listed, 'name')[index]]),
      );
      const cohortId = await newCohortId(client);
      const sent = [...names.keys()].slice(0, 3).reverse();
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: sent });
      const read = await client.get(`/smart-ia/cohorts/${cohortId}`);
      const tests = list(at(read.body, 'cohort', 'tests'));
      return tests.map((test) => names.get(textAt(test, 'testId')) === textAt(test, 'name'));
    }),
  },
  {
    id: 'round-19.cohorts.no-list-removes-every-test',
    chapter: 'cohorts',
    story: 'The condition on the tests is left out of the delete when the list is undefined.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: body { testIds: UUID[] }, required; 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{cohortId}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        if (ask.body['testIds'] !== undefined) return pass();
        const { status, body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const all = list(at(body, 'cohort', 'tests')).map((test) => at(test, 'testId'));
        return status === 200 ? pass({ body: { testIds: all } }) : pass();
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      await client.send('POST', `${path}/tests`, { testIds: (await testIds(client)).slice(0, 2) });
      const { status } = await client.send('DELETE', `${path}/tests`, {});
      const tests = list(at((await client.get(path)).body, 'cohort', 'tests'));
      return [status, tests.length];
    }),
  },
  {
    id: 'round-19.cohorts.only-the-last-test-leaves',
    chapter: 'cohorts',
    story: 'A loop sets the condition of one query builder anew for each id, and the query runs once.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: remove the tests of testIds, 204.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['DELETE /smart-ia/cohorts/{cohortId}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', ({ ask, pass }) => {
        const ids = list(ask.body['testIds']);
        return ids.length > 1 ? pass({ body: { testIds: ids.slice(-1) } }) : pass();
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const all = await testIds(client);
      await client.send('POST', `${path}/tests`, { testIds: all.slice(0, 4) });
      await client.send('DELETE', `${path}/tests`, { testIds: all.slice(0, 3) });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
];
