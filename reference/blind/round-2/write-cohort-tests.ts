import { edit, editItems, withBody } from '../answers.ts';
import { both, type Client, itemsOf, newCohortId, testIds } from '../client.ts';
import { type BlindFault, fields, list, on, readAnswer, textAt, texts } from '../kit.ts';

const chapter = 'cohort-tests';
const addTests = 'POST /smart-ia/cohorts/{id}/tests';
const removeTests = 'DELETE /smart-ia/cohorts/{id}/tests';

/** Which tests a cohort has, by its own page. */
async function assignedTo(client: Client, cohortId: string): Promise<string[]> {
  const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
  return list(fields(body['cohort'])['tests']).map((test) => textAt(test, 'testId'));
}

/** Tests of cohorts. */
export const cohortTests: readonly BlindFault[] = [
  {
    id: 'round-2.cohort-tests.known-ones-before-the-unknown',
    chapter,
    story: 'Each test is looked up and inserted in a loop outside of any transaction.',
    rests: 'a request that is refused with 400 or 404 is not carried out (Cohorts; Status codes)',
    breaks: 'implied',
    depth: 'medium',
    at: [addTests],
    wrap: (service) =>
      on(service, addTests, async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 400 && response.status !== 404) return response;
        for (const id of texts(ask.body['testIds'])) {
          if ((await call(`POST ${ask.path}`, { testIds: [id] })).status !== 204) break;
        }
        return response;
      }),
    witness: both(async (client) => {
      const [known = ''] = await testIds(client);
      const cohortId = await newCohortId(client);
      const path = `/smart-ia/cohorts/${cohortId}/tests`;
      const { status } = await client.send('POST', path, { testIds: [known, 'no id'] });
      return [status, (await assignedTo(client, cohortId)).length];
    }),
  },
  {
    id: 'round-2.cohort-tests.list-keeps-the-former',
    chapter,
    story: 'The list is served from documents that are rebuilt at night, the single cohort from the tables.',
    rests: 'tests are the tests assigned to the cohort, in the Cohorts of the list as well (Cohort; Cohorts)',
    breaks: 'explicit',
    depth: 'medium',
    at: [addTests, removeTests, 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const former = new Map<unknown, unknown>();
      const noting = on(service, [addTests, removeTests], async ({ ask, pass, call }) => {
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const cohort = fields(body['cohort']);
        if (cohort['cohortId'] !== undefined && !former.has(cohort['cohortId'])) {
          former.set(cohort['cohortId'], cohort['tests']);
        }
        return pass();
      });
      return on(noting, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (cohort) => {
          const id = cohort['cohortId'];
          return former.has(id) ? { ...cohort, tests: former.get(id) } : cohort;
        }),
      );
    },
    witness: both(async (client) => {
      const search = client.word();
      const id = await newCohortId(client, { name: search });
      const some = (await testIds(client)).slice(0, 2);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: some });
      const [cohort] = itemsOf(await client.get('/smart-ia/cohorts', { search }));
      return list(fields(cohort)['tests']).length;
    }),
  },
  {
    id: 'round-2.cohort-tests.unassigned-from-the-catalogue',
    chapter,
    story: 'The relation cascades the wrong way, so that the test goes with its assignment.',
    rests:
      'DELETE cohort tests removes from the cohort; GET /smart-ia/tests lists the tests (Cohorts and tests)',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTests, 'GET /smart-ia/tests'],
    wrap: (service) => {
      const gone = new Set<unknown>();
      const noting = on(service, removeTests, async ({ ask, pass }) => {
        const response = await pass();
        if (response.status === 204) for (const id of list(ask.body['testIds'])) gone.add(id);
        return response;
      });
      return on(noting, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).filter((test) => !gone.has(textAt(test, 'testId'))),
        })),
      );
    },
    witness: both(async (client) => {
      const before = await testIds(client);
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/tests`;
      for (const method of ['POST', 'DELETE']) {
        await client.send(method, path, { testIds: before.slice(0, 1) });
      }
      return before.length - (await testIds(client)).length;
    }),
  },
  {
    id: 'round-2.cohort-tests.removed-by-subject',
    chapter,
    story: 'Assignments were once one a subject, and the removal still finds them by it.',
    rests:
      'DELETE cohort tests removes those of its testIds; testId is unique per test (Cohorts; CohortTest)',
    breaks: 'explicit',
    depth: 'deep',
    at: [removeTests],
    wrap: (service) =>
      on(service, removeTests, async ({ ask, pass, call }) => {
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const before = list(fields(body['cohort'])['tests']).map(fields);
        const response = await pass();
        if (response.status !== 204) return response;
        const named = texts(ask.body['testIds']);
        const isNamed = (test: unknown) => named.includes(textAt(test, 'testId'));
        const subjects = before.filter(isNamed).map((test) => test['subject']);
        const others = before.filter((test) => !isNamed(test) && subjects.includes(test['subject']));
        const also = others.map((test) => test['testId']);
        if (also.length > 0) await call(`DELETE ${ask.path}`, { testIds: also });
        return response;
      }),
    witness: both(async (client) => {
      const tests = itemsOf(await client.get('/smart-ia/tests'));
      const subject = tests[0]?.['subject'];
      const alike = tests.filter((test) => test['subject'] === subject).map((test) => test['testId']);
      const cohortId = await newCohortId(client);
      const path = `/smart-ia/cohorts/${cohortId}/tests`;
      await client.send('POST', path, { testIds: alike });
      await client.send('DELETE', path, { testIds: alike.slice(0, 1) });
      return alike.length - (await assignedTo(client, cohortId)).length;
    }),
  },
  {
    id: 'round-2.cohort-tests.empty-list-shared-by-new-cohorts',
    chapter,
    story: 'The default for the tests is one mutable list, which every new cohort begins with.',
    rests: 'tests are the tests assigned to the cohort (Cohort)',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts', addTests],
    wrap: (service) => {
      const made = new Set<string>();
      const common = new Set<string>();
      const changing = on(service, [addTests, removeTests], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 204 || !made.has(ask.id)) return response;
        for (const id of texts(ask.body['testIds'])) {
          if (ask.method === 'POST') common.add(id);
          else common.delete(id);
        }
        return response;
      });
      return on(changing, 'POST /smart-ia/cohorts', async ({ pass, call }) => {
        const response = await pass();
        if (response.status !== 201) return response;
        const { body } = await readAnswer(response.clone());
        const id = textAt(body, 'cohort', 'cohortId');
        made.add(id);
        if (common.size === 0) return response;
        await call(`POST /smart-ia/cohorts/${id}/tests`, { testIds: [...common] });
        return withBody(response, (await call(`GET /smart-ia/cohorts/${id}`)).body);
      });
    },
    witness: both(async (client) => {
      const some = (await testIds(client)).slice(0, 2);
      const first = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${first}/tests`, { testIds: some });
      return (await assignedTo(client, await newCohortId(client))).length;
    }),
  },
];
