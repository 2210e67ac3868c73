import { both, itemsOf, newCohortId, testIds } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { sentIds, testsOf } from '../shared/ids.ts';
import { cohortReads, dropping, editCohorts, testsNow } from './helpers.ts';

const assigning = 'POST /smart-ia/cohorts/{id}/tests';
const removing = 'DELETE /smart-ia/cohorts/{id}/tests';
const cohorts = '/smart-ia/cohorts';

/** The tests of cohorts. */
export const cohortTests: readonly BlindFault[] = [
  {
    id: 'round-6.tests.new-assignment-has-null-activation',
    chapter: 'cohorts',
    story: 'The status of an assignment is filled in by a nightly job, and until then the column is null.',
    rests:
      'Conventions 3: empty fields are omitted, null is for nested objects; CohortTest: activationStatus is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [assigning],
    wrap: (service) => {
      const fresh = new Set<string>();
      const noting = on(service, assigning, async (line) => {
        const cohortId = line.ask.id.toLowerCase();
        const before = testsOf({ tests: await testsNow(line, cohortId) });
        const answer = await line.pass();
        if (!answer.ok) return answer;
        for (const id of sentIds(line, 'testIds')) if (!before.includes(id)) fresh.add(`${cohortId} ${id}`);
        return answer;
      });
      return on(noting, cohortReads, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          const tests = list(cohort['tests']).map((test) =>
            fresh.has(`${cohort['cohortId']} ${textAt(test, 'testId')}`)
              ? { ...fields(test), activationStatus: null }
              : test,
          );
          return tests.length === 0 ? cohort : { ...cohort, tests };
        }),
      );
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const [first] = await testIds(client);
      await client.send('POST', `${cohorts}/${id}/tests`, { testIds: [first] });
      const { body } = await client.get(`${cohorts}/${id}`);
      return list(fields(body['cohort'])['tests']).map((test) => fields(test)['activationStatus'] === null);
    }),
  },
  {
    id: 'round-6.tests.list-shows-the-tests-of-before',
    chapter: 'cohorts',
    story: 'The list reads a flat copy that is made at night, the single cohort the tables behind it.',
    rests:
      'Cohort: tests are the tests assigned to the cohort, in GET /smart-ia/cohorts as in the single cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: [assigning, removing],
    wrap: (service) => {
      const copies = new Map<string, readonly unknown[]>();
      const noting = on(service, [assigning, removing], async (line) => {
        const cohortId = line.ask.id.toLowerCase();
        const before = await testsNow(line, cohortId);
        const answer = await line.pass();
        if (answer.ok && !copies.has(cohortId)) copies.set(cohortId, before);
        return answer;
      });
      return on(noting, `GET ${cohorts}`, async ({ pass }) =>
        editCohorts(await pass(), (cohort) => {
          const tests = copies.get(String(cohort['cohortId']));
          if (tests === undefined) return cohort;
          return tests.length === 0 ? dropping(cohort, 'tests') : { ...cohort, tests };
        }),
      );
    },
    witness: both(async (client) => {
      const name = client.word();
      const id = await newCohortId(client, { name });
      const [first, second] = await testIds(client);
      await client.send('POST', `${cohorts}/${id}/tests`, { testIds: [first, second] });
      return itemsOf(await client.get(cohorts, { search: name })).map((item) => testsOf(item).length);
    }),
  },
  {
    id: 'round-6.tests.removing-an-absent-test-removes-the-last',
    chapter: 'cohorts',
    story: 'The test is cut out at the position where it was found, and not found is minus one.',
    rests:
      'DELETE /smart-ia/cohorts/{cohortId}/tests removes the testIds of the body; tests are those assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: [removing],
    wrap: (service) =>
      on(service, removing, async (line) => {
        const left = testsOf({ tests: await testsNow(line, line.ask.id) });
        const answer = await line.pass();
        if (!answer.ok) return answer;
        const gone: string[] = [];
        for (const id of sentIds(line, 'testIds')) {
          const at = left.indexOf(id);
          gone.push(...left.splice(at, 1).filter(() => at === -1));
        }
        if (gone.length > 0) await line.call(`DELETE ${cohorts}/${line.ask.id}/tests`, { testIds: gone });
        return answer;
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const [first, second, third] = await testIds(client);
      await client.send('POST', `${cohorts}/${id}/tests`, { testIds: [first, second] });
      await client.send('DELETE', `${cohorts}/${id}/tests`, { testIds: [third] });
      return testsOf((await client.get(`${cohorts}/${id}`)).body['cohort']).length;
    }),
  },
  {
    id: 'round-6.tests.new-cohorts-share-one-list',
    chapter: 'cohorts',
    story: 'The default for the tests of a cohort is one list object, made when the program starts.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/tests assigns to that cohort; tests are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: [assigning, removing],
    wrap: (service) => {
      const made = new Set<string>();
      const noting = on(service, `POST ${cohorts}`, async ({ pass }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        made.add(textAt(await answer.clone().json(), 'cohort', 'cohortId'));
        return answer;
      });
      return on(noting, [assigning, removing], async ({ ask, pass, call }) => {
        const answer = await pass();
        if (!answer.ok || !made.has(ask.id.toLowerCase())) return answer;
        for (const id of made) {
          if (id !== ask.id.toLowerCase()) await call(`${ask.method} ${cohorts}/${id}/tests`, ask.body);
        }
        return answer;
      });
    },
    witness: both(async (client) => {
      const first = await newCohortId(client);
      const second = await newCohortId(client);
      const [test] = await testIds(client);
      await client.send('POST', `${cohorts}/${first}/tests`, { testIds: [test] });
      const seen: number[] = [];
      for (const id of [first, second])
        seen.push(testsOf((await client.get(`${cohorts}/${id}`)).body['cohort']).length);
      return seen;
    }),
  },
];
