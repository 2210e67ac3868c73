import { edit, refuse } from '../answers.ts';
import { both, column, itemsOf, newCohortId, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { cohortReads, editCohorts, testsOf } from './shared.ts';

const chapter = 'cohort-tests';
const add = 'POST /smart-ia/cohorts/{id}/tests';
const remove = 'DELETE /smart-ia/cohorts/{id}/tests';
const pathOf = (cohortId: string) => `/smart-ia/cohorts/${cohortId}/tests`;

/** Tests of cohorts. */
export const cohortTests: readonly BlindFault[] = [
  {
    id: 'round-3.cohort-tests.known-test-is-a-conflict',
    chapter,
    story: 'The unique index over cohort and test throws, and whatever an index throws is answered with 409.',
    rests: 'POST cohort tests: 204, 400 or 404; 409 is for creating a class or a cohort only (Errors).',
    breaks: 'explicit',
    depth: 'medium',
    at: [add],
    wrap: (service) =>
      on(service, add, async (line) => {
        const known = (await testsOf(line, line.ask.id)).map((test) => textAt(test, 'testId'));
        const response = await line.pass();
        const twice = texts(line.ask.body['testIds']).some((id) => known.includes(id.toLowerCase()));
        return response.ok && twice ? refuse(line.ask, 409, 'Already exists') : response;
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const body = { testIds: (await testIds(client)).slice(0, 1) };
      await client.send('POST', pathOf(cohortId), body);
      return (await client.send('POST', pathOf(cohortId), body)).status;
    }),
  },
  {
    id: 'round-3.cohort-tests.every-second-stays',
    chapter,
    story: 'Tests are taken out of the list while a loop runs over it, and the loop steps over the next one.',
    rests: 'DELETE cohort tests removes the tests of `testIds`; Cohort.tests: tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: [remove],
    wrap: (service) =>
      on(service, remove, async (line) => {
        const wanted = texts(line.ask.body['testIds']).map((id) => id.toLowerCase());
        const own = (await testsOf(line, line.ask.id)).map((test) => textAt(test, 'testId'));
        const missed = new Set<string>();
        for (let place = 0; place < own.length; place += 1) {
          const next = own[place + 1];
          if (!wanted.includes(own[place] ?? '') || next === undefined) continue;
          if (wanted.includes(next)) missed.add(next);
          place += 1;
        }
        if (missed.size === 0) return line.pass();
        const testIds = texts(line.ask.body['testIds']).filter((id) => !missed.has(id.toLowerCase()));
        return line.pass({ body: { ...line.ask.body, testIds } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const ids = (await testIds(client)).slice(0, 4);
      await client.send('POST', pathOf(cohortId), { testIds: ids });
      await client.send('DELETE', pathOf(cohortId), { testIds: ids });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(at(body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-3.cohort-tests.removed-ones-are-inactive',
    chapter,
    story: 'Rows are never deleted: a removed assignment is set to inactive, and the read shows all rows.',
    rests: 'Cohort.tests: tests assigned to the cohort; DELETE cohort tests removes them.',
    breaks: 'explicit',
    depth: 'medium',
    at: [remove, add, ...cohortReads],
    wrap: (service) => {
      const left = new Map<string, Map<string, Fields>>();
      const noting = on(service, [remove, add], async (line) => {
        const before = await testsOf(line, line.ask.id);
        const response = await line.pass();
        if (response.status !== 204) return response;
        const own = left.get(line.ask.id) ?? new Map<string, Fields>();
        left.set(line.ask.id, own);
        for (const id of texts(line.ask.body['testIds'])) {
          const test = before.find((one) => textAt(one, 'testId') === id);
          if (line.ask.method === 'POST') own.delete(id);
          else if (test) own.set(id, { ...test, activationStatus: 'inactive' });
        }
        return response;
      });
      return on(noting, cohortReads, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          const more = [...(left.get(textAt(cohort, 'cohortId'))?.values() ?? [])];
          return more.length === 0 ? cohort : { ...cohort, tests: [...list(cohort['tests']), ...more] };
        }),
      );
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const body = { testIds: (await testIds(client)).slice(0, 1) };
      for (const method of ['POST', 'DELETE']) await client.send(method, pathOf(cohortId), body);
      const shown = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return list(at(shown.body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-3.cohort-tests.names-dealt-in-order',
    chapter,
    story:
      'Tests are fetched with IN, which gives them in the order of the table, and are put beside the ids in the order of the request.',
    rests: 'CohortTest: testId and the name of that test, as GET /smart-ia/tests has it (SmartIaTest).',
    breaks: 'explicit',
    depth: 'medium',
    at: [add, ...cohortReads],
    wrap: (service) => {
      const dealt = new Map<string, Fields>();
      const noting = on(service, add, async (line) => {
        const known = (await testsOf(line, line.ask.id)).map((test) => textAt(test, 'testId'));
        const response = await line.pass();
        if (response.status !== 204) return response;
        const ids = [...new Set(texts(line.ask.body['testIds']))].filter((id) => !known.includes(id));
        const catalogue = await line.call('GET /smart-ia/tests');
        const found = list(catalogue.body['data'])
          .map(fields)
          .filter((test) => ids.includes(textAt(test, 'testId')));
        ids.forEach((id, place) => {
          dealt.set(`${line.ask.id} ${id}`, found[place] ?? {});
        });
        return response;
      });
      return on(noting, cohortReads, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          const tests = list(cohort['tests']).map((test) => {
            const other = dealt.get(`${cohort['cohortId']} ${textAt(test, 'testId')}`);
            return other ? { ...fields(test), name: other['name'], subject: other['subject'] } : test;
          });
          return tests.length === 0 ? cohort : { ...cohort, tests };
        }),
      );
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const [one, two] = itemsOf(await client.get('/smart-ia/tests'));
      await client.send('POST', pathOf(cohortId), { testIds: [two?.['testId'], one?.['testId']] });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      const shown = list(at(body, 'cohort', 'tests')).map(fields);
      return shown.find(({ testId }) => testId === two?.['testId'])?.['name'] === two?.['name'];
    }),
  },
  {
    id: 'round-3.cohort-tests.listed-once-an-assignment',
    chapter,
    story: 'The list of tests joins their new assignments to count them, and forgets to group.',
    rests: 'CohortTest.testId is unique per test; GET /smart-ia/tests lists the tests.',
    breaks: 'explicit',
    depth: 'medium',
    at: [add, remove, 'GET /smart-ia/tests'],
    wrap: (service) => {
      const assigned = new Map<string, Set<string>>();
      const noting = on(service, [add, remove], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 204) return response;
        for (const id of texts(ask.body['testIds'])) {
          const cohorts = assigned.get(id) ?? new Set<string>();
          assigned.set(id, cohorts);
          if (ask.method === 'POST') cohorts.add(ask.id);
          else cohorts.delete(ask.id);
        }
        return response;
      });
      return on(noting, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).flatMap((test) => {
            const rows = Math.max(1, assigned.get(textAt(test, 'testId'))?.size ?? 0);
            return Array.from({ length: rows }, () => test);
          }),
        })),
      );
    },
    witness: both(async (client) => {
      const ids = (await testIds(client)).slice(0, 1);
      for (const cohortId of [await newCohortId(client), await newCohortId(client)]) {
        await client.send('POST', pathOf(cohortId), { testIds: ids });
      }
      const shown = column(await client.get('/smart-ia/tests'), 'testId');
      return [shown.length, new Set(shown).size];
    }),
  },
];
