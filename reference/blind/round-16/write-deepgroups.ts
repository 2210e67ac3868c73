import { edit, nothing, refuse, withHeaders } from '../answers.ts';
import { both, column, newClassId, newCohortId, newUserId, testIds } from '../client.ts';
import { type Answer, at, type BlindFault, fields, type Line, list, on, textAt, texts } from '../kit.ts';

/** The items of a list that a fault asked for. */
const rows = (answer: Answer) => list(answer.body['data']).map(fields);

/** The tests of a cohort. */
const testsOf = async ({ call }: Line, id: string) =>
  list(at((await call(`GET /smart-ia/cohorts/${id}`)).body, 'cohort', 'tests')).map(fields);

const creations: readonly BlindFault[] = [
  {
    id: 'round-16.classes.conflict-spoils-the-next-creation',
    chapter: 'classes',
    story: 'The transaction of the conflict is not rolled back, and its connection serves the next creation.',
    rests: 'POST /classes: 201 `{ class: Class }`; 409 only when the class already exists.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      let spoilt = false;
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const valid = textAt(ask.body, 'class', 'name') !== '';
        if (spoilt && valid) {
          spoilt = false;
          return refuse(ask, 409, 'Already exists');
        }
        const response = await pass();
        spoilt ||= response.status === 409;
        return response;
      });
    },
    witness: both(async (client) => {
      const sent = { class: { name: client.word() } };
      const statuses: number[] = [];
      for (const body of [sent, sent, { class: { name: client.word() } }]) {
        statuses.push((await client.send('POST', '/classes', body)).status);
      }
      return statuses;
    }),
  },
  {
    id: 'round-16.classes.named-as-a-cohort',
    chapter: 'classes',
    story: 'Classes and cohorts became one table of groups with one unique index.',
    rests: '409: create class or create cohort when it already exists (a cohort is not the class).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const name = textAt(ask.body, 'class', 'name');
        const academicYearId = textAt(ask.body, 'class', 'academicYearId') || 'current';
        if (name === '') return pass();
        const query = new URLSearchParams({ search: name, academicYearId });
        const found = rows(await call(`GET /smart-ia/cohorts?${query}`));
        return found.length > 0 ? refuse(ask, 409, 'Already exists') : pass();
      }),
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return (await client.send('POST', '/classes', { class: { name } })).status;
    }),
  },
  {
    id: 'round-16.cohorts.searched-before-it-was-made',
    chapter: 'cohorts',
    story: 'Empty results are cached like others, and creating a cohort evicts only results that hold rows.',
    rests: 'GET /smart-ia/cohorts: search, exact match on cohort name.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const empty = new Map<string, unknown>();
      return on(service, 'GET /smart-ia/cohorts', async ({ ask, pass }) =>
        edit(await pass(), (body) => {
          const query = ask.query.toString();
          const found = empty.get(query) ?? body;
          if (ask.query.has('search') && list(body['data']).length === 0) empty.set(query, body);
          return found;
        }),
      );
    },
    witness: both(async (client) => {
      const name = client.word();
      const search = async () => column(await client.get('/smart-ia/cohorts', { search: name }), 'name');
      const before = await search();
      await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
      return [before, await search()];
    }),
  },
  {
    id: 'round-16.classes.name-cut-at-an-emoji',
    chapter: 'classes',
    story: 'The column has the three-byte character set, which cuts a text at its first four-byte character.',
    rests: 'Class: name; GET /classes: search is an exact match on class name.',
    breaks: 'implied',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const sent = fields(ask.body['class']);
        const [kept = '', ...cut] = textAt(sent, 'name').split(/[\u{10000}-\u{10ffff}]/u);
        return cut.length === 0 || kept === '' ? pass() : pass({ body: { class: { ...sent, name: kept } } });
      }),
    witness: both(async (client) => {
      const name = `${client.word()} 🎓 evening`;
      await client.send('POST', '/classes', { class: { name } });
      return column(await client.get('/classes', { search: name }), 'name');
    }),
  },
];

