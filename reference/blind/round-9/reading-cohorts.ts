import { setTimeout } from 'node:timers/promises';
import { editItems } from '../answers.ts';
import { both, column, itemsOf, newCohortId, testIds } from '../client.ts';
import { type BlindFault, list, on, textAt } from '../kit.ts';
import { changed, reselect } from './helpers.ts';

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Cohorts and their tests. */
export const cohorts: readonly BlindFault[] = [
  {
    id: 'round-9.cohorts.search-is-deaf-to-accents',
    chapter: 'cohorts',
    story:
      'The column has the collation utf8mb4_0900_ai_ci: case-insensitive, but accents count for nothing.',
    rests: 'Cohorts: `search` is an exact match on the cohort name; only letter case is free.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', (line) =>
        reselect(line, {
          wanted: (query) => query.has('search'),
          widen: (query) => query.delete('search'),
          keep: (item, query) => folded(textAt(item, 'name')) === folded(query.get('search') ?? ''),
        }),
      ),
    witness: both(async (client) => {
      await newCohortId(client, { name: 'Société' });
      return column(await client.get('/smart-ia/cohorts', { search: 'Societe' }), 'name');
    }),
  },
  {
    id: 'round-9.cohorts.list-keeps-removed-tests',
    chapter: 'cohorts',
    story: 'Items of the list are cached by cohort; assigning tests evicts them, removing tests does not.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const kept = new Map<string, unknown>();
      const evicting = on(service, 'POST /smart-ia/cohorts/{id}/tests', ({ ask, pass }) => {
        kept.delete(ask.id.toLowerCase());
        return pass();
      });
      return on(evicting, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (item) => {
          const id = textAt(item, 'cohortId');
          if (!kept.has(id)) kept.set(id, item['tests']);
          return { ...item, tests: kept.get(id) };
        }),
      );
    },
    witness: both(async (client) => {
      const name = client.word();
      const path = `/smart-ia/cohorts/${await newCohortId(client, { name })}/tests`;
      const tests = (await testIds(client)).slice(0, 3);
      const count = async () =>
        list(itemsOf(await client.get('/smart-ia/cohorts', { search: name }))[0]?.['tests']).length;
      await client.send('POST', path, { testIds: tests });
      const before = await count();
      await client.send('DELETE', path, { testIds: tests.slice(0, 1) });
      return [before, await count()];
    }),
  },
  {
    id: 'round-9.cohorts.two-at-once-get-the-same',
    chapter: 'cohorts',
    story: 'A singleton handler keeps the id of the request in a field of itself while it waits.',
    rests: 'Cohorts: GET /smart-ia/cohorts/{cohortId} answers the cohort with that id.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      let current = '';
      return on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        current = ask.id;
        await setTimeout(15);
        return pass({ path: `/smart-ia/cohorts/${current}` });
      });
    },
    witness: both(async (client) => {
      const ids = column(await client.get('/smart-ia/cohorts', { limit: 5 }), 'cohortId');
      const answers = await Promise.all(ids.map((id) => client.get(`/smart-ia/cohorts/${id}`)));
      return answers.map(({ body }, index) => textAt(body, 'cohort', 'cohortId') === ids[index]);
    }),
  },
  {
    id: 'round-9.cohorts.current-is-the-first-year',
    chapter: 'cohorts',
    story: '`current` is resolved with `years[0]`, written when the years still came newest first.',
    rests: 'Cohorts: `academicYearId=current` stands for the current academic year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ ask, pass, call }) => {
        if (ask.query.get('academicYearId') !== 'current') return pass();
        const [first = 'current'] = column(await call('GET /academic-years'), 'academicYearId');
        return pass({ query: changed(ask.query, (query) => query.set('academicYearId', first)) });
      }),
    witness: both(async ({ get }) => {
      const current = textAt((await get('/academic-years/current')).body, 'academicYear', 'academicYearId');
      const found = await get('/smart-ia/cohorts', { academicYearId: 'current' });
      return column(found, 'academicYearId').every((id) => id === current);
    }),
  },
  {
    id: 'round-9.cohorts.tests-of-the-first-fifty',
    chapter: 'cohorts',
    story: 'The loader that brings tests to a page looks up the first chunk of fifty cohorts and no other.',
    rests: 'Cohort: `tests` are the tests assigned to the cohort, in the list too.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), ({ tests, ...item }, index) => (index < 50 ? { ...item, tests } : item)),
      ),
    witness: both(async ({ get }) => {
      const items = itemsOf(await get('/smart-ia/cohorts'));
      return items.slice(50).filter((item) => list(item['tests']).length > 0).length;
    }),
  },
];
