import { edit, editItems, json } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, nobody, testIds } from '../client.ts';
import { at, type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const digitsOnly = /^-?\d+(\.\d+)?$/;

/** A group whose texts of digits have become numbers. */
function numbered(group: Fields): Fields {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [
      name,
      typeof value === 'string' && digitsOnly.test(value) ? Number(value) : value,
    ]),
  );
}

/** Reading of academic years, classes, cohorts and tests. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.years.unknown-year-is-a-null-in-its-wrapper',
    chapter: 'years',
    story:
      'The finder was changed from one that throws to one that returns null, and the handler wraps whatever it gets.',
    rests: 'GET /academic-years/{academicYearId}: other statuses 404.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /academic-years/{id}'],
    wrap: (service) =>
      on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 404 && uuid.test(ask.id) ? json(200, { academicYear: null }) : response;
      }),
    witness: both(async (client) => {
      const { status, text } = await client.get(`/academic-years/${nobody}`);
      return `${status} ${status === 200 ? text : ''}`;
    }),
  },
  {
    id: 'round-17.years.current-follows-the-year-last-filtered-by',
    chapter: 'years',
    story:
      'The year of the class filter is put into a year context that was meant to live for one request but is a singleton.',
    rests: 'GET /academic-years/current answers the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/current'],
    wrap: (service) => {
      let context = '';
      return on(service, ['GET /classes', 'GET /academic-years/current'], async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        if (ask.path === '/classes') {
          const year = ask.query.get('academicYearId');
          if (year !== null) context = year === 'current' ? '' : year;
          return response;
        }
        const year = context === '' ? undefined : await call(`GET /academic-years/${context}`);
        return year?.status === 200 ? json(200, year.body) : response;
      });
    },
    witness: both(async (client) => {
      const [oldest = ''] = column(await client.get('/academic-years'), 'academicYearId');
      await client.get('/classes', { academicYearId: oldest, limit: 1 });
      return textAt((await client.get('/academic-years/current')).body, 'academicYear', 'name');
    }),
  },
  {
    id: 'round-17.classes.id-of-a-cohort-reads-as-a-class',
    chapter: 'classes',
    story:
      'Classes and cohorts were moved into one table of groups, and the read by id forgot the column that tells the kind.',
    rests: 'Errors, 404: academic year, class or cohort not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const found = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (found.status !== 200) return response;
        const { cohortId, name, description, academicYearId } = fields(found.body['cohort']);
        return json(200, { class: { classId: cohortId, name, description, academicYearId } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      return String((await client.get(`/classes/${cohortId}`)).status);
    }),
  },
  {
    id: 'round-17.classes.name-of-digits-is-a-number',
    chapter: 'classes',
    story:
      'The JSON encoder was given a flag that turns numeric texts into numbers, to please a chart on another page.',
    rests: 'Class: name is a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes', 'GET /classes/{id}'],
    wrap: (service) =>
      on(service, ['GET /classes', 'GET /classes/{id}'], async ({ ask, pass }) =>
        ask.id === ''
          ? editItems(await pass(), numbered)
          : edit(await pass(), (body) => ({ ...body, class: numbered(fields(body['class'])) })),
      ),
    witness: both(async (client) => {
      const classId = await newClassId(client, { name: '0042' });
      const one = await client.get(`/classes/${classId}`);
      return JSON.stringify(at(one.body, 'class', 'name'));
    }),
  },
  {
    id: 'round-17.cohorts.tests-in-a-list-share-the-first-status',
    chapter: 'cohorts',
    story:
      'The identity map of a request keeps assigned tests under the id of the test instead of cohort and test.',
    rests: 'CohortTest: activationStatus of the item of `tests`, the tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) => {
        const kept = new Map<unknown, unknown>();
        return editItems(await pass(), (cohort) => {
          if (!('tests' in cohort)) return cohort;
          const tests = list(cohort['tests']).map((item) => {
            const test = fields(item);
            if (!kept.has(test['testId'])) kept.set(test['testId'], test['activationStatus']);
            return { ...test, activationStatus: kept.get(test['testId']) };
          });
          return { ...cohort, tests };
        });
      }),
    witness: both(async (client) => {
      const cohorts = itemsOf(await client.get('/smart-ia/cohorts', { limit: 60 }));
      const told: string[] = [];
      for (const cohort of cohorts) {
        const one = await client.get(`/smart-ia/cohorts/${textAt(cohort, 'cohortId')}`);
        const alone = JSON.stringify(at(one.body, 'cohort', 'tests'));
        told.push(alone === JSON.stringify(cohort['tests']) ? 'same' : 'other');
      }
      return told.join(' ');
    }),
  },
  {
    id: 'round-17.cohorts.titles-of-tests-come-in-the-order-of-the-catalogue',
    chapter: 'cohorts',
    story:
      'The batch loader of the single read returns tests in the order of the table and not in the order of the ids it was given.',
    rests: 'CohortTest: testId, name and subject of one test.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const catalogue = itemsOf(await call('GET /smart-ia/tests'));
        return edit(response, (body) => {
          const cohort = fields(body['cohort']);
          if (!('tests' in cohort)) return body;
          const own = list(cohort['tests']).map(fields);
          const ids = new Set(own.map((test) => test['testId']));
          const loaded = catalogue.filter((test) => ids.has(test['testId']));
          const tests = own.map((test, index) => ({
            ...test,
            name: loaded[index]?.['name'],
            subject: loaded[index]?.['subject'],
          }));
          return { ...body, cohort: { ...cohort, tests } };
        });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const catalogue = itemsOf(await client.get('/smart-ia/tests'));
      const chosen = (await testIds(client)).slice(1, 4).reverse();
      for (const testId of chosen) {
        await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [testId] });
      }
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      const right = list(at(body, 'cohort', 'tests')).map((test) =>
        catalogue.some((one) => one['testId'] === at(test, 'testId') && one['name'] === at(test, 'name')),
      );
      return right.join(' ');
    }),
  },
  {
    id: 'round-17.tests.list-ends-after-ten',
    chapter: 'tests',
    story: 'The query was written for a drop-down with the ten first tests, and the list took it over.',
    rests: 'GET /smart-ia/tests: 200 { data: SmartIaTest[] } (not paginated).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/tests'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, data: list(body['data']).slice(0, 10) })),
      ),
    witness: both(async (client) => {
      const listed = new Set(await testIds(client));
      const cohorts = itemsOf(await client.get('/smart-ia/cohorts', { limit: 100 }));
      const assigned = cohorts.flatMap((cohort) =>
        list(cohort['tests']).map((test) => textAt(test, 'testId')),
      );
      const missing = new Set(assigned.filter((testId) => !listed.has(testId)));
      return `${missing.size} assigned tests are not in the list`;
    }),
  },
];
