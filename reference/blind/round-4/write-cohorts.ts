import { edit, editPagination, refuse } from '../answers.ts';
import { both, newCohortId, newUserId, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const addTests = 'POST /smart-ia/cohorts/{id}/tests';
const removeTests = 'DELETE /smart-ia/cohorts/{id}/tests';
const cohort = 'GET /smart-ia/cohorts/{id}';
const cohorts = 'GET /smart-ia/cohorts';
const leave = 'DELETE /smart-ia/cohorts/{id}/students';

/** Faults of the tests of cohorts, and of refusals below cohorts. */
export const tests: readonly BlindFault[] = [
  {
    id: 'round-4.cohort-tests.version-of-the-last-for-all',
    chapter: 'cohort-tests',
    story:
      'The inserts run after the loop and share its variable, which holds the version of the last test then.',
    rests: 'CohortTest: testVersionId identifies the version of the content of that test.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [addTests, cohort, cohorts],
    wrap: (service) => {
      const wrong = new Map<string, string>();
      const noting = on(service, addTests, async ({ ask, pass, call }) => {
        const answer = await pass();
        const ids = texts(ask.body['testIds']).map((id) => id.toLowerCase());
        if (!answer.ok || ids.length < 2) return answer;
        const assigned = list(
          at((await call(`GET ${ask.path.replace(/\/tests$/, '')}`)).body, 'cohort', 'tests'),
        );
        const last = assigned.find((test) => textAt(test, 'testId') === ids.at(-1));
        for (const id of ids) wrong.set(`${ask.id.toLowerCase()} ${id}`, textAt(last, 'testVersionId'));
        return answer;
      });
      const shown = (one: Fields): Fields => {
        if (!('tests' in one)) return one;
        const changed = list(one['tests']).map((test) => {
          const version = wrong.get(`${textAt(one, 'cohortId')} ${textAt(test, 'testId')}`);
          return version === undefined ? test : { ...fields(test), testVersionId: version };
        });
        return { ...one, tests: changed };
      };
      return on(noting, [cohort, cohorts], async ({ pass }) =>
        edit(await pass(), (body) => {
          if ('cohort' in body) return { cohort: shown(fields(body['cohort'])) };
          return { ...body, data: list(body['data']).map((one) => shown(fields(one))) };
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const ids = (await testIds(client)).slice(0, 3);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: ids });
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      const versions = list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'testVersionId'));
      return new Set(versions).size;
    }),
  },
  {
    id: 'round-4.cohort-tests.cohort-without-tests-is-tidied-away',
    chapter: 'cohort-tests',
    story: 'When its last test is removed a cohort counts as a draft that was given up, and is deleted.',
    rests: 'DELETE of tests removes tests; the cohort exists, so GET /smart-ia/cohorts/{cohortId} is 200.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [removeTests, cohort, cohorts],
    wrap: (service) => {
      const gone = new Set<string>();
      const noting = on(service, removeTests, async ({ ask, pass, call }) => {
        const path = `GET ${ask.path.replace(/\/tests$/, '')}`;
        const before = list(at((await call(path)).body, 'cohort', 'tests')).length;
        const answer = await pass();
        const after = list(at((await call(path)).body, 'cohort', 'tests')).length;
        if (answer.ok && before > 0 && after === 0) gone.add(ask.id.toLowerCase());
        return answer;
      });
      const single = on(noting, cohort, ({ ask, pass }) =>
        gone.has(ask.id.toLowerCase()) ? Promise.resolve(refuse(ask, 404, 'Cohort not found')) : pass(),
      );
      return on(single, cohorts, async ({ pass }) => {
        const answer = await editPagination(await pass(), (pagination, data) => {
          const hidden = data.filter((one) => gone.has(textAt(one, 'cohortId'))).length;
          return { total: Number(pagination['total']) - hidden };
        });
        return edit(answer, (body) => {
          return { ...body, data: list(body['data']).filter((one) => !gone.has(textAt(one, 'cohortId'))) };
        });
      });
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const body = { testIds: (await testIds(client)).slice(0, 1) };
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, body);
      await client.send('DELETE', `/smart-ia/cohorts/${id}/tests`, body);
      return (await client.get(`/smart-ia/cohorts/${id}`)).status;
    }),
  },
  {
    id: 'round-4.refusals.malformed-member-reaches-the-database',
    chapter: 'refusals',
    story: 'Nobody checks the ids of the list, and the database throws at the text that is no UUID.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/students takes UUIDs; an invalid request is 400 there.',
    breaks: 'explicit',
    depth: 'medium',
    at: [leave],
    wrap: (service) =>
      on(service, leave, async ({ ask, pass }) => {
        const answer = await pass();
        const odd = texts(ask.body['userIds']).some((id) => !/^[0-9a-f-]{36}$/i.test(id));
        return answer.status === 400 && odd ? refuse(ask, 500, 'Internal error') : answer;
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const userIds = [await newUserId(client, 'student'), 'not-an-id'];
      return (await client.send('DELETE', `/smart-ia/cohorts/${id}/students`, { userIds })).status;
    }),
  },
];
