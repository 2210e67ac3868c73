import { allOf, edit, editItems, meant } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, fields, list, on, readAnswer, type Service, textAt } from '../kit.ts';
import { exact, findingBy, finds, route } from '../shared/classes.ts';
import { arranged } from './choose.ts';

function matchesPattern(name: string, search: string): boolean {
  try {
    return new RegExp(`^${search}$`, 'iu').test(name);
  } catch {
    return false;
  }
}

/** Classes that were created without a year, from their creation on. */
function noticing(service: Service, unfiled: Set<string>): Service {
  return on(service, 'POST /classes', async ({ ask, pass }) => {
    const answer = await pass();
    if (answer.status !== 201 || at(ask.body, 'class', 'academicYearId') !== undefined) return answer;
    unfiled.add(textAt((await readAnswer(answer.clone())).body, 'class', 'classId'));
    return answer;
  });
}

/** Faults in reading classes. */
export const classes: readonly BlindFault[] = [
  {
    id: 'round-5.classes.search-is-a-regular-expression',
    chapter: 'classes',
    story:
      'The document store ignores letter case through a regular expression, and the search goes into it as it is.',
    rests: `GET /classes: ${exact}; brackets and plus signs stand for themselves.`,
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: findingBy((search) => /[.*+?()[\]^$|\\{}]/.test(search), matchesPattern),
    witness: finds('Blind C++ (Evening)', 'blind c++ (evening)'),
  },
  {
    id: 'round-5.classes.quotes-make-a-phrase',
    chapter: 'classes',
    story:
      'The search engine takes quotation marks around a text for its sign of a phrase, and looks for what is between them.',
    rests: `GET /classes: ${exact}; a quotation mark is a character of the name.`,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: findingBy(
      (search) => /^".+"$/.test(search),
      (name, search) => name.toLowerCase() === search.slice(1, -1).toLowerCase(),
    ),
    witness: finds('"Blind Phrase"', '"Blind Phrase"'),
  },
  {
    id: 'round-5.classes.namesake-from-the-cache',
    chapter: 'classes',
    story:
      'Single classes are cached under a slug of their name, and the same name stands in another year as well.',
    rests: 'GET /classes/{classId} answers the class with that identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const kept = new Map<string, unknown>();
      return on(service, 'GET /classes/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const slug = textAt(body, 'class', 'name').toLowerCase();
          const found = kept.get(slug) ?? body;
          kept.set(slug, found);
          return found;
        }),
      );
    },
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const same: boolean[] = [];
      for (const academicYearId of years.slice(0, 2)) {
        const id = await newClassId(client, { name: 'Blind of two years', academicYearId });
        same.push(textAt((await client.get(`/classes/${id}`)).body, 'class', 'classId') === id);
      }
      return same;
    }),
  },
  {
    id: 'round-5.classes.default-year-not-in-the-filter',
    chapter: 'classes',
    story:
      'A class without a year has none in its row; the mapper fills in the current one when it is read, and the filter sees the row.',
    rests:
      'CreateClass: academicYearId defaults to the current academic year; GET /classes takes academicYearId as UUID or current.',
    breaks: 'explicit',
    depth: 'medium',
    at: [route, 'POST /classes'],
    wrap: (service) => {
      const unfiled = new Set<string>();
      return on(noticing(service, unfiled), route, async (line) => {
        if (unfiled.size === 0 || !meant(line.ask).has('academicYearId')) return line.pass();
        return arranged(line, '/classes', [], (items) =>
          items.filter((item) => !unfiled.has(textAt(item, 'classId'))),
        );
      });
    },
    witness: both(async (client) => {
      await newClassId(client, { name: 'Blind by default' });
      const found = await client.get('/classes', { search: 'Blind by default', academicYearId: 'current' });
      return paginationOf(found)['total'];
    }),
  },
];

/** Faults in reading cohorts. */
export const cohorts: readonly BlindFault[] = [
  {
    id: 'round-5.cohorts.search-reads-descriptions-too',
    chapter: 'cohorts',
    story: 'The index of cohorts has one keyword field into which name and description are both copied.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on cohort name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async (line) => {
        const search = meant(line.ask).get('search')?.toLowerCase();
        if (search === undefined) return line.pass();
        const fits = (item: unknown, name: string) => textAt(item, name).toLowerCase() === search;
        const everything = await allOf(line, '/smart-ia/cohorts', new URLSearchParams());
        if (!everything.some((item) => fits(item, 'description'))) return line.pass();
        return arranged(line, '/smart-ia/cohorts', ['search'], (items) =>
          items.filter((item) => fits(item, 'name') || fits(item, 'description')),
        );
      }),
    witness: both(async (client) => {
      await newCohortId(client, { description: 'Blind in words' });
      return paginationOf(await client.get('/smart-ia/cohorts', { search: 'blind in words' }))['total'];
    }),
  },
  {
    id: 'round-5.cohorts.name-of-the-joined-test',
    chapter: 'cohorts',
    story:
      'The cohort is read with all columns of a join, and the name of the last table overwrites the name of the first.',
    rests:
      'GET /smart-ia/cohorts/{cohortId} answers the Cohort with its own name; the tests have names of their own.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          return { cohort: { ...cohort, name: at(cohort, 'tests', 0, 'name') ?? cohort['name'] } };
        }),
      ),
    witness: both(async (client) => {
      const id = await newCohortId(client, { name: 'Blind and tested' });
      const [test] = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: [test] });
      return textAt((await client.get(`/smart-ia/cohorts/${id}`)).body, 'cohort', 'name');
    }),
  },
  {
    id: 'round-5.cohorts.five-tests-shown',
    chapter: 'cohorts',
    story: 'The query for one cohort was taken from a panel that has room for five tests.',
    rests: 'Cohort: tests holds the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          const tests = list(cohort['tests']);
          return tests.length > 5 ? { cohort: { ...cohort, tests: tests.slice(0, 5) } } : body;
        }),
      ),
    witness: both(async (client) => {
      const id = await newCohortId(client);
      const eight = (await testIds(client)).slice(0, 8);
      await client.send('POST', `/smart-ia/cohorts/${id}/tests`, { testIds: eight });
      const { body } = await client.get(`/smart-ia/cohorts/${id}`);
      return list(at(body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-5.cohorts.version-is-the-test-again',
    chapter: 'cohorts',
    story:
      'In the mapper of the list the line of the version was copied from the line above it and only half changed.',
    rests: 'CohortTest: testVersionId identifies the version of the test content, testId the test.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (cohort) => {
          if (!Array.isArray(cohort['tests'])) return cohort;
          const tests = list(cohort['tests']).map(fields);
          return { ...cohort, tests: tests.map((test) => ({ ...test, testVersionId: test['testId'] })) };
        }),
      ),
    witness: both(async ({ get }) => {
      const all = itemsOf(await get('/smart-ia/cohorts', { limit: 100 })).flatMap((one) =>
        list(one['tests']),
      );
      return all.filter((test) => at(test, 'testId') === at(test, 'testVersionId')).length;
    }),
  },
];
