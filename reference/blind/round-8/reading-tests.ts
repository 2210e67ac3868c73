import { edit } from '../answers.ts';
import { both, itemsOf, newCohortId, testIds } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';
import { dataOf, sentIds } from './reading-helpers.ts';

/** The list of tests. */
export const tests: readonly BlindFault[] = [
  {
    id: 'round-8.tests.framework-page-of-ten',
    chapter: 'tests',
    story: 'The list framework pages everything by ten, unless it is told not to.',
    rests: 'Cohorts and tests: GET /smart-ia/tests is not paginated; it lists the tests.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ data: dataOf(body).slice(0, 10) })),
      ),
    witness: both(async ({ get }) => itemsOf(await get('/smart-ia/tests')).length),
  },
  {
    id: 'round-8.tests.removal-hides-the-test',
    chapter: 'tests',
    story: 'Taking a test from a cohort sets the deleted flag of the test, instead of that of the link.',
    rests: 'Cohorts and tests: GET /smart-ia/tests lists the tests; the DELETE removes them from a cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      const hidden = new Set<unknown>();
      return on(service, ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/tests'], async (line) => {
        const answer = await line.pass();
        if (line.ask.method === 'GET') {
          return edit(answer, (body) => ({ data: dataOf(body).filter(({ testId }) => !hidden.has(testId)) }));
        }
        if (answer.ok) for (const id of sentIds(line, 'testIds')) hidden.add(id);
        return answer;
      });
    },
    witness: both(async (client) => {
      const [testId] = await testIds(client);
      const path = `/smart-ia/cohorts/${await newCohortId(client)}/tests`;
      await client.send('POST', path, { testIds: [testId] });
      await client.send('DELETE', path, { testIds: [testId] });
      return (await testIds(client)).includes(testId ?? '');
    }),
  },
];
