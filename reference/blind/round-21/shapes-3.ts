import { edit, editItems, editUsers, refuse, withHeaders } from '../answers.ts';
import {
  both,
  column,
  itemsOf,
  newCohortId,
  newUserId,
  nobody,
  type Query,
  testIds,
  userOf,
} from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';
import { addressOf } from './shapes-help.ts';

const sessionLists = ['GET /smart-ia/sessions', 'GET /smart-ia/sessions/completed'];

/** Faults about what is answered that take a combination. */
export const deepAnswers: readonly BlindFault[] = [
  {
    id: 'round-21.dates.durations-of-days-lose-their-t',
    chapter: 'dates',
    story:
      'A formatter of durations writes the T only while it has written nothing yet, as most sessions take minutes.',
    rests: 'A duration is `PnYnMnDTnHnMnS`, also that of a session which went on overnight.',
    breaks: 'explicit',
    depth: 'deep',
    at: sessionLists,
    wrap: (service) =>
      on(service, sessionLists, async ({ pass }) =>
        editItems(await pass(), (item) => {
          const result = fields(item['result']);
          if (result['duration'] === undefined) return item;
          const duration = textAt(result, 'duration').replace(/^P(\d+D)T/, 'P$1');
          return { ...item, result: { ...result, duration } };
        }),
      ),
    witness: both(async (client) => {
      const answer = await client.get('/smart-ia/sessions/completed', { limit: 500 });
      return column(answer, 'result', 'duration').filter((duration) => duration.includes('D'));
    }),
  },
  {
    id: 'round-21.fields.role-filter-narrows-the-roles-shown',
    chapter: 'fields',
    story:
      'The filter is a condition on the fetched join, so the mapper only gets the rows of roles that meet it.',
    rests: '`roles` holds all platform roles of the user.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'POST /users/search'],
    wrap: (service) =>
      on(service, ['GET /users', 'POST /users/search'], async ({ ask, pass }) => {
        const response = await pass();
        const role = ask.method === 'GET' ? ask.query.get('role') : at(ask.body, 'search', 'role');
        if (typeof role !== 'string') return response;
        return editUsers(response, (user) => ({
          ...user,
          roles: texts(user['roles']).filter((own) => own === role),
        }));
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 300 }));
      const two = users.find((user) => list(user['roles']).length > 1);
      const query = { userId: textAt(two, 'userId'), role: textAt(two, 'roles', 0) };
      return column(await client.get('/users', query), 'roles');
    }),
  },
  {
    id: 'round-21.fields.subject-filter-takes-the-id-of-the-test',
    chapter: 'fields',
    story:
      'Only the subject filter joins the tests; both tables have a column `id`, and the row keeps the later one.',
    rests: 'A session has a unique identifier.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/sessions', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('subject')) return response;
        return editItems(response, (item) => ({ ...item, sessionId: at(item, 'test', 'testId') }));
      }),
    witness: both(async (client) => {
      const all = itemsOf(await client.get('/smart-ia/sessions', { limit: 1 }));
      const subject = textAt(all, 0, 'test', 'subject');
      const ids = column(await client.get('/smart-ia/sessions', { subject, limit: 50 }), 'sessionId');
      return [ids.length, new Set(ids).size];
    }),
  },
  {
    id: 'round-21.reads.cohort-shows-ten-tests',
    chapter: 'reads',
    story:
      'The read by id loads the assigned tests through a search index, which returns ten inner hits unless told otherwise.',
    rests: '`tests` of a cohort holds the tests assigned to it.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
        edit(await pass(), (body) => {
          const cohort = fields(body['cohort']);
          const tests = cohort['tests'];
          return { cohort: Array.isArray(tests) ? { ...cohort, tests: tests.slice(0, 10) } : cohort };
        }),
      ),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const ids = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: ids });
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return [ids.length, list(at(body, 'cohort', 'tests')).length];
    }),
  },
];

