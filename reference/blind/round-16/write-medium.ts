import { editPagination, json, nothing, refuse, withHeaders, withText } from '../answers.ts';
import { both, newClassId, newUserId, nobody, paginationOf, testIds } from '../client.ts';
import { at, type BlindFault, fields, list, on, textAt } from '../kit.ts';

const classes: readonly BlindFault[] = [
  {
    id: 'round-16.classes.ended-year-taken-for-the-current',
    chapter: 'classes',
    story:
      'The cache of years holds the first and the current one; what it misses falls back on the default.',
    rests:
      'Class: academicYearId, academic year the class belongs to (sent; only its absence has a default).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const { academicYearId, ...rest } = fields(ask.body['class']);
        const years = list((await call('GET /academic-years')).body['data']).map(fields);
        const known = years.slice(1).some((year) => year['academicYearId'] === academicYearId);
        return known ? pass({ body: { class: rest } }) : pass();
      }),
    witness: both(async (client) => {
      const academicYearId = textAt((await client.get('/academic-years')).body, 'data', 1, 'academicYearId');
      const made = await client.send('POST', '/classes', { class: { name: client.word(), academicYearId } });
      return textAt(made.body, 'class', 'academicYearId') === academicYearId;
    }),
  },
  {
    id: 'round-16.classes.existing-one-answered-with-201',
    chapter: 'classes',
    story: 'With an explicit year the class goes through the upsert of the yearly import.',
    rests: 'POST /classes: 409 class already exists.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass, call }) => {
        const { name, academicYearId } = fields(ask.body['class']);
        const response = await pass();
        if (response.status !== 409 || academicYearId === undefined) return response;
        const query = new URLSearchParams({ search: String(name), academicYearId: String(academicYearId) });
        return json(201, { class: at((await call(`GET /classes?${query}`)).body, 'data', 0) });
      }),
    witness: both(async (client) => {
      const academicYearId = textAt((await client.get('/academic-years')).body, 'data', 0, 'academicYearId');
      const sent = { class: { name: client.word(), academicYearId } };
      const first = await client.send('POST', '/classes', sent);
      return [first.status, (await client.send('POST', '/classes', sent)).status];
    }),
  },
  {
    id: 'round-16.classes.total-from-before-the-creation',
    chapter: 'classes',
    story: 'The count of a list is kept by its query, and creating a class does not evict it.',
    rests: 'pagination.total: total number of results.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      const totals = new Map<string, unknown>();
      return on(service, 'GET /classes', async ({ ask, pass }) =>
        editPagination(await pass(), ({ total }) => {
          const query = ask.query.toString();
          if (!totals.has(query)) totals.set(query, total);
          return { total: totals.get(query) };
        }),
      );
    },
    witness: both(async (client) => {
      const count = async () =>
        Number(paginationOf(await client.get('/classes', { academicYearId: 'current' }))['total']);
      const before = await count();
      await newClassId(client);
      return (await count()) - before;
    }),
  },
  {
    id: 'round-16.errors.class-that-is-a-text-fails',
    chapter: 'errors',
    story: 'The handler asks the text for its property before the body was validated.',
    rests: 'POST /classes: body `{ class: CreateClass }`; 400 invalid request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async ({ ask, pass }) =>
        typeof ask.body['class'] === 'string' ? refuse(ask, 500, 'Internal error') : pass(),
      ),
    witness: both(async (client) => (await client.send('POST', '/classes', { class: 'Maths' })).status),
  },
];

