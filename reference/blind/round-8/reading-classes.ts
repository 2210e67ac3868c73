import { allOf, editPagination } from '../answers.ts';
import { both, column, itemsOf, newClassId, nobody, paginationOf } from '../client.ts';
import { type BlindFault, on, requery, textAt } from '../kit.ts';
import { bodyOf, paged, revalue, without } from './reading-helpers.ts';

const prefixed = 16;

/** The list of classes, and that of tests. */
export const classes: readonly BlindFault[] = [
  {
    id: 'round-8.classes.current-is-newest',
    chapter: 'classes',
    story:
      'The list takes the year of the class that was created last for the current one: no look-up needed.',
    rests: 'Classes: academicYearId takes the literal `current` (the current academic year).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      let newest: string | undefined;
      return on(service, ['POST /classes', 'GET /classes'], async ({ ask, pass }) => {
        if (ask.method === 'POST') {
          const answer = await pass();
          if (answer.ok) newest = textAt(await bodyOf(answer), 'class', 'academicYearId');
          return answer;
        }
        if (newest === undefined) return pass();
        const query = new URLSearchParams(ask.query);
        revalue(query, ['academicYearId'], (year) => (year === 'current' ? newest : year));
        return pass({ query });
      });
    },
    witness: both(async (client) => {
      const current = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = column(await client.get('/academic-years'), 'academicYearId');
      await newClassId(client, { academicYearId: years.find((id) => id !== current) });
      const found = column(await client.get('/classes', { academicYearId: 'current' }), 'academicYearId');
      return found.every((id) => id === current);
    }),
  },
  {
    id: 'round-8.classes.search-read-as-latin-1',
    chapter: 'classes',
    story: 'A proxy in front of the list decodes the percent escapes of the search as Latin-1.',
    rests: 'Classes: search is an exact match on the class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) =>
      revalue(query, ['search'], (text) => Buffer.from(text).toString('latin1')),
    ),
    witness: both(async (client) => {
      const name = `Français ${client.word()}`;
      await newClassId(client, { name });
      return column(await client.get('/classes', { search: name }), 'name');
    }),
  },
  {
    id: 'round-8.classes.unknown-year-is-no-filter',
    chapter: 'classes',
    story: 'The year is fetched first; when nothing comes, the condition on it is left out of the query.',
    rests: 'Classes: the query parameter academicYearId chooses the classes of that year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const year = ask.query.get('academicYearId') ?? 'current';
        if (!/^[0-9a-f-]{36}$/i.test(year)) return pass();
        const found = await call(`GET /academic-years/${year}`);
        return found.status === 404 ? pass({ query: without(ask.query, 'academicYearId') }) : pass();
      }),
    witness: both(async ({ get }) => {
      const answer = await get('/classes', { academicYearId: nobody, limit: 5 });
      return answer.status === 200 ? itemsOf(answer).length : answer.status;
    }),
  },
  {
    id: 'round-8.classes.search-by-indexed-prefix',
    chapter: 'classes',
    story: `The name is indexed by its first ${prefixed} characters, and the query compares what is in the index.`,
    rests: 'Classes: search is an exact match on the class name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', (line) =>
        (line.ask.query.get('search') ?? '').length < prefixed && !line.ask.query.has('cursor')
          ? line.pass()
          : paged(line, async (query) => {
              const key = (name: string) => name.toLowerCase().slice(0, prefixed);
              const wanted = key(query.get('search') ?? '');
              const all = await allOf(line, '/classes', without(query, 'search'));
              return all.filter((item) => key(textAt(item, 'name')) === wanted);
            }),
      ),
    witness: both(async (client) => {
      const name = `A rather long name ${client.word()}`;
      await newClassId(client, { name });
      await newClassId(client, { name: `${name} too` });
      return paginationOf(await client.get('/classes', { search: name }))['total'];
    }),
  },
  {
    id: 'round-8.classes.total-is-text',
    chapter: 'pagination',
    story: 'The database driver hands counts out as texts, because they are 64 bits wide.',
    rests: 'Pagination: total is an integer.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ pass }) =>
        editPagination(await pass(), ({ total }) => ({ total: String(total) })),
      ),
    witness: both(async ({ get }) => typeof paginationOf(await get('/classes'))['total']),
  },
];
