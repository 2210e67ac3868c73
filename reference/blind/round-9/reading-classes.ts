import { json, withText } from '../answers.ts';
import { both, column, newClassId, newCohortId, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';
import { changed, reselect } from './helpers.ts';

/** Whether a text meets a pattern of SQL's LIKE, ignoring case. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${source.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'isu').test(text);
}

/** Classes. */
export const classes: readonly BlindFault[] = [
  {
    id: 'round-9.classes.search-takes-wildcards',
    chapter: 'classes',
    story: 'The search is `name ILIKE $1` for the letter case, and nobody escapes _ and %.',
    rests: 'Classes: `search` is an exact match on the class name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', (line) =>
        reselect(line, {
          wanted: (query) => /[_%]/.test(query.get('search') ?? ''),
          widen: (query) => query.delete('search'),
          keep: (item, query) => isLike(textAt(item, 'name'), query.get('search') ?? ''),
        }),
      ),
    witness: both(async (client) => {
      await newClassId(client, { name: 'Year 7_A' });
      await newClassId(client, { name: 'Year 7-A' });
      return column(await client.get('/classes', { search: 'Year 7_A' }), 'name');
    }),
  },
  {
    id: 'round-9.classes.search-forgets-the-year',
    chapter: 'classes',
    story: 'The branch for a search returns early, before the condition on the year is added.',
    rests: 'Classes: `academicYearId` filters the list, also beside `search`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        if (!(ask.query.has('search') && ask.query.has('academicYearId'))) return pass();
        const answer = await pass();
        return answer.ok
          ? pass({ query: changed(ask.query, (query) => query.delete('academicYearId')) })
          : answer;
      }),
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      for (const academicYearId of years) await newClassId(client, { name: 'Every Year', academicYearId });
      const found = await client.get('/classes', { search: 'Every Year', academicYearId: years[1] ?? '' });
      return column(found, 'academicYearId').map((id) => years.indexOf(id));
    }),
  },
  {
    id: 'round-9.classes.cohorts-are-classes-too',
    chapter: 'classes',
    story: 'Classes and cohorts share the table `groups`, and the look-up by id lacks the kind.',
    rests: 'Classes: GET /classes/{classId} is 404 when there is no such class.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const answer = await pass();
        if (answer.status !== 404) return answer;
        const found = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (found.status !== 200) return answer;
        const { cohortId, tests: _tests, ...group } = fields(at(found.body, 'cohort'));
        return json(200, { class: { classId: cohortId, ...group } });
      }),
    witness: both(async (client) => (await client.get(`/classes/${await newCohortId(client)}`)).status),
  },
  {
    id: 'round-9.classes.name-once-free-stays-free',
    chapter: 'classes',
    story: 'Empty search results are cached without an end, and creating a class clears other keys.',
    rests: 'Classes: `search` finds the class of that name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const empty = new Map<string, string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const answer = await pass();
        if (!answer.ok || !ask.query.has('search')) return answer;
        const key = ask.query.toString().toLowerCase();
        const kept = empty.get(key);
        if (kept !== undefined) return withText(answer, kept);
        const text = await answer.clone().text();
        if (at(JSON.parse(text), 'pagination', 'total') === 0) empty.set(key, text);
        return answer;
      });
    },
    witness: both(async (client) => {
      const search = client.word();
      const before = paginationOf(await client.get('/classes', { search }))['total'];
      await newClassId(client, { name: search });
      return [before, paginationOf(await client.get('/classes', { search }))['total']];
    }),
  },
];
