import { nothing } from '../answers.ts';
import { both, newCohortId, nobody, testIds } from '../client.ts';
import { type BlindFault, on, texts } from '../kit.ts';
import { testsOf } from '../shared/ids.ts';

const chapter = 'cohorts';
const tests = 'POST /smart-ia/cohorts/{id}/tests';
const untests = 'DELETE /smart-ia/cohorts/{id}/tests';

export const cohorts: readonly BlindFault[] = [
  {
    id: 'reserve.cohorts.second-batch-of-tests-forgotten',
    chapter,
    story: 'Tests are assigned in batches of ten, and the loop returns from inside.',
    rests: 'POST cohort tests: body of testIds, without bounds; the tests are assigned to the cohort',
    breaks: 'explicit',
    depth: 'deep',
    at: [tests],
    wrap: (service) =>
      on(service, tests, async ({ ask, pass }) => {
        const ids = texts(ask.body['testIds']);
        return ids.length > 10 ? pass({ body: { ...ask.body, testIds: ids.slice(0, 10) } }) : pass();
      }),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const ids = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: ids });
      const shown = testsOf((await client.get(`/smart-ia/cohorts/${id}`)).body['cohort']);
      return ids.filter((one) => !shown.includes(one)).length;
    }),
  },
  {
    id: 'reserve.cohorts.unknown-cohort-is-done-already',
    chapter,
    story: 'A delete that meets no row is a success.',
    rests: 'DELETE cohort tests: 404 cohort not found',
    breaks: 'explicit',
    depth: 'shallow',
    at: [untests],
    wrap: (service) =>
      on(service, untests, async ({ pass }) => {
        const response = await pass();
        return response.status === 404 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const ids = (await testIds(client)).slice(0, 1);
      return (await client.send('DELETE', `/smart-ia/cohorts/${nobody}/tests`, { testIds: ids })).status;
    }),
  },
];