const http: readonly BlindFault[] = [
  {
    id: 'round-16.errors.broken-json-told-as-a-page',
    chapter: 'errors',
    story: 'The body parser fails before the error handler is in place, and the framework answers its page.',
    rests: 'An error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'POST /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, ['POST /classes', 'POST /smart-ia/cohorts'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || !ask.text.startsWith('{')) return response;
        try {
          JSON.parse(ask.text);
          return response;
        } catch {
          const page = '<!DOCTYPE html><pre>SyntaxError: Unexpected token</pre>';
          return withText(response, page, { 'content-type': 'text/html; charset=utf-8' });
        }
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const refused = await client.raw('POST /classes', headers, '{"class": {');
      return [refused.status, refused.headers.get('content-type')];
    }),
  },
  {
    id: 'round-16.http.preflight-lacks-patch',
    chapter: 'http',
    story: 'The list of methods of the CORS middleware was written before the first PATCH route.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, 'OPTIONS /students/{id}/details', async ({ pass }) =>
        withHeaders(await pass(), (headers) => {
          headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE');
        }),
      ),
    witness: both(async (client) => {
      const asked = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' };
      const answer = await client.raw(`OPTIONS /students/${nobody}/details`, asked);
      return answer.headers.get('access-control-allow-methods')?.includes('PATCH') ?? false;
    }),
  },
  {
    id: 'round-16.http.refused-assignment-is-closed-to-browsers',
    chapter: 'http',
    story: 'A thrown not-found leaves the chain before the middleware that adds the CORS headers.',
    rests: 'Browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'], async ({ pass }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        return withHeaders(response, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async (client) => {
      const body = JSON.stringify({ userIds: [await newUserId(client, 'student')] });
      const headers = {
        origin: 'https://app.example',
        'x-api-key': client.keys.full,
        'content-type': 'application/json',
      };
      const refused = await client.raw(`POST /classes/${nobody}/students`, headers, body);
      return [refused.status, refused.headers.has('access-control-allow-origin')];
    }),
  },
  {
    id: 'round-16.authentication.delete-without-a-key-is-403',
    chapter: 'authentication',
    story: 'A rule of the gateway refuses anonymous deletions before the key is asked for.',
    rests: 'A request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) =>
        ask.method === 'DELETE' && !ask.headers.has('x-api-key') ? refuse(ask, 403, 'Forbidden') : pass(),
      ),
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}/students`;
      const body = JSON.stringify({ userIds: [await newUserId(client, 'student')] });
      return (await client.raw(`DELETE ${path}`, { 'content-type': 'application/json' }, body)).status;
    }),
  },
  {
    id: 'round-16.authentication.disable-without-a-key',
    chapter: 'authentication',
    story: 'The two state routes were mounted on the internal router, which has no guard.',
    rests: 'Every endpoint requires an API key sent in the request header `x-api-key`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /users/{id}/disable'],
    wrap: (service) =>
      on(service, 'POST /users/{id}/disable', async ({ ask, pass }) =>
        ask.headers.has('x-api-key') ? pass() : nothing(),
      ),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      return (await client.raw(`POST /users/${id}/disable`)).status;
    }),
  },
];

const tests: readonly BlindFault[] = [
  {
    id: 'round-16.tests.empty-list-removes-all',
    chapter: 'tests',
    story: 'An ORM leaves out an empty IN condition, and the deletion takes every row of the cohort.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests removes the tests of `testIds`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        if (!Array.isArray(ask.body['testIds']) || ask.body['testIds'].length > 0) return pass();
        const held = list(at((await call(`GET /smart-ia/cohorts/${ask.id}`)).body, 'cohort', 'tests'));
        return pass({ body: { testIds: held.map((test) => textAt(test, 'testId')) } });
      }),
    witness: both(async (client) => {
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      const path = `/smart-ia/cohorts/${textAt(made.body, 'cohort', 'cohortId')}`;
      await client.send('POST', `${path}/tests`, { testIds: (await testIds(client)).slice(0, 2) });
      await client.send('DELETE', `${path}/tests`, { testIds: [] });
      return list(at((await client.get(path)).body, 'cohort', 'tests')).length;
    }),
  },
];

/** Faults around classes, tests and HTTP that a certain value or a second request shows. */
export const medium: readonly BlindFault[] = [...classes, ...http, ...tests];
