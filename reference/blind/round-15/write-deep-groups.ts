import { allOf, edit, meant, page, refuse, withHeaders, withText } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, testIds } from '../client.ts';
import { type BlindFault, type Fields, fields, list, on, textAt, texts } from '../kit.ts';

const cohortPath = '/smart-ia/cohorts';

/** Lower case as a database with the collation C knows it. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A list without some of its items, which its total doesn't count either. */
function without(body: Fields, gone: (item: Fields) => boolean): Fields {
  const data = list(body['data']).map(fields);
  const left = data.filter((item) => !gone(item));
  const pagination = fields(body['pagination']);
  const total = Number(pagination['total']) - (data.length - left.length);
  return { ...body, data: left, pagination: { ...pagination, total } };
}

/** Names. */
const names: readonly BlindFault[] = [
  {
    id: 'round-15.classes.name-ends-at-the-emoji',
    chapter: 'classes',
    story: 'The column is utf8 with three bytes, so the database cuts the name; the answer is from memory.',
    rests: 'GET /classes/{classId} answers the Class; Class.name is a string.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'GET /classes/{id}', 'GET /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) => {
        const payload = fields(ask.body['class']);
        const name = textAt(payload, 'name');
        const cut = name.replace(/[\u{10000}-\u{10ffff}].*$/su, '').trim();
        if (cut === '' || cut === name) return pass();
        const response = await pass({ body: { class: { ...payload, name: cut } } });
        return edit(response, (body) => ({ class: { ...fields(body['class']), name } }));
      }),
    witness: both(async (client) => {
      const id = await newClassId(client, { name: `${client.word()} 😀 smiles` });
      return textAt((await client.get(`/classes/${id}`)).body, 'class', 'name');
    }),
  },
  {
    id: 'round-15.cohorts.accents-have-one-case-for-new-cohorts',
    chapter: 'cohorts',
    story: 'New rows get their folded name from lower() under the collation C; old ones came from an import.',
    rests: 'GET /smart-ia/cohorts: search is an exact match on cohort name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const made = new Set<string>();
      return on(service, [`POST ${cohortPath}`, `GET ${cohortPath}`], async ({ ask, pass }) => {
        const response = await pass();
        return edit(response, (body) => {
          if (ask.method === 'POST') made.add(textAt(body, 'cohort', 'cohortId'));
          const search = ask.query.get('search');
          if (ask.method === 'POST' || search === null) return body;
          const differs = (item: Fields) => asciiLower(textAt(item, 'name')) !== asciiLower(search);
          return without(body, (item) => made.has(textAt(item, 'cohortId')) && differs(item));
        });
      });
    },
    witness: both(async (client) => {
      const name = `École ${client.word()}`;
      await newCohortId(client, { name });
      return column(await client.get(cohortPath, { search: name.toLowerCase() }), 'name');
    }),
  },
  {
    id: 'round-15.classes.nothing-found-is-remembered',
    chapter: 'classes',
    story: 'Look-ups by name are cached, misses too, and a creation clears only entries that hold classes.',
    rests: 'GET /classes: search is an exact match on class name, case-insensitive.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: (service) => {
      const misses = new Map<string, string>();
      return on(service, 'GET /classes', async ({ ask, pass }) => {
        const search = ask.query.get('search');
        const response = await pass();
        if (search === null || ask.query.has('cursor') || !response.ok) return response;
        const known = misses.get(String(ask.query));
        if (known !== undefined) return withText(response, known);
        return edit(response, (body) => {
          if (list(body['data']).length === 0) misses.set(String(ask.query), JSON.stringify(body));
          return body;
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.get('/classes', { search: name });
      await newClassId(client, { name });
      return column(await client.get('/classes', { search: name }), 'name');
    }),
  },
  {
    id: 'round-15.classes.refused-creation-keeps-the-name',
    chapter: 'classes',
    story: 'The name is reserved before the rest of the form is judged, and a refusal does not free it.',
    rests: 'POST /classes: 409 class already exists; 201 where none does.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const reserved = new Set<string>();
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const name = textAt(ask.body, 'class', 'name').toLowerCase();
        const response = await pass();
        if (response.status === 201 && reserved.has(name)) return refuse(ask, 409, 'Already exists');
        if (response.status === 400 && name.trim() !== '') reserved.add(name);
        return response;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/classes', { class: { name, academicYearId: 'next' } });
      return String((await client.send('POST', '/classes', { class: { name } })).status);
    }),
  },
];

