import { allOf, editItems } from '../answers.ts';
import { both, column, itemsOf, newCohortId, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, requery, textAt, texts } from '../kit.ts';
import { bodyOf, omit, paged, revalue } from './reading-helpers.ts';

const path = '/smart-ia/cohorts';

/** Cohorts and their tests. */
export const cohorts: readonly BlindFault[] = [
  {
    id: 'round-8.cohorts.default-year-unfiltered',
    chapter: 'cohorts',
    story: 'A cohort without a year is stored without one; only the renderer fills in the current year.',
    rests:
      'CreateCohort: academicYearId defaults to the current year; GET cohorts chooses by academicYearId.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const yearless = new Set<unknown>();
      return on(service, [`POST ${path}`, `GET ${path}`], async (line) => {
        if (line.ask.method === 'POST') {
          const answer = await line.pass();
          const given = at(line.ask.body, 'cohort', 'academicYearId') ?? undefined;
          if (answer.ok && given === undefined) {
            yearless.add(at(await bodyOf(answer), 'cohort', 'cohortId'));
          }
          return answer;
        }
        const filtered = line.ask.query.has('academicYearId') || line.ask.query.has('cursor');
        if (yearless.size === 0 || !filtered) return line.pass();
        return paged(line, async (query) =>
          (await allOf(line, path, query)).filter(
            ({ cohortId }) => !query.has('academicYearId') || !yearless.has(cohortId),
          ),
        );
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return column(await client.get(path, { search: name, academicYearId: 'current' }), 'name');
    }),
  },
  {
    id: 'round-8.cohorts.list-tests-of-creation',
    chapter: 'cohorts',
    story: 'The list reads a materialised view, which is refreshed when a cohort is created and not else.',
    rests: 'Cohort: tests are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const view = new Map<string, unknown>();
      const changes = [`POST ${path}/{id}/tests`, `DELETE ${path}/{id}/tests`];
      return on(service, [`POST ${path}`, `GET ${path}`, ...changes], async ({ ask, pass, call }) => {
        const id = ask.id.toLowerCase();
        const before = id === '' ? undefined : await call(`GET ${path}/${id}`);
        const answer = await pass();
        if (before && answer.ok && !view.has(id)) view.set(id, at(before.body, 'cohort', 'tests'));
        if (ask.method === 'POST' && id === '' && answer.ok) view.clear();
        if (ask.method !== 'GET') return answer;
        return editItems(answer, (item) => {
          const known = textAt(item, 'cohortId');
          return view.has(known) ? { ...item, tests: view.get(known) } : item;
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const id = await newCohortId(client, { name });
      await client.send('POST', `${path}/${id}/tests`, { testIds: (await testIds(client)).slice(0, 2) });
      return list(itemsOf(await client.get(path, { search: name }))[0]?.['tests']).length;
    }),
  },
  {
    id: 'round-8.cohorts.search-made-harmless',
    chapter: 'cohorts',
    story:
      'A middleware against script injection escapes all parameters, and the search compares escaped text.',
    rests: 'Cohorts: search is an exact match on the cohort name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: requery(`GET ${path}`, (query) =>
      revalue(query, ['search'], (text) =>
        text
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll("'", '&#x27;')
          .replaceAll('"', '&quot;'),
      ),
    ),
    witness: both(async (client) => {
      const name = `Reading & ${client.word()}`;
      await newCohortId(client, { name });
      return column(await client.get(path, { search: name }), 'name');
    }),
  },
  {
    id: 'round-8.cohorts.new-names-not-folded',
    chapter: 'cohorts',
    story:
      'The search column was folded by the migration; the code that fills it for new rows copies the name.',
    rests: 'Cohorts: search is an exact match on the cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const unfolded = new Set<unknown>();
      return on(service, [`POST ${path}`, `GET ${path}`], async (line) => {
        if (line.ask.method === 'POST') {
          const answer = await line.pass();
          const cohort = fields((await bodyOf(answer))['cohort']);
          const name = textAt(cohort, 'name');
          if (answer.ok && name !== name.toLowerCase()) unfolded.add(cohort['cohortId']);
          return answer;
        }
        const searched = line.ask.query.has('search') || line.ask.query.has('cursor');
        if (unfolded.size === 0 || !searched) return line.pass();
        return paged(line, async (query) =>
          (await allOf(line, path, query)).filter(
            ({ cohortId }) => !query.has('search') || !unfolded.has(cohortId),
          ),
        );
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return column(await client.get(path, { search: name }), 'name');
    }),
  },
  {
    id: 'round-8.cohorts.tests-loaded-by-name',
    chapter: 'cohorts',
    story: 'The loader that fetches the tests of a page puts them into a map by the name of the cohort.',
    rests: 'Cohort: tests are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, `GET ${path}`, async ({ pass }) =>
        editItems(await pass(), (item, _index, items) => {
          const tests = items.findLast(({ name }) => name === item['name'])?.['tests'];
          return tests === undefined ? omit(item, 'tests') : { ...item, tests };
        }),
      ),
    witness: both(async (client) => {
      const name = client.word();
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const [first] = await testIds(client);
      const id = await newCohortId(client, { name, academicYearId: years[0] });
      await newCohortId(client, { name, academicYearId: years[1] });
      await client.send('POST', `${path}/${id}/tests`, { testIds: [first] });
      const items = itemsOf(await client.get(path, { search: name }));
      return items.map((item) => texts(item['tests']).length);
    }),
  },
  {
    id: 'round-8.cohorts.description-of-the-last',
    chapter: 'cohorts',
    story:
      'The list fills one and the same object again and again, and sets only the columns that are not null.',
    rests: 'Cohort: description; Conventions 3: empty fields are omitted.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, `GET ${path}`, async ({ pass }) => {
        let last: Fields = {};
        return editItems(await pass(), (item) => {
          if ('description' in item) last = { description: item['description'] };
          return { ...item, ...last };
        });
      }),
    witness: both(async ({ get }) => itemsOf(await get(path)).filter((item) => 'description' in item).length),
  },
];
