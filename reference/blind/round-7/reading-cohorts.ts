import { allOf, edit, page, refuse } from '../answers.ts';
import { both, column, itemsOf } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';

const cohorts = 'cohorts';
const cohortSearch = 'GET /smart-ia/cohorts: search is an exact match on the cohort name, case-insensitive.';

/** Faults of cohorts. */
export const readingCohorts: readonly BlindFault[] = [
  {
    id: 'round-7.cohorts.search-minds-case',
    chapter: cohorts,
    story: 'The look-up of classes was copied, but the collation of the column was not.',
    rests: cohortSearch,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async (line) => {
        const search = line.ask.query.get('search');
        const checked = await line.pass();
        if (search === null || !checked.ok || line.ask.query.has('cursor')) return checked;
        const items = await allOf(line, '/smart-ia/cohorts', line.ask.query);
        const same = items.filter(({ name }) => name === search);
        return same.length === items.length ? checked : page(line.ask.query, same);
      }),
    witness: both(async ({ get }) => {
      const [name = ''] = column(await get('/smart-ia/cohorts', { limit: 1 }), 'name');
      return itemsOf(await get('/smart-ia/cohorts', { search: name.toUpperCase() })).length > 0;
    }),
  },
  {
    id: 'round-7.cohorts.empty-search-result-is-cached',
    chapter: cohorts,
    story: 'Searches without a hit are remembered to spare the database, and creating does not forget them.',
    rests: cohortSearch,
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const empty = new Map<string, string>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const answer = await pass();
        if (!answer.ok || !ask.query.has('search')) return answer;
        const name = String(ask.query);
        const known = empty.get(name);
        if (known !== undefined) return edit(answer, () => JSON.parse(known));
        const text = await answer.clone().text();
        if (list(fields(JSON.parse(text))['data']).length === 0) empty.set(name, text);
        return answer;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.get('/smart-ia/cohorts', { search: name });
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return itemsOf(await client.get('/smart-ia/cohorts', { search: name })).length;
    }),
  },
  {
    id: 'round-7.cohorts.single-one-only-in-current-year',
    chapter: cohorts,
    story:
      'The default scope of the model is the current year; the list lifts it, the single cohort does not.',
    rests: 'GET /smart-ia/cohorts/{cohortId} answers 200 with the cohort; 404 is for one that is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass, call }) => {
        const answer = await pass();
        if (!answer.ok) return answer;
        const year = textAt(
          (await call('GET /academic-years/current')).body,
          'academicYear',
          'academicYearId',
        );
        const own = textAt(await answer.clone().json(), 'cohort', 'academicYearId');
        return own === year ? answer : refuse(ask, 404, 'Not found');
      }),
    witness: both(async ({ get }) => {
      const current = textAt((await get('/academic-years/current')).body, 'academicYear', 'academicYearId');
      const old = column(await get('/academic-years'), 'academicYearId').find((id) => id !== current);
      const [id] = column(await get('/smart-ia/cohorts', { academicYearId: old ?? '' }), 'cohortId');
      return (await get(`/smart-ia/cohorts/${id}`)).status;
    }),
  },
  {
    id: 'round-7.cohorts.all-tests-get-subject-of-first',
    chapter: cohorts,
    story: 'The single cohort resolves the subject once, outside of the loop over its tests.',
    rests: 'CohortTest: subject is that of the test, as the list of tests has it.',
    breaks: 'implied',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          const all = list(cohort['tests']).map(fields);
          const subject = all[0]?.['subject'];
          const changed = all.map((test) => ({ ...test, subject }));
          return { cohort: all.length === 0 ? cohort : { ...cohort, tests: changed } };
        }),
      ),
    witness: both(async ({ get }) => {
      const known = new Map(
        itemsOf(await get('/smart-ia/tests')).map((one) => [one['testId'], one['subject']]),
      );
      const found = itemsOf(await get('/smart-ia/cohorts')).find((one) => list(one['tests']).length > 1);
      const { body } = await get(`/smart-ia/cohorts/${textAt(found, 'cohortId')}`);
      const own = list(fields(body['cohort'])['tests']).map(fields);
      return own.map((test) => known.get(test['testId']) === test['subject']);
    }),
  },
];
