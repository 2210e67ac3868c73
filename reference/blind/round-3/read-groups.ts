import { allOf, edit, editItems } from '../answers.ts';
import { both, column, itemsOf, newClassId } from '../client.ts';
import { type BlindFault, fields, list, on, textAt } from '../kit.ts';
import { changed, narrowed, relisted } from './shared.ts';

/** Faults of reading classes and cohorts. */
export const groupFaults: readonly BlindFault[] = [
  {
    id: 'round-3.classes.found-by-the-beginning',
    chapter: 'classes',
    story: 'The search feeds a field that completes what is typed, and compares beginnings.',
    rests: 'GET /classes: search is an exact match on the class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', (line) =>
        relisted(
          line,
          (query) => (query.get('search') ?? '') !== '',
          async (filters) => {
            const typed = (filters.get('search') ?? '').toLowerCase();
            const rest = changed(filters, (name, value) => (name === 'search' ? undefined : value));
            const all = await allOf(line, '/classes', rest);
            return all.filter((item) => textAt(item, 'name').toLowerCase().startsWith(typed));
          },
        ),
      ),
    witness: both(async (client) => {
      const search = client.word();
      await newClassId(client, { name: search });
      await newClassId(client, { name: `${search} and more` });
      return itemsOf(await client.get('/classes', { search })).length;
    }),
  },
  {
    id: 'round-3.classes.long-names-not-indexed',
    chapter: 'classes',
    story:
      'The index takes a name as one keyword up to a hundred characters and leaves longer ones out in silence.',
    rests: 'GET /classes: search is an exact match on the class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', ({ ask, pass }) => {
        const search = ask.query.get('search') ?? '';
        if (search.length <= 100) return pass();
        const query = new URLSearchParams(ask.query);
        query.set('search', `${search} (not indexed)`);
        return pass({ query });
      }),
    witness: both(async (client) => {
      const search = `${client.word()} ${'of a long name '.repeat(8)}`.trim();
      await newClassId(client, { name: search });
      return itemsOf(await client.get('/classes', { search })).length;
    }),
  },
  {
    id: 'round-3.classes.small-i-without-a-dot',
    chapter: 'classes',
    story:
      'Letters are made small by the language of the server, which was set to Turkish for another customer.',
    rests: 'GET /classes: search is an exact match on the class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        const search = ask.query.get('search');
        if (search === null) return response;
        const small = search.toLocaleLowerCase('tr');
        return edit(response, (body) =>
          narrowed(body, (item) => textAt(item, 'name').toLocaleLowerCase('tr') === small),
        );
      }),
    witness: both(async (client) => {
      const name = `${client.word()} in the evening`;
      await newClassId(client, { name });
      return itemsOf(await client.get('/classes', { search: name.toUpperCase() })).length;
    }),
  },
  {
    id: 'round-3.cohorts.encoded-twice',
    chapter: 'cohorts',
    story:
      'The connection of the read database is set to Latin-1, so bytes of UTF-8 are taken for letters and encoded again.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on the cohort name; Cohort.name.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (item) => ({
          ...item,
          name: Buffer.from(textAt(item, 'name')).toString('latin1'),
        })),
      ),
    witness: both(async ({ get }) =>
      column(await get('/smart-ia/cohorts', { search: 'Straße und Fuß' }), 'name'),
    ),
  },
  {
    id: 'round-3.cohorts.inactive-tests-hidden',
    chapter: 'cohorts',
    story: 'A default scope on the model of assignments leaves out those that are not active.',
    rests: 'Cohort.tests: tests assigned to the cohort; each has an activationStatus.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const { tests, ...cohort } = fields(body['cohort']);
          const active = list(tests).filter((test) => textAt(test, 'activationStatus') !== 'inactive');
          return { cohort: active.length === 0 ? cohort : { ...cohort, tests: active } };
        }),
      ),
    witness: both(async ({ get }) => {
      const cohorts = itemsOf(await get('/smart-ia/cohorts'));
      const cohort = cohorts.find(({ tests }) => JSON.stringify(tests ?? []).includes('"inactive"'));
      const alone = await get(`/smart-ia/cohorts/${textAt(cohort, 'cohortId')}`);
      return list(cohort?.['tests']).length === list(fields(alone.body['cohort'])['tests']).length;
    }),
  },
];
