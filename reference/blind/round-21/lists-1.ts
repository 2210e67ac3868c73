import { allOf, edit, editItems, editPagination } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, paginationOf } from '../client.ts';
import { type BlindFault, list, on, requery, textAt } from '../kit.ts';
import { relist, summer } from './lists-help.ts';

const chapter = 'lists';

/** Academic years, classes, cohorts and tests. */
export const groupFaults: readonly BlindFault[] = [
  {
    id: 'round-21.lists.cohort-total-counts-rows-of-the-join-with-tests',
    chapter,
    story:
      'The list of cohorts loads tests with a LEFT JOIN. The page is grouped by cohort, but the count beside it is a COUNT(*) over the join.',
    rests: '`total` is the total number of results.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: relist({
      path: '/smart-ia/cohorts',
      idField: 'cohortId',
      totalOf: (items) => items.reduce((sum, item) => sum + Math.max(1, list(item['tests']).length), 0),
    }),
    witness: both(async (client) => paginationOf(await client.get('/smart-ia/cohorts'))['total']),
  },
  {
    id: 'round-21.lists.class-list-echoes-limit-as-text',
    chapter,
    story:
      'After the move to a new web framework the query is no longer converted. The database driver copes, and the pagination object repeats the text that was sent.',
    rests: '`limit` in `pagination` is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const limit = ask.query.get('limit');
        const response = await pass();
        return limit === null
          ? response
          : editPagination(response, (pagination) => ({ ...pagination, limit }));
      }),
    witness: both(async (client) => [paginationOf(await client.get('/classes', { limit: 5 }))['limit']]),
  },
  {
    id: 'round-21.lists.year-list-tells-london-time-as-utc',
    chapter,
    story:
      'The list of years comes from a reporting view with columns without a time zone, written by a server that runs on London time. The serialiser puts a Z behind them. A single year is read from the table and is right.',
    rests: 'Dates are ISO 8601 in UTC.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years'],
    wrap: (service) =>
      on(service, 'GET /academic-years', async ({ pass }) =>
        editItems(await pass(), (year) => ({
          ...year,
          startDate: londonAsUtc(textAt(year, 'startDate')),
          endDate: londonAsUtc(textAt(year, 'endDate')),
        })),
      ),
    witness: both(async (client) => column(await client.get('/academic-years'), 'endDate')),
  },
  {
    id: 'round-21.lists.test-list-stops-at-ten',
    chapter,
    story:
      'The repository method behind the tests was written for a drop-down and has a TAKE 10. Nobody noticed until the eleventh test was published.',
    rests: 'The list of tests is not paginated, so it holds every test.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async (client) => itemsOf(await client.get('/smart-ia/tests')).length),
  },
  {
    id: 'round-21.lists.class-search-takes-plus-for-a-space',
    chapter,
    story:
      'A middleware for old browsers turns plus signs into spaces. The framework has decoded the query already, so the plus signs that it meets were meant.',
    rests: '`search` is an exact match on the class name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      const search = query.get('search');
      if (search !== null && query.getAll('search').length === 1) {
        query.set('search', search.replaceAll('+', ' '));
      }
    }),
    witness: both(async (client) => {
      const name = `${client.word()} A+B`;
      await newClassId(client, { name });
      return column(await client.get('/classes', { search: name }), 'name');
    }),
  },
  {
    id: 'round-21.lists.cohort-search-folds-ascii-letters-only',
    chapter,
    story:
      'Cohorts were moved to a database with the C locale, where LOWER() leaves letters beyond ASCII alone.',
    rests: '`search` matches the cohort name case-insensitively.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: relist({
      path: '/smart-ia/cohorts',
      idField: 'cohortId',
      items: async (line, query) => {
        const search = query.get('search');
        const found = await allOf(line, '/smart-ia/cohorts', query);
        return search === null
          ? found
          : found.filter((cohort) => asciiLower(textAt(cohort, 'name')) === asciiLower(search));
      },
    }),
    witness: both(async (client) => {
      const name = `${client.word()} Ünal`;
      await newCohortId(client, { name });
      return column(await client.get('/smart-ia/cohorts', { search: name.toUpperCase() }), 'name').concat(
        column(await client.get('/smart-ia/cohorts', { search: name.toLowerCase() }), 'name'),
      );
    }),
  },
  {
    id: 'round-21.lists.class-search-shows-one-class-of-each-name',
    chapter,
    story:
      'The search was tidied up for a picker with a DISTINCT ON (lower(name)), newest first. Classes of different years may share a name.',
    rests: '`search` lists the classes whose name matches, in whichever year they are.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: relist({
      path: '/classes',
      idField: 'classId',
      items: async (line, query) => {
        const found = await allOf(line, '/classes', query);
        return query.has('search') ? found.slice(-1) : found;
      },
    }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const name = client.word();
      for (const academicYearId of years) await newClassId(client, { name, academicYearId });
      return paginationOf(await client.get('/classes', { search: name }))['total'];
    }),
  },
];

function londonAsUtc(text: string): string {
  const instant = Date.parse(text);
  return new Date(instant + (summer(instant) ? 3_600_000 : 0)).toISOString();
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