/** A test of a cohort under the name that was put beside its id. */
function renamedTest(test: Fields, source: Fields | undefined): Fields {
  return source ? { ...test, name: source['name'], subject: source['subject'] } : test;
}

/** Years, origins and tests. */
const others: readonly BlindFault[] = [
  {
    id: 'round-15.academic-years.default-year-is-no-year-in-the-list',
    chapter: 'academic-years',
    story: 'Without a year the column stays null and the mapper fills it in; the filter compares the column.',
    rests: 'CreateCohort.academicYearId is optional; defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'],
    wrap: (service) => {
      const unset = new Set<string>();
      return on(service, [`POST ${cohortPath}`, `GET ${cohortPath}`], async (line) => {
        const { ask, pass } = line;
        const response = await pass();
        if (ask.method === 'POST') {
          const plain = !('academicYearId' in fields(ask.body['cohort']));
          return edit(response, (body) => {
            if (plain) unset.add(textAt(body, 'cohort', 'cohortId'));
            return body;
          });
        }
        const query = meant(ask);
        const ours = query !== ask.query || response.ok;
        if (!ours || query.get('academicYearId') !== 'current') return response;
        const known = await allOf(line, cohortPath, query);
        const shown = known.filter((one) => !unset.has(textAt(one, 'cohortId')));
        return page(query, shown);
      });
    },
    witness: both(async (client) => {
      const search = client.word();
      await newCohortId(client, { name: search });
      return column(await client.get(cohortPath, { search, academicYearId: 'current' }), 'name');
    }),
  },
  {
    id: 'round-15.http.one-origin-for-all',
    chapter: 'http',
    story: 'The CORS headers of a route are made for the first browser that comes, and then kept.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes', 'POST /smart-ia/cohorts'],
    wrap: (service) => {
      let first = '';
      return on(service, ['POST /classes', `POST ${cohortPath}`], async ({ ask, pass }) => {
        const response = await pass();
        first ||= ask.headers.get('origin') ?? '';
        if (first === '') return response;
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', first));
      });
    },
    witness: both(async (client) => {
      const permitted: boolean[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json', origin };
        const body = JSON.stringify({ class: { name: client.word() } });
        const made = await client.raw('POST /classes', headers, body);
        permitted.push(['*', origin].includes(made.headers.get('access-control-allow-origin') ?? ''));
      }
      return permitted;
    }),
  },
  {
    id: 'round-15.tests.names-zipped-in-another-order',
    chapter: 'tests',
    story:
      'The tests of a request are loaded in one batch, in the order of the table, and zipped with the ids.',
    rests: 'CohortTest: testId, name and subject are those of one test, as GET /smart-ia/tests lists it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const zipped = new Map<string, Fields>();
      const routes = [`POST ${cohortPath}/{id}/tests`, `GET ${cohortPath}/{id}`];
      return on(service, routes, async ({ ask, pass, call }) => {
        if (ask.method === 'POST') {
          const all = list((await call('GET /smart-ia/tests')).body['data']).map(fields);
          const sent = [...new Set(texts(ask.body['testIds']))];
          const loaded = all.filter((test) => sent.includes(textAt(test, 'testId')));
          for (const [index, test] of loaded.entries()) zipped.set(`${ask.id} ${sent[index]}`, test);
        }
        return edit(await pass(), ({ cohort }) => {
          const had = fields(cohort)['tests'];
          if (!Array.isArray(had)) return { cohort };
          const rows = had.map(fields);
          const tests = rows.map((test) =>
            renamedTest(test, zipped.get(`${ask.id} ${textAt(test, 'testId')}`)),
          );
          return { cohort: { ...fields(cohort), tests } };
        });
      });
    },
    witness: both(async (client) => {
      const path = `${cohortPath}/${await newCohortId(client)}`;
      const ids = (await testIds(client)).slice(0, 3).reverse();
      await client.send('POST', `${path}/tests`, { testIds: ids });
      const listed = itemsOf(await client.get('/smart-ia/tests'));
      const name = (test: unknown) =>
        listed.find((one) => one['testId'] === textAt(test, 'testId'))?.['name'];
      const rows = list(fields((await client.get(path)).body['cohort'])['tests']);
      return rows.map((test) => name(test) === textAt(test, 'name'));
    }),
  },
];

/** Faults of classes, cohorts and tests that need a sequence or rare data. */
export const deepGroups: readonly BlindFault[] = [...names, ...others];