const tests: readonly BlindFault[] = [
  {
    id: 'round-16.tests.one-present-keeps-out-the-new',
    chapter: 'tests',
    story: 'The batch insert ignores its duplicate-key error, and with it every row of the batch.',
    rests: 'POST /smart-ia/cohorts/{cohortId}/tests assigns the tests of `testIds`: 204.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/tests', async (line) => {
        const held = (await testsOf(line, line.ask.id)).map((test) => test['testId']);
        const present = list(line.ask.body['testIds']).some((id) => held.includes(id));
        return present ? nothing() : line.pass();
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const ids = await testIds(client);
      await client.send('POST', `${path}/tests`, { testIds: ids.slice(0, 1) });
      await client.send('POST', `${path}/tests`, { testIds: ids.slice(0, 2) });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-16.tests.removed-with-their-subject',
    chapter: 'tests',
    story: 'Assignments were once kept by subject, and the deletion still goes by that column.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests removes the tests of `testIds`.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async (line) => {
        const sent = texts(line.ask.body['testIds']);
        const held = await testsOf(line, line.ask.id);
        const gone = held.filter((test) => sent.includes(textAt(test, 'testId')));
        const subjects = new Set(gone.map((test) => test['subject']));
        const more = held.filter((test) => subjects.has(test['subject'])).map((test) => test['testId']);
        return more.length === 0 ? line.pass() : line.pass({ body: { testIds: [...sent, ...more] } });
      }),
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const ids = await testIds(client);
      await client.send('POST', `${path}/tests`, { testIds: ids });
      await client.send('DELETE', `${path}/tests`, { testIds: ids.slice(0, 1) });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
  {
    id: 'round-16.tests.names-of-one-another',
    chapter: 'tests',
    story:
      'The batch loader gets its rows in the order of the table and pairs them with the keys by position.',
    rests: 'CohortTest: testId with the name of that test, as GET /smart-ia/tests has it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const written = new Set<string>();
      const noting = on(service, 'POST /smart-ia/cohorts/{id}/tests', ({ ask, pass }) => {
        written.add(ask.id);
        return pass();
      });
      return on(noting, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass, call }) => {
        const order = rows(await call('GET /smart-ia/tests')).map((test) => test['testId']);
        return edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          const held = list(cohort['tests']).map(fields);
          if (!written.has(ask.id) || held.length < 2) return body;
          const place = (test: (typeof held)[number]) => order.indexOf(test['testId']);
          const loaded = [...held].sort((one, other) => place(one) - place(other));
          const mixed = held.map((test, index) => ({ ...test, name: loaded[index]?.['name'] }));
          return { cohort: { ...cohort, tests: mixed } };
        });
      });
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      const ids = (await testIds(client)).slice(0, 3).reverse();
      await client.send('POST', `${path}/tests`, { testIds: ids });
      const cohort = fields((await client.get(path)).body['cohort']);
      return list(cohort['tests']).map((test) => [textAt(test, 'testId'), textAt(test, 'name')]);
    }),
  },
];

const across: readonly BlindFault[] = [
  {
    id: 'round-16.cohorts.class-taken-for-a-cohort',
    chapter: 'cohorts',
    story: 'The look-up of the group by its id forgot to ask for its kind.',
    rests:
      '404: academic year, class or cohort not found; POST /smart-ia/cohorts/{cohortId}/students lists it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404 || (await call(`GET /classes/${ask.id}`)).status !== 200) return response;
        return pass({ path: `/classes/${ask.id}/students` });
      }),
    witness: both(async (client) => {
      const userIds = [await newUserId(client, 'student')];
      const path = `/smart-ia/cohorts/${await newClassId(client)}/students`;
      return (await client.send('POST', path, { userIds })).status;
    }),
  },
  {
    id: 'round-16.http.origin-of-the-first-caller',
    chapter: 'http',
    story: 'The CORS middleware echoes the origin, and its options object keeps the first one it has seen.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'POST /smart-ia/cohorts', 'POST /students', 'POST /teachers'],
    wrap: (service) => {
      let first: string | null = null;
      const routes = ['POST /classes', 'POST /smart-ia/cohorts', 'POST /students', 'POST /teachers'];
      return on(service, routes, async ({ ask, pass }) => {
        const origin = ask.headers.get('origin');
        first ??= origin;
        const response = await pass();
        if (origin === null || first === null) return response;
        const allowed = first;
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', allowed));
      });
    },
    witness: both(async (client) => {
      const told: string[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const headers = { origin, 'x-api-key': client.keys.full, 'content-type': 'application/json' };
        const body = JSON.stringify({ class: { name: client.word() } });
        const allowed = (await client.raw('POST /classes', headers, body)).headers.get(
          'access-control-allow-origin',
        );
        told.push(allowed === '*' || allowed === origin ? 'open' : 'closed');
      }
      return told;
    }),
  },
];

/** Faults around classes, cohorts and tests that need a sequence, state or rare data. */
export const deepGroups: readonly BlindFault[] = [...creations, ...tests, ...across];
