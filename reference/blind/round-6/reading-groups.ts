import { edit, Trail } from '../answers.ts';
import { both, column, newClassId, newCohortId, nextOf, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, readAnswer, requery, textAt } from '../kit.ts';
import { exact, findingBy, finds, route } from '../shared/classes.ts';
import { keeping } from './reading-filtering.ts';

const cohorts = '/smart-ia/cohorts';

/** Only the 26 letters in lower case. */
function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether a name is LIKE a search. */
function like(name: string, search: string): boolean {
  const literal = search.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'isu').test(name);
}

const searches: readonly BlindFault[] = [
  {
    id: 'round-6.cohorts.search-minds-letter-case',
    chapter: 'cohorts',
    story: 'The database moved to another engine whose texts are compared byte by byte.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [`GET ${cohorts}`],
    wrap: keeping(
      cohorts,
      (query) => query.has('search'),
      (item, query) => item['name'] === query.get('search'),
    ),
    witness: both(async (client) => {
      const name = client.word();
      await newCohortId(client, { name });
      return column(await client.get(cohorts, { search: name.toUpperCase() }), 'name');
    }),
  },
  {
    id: 'round-6.classes.search-folds-plain-letters-only',
    chapter: 'classes',
    story: 'The lower() of the embedded database knows ASCII and leaves Ä and É alone.',
    rests: exact,
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: findingBy(
      (search) => /[^ -~]/.test(search),
      (name, search) => lowered(name) === lowered(search),
    ),
    witness: finds('Éveil Blind', 'éveil blind'),
  },
  {
    id: 'round-6.classes.underscore-and-percent-are-wildcards',
    chapter: 'classes',
    story: 'The search is made with ILIKE to ignore letter case, and nobody escapes the text.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: findingBy((search) => /[%_]/.test(search), like),
    witness: finds('Blind 7X2', 'Blind 7_2'),
  },
  {
    id: 'round-6.classes.search-dropped-beside-the-current-year',
    chapter: 'classes',
    story: 'The branch for the literal builds a new filter object and carries nothing over.',
    rests: `${exact}; it stands beside academicYearId, which takes the literal current.`,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: requery(route, (query) => {
      if (query.get('academicYearId') === 'current') query.delete('search');
    }),
    witness: both(async (client) => {
      const name = client.word();
      await newClassId(client, { name });
      return paginationOf(await client.get('/classes', { search: name, academicYearId: 'current' }))['total'];
    }),
  },
];

const byYear: readonly BlindFault[] = [
  {
    id: 'round-6.classes.current-means-the-oldest-year',
    chapter: 'classes',
    story: 'The literal takes the first row of the table of years, which is in order of insertion.',
    rests: 'GET /classes: academicYearId takes the literal current, the current academic year.',
    breaks: 'explicit',
    depth: 'shallow',
    at: [route],
    wrap: (service) =>
      on(service, route, async ({ ask, pass, call }) => {
        if (ask.query.get('academicYearId') !== 'current') return pass();
        const found = await call('GET /academic-years');
        const [oldest] = column(found, 'academicYearId');
        if (oldest === undefined) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('academicYearId', oldest);
        return pass({ query });
      }),
    witness: both(async ({ get }) => {
      const current = textAt((await get('/academic-years/current')).body, 'academicYear', 'academicYearId');
      const found = column(await get('/classes', { academicYearId: 'current' }), 'academicYearId');
      return found.every((id) => id === current);
    }),
  },
  {
    id: 'round-6.cohorts.current-filters-nothing',
    chapter: 'cohorts',
    story: 'A value that is no UUID is taken for none; classes learned the literal, cohorts did not.',
    rests: 'GET /smart-ia/cohorts: academicYearId is a UUID or current.',
    breaks: 'explicit',
    depth: 'medium',
    at: [`GET ${cohorts}`],
    wrap: requery(`GET ${cohorts}`, (query) => {
      if (query.get('academicYearId') === 'current') query.delete('academicYearId');
    }),
    witness: both(
      async ({ get }) =>
        new Set(column(await get(cohorts, { academicYearId: 'current' }), 'academicYearId')).size,
    ),
  },
  {
    id: 'round-6.cohorts.cursor-leaves-the-year-behind',
    chapter: 'cohorts',
    story: 'The cursor holds a position and the search, and the next page reads all years from there.',
    rests:
      'Pagination: nextCursor is the cursor for the next page of the results; academicYearId filters them.',
    breaks: 'explicit',
    depth: 'deep',
    at: [`GET ${cohorts}`],
    wrap: (service) => {
      const trail = new Trail();
      return on(service, `GET ${cohorts}`, async ({ ask, pass }) => {
        const start = trail.startOf(ask);
        const former = trail.queryOf(ask);
        const lost = former?.has('academicYearId') === true && !ask.query.has('offset');
        const query = new URLSearchParams({ limit: ask.query.get('limit') ?? '100', offset: String(start) });
        const answer = await (lost ? pass({ query }) : pass());
        if (answer.ok) trail.note(ask, (await readAnswer(answer.clone())).body);
        if (!lost) return answer;
        return edit(answer, (body) => ({
          ...body,
          pagination: { ...fields(body['pagination']), offset: 0 },
        }));
      });
    },
    witness: both(async ({ get }) => {
      const first = await get(cohorts, { academicYearId: 'current', limit: 2 });
      const second = await get(cohorts, { cursor: nextOf(first), limit: 2 });
      return paginationOf(first)['total'] === paginationOf(second)['total'];
    }),
  },
];

/** Faults of the lists of classes and cohorts. */
export const groups: readonly BlindFault[] = [...searches, ...byYear];
