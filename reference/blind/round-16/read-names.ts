import { allOf, json, meant, page } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId } from '../client.ts';
import { type BlindFault, fields, type Line, on, requery, type Service, textAt } from '../kit.ts';

/** A service whose search on a list compares names after some folding. */
function searchBy(path: string, fold: (name: string) => string): (service: Service) => Service {
  const answer = async (line: Line) => {
    const query = meant(line.ask);
    const search = query.get('search');
    if (search === null) return line.pass();
    const response = await line.pass({ query });
    if (!response.ok) return response;
    const wide = new URLSearchParams(query);
    wide.delete('search');
    const groups = await allOf(line, path, wide);
    return page(
      query,
      groups.filter((group) => fold(textAt(group, 'name')) === fold(search)),
    );
  };
  return (service) => on(service, `GET ${path}`, answer);
}

/** The searches for classes and cohorts, and their ids. */
export const names: readonly BlindFault[] = [
  {
    id: 'round-16.classes.search-does-not-hear-accents',
    chapter: 'classes',
    story:
      'The column has the collation utf8mb4_0900_ai_ci, which takes é for e: right in case, blind to accents.',
    rests: 'GET /classes: `search` (string; exact match on class name, case-insensitive).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: searchBy('/classes', (name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name: `${name} Été` });
      return itemsOf(await client.get('/classes', { search: `${name} Ete` })).length;
    }),
  },
  {
    id: 'round-16.cohorts.search-folds-ascii-alone',
    chapter: 'cohorts',
    story: 'lower() of SQLite knows A to Z and leaves Ñ and É as they are.',
    rests: 'GET /smart-ia/cohorts: `search` (exact match on cohort name, case-insensitive).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: searchBy('/smart-ia/cohorts', (name) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name: `${name} Éñ` });
      return itemsOf(await client.get('/smart-ia/cohorts', { search: `${name} éÑ` })).length;
    }),
  },
  {
    id: 'round-16.cohorts.current-is-the-year-last-written-to',
    chapter: 'cohorts',
    story: 'Creating a cohort sets the year of the context, which the literal `current` is later read from.',
    rests: '`academicYearId` (UUID or `current`): the current academic year of GET /academic-years/current.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      let year = '';
      const creating = on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        const body = fields(await response.clone().json());
        if (response.ok) year = textAt(body, 'cohort', 'academicYearId');
        return response;
      });
      return requery('GET /smart-ia/cohorts', (query) => {
        if (year !== '' && query.get('academicYearId') === 'current') query.set('academicYearId', year);
      })(creating);
    },
    witness: both(async (client) => {
      const [academicYearId = ''] = column(await client.get('/academic-years'), 'academicYearId');
      await newCohortId(client, { academicYearId });
      const found = await client.get('/smart-ia/cohorts', { academicYearId: 'current', limit: 5 });
      return column(found, 'academicYearId').filter((id) => id === academicYearId).length;
    }),
  },
  {
    id: 'round-16.classes.search-remembers-that-there-was-none',
    chapter: 'classes',
    story: 'Empty results of a search are cached, and creating a class forgets the cached ids alone.',
    rests: 'GET /classes: `search` (string; exact match on class name, case-insensitive).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const empty = new Map<string, unknown>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (!response.ok || !ask.query.has('search')) return response;
        const name = ask.query.toString();
        const body = fields(await response.clone().json());
        if (textAt(body, 'pagination', 'total') === '0') empty.set(name, body);
        return empty.has(name) ? json(200, empty.get(name)) : response;
      });
    },
    witness: both(async (client) => {
      const search = client.word();
      const before = itemsOf(await client.get('/classes', { search })).length;
      await newClassId(client, { name: search });
      return [before, itemsOf(await client.get('/classes', { search })).length];
    }),
  },
  {
    id: 'round-16.classes.cohort-read-as-a-class',
    chapter: 'classes',
    story: 'Classes and cohorts are rows of one table, and the look-up by id has no condition on their kind.',
    rests: 'GET /classes/{classId}: 404. 404: class not found.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const found = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (found.status !== 200) return response;
        const { cohortId, tests: _tests, ...rest } = fields(found.body['cohort']);
        return json(200, { class: { classId: cohortId, ...rest } });
      }),
    witness: both(async (client) => (await client.get(`/classes/${await newCohortId(client)}`)).status),
  },
];
