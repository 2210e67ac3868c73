import { json, withBody, withHeaders, withText } from '../answers.ts';
import { both, itemsOf, newClassId, newCohortId, newUserId, newUserIds } from '../client.ts';
import { at, type BlindFault, fields, on, textAt } from '../kit.ts';
import { isJson, xmlOf } from './shapes-help.ts';

/** Faults of the protocol that take a certain value or state. */
export const protocolShapes: readonly BlindFault[] = [
  {
    id: 'round-21.cors.preflight-leaves-out-patch',
    chapter: 'cors',
    story: 'The list of methods in the CORS settings was copied from a service that had no PATCH.',
    rests: 'Browser requests from any origin are permitted; a browser sends no PATCH without leave.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['PATCH /students/{id}/details'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS') return response;
        return withHeaders(response, (headers) => {
          const name = 'access-control-allow-methods';
          const methods = (headers.get(name) ?? '').split(', ').filter((method) => method !== 'PATCH');
          headers.set(name, methods.join(', '));
        });
      }),
    witness: both(async (client) => {
      const id = await newUserId(client, 'student');
      const answer = await client.raw(`OPTIONS /students/${id}/details`, {
        origin: 'https://app.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-api-key',
      });
      return answer.headers.get('access-control-allow-methods')?.split(', ').includes('PATCH');
    }),
  },
  {
    id: 'round-21.errors.malformed-json-in-the-words-of-the-framework',
    chapter: 'errors',
    story:
      'The body parser fails before the filter that shapes errors, so the framework answers with its own object.',
    rests: 'An error response takes one of two formats, each with `status` as an integer.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || ask.text === '' || isJson(ask.text)) return response;
        const body = { statusCode: 400, message: 'Unexpected token in JSON', error: 'Bad Request' };
        return withBody(response, body, { 'content-type': 'application/json' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /smart-ia/cohorts', headers, '{"cohort": {"name": ');
      return [answer.status, textAt(answer.body, 'status')];
    }),
  },
  {
    id: 'round-21.reads.a-class-can-be-read-as-a-cohort',
    chapter: 'reads',
    story: 'Classes and cohorts share one table, and the read by id forgets to ask for the kind of group.',
    rests:
      'GET `/classes/{classId}` and GET `/smart-ia/cohorts/{cohortId}` answer 404 when there is none of that id.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'], async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        const asClass = ask.path.startsWith('/classes');
        const other = await call(`GET ${asClass ? '/smart-ia/cohorts' : '/classes'}/${ask.id}`);
        if (other.status !== 200) return response;
        const { classId, cohortId, tests, ...shared } = fields(other.body['class'] ?? other.body['cohort']);
        if (asClass) return json(200, { class: { classId: cohortId, ...shared } });
        return json(200, { cohort: { cohortId: classId, ...shared, tests } });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const cohortId = await newCohortId(client);
      const read = await client.get(`/classes/${cohortId}`);
      return [read.status, (await client.get(`/smart-ia/cohorts/${classId}`)).status];
    }),
  },
  {
    id: 'round-21.answers.many-members-are-accepted-for-later',
    chapter: 'answers',
    story: 'Lists of more than 25 ids go to the job queue, and the route that queues them answers 202.',
    rests: 'POST `/classes/{classId}/students` and `/teachers` take 1 to 100 items and answer 204.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'],
    wrap: (service) =>
      on(service, ['POST /classes/{id}/students', 'POST /classes/{id}/teachers'], async ({ ask, pass }) => {
        const response = await pass();
        const ids = ask.body['userIds'];
        if (response.status !== 204 || !Array.isArray(ids) || ids.length <= 25) return response;
        return new Response(null, { status: 202, headers: response.headers });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = await newUserIds(client, 'teacher', 26);
      const all = await client.send('POST', `/classes/${classId}/teachers`, { userIds });
      const few = await client.send('POST', `/classes/${classId}/teachers`, { userIds: userIds.slice(1) });
      return [all.status, few.status];
    }),
  },
  {
    id: 'round-21.content-types.xml-for-whoever-names-it',
    chapter: 'content-types',
    story:
      'A library brought an XML serialiser along, and the framework began to negotiate: a browser now gets XML.',
    rests: 'Responses are `application/json`; other formats are listed by a `format` parameter.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const accept = ask.headers.get('accept') ?? '';
        if (response.status !== 200 || !accept.includes('/xml') || accept.includes('json')) return response;
        const text = `<response>${xmlOf(await response.json())}</response>`;
        return withText(response, text, { 'content-type': 'application/xml' });
      }),
    witness: both(async (client) => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      const answer = await client.raw('GET /academic-years', { 'x-api-key': client.keys.full, accept });
      return answer.headers.get('content-type');
    }),
  },
  {
    id: 'round-21.content-types.length-counted-in-characters',
    chapter: 'content-types',
    story:
      'The handler of single groups sets the length of the body from its characters, so other scripts are cut short.',
    rests: 'Responses are `application/json`; GET by id answers `{ class }` and `{ cohort }`.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'], async ({ pass }) => {
        const response = await pass();
        const text = await response.text();
        const bytes = Buffer.from(text).subarray(0, text.length);
        return new Response(Buffer.from(bytes), { status: response.status, headers: response.headers });
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client, { name: `${client.word()} Straße` });
      return at((await client.get(`/classes/${classId}`)).body, 'class', 'name') ?? 'no JSON';
    }),
  },
  {
    id: 'round-21.keys.known-by-their-beginning',
    chapter: 'keys',
    story:
      'Accepted keys are remembered under their first 24 characters, which are what the logs show of them.',
    rests: 'A request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) => {
      const accepted = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const beginning = key.slice(0, 24);
        const known = accepted.get(beginning);
        const headers = new Headers(ask.headers);
        if (known !== undefined) headers.set('x-api-key', known);
        const response = await pass({ headers });
        const valid = response.status !== 401 && ask.method !== 'OPTIONS';
        if (valid && known === undefined && beginning.length === 24) accepted.set(beginning, key);
        return response;
      });
    },
    witness: both(async (client) => {
      const { full } = client.keys;
      const found = itemsOf(await client.get('/academic-years')).length;
      const longer = await client.raw('GET /academic-years', { 'x-api-key': `${full}0` });
      const shorter = await client.raw('GET /academic-years', { 'x-api-key': full.slice(0, -1) });
      return [found, longer.status, shorter.status];
    }),
  },
];
