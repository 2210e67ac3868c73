import { edit, editItems, page } from '../answers.ts';
import { both, column, itemsOf, newCohortId, newUserId, nobody, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { idsOf, payloadOf } from './helpers.ts';

const create = 'POST /smart-ia/cohorts';
const lists = 'GET /smart-ia/cohorts';
const addTests = 'POST /smart-ia/cohorts/{id}/tests';
const removeTests = 'DELETE /smart-ia/cohorts/{id}/tests';

/** What goes wrong with cohorts and their tests. */
export const cohorts: readonly BlindFault[] = [
  {
    id: 'round-8.cohorts.twins-in-old-years',
    chapter: 'cohorts',
    story: 'The check for an existing cohort runs over the current year, whatever year was sent.',
    rests: 'POST /smart-ia/cohorts: 409 when the cohort already exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: [create],
    wrap: (service) => {
      const shown = new Map<unknown, unknown>();
      const named = (cohort: Fields): Fields => {
        const name = shown.get(cohort['cohortId']);
        return name === undefined ? cohort : { ...cohort, name };
      };
      const reading = on(
        on(service, lists, async ({ pass }) => editItems(await pass(), named)),
        'GET /smart-ia/cohorts/{id}',
        async ({ pass }) => edit(await pass(), (body) => ({ cohort: named(fields(body['cohort'])) })),
      );
      return on(reading, create, async (line) => {
        const answer = await line.pass();
        const payload = payloadOf(line, 'cohort');
        const sent = textAt(payload, 'academicYearId').toLowerCase();
        const { body } = await line.call('GET /academic-years/current');
        if (answer.status !== 409 || sent === '' || sent === at(body, 'academicYear', 'academicYearId')) {
          return answer;
        }
        const name = textAt(payload, 'name');
        const hidden = `${name}${'\u200b'.repeat(shown.size + 1)}`;
        const second = await line.pass({ body: { cohort: { ...payload, name: hidden } } });
        return edit(second, (made) => {
          const cohort = fields(made['cohort']);
          shown.set(cohort['cohortId'], name);
          return { cohort: { ...cohort, name } };
        });
      });
    },
    witness: both(async (client) => {
      const current = (await client.get('/academic-years/current')).body;
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const academicYearId = years.find((id) => id !== at(current, 'academicYear', 'academicYearId'));
      const cohort = { name: client.word(), academicYearId };
      const statuses = [];
      for (const again of [cohort, cohort]) {
        statuses.push((await client.send('POST', '/smart-ia/cohorts', { cohort: again })).status);
      }
      return statuses;
    }),
  },
  {
    id: 'round-8.cohorts.not-found-is-remembered',
    chapter: 'cohorts',
    story:
      'Empty results of a search are cached like full ones, and creating a cohort evicts only full ones.',
    rests: 'GET /smart-ia/cohorts: `search` finds cohorts by an exact match on their name.',
    breaks: 'explicit',
    depth: 'medium',
    at: [lists, create],
    wrap: (service) => {
      const empty = new Set<string>();
      return on(service, lists, async ({ ask, pass }) => {
        const key = `${ask.query.get('search')} ${ask.query.get('academicYearId')}`;
        const answer = await pass();
        if (!answer.ok || !ask.query.has('search') || ask.query.has('cursor')) return answer;
        if (empty.has(key)) return page(ask.query, []);
        if (at(await answer.clone().json(), 'pagination', 'total') === 0) empty.add(key);
        return answer;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.get('/smart-ia/cohorts', { search: name });
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return column(await client.get('/smart-ia/cohorts', { search: name }), 'name');
    }),
  },
  {
    id: 'round-8.cohorts.born-with-tests',
    chapter: 'cohorts',
    story: 'New cohorts start from one default object, whose list of tests is changed in place.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: [create, 'GET /smart-ia/cohorts/{id}', lists],
    wrap: (service) => {
      const shared = new Set<string>();
      const changing = on(service, [addTests, removeTests], async (line) => {
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        for (const id of idsOf(line, 'testIds')) {
          if (line.ask.method === 'POST') shared.add(id);
          else shared.delete(id);
        }
        return answer;
      });
      return on(changing, create, async ({ pass, call }) => {
        const answer = await pass();
        if (answer.status !== 201 || shared.size === 0) return answer;
        const path = `/smart-ia/cohorts/${textAt(await answer.clone().json(), 'cohort', 'cohortId')}`;
        await call(`POST ${path}/tests`, { testIds: [...shared] });
        const { body } = await call(`GET ${path}`);
        return edit(answer, () => body);
      });
    },
    witness: both(async (client) => {
      const [first] = await testIds(client);
      const one = await newCohortId(client);
      await client.send('POST', `/smart-ia/cohorts/${one}/tests`, { testIds: [first] });
      const other = await newCohortId(client);
      return list(at((await client.get(`/smart-ia/cohorts/${other}`)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-8.cohorts.tests-go-by-subject',
    chapter: 'cohorts',
    story: 'The removal joins the tests over their subject, from the time when a subject had one test.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests removes the tests of `testIds`.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTests],
    wrap: (service) =>
      on(service, removeTests, async (line) => {
        const { body } = await line.call(`GET /smart-ia/cohorts/${line.ask.id}`);
        const answer = await line.pass();
        if (answer.status !== 204) return answer;
        const tests = list(at(body, 'cohort', 'tests')).map(fields);
        const removed = idsOf(line, 'testIds');
        const subjects = tests.filter((test) => removed.includes(String(test['testId'])));
        const same = tests.filter((test) => subjects.some((one) => one['subject'] === test['subject']));
        await line.call(`DELETE ${line.ask.path}`, { testIds: same.map((test) => test['testId']) });
        return answer;
      }),
    witness: both(async (client) => {
      const tests = itemsOf(await client.get('/smart-ia/tests'));
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      await client.send('POST', `${path}/tests`, { testIds: tests.map((test) => test['testId']) });
      await client.send('DELETE', `${path}/tests`, { testIds: [tests[0]?.['testId']] });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-8.cohorts.no-list-removes-all',
    chapter: 'cohorts',
    story: 'The condition on the tests is added to the query only when the body has a list of them.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: `testIds` is required, else 400.',
    breaks: 'explicit',
    depth: 'medium',
    at: [removeTests],
    wrap: (service) =>
      on(service, removeTests, async ({ ask, call, pass }) => {
        if (!ask.text.trim().startsWith('{') || 'testIds' in ask.body) return pass();
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const all = list(at(body, 'cohort', 'tests')).map((test) => textAt(test, 'testId'));
        return pass({ body: { testIds: all } });
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      await client.send('POST', `${path}/tests`, { testIds: (await testIds(client)).slice(0, 2) });
      const { status } = await client.send('DELETE', `${path}/tests`, {});
      const { body } = await client.get(path);
      return [status, list(at(body, 'cohort', 'tests')).length];
    }),
  },
  {
    id: 'round-8.errors.cohort-missing-says-400',
    chapter: 'errors',
    story:
      'The body of a refusal is written where it is thrown, its status mapped to 404 only on the way out.',
    rests: 'Errors, basic error: `status` equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 404) return answer;
        const { headers, status } = answer;
        return new Response(JSON.stringify({ ...fields(await answer.json()), status: 400 }), {
          headers,
          status,
        });
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      const { status, body } = await client.send('POST', `/smart-ia/cohorts/${nobody}/students`, { userIds });
      return [status, body['status']];
    }),
  },
];
