import { setTimeout } from 'node:timers/promises';
import { allOf, edit, editItems, json, meant, page } from '../answers.ts';
import { both, column, itemsOf, newCohortId, testIds } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';
import { testsOf } from '../shared/ids.ts';

const chapter = 'cohorts';
const reads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];
const tests = 'POST /smart-ia/cohorts/{id}/tests';
const untests = 'DELETE /smart-ia/cohorts/{id}/tests';

/** The items of a LIKE pattern as a regular expression. */
function like(pattern: string): RegExp {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'isu');
}

export const cohorts: readonly BlindFault[] = [
  {
    id: 'round-1.cohorts.search-is-a-pattern',
    chapter,
    story: 'The comparison that ignores letter case is ILIKE, and percent and underscore are not escaped.',
    rests: 'search is an exact match on cohort name, case-insensitive',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async (line) => {
        const query = meant(line.ask);
        const search = query.get('search') ?? '';
        const checked = await line.pass();
        if (!/[%_]/.test(search) || (!checked.ok && (query === line.ask.query || checked.status !== 400))) {
          return checked;
        }
        const year = query.get('academicYearId');
        const filters = new URLSearchParams(year === null ? {} : { academicYearId: year });
        const items = await allOf(line, '/smart-ia/cohorts', filters);
        const pattern = like(search);
        return page(
          query,
          items.filter((item) => pattern.test(textAt(item, 'name'))),
        );
      }),
    witness: both(async (client) => {
      for (const name of ['Group_1', 'Group 1']) await newCohortId(client, { name });
      return column(await client.get('/smart-ia/cohorts', { search: 'Group_1' }), 'name');
    }),
  },
  {
    id: 'round-1.cohorts.repeated-create-answered-again',
    chapter,
    story: 'Creates are idempotent by a hash of their body: the same body gets the same answer.',
    rests: 'POST of a cohort: 409 cohort already exists',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) => {
      const answers = new Map<string, unknown>();
      return on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) answers.set(ask.text, await response.clone().json());
        const kept = answers.get(ask.text);
        return response.status === 409 && kept !== undefined ? json(201, kept) : response;
      });
    },
    witness: both(async (client) => {
      const body = { cohort: { name: client.word() } };
      await client.send('POST', '/smart-ia/cohorts', body);
      return (await client.send('POST', '/smart-ia/cohorts', body)).status;
    }),
  },
  {
    id: 'round-1.cohorts.created-twice-at-once',
    chapter,
    story: 'Between the look-up and the insert of a cohort another request fits, and no index stands guard.',
    rests: 'POST of a cohort: 409 when it already exists',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) => {
      const mark = '\u2063';
      let twins = 0;
      const running = new Map<string, number>();
      const shown = on(service, reads, async ({ pass }) => {
        const response = await pass();
        if (twins === 0 || !response.ok) return response;
        return edit(response, (body) => JSON.parse(JSON.stringify(body).replaceAll(mark, '')));
      });
      return on(shown, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const others = running.get(ask.text) ?? 0;
        running.set(ask.text, others + 1);
        await setTimeout(15);
        const response = await pass();
        running.set(ask.text, (running.get(ask.text) ?? 1) - 1);
        if (response.status !== 409 || others === 0) return response;
        twins += 1;
        const wanted = fields(ask.body['cohort']);
        const name = textAt(wanted, 'name');
        return edit(
          await pass({ body: { cohort: { ...wanted, name: name + mark.repeat(twins) } } }),
          (body) => ({
            cohort: { ...fields(body['cohort']), name },
          }),
        );
      });
    },
    witness: both(async (client) => {
      const body = { cohort: { name: client.word() } };
      const sent = [1, 2].map(() => client.send('POST', '/smart-ia/cohorts', body));
      return (await Promise.all(sent)).map(({ status }) => status).sort();
    }),
  },
  {
    id: 'round-1.cohorts.test-added-again-stands-twice',
    chapter,
    story: 'Assignments of tests have an identifier of their own and no unique index over cohort and test.',
    rests: 'testId is unique per test among the tests of a cohort',
    breaks: 'explicit',
    depth: 'medium',
    at: [tests, ...reads],
    wrap: (service) => {
      const extra = new Map<string, readonly string[]>();
      const doubled = (cohort: Fields): Fields => {
        const again = extra.get(textAt(cohort, 'cohortId')) ?? [];
        const shown = list(cohort['tests']);
        const copies = shown.filter((test) => again.includes(textAt(test, 'testId')));
        return copies.length === 0 ? cohort : { ...cohort, tests: [...shown, ...copies] };
      };
      const writes = on(service, [tests, untests], async ({ ask, pass, call }) => {
        const id = ask.id.toLowerCase();
        const before = testsOf((await call(`GET /smart-ia/cohorts/${id}`)).body['cohort']);
        const response = await pass();
        const sent = texts(ask.body['testIds']).map((one) => one.toLowerCase());
        const had = extra.get(id) ?? [];
        if (!response.ok) return response;
        if (ask.method === 'DELETE')
          extra.set(
            id,
            had.filter((one) => !sent.includes(one)),
          );
        else extra.set(id, [...had, ...sent.filter((one) => before.includes(one))]);
        return response;
      });
      return on(writes, reads, async ({ ask, pass }) => {
        const response = await pass();
        if (ask.id === '') return editItems(response, doubled);
        return edit(response, (body) => ({ cohort: doubled(fields(body['cohort'])) }));
      });
    },
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const ids = (await testIds(client)).slice(0, 1);
      for (let n = 0; n < 2; n += 1)
        await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: ids });
      return testsOf((await client.get(`/smart-ia/cohorts/${id}`)).body['cohort']).length;
    }),
  },
  {
    id: 'round-1.cohorts.shared-tests-shown-once-a-page',
    chapter,
    story:
      'The page is loaded with one join, and the identity map attaches each test to the first cohort that has it.',
    rests: 'tests of a cohort: the tests assigned to the cohort',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) => {
        const seen = new Set<string>();
        return editItems(await pass(), (item) => {
          const { tests: all, ...cohort } = item;
          const own = list(all).filter((test) => !seen.has(textAt(test, 'testId')));
          for (const test of own) seen.add(textAt(test, 'testId'));
          return own.length === 0 ? cohort : { ...cohort, tests: own };
        });
      }),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/smart-ia/cohorts', { limit: 50 }));
      const cohort = items.at(-1) ?? {};
      const { body } = await client.get(`/smart-ia/cohorts/${textAt(cohort, 'cohortId')}`);
      return testsOf(cohort).length === testsOf(body['cohort']).length
        ? 'as many as alone'
        : 'fewer than alone';
    }),
  },
  {
    id: 'round-1.cohorts.test-removed-everywhere',
    chapter,
    story: 'The delete names the test in its condition and the cohort only in the check before.',
    rests: 'DELETE cohort tests removes tests of the cohort in the path',
    breaks: 'explicit',
    depth: 'medium',
    at: [untests],
    wrap: (service) =>
      on(service, untests, async (line) => {
        const response = await line.pass();
        if (!response.ok) return response;
        const sent = texts(line.ask.body['testIds']);
        for (const cohort of await allOf(line, '/smart-ia/cohorts', new URLSearchParams())) {
          if (!testsOf(cohort).some((id) => sent.includes(id))) continue;
          await line.call(`DELETE /smart-ia/cohorts/${textAt(cohort, 'cohortId')}/tests`, { testIds: sent });
        }
        return response;
      }),
    witness: both(async (client) => {
      const ids = (await testIds(client)).slice(0, 1);
      const [one, other] = [await newCohortId(client), await newCohortId(client)];
      for (const id of [one, other])
        await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: ids });
      await client.send('DELETE', `/smart-ia/cohorts/${one}/tests`, { testIds: ids });
      return testsOf((await client.get(`/smart-ia/cohorts/${other}`)).body['cohort']).length;
    }),
  },
  {
    id: 'round-1.cohorts.given-year-not-bound',
    chapter,
    story:
      'The request model of the cohort calls its year by another name, so every cohort is of the current year.',
    rests: 'academicYearId of a new cohort is optional and only then defaults to the current year',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts', async ({ ask, pass, call }) => {
        const { academicYearId, ...rest } = fields(ask.body['cohort']);
        const known = await call(`GET /academic-years/${academicYearId}`);
        return known.status === 200 ? pass({ body: { cohort: rest } }) : pass();
      }),
    witness: both(async (client) => {
      const [academicYearId] = column(await client.get('/academic-years'), 'academicYearId');
      const cohort = { name: client.word(), academicYearId };
      const { body } = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return textAt(body, 'cohort', 'academicYearId') === academicYearId;
    }),
  },
  {
    id: 'round-1.tests.list-has-a-hidden-page',
    chapter: 'tests',
    story: 'The list goes through the common repository, which returns ten rows unless it is asked for more.',
    rests: 'the list of tests is not paginated',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async (client) => {
      const listed = await testIds(client);
      const used = itemsOf(await client.get('/smart-ia/cohorts', { limit: 200 })).flatMap(testsOf);
      return used.every((id) => listed.includes(id)) ? 'every assigned test is listed' : 'one is missing';
    }),
  },
];