/** Faults of reading requests that take a combination or a sequence. */
export const deepRequests: readonly BlindFault[] = [
  {
    id: 'round-21.parsing.year-of-the-last-cohort-becomes-the-default',
    chapter: 'parsing',
    story: 'The defaults of a new cohort are one shared object, into which each request is merged.',
    rests: '`academicYearId` of CreateCohort defaults to the current academic year.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) => {
      const defaults: { academicYearId?: unknown } = {};
      return on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const cohort = ask.body['cohort'];
        if (typeof cohort !== 'object' || cohort === null || Array.isArray(cohort)) return pass();
        const response = await pass({ body: { ...ask.body, cohort: { ...defaults, ...cohort } } });
        const year = at(cohort, 'academicYearId');
        if (response.ok && typeof year === 'string') defaults.academicYearId = year;
        return response;
      });
    },
    witness: both(async (client) => {
      const current = at(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = column(await client.get('/academic-years'), 'academicYearId');
      const academicYearId = years.find((id) => id !== current) ?? '';
      await newCohortId(client, { academicYearId });
      const cohort = { name: client.word() };
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort });
      return at(made.body, 'cohort', 'academicYearId') === current;
    }),
  },
  {
    id: 'round-21.parsing.a-lone-value-is-split-at-commas',
    chapter: 'parsing',
    story:
      'The framework turns a parameter that came once into a list by splitting it at commas; one that came twice it leaves alone.',
    rests: '`externalId`, `upn` and `username` are arrays whose values come by repeating the parameter.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', ({ ask, pass }) => {
        const query = new URLSearchParams(ask.query);
        for (const name of ['externalId', 'upn', 'username']) {
          const [lone = '', ...more] = query.getAll(name);
          if (more.length > 0 || !lone.includes(',')) continue;
          query.delete(name);
          for (const value of lone.split(',')) query.append(name, value);
        }
        return pass({ query });
      }),
    witness: both(async (client) => {
      const externalId = `MIS ${client.word()}, second site`;
      await newUserId(client, 'student', { externalId });
      const lone = itemsOf(await client.get('/users', { externalId })).length;
      return [lone, itemsOf(await client.get('/users', { externalId: [externalId, 'none'] })).length];
    }),
  },
  {
    id: 'round-21.limits.long-queries-are-stopped-by-the-firewall',
    chapter: 'limits',
    story:
      'The ready-made rules of the web firewall stop queries of more than 2048 bytes with 403; single filters stay below.',
    rests: 'Array filters take up to 30 values each, and 403 is for keys without permission.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /users', 'GET /smart-ia/sessions'],
    wrap: (service) =>
      on(service, ['GET /users', 'GET /smart-ia/sessions'], async ({ ask, pass }) => {
        const response = await pass();
        return response.ok && ask.query.toString().length > 2048 ? refuse(ask, 403, 'Forbidden') : response;
      }),
    witness: both(async (client) => {
      const users = itemsOf(await client.get('/users', { limit: 30 }));
      const userId = users.map((user) => textAt(user, 'userId'));
      const tests = await testIds(client);
      const query: Query = { userId, testId: [...tests, ...tests] };
      const single = await client.get('/smart-ia/sessions', { userId });
      return [single.status, (await client.get('/smart-ia/sessions', query)).status];
    }),
  },
];

/** Faults of keys and origins that take a sequence. */
export const deepKeys: readonly BlindFault[] = [
  {
    id: 'round-21.cors.cache-keeps-the-first-origin',
    chapter: 'cors',
    story:
      'The service names the origin that asked, and the cache in front keeps that header with the address.',
    rests: 'Browser requests from any origin are permitted.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const first = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const origin = ask.headers.get('origin');
        if (ask.method !== 'GET' || !response.ok || origin === null) return response;
        const kept = first.get(addressOf(ask)) ?? origin;
        first.set(addressOf(ask), kept);
        return withHeaders(response, (headers) => headers.set('access-control-allow-origin', kept));
      });
    },
    witness: both(async (client) => {
      const seen: unknown[] = [];
      for (const origin of ['https://one.example', 'https://two.example']) {
        const answer = await client.raw('GET /classes', { origin, 'x-api-key': client.keys.full });
        const allowed = answer.headers.get('access-control-allow-origin');
        seen.push(allowed === '*' || allowed === origin);
      }
      return seen;
    }),
  },
  {
    id: 'round-21.keys.cached-year-needs-no-key',
    chapter: 'keys',
    story:
      'Single academic years never change and are kept by a cache, which was put before the check of the key.',
    rests: 'A request without a key, or with an invalid one, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: (service) => {
      const kept = new Map<string, Response>();
      return on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const known = kept.get(addressOf(ask));
        if (known) return known.clone();
        const response = await pass();
        if (response.ok) kept.set(addressOf(ask), response.clone());
        return response;
      });
    },
    witness: both(async (client) => {
      const id = column(await client.get('/academic-years'), 'academicYearId').at(-1) ?? nobody;
      const before = await client.raw(`GET /academic-years/${id}`);
      await client.get(`/academic-years/${id}`);
      return [before.status, (await client.raw(`GET /academic-years/${id}`)).status];
    }),
  },
  {
    id: 'round-21.keys.refused-change-is-made-all-the-same',
    chapter: 'keys',
    story:
      'The permission is checked after the handler has run, as on the reads from which the annotation was copied.',
    rests: 'A key that lacks the permission gets 403: what it asked for is not done.',
    breaks: 'implied',
    depth: 'deep',
    at: ['PUT /users/{id}/name', 'PUT /users/{id}/external-id'],
    wrap: (service) => {
      // A key that may do it is known once it has been used; here it stands for the handler without checks.
      let able: string | undefined;
      const watched = on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok && ask.method === 'POST') able = ask.headers.get('x-api-key') ?? able;
        return response;
      });
      return on(watched, ['PUT /users/{id}/name', 'PUT /users/{id}/external-id'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 403 || able === undefined) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', able);
        await pass({ headers });
        return response;
      });
    },
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const body = JSON.stringify({ user: { firstName: 'Refused', lastName: 'Change' } });
      const refused = await client.raw(`PUT /users/${id}/name`, headers, body);
      return [refused.status, textAt(await userOf(client, id), 'firstName')];
    }),
  },
];
