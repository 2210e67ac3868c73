import { allOf, editPagination, meant, page } from '../answers.ts';
import { both, column, newCohortId, nobody, paginationOf } from '../client.ts';
import { at, type BlindFault, on, readAnswer, requery, textAt, texts } from '../kit.ts';

const classes = 'GET /classes';
const cohorts = 'GET /smart-ia/cohorts';
const create = 'POST /smart-ia/cohorts';

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The lists of classes and cohorts. */
export const groupFaults: readonly BlindFault[] = [
  {
    id: 'round-17.cohorts.search-stays-in-the-current-year',
    chapter: 'cohorts',
    story:
      'The search takes its academic year from the helper of the create request, which defaults to the current one.',
    rests:
      'GET /smart-ia/cohorts: search is an exact match on cohort name; academicYearId is a filter of its own.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [cohorts],
    wrap: requery(cohorts, (query) => {
      if (query.has('search') && !query.has('academicYearId')) query.set('academicYearId', 'current');
    }),
    witness: both(async (client) =>
      column(await client.get('/smart-ia/cohorts', { search: 'Foundation Group' }), 'academicYearId'),
    ),
  },
  {
    id: 'round-17.cohorts.total-of-another-year',
    chapter: 'cohorts',
    story:
      'Totals are cached until a cohort is created, and the key holds the search and not the academic year.',
    rests: 'Pagination: total is the total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: [cohorts],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, [cohorts, create], async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method === 'POST') totals.clear();
        if (ask.method === 'POST' || !response.ok || ask.query.has('cursor')) return response;
        const key = (ask.query.get('search') ?? '').toLowerCase();
        return editPagination(response, ({ total }) => {
          if (!totals.has(key)) totals.set(key, total);
          return { total: totals.get(key) };
        });
      });
    },
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const totals: unknown[] = [];
      for (const academicYearId of years) {
        totals.push(
          paginationOf(await client.get('/smart-ia/cohorts', { academicYearId, limit: 5 }))['total'],
        );
      }
      return totals;
    }),
  },
  {
    id: 'round-17.cohorts.current-is-the-year-last-written-to',
    chapter: 'cohorts',
    story:
      'The create request keeps the year it looked up in the slot from which the list takes the current year.',
    rests: 'GET /smart-ia/cohorts: academicYearId is a UUID or the literal current.',
    breaks: 'explicit',
    depth: 'deep',
    at: [cohorts],
    wrap: (service) => {
      let held = 'current';
      return on(service, [cohorts, create], async ({ ask, pass }) => {
        if (ask.method === 'POST') {
          const response = await pass();
          const { body } = await readAnswer(response.clone());
          if (response.ok) held = textAt(body, 'cohort', 'academicYearId');
          return response;
        }
        if (ask.query.get('academicYearId') !== 'current') return pass();
        const query = new URLSearchParams(ask.query);
        query.set('academicYearId', held);
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const years = (await client.get('/academic-years')).body;
      const current = (await client.get('/academic-years/current')).body;
      await newCohortId(client, { academicYearId: at(years, 'data', 0, 'academicYearId') });
      const listed = await client.get('/smart-ia/cohorts', { academicYearId: 'current', limit: 5 });
      return [...new Set(column(listed, 'academicYearId'))].map(
        (id) => id === textAt(current, 'academicYear', 'academicYearId'),
      );
    }),
  },
  {
    id: 'round-17.classes.unknown-year-is-no-filter',
    chapter: 'classes',
    story: 'The year is looked up first, and the query builder drops a condition whose value is undefined.',
    rests: 'GET /classes: academicYearId (UUID or the literal current) filters the classes.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classes],
    wrap: (service) =>
      on(service, classes, async ({ ask, call, pass }) => {
        const year = ask.query.get('academicYearId');
        const response = await pass();
        if (!response.ok || year === null || year === 'current') return response;
        const years = await call('GET /academic-years');
        if (years.text.includes(year.toLowerCase())) return response;
        const query = new URLSearchParams(ask.query);
        query.delete('academicYearId');
        return pass({ query });
      }),
    witness: both(async (client) => {
      const { body } = await client.get('/classes', { academicYearId: nobody, limit: 5 });
      return String(at(body, 'pagination', 'total'));
    }),
  },
  {
    id: 'round-17.classes.search-ignores-accents',
    chapter: 'classes',
    story: 'The column got the default collation of a newer database, which takes ñ for n.',
    rests: 'GET /classes: search is an exact match on class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'medium',
    at: [classes],
    wrap: (service) =>
      on(service, classes, async (line) => {
        const { ask, pass } = line;
        const query = meant(ask);
        const search = query.get('search');
        if (search === null || (query.has('cursor') && !query.has('resumed'))) return pass();
        if (ask.query.has('cursor') && ask.query.has('offset')) return pass();
        const asked = new URLSearchParams(query);
        asked.delete('cursor');
        const response = await pass({ query: asked });
        if (!response.ok) return response;
        const all = new URLSearchParams(query);
        all.delete('search');
        const found = (await allOf(line, '/classes', all)).filter(
          (one) => plain(textAt(one, 'name')) === plain(search),
        );
        const { body } = await readAnswer(response.clone());
        return found.length === at(body, 'pagination', 'total') ? response : page(query, found);
      }),
    witness: both(async (client) =>
      texts(column(await client.get('/classes', { search: 'Ano 7 / Grupo N' }), 'name')),
    ),
  },
];
