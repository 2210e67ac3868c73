import { allOf, edit, editItems, editPagination, json, meant, page, refuse } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, paginationOf } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt } from '../kit.ts';
import { wordOf } from './members-help.ts';

/** Creations of classes and cohorts, and reads of one of them. */
export const creations: readonly BlindFault[] = [
  {
    id: 'round-20.classes.read-knows-the-current-year-only',
    chapter: 'classes',
    story:
      'A default scope of the model, made for the start page, hides classes of other years from every look-up by id.',
    rests: 'GET /classes/{classId}: 200 { class: Class }; Errors: 404 class not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ ask, pass, call }) => {
        const response = await pass();
        if (!response.ok) return response;
        const body = fields(await response.clone().json());
        const current = await call('GET /academic-years/current');
        const isNow =
          textAt(body, 'class', 'academicYearId') === textAt(current.body, 'academicYear', 'academicYearId');
        return isNow ? response : refuse(ask, 404, 'There is no such class');
      }),
    witness: both(async (client) => {
      const current = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const academicYearId = years.find((year) => year !== current) ?? '';
      const classId = await newClassId(client, { academicYearId });
      return (await client.get(`/classes/${classId}`)).status;
    }),
  },
  {
    id: 'round-20.classes.list-by-year-misses-those-made-without-one',
    chapter: 'classes',
    story:
      'A class made without a year is kept with none, which reads and the word current resolve and the filter by id does not.',
    rests:
      'CreateClass: academicYearId, Optional; defaults to the current academic year; GET /classes: academicYearId (UUID or the literal current).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) => {
      const yearless = new Set<string>();
      const creating = on(service, 'POST /classes', async ({ ask, pass }) => {
        const response = await pass();
        const body = response.ok ? fields(await response.clone().json()) : {};
        if (wordOf(fields(ask.body['class']), 'academicYearId') === '')
          yearless.add(textAt(body, 'class', 'classId'));
        return response;
      });
      return on(creating, 'GET /classes', async (line) => {
        const query = meant(line.ask);
        const year = query.get('academicYearId') ?? 'current';
        if (year === 'current') return line.pass();
        if (query === line.ask.query) {
          const response = await line.pass();
          if (!response.ok) return response;
        }
        const items = await allOf(line, '/classes', query);
        return page(
          query,
          items.filter((item) => !yearless.has(String(item['classId']))),
        );
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      const made = await client.send('POST', '/classes', { class: { name } });
      const academicYearId = textAt(made.body, 'class', 'academicYearId');
      const found = await client.get('/classes', { search: name, academicYearId });
      return [column(found, 'name'), paginationOf(found)['total']];
    }),
  },
  {
    id: 'round-20.cohorts.search-misses-new-names-with-capitals',
    chapter: 'cohorts',
    story:
      'The column that searches read was filled in lower case by a migration, and creations fill it with the name as it came.',
    rests: 'GET /smart-ia/cohorts: search (exact match on cohort name, case-insensitive).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const keys = new Map<string, string>();
      const creating = on(service, 'POST /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        const cohort = response.ok ? fields(fields(await response.clone().json())['cohort']) : {};
        keys.set(String(cohort['cohortId']), String(cohort['name']));
        return response;
      });
      return on(creating, 'GET /smart-ia/cohorts', async ({ ask, pass }) => {
        const response = await pass();
        const search = ask.query.get('search')?.toLowerCase();
        if (search === undefined || !response.ok) return response;
        let lost = 0;
        const kept = await edit(response, (body) => {
          const items = list(body['data']).map(fields);
          const data = items.filter((item) => (keys.get(String(item['cohortId'])) ?? search) === search);
          lost = items.length - data.length;
          return { ...body, data };
        });
        return editPagination(kept, ({ total }) => ({ total: Number(total) - lost }));
      });
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client, { name: 'Spring Intake of Welders' });
      const found = [];
      for (const search of ['Spring Intake of Welders', 'spring intake of welders']) {
        found.push(column(await client.get('/smart-ia/cohorts', { search }), 'cohortId').includes(cohortId));
      }
      return found;
    }),
  },
  {
    id: 'round-20.classes.description-of-the-class-made-before',
    chapter: 'classes',
    story:
      'The controller keeps one form object for all requests, and a field that is not sent keeps what it held.',
    rests: 'Class: description; Conventions 3: Empty fields are omitted from a response.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes/{id}', 'GET /classes'],
    wrap: (service) => {
      let held: unknown;
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const filled: Fields = held === undefined ? sent : { description: held, ...sent };
        const response = await pass('class' in ask.body ? { body: { ...ask.body, class: filled } } : {});
        if (response.ok) held = filled['description'];
        return response;
      });
    },
    witness: both(async (client) => {
      await newClassId(client, { description: 'Room 12, mornings' });
      const classId = await newClassId(client);
      return textAt((await client.get(`/classes/${classId}`)).body, 'class', 'description');
    }),
  },
  {
    id: 'round-20.classes.id-of-a-cohort-is-read-as-a-class',
    chapter: 'classes',
    story:
      'Classes and cohorts share a table, and the look-up by id of the class mapper forgets the condition on the kind.',
    rests: 'GET /classes/{classId}: 404; Errors: 404 Academic year, class or cohort not found.',
    breaks: 'explicit',
    depth: 'medium',
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
  {
    id: 'round-20.classes.year-of-a-filtered-list-becomes-the-default',
    chapter: 'classes',
    story:
      'The list remembers the chosen year for the caller, as the year picker wished, and creations read that memory first.',
    rests: 'CreateClass: academicYearId, Optional; defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes/{id}', 'GET /classes'],
    wrap: (service) => {
      let chosen = '';
      const listing = on(service, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        const year = ask.query.get('academicYearId');
        if (response.ok && year !== null) chosen = year === 'current' ? '' : year;
        return response;
      });
      return on(listing, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        if (chosen === '' || !('class' in ask.body) || wordOf(sent, 'academicYearId') !== '') return pass();
        return pass({ body: { ...ask.body, class: { ...sent, academicYearId: chosen } } });
      });
    },
    witness: both(async (client) => {
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const current = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const academicYearId = years.find((year) => year !== current) ?? '';
      await client.get('/classes', { academicYearId, limit: 5 });
      const made = await client.send('POST', '/classes', { class: { name: client.word() } });
      return textAt(made.body, 'class', 'academicYearId') === current;
    }),
  },
  {
    id: 'round-20.cohorts.list-tells-tests-as-it-first-told-them',
    chapter: 'cohorts',
    story:
      'Rows of the list are cached by the cohort and the time of its last update, which a change of its tests does not move.',
    rests: 'Cohort: tests, Tests assigned to the cohort; GET /smart-ia/cohorts.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) => {
      const cache = new Map<string, Fields>();
      return on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        editItems(await pass(), (item) => {
          const known = cache.get(String(item['cohortId'])) ?? item;
          cache.set(String(item['cohortId']), known);
          return known;
        }),
      );
    },
    witness: both(async (client) => {
      const search = client.word();
      const cohortId = await newCohortId(client, { name: search });
      await client.get('/smart-ia/cohorts', { search });
      const ids = column(await client.get('/smart-ia/tests'), 'testId').slice(4, 6);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: ids });
      const [found] = itemsOf(await client.get('/smart-ia/cohorts', { search }));
      return list(found?.['tests']).length;
    }),
  },
  {
    id: 'round-20.cohorts.list-takes-the-state-of-a-test-from-another-cohort',
    chapter: 'cohorts',
    story:
      'The batch loader of the list puts the assignments of a page into a map by test alone, and the last one wins.',
    rests: 'CohortTest: activationStatus; Cohort: tests, Tests assigned to the cohort.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) =>
        edit(await pass(), (body) => {
          const items = list(body['data']).map(fields);
          const tests = items.flatMap((item) => list(item['tests']).map(fields));
          const states = new Map(tests.map((test) => [test['testId'], test['activationStatus']]));
          const told = (test: Fields) => ({ ...test, activationStatus: states.get(test['testId']) });
          const data = items.map((item) =>
            'tests' in item ? { ...item, tests: list(item['tests']).map(fields).map(told) } : item,
          );
          return { ...body, data };
        }),
      ),
    witness: both(async (client) => {
      const items = itemsOf(await client.get('/smart-ia/cohorts', { limit: 60 }));
      let odd = 0;
      for (const item of items) {
        const one = await client.get(`/smart-ia/cohorts/${item['cohortId']}`);
        if (JSON.stringify(fields(one.body['cohort'])['tests']) !== JSON.stringify(item['tests'])) odd += 1;
      }
      return odd > 0 ? 'list and read tell different states' : 'list and read tell the same';
    }),
  },
];
