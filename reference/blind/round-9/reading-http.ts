import { edit, editError, json, refuse, withHeaders, withText } from '../answers.ts';
import { both, column, newClassId, nobody } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';
import { uuid } from './helpers.ts';

const lists = ['GET /classes', 'GET /smart-ia/cohorts', 'GET /users', 'GET /smart-ia/sessions'];

/** Keys, errors and the conventions of answers. */
export const http: readonly BlindFault[] = [
  {
    id: 'round-9.keys.cache-before-the-key',
    chapter: 'authentication',
    story: 'A response cache was put in front of the middleware that looks at the key.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const kept = new Map<string, string>();
      return on(service, 'GET /classes/{id}', async ({ ask, pass }) => {
        const text = kept.get(ask.id);
        if (text !== undefined) return withText(json(200, {}), text);
        const answer = await pass();
        if (answer.ok) kept.set(ask.id, await answer.clone().text());
        return answer;
      });
    },
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}`;
      await client.get(path);
      return (await client.raw(`GET ${path}`)).status;
    }),
  },
  {
    id: 'round-9.keys.query-is-judged-first',
    chapter: 'authentication',
    story: 'The validation of queries is a middleware of the router, the key a guard of the handler.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: lists,
    wrap: (service) =>
      on(service, lists, async ({ ask, pass }) => {
        const answer = await pass();
        const year = ask.query.get('academicYearId');
        const odd =
          /[^\d]/.test(ask.query.get('limit') ?? '') ||
          (ask.query.has('offset') && ask.query.has('cursor')) ||
          (year !== null && year !== 'current' && !uuid.test(year)) ||
          ask.query.getAll('userId').some((id) => !uuid.test(id));
        return answer.status === 401 && odd ? refuse(ask, 400, 'Invalid request') : answer;
      }),
    witness: both(async ({ raw }) => (await raw('GET /users?limit=ten')).status),
  },
  {
    id: 'round-9.keys.unknown-key-is-forbidden',
    chapter: 'authentication',
    story: 'Two routes moved behind a gateway whose authoriser says 403 to every key that it does not know.',
    rests: 'Authentication 2: a request with an invalid key gets 401; 403 is for lacking permissions.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /sessions/completed', 'POST /smart-ia/sessions/search'],
    wrap: (service) =>
      on(service, ['GET /sessions/completed', 'POST /smart-ia/sessions/search'], async ({ ask, pass }) => {
        const answer = await pass();
        const sent = ask.headers.has('x-api-key');
        return answer.status === 401 && sent ? refuse(ask, 403, 'Not authorised') : answer;
      }),
    witness: both(async ({ raw }) => {
      const headers = { 'x-api-key': 'unknown', 'content-type': 'application/json' };
      const listed = await raw('GET /sessions/completed', headers);
      const searched = await raw('POST /smart-ia/sessions/search', headers, '{"search":{}}');
      return [listed.status, searched.status];
    }),
  },
  {
    id: 'round-9.errors.status-of-another-error',
    chapter: 'errors',
    story: 'The error body is made by a helper `badRequest(message)` with its status in the text.',
    rests: 'Errors: `status` of a basic error (or problem) equals the HTTP status of the response.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) => {
        const answer = await pass();
        return answer.status === 404 ? editError(answer, (body) => ({ ...body, status: 400 })) : answer;
      }),
    witness: both(async ({ get }) => {
      const { status, body } = await get(`/smart-ia/cohorts/${nobody}`);
      return status === body['status'];
    }),
  },
  {
    id: 'round-9.errors.unprocessable-year',
    chapter: 'errors',
    story: 'The framework answers failed validation with 422 unless told otherwise, endpoint by endpoint.',
    rests: 'Classes: the other status of GET /classes is 400, for an `academicYearId` that is no UUID.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass }) => {
        const answer = await pass();
        const year = ask.query.get('academicYearId') ?? 'current';
        const odd = year !== 'current' && !uuid.test(year);
        return answer.status === 400 && odd ? refuse(ask, 422, 'Unprocessable') : answer;
      }),
    witness: both(async ({ get }) => (await get('/classes', { academicYearId: 'next' })).status),
  },
  {
    id: 'round-9.errors.database-judges-the-id',
    chapter: 'errors',
    story: 'The id of the path goes to the database unseen: `invalid input syntax for type uuid`.',
    rests: 'Cohorts: a cohort id that is no UUID is 400 or 404, the statuses that the row lists.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 400 && !uuid.test(ask.id) ? refuse(ask, 500, 'Internal error') : answer;
      }),
    witness: both(async ({ get }) => (await get('/smart-ia/cohorts/none')).status),
  },
  {
    id: 'round-9.conventions.class-without-wrapper',
    chapter: 'conventions',
    story: 'The handler returns the entity; the interceptor that wraps it is not on this route.',
    rests: 'Conventions 5: single-resource responses wrap the resource, here in `class`.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) => edit(await pass(), (body) => body['class'])),
    witness: both(async (client) => {
      const { body } = await client.get(`/classes/${await newClassId(client)}`);
      return textAt(body, 'class', 'name');
    }),
  },
  {
    id: 'round-9.conventions.preflight-needs-a-key',
    chapter: 'conventions',
    story: 'The check of the key stands before the CORS middleware, and browsers send no key with OPTIONS.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => async (request) =>
      request.method === 'OPTIONS' && !request.headers.has('x-api-key')
        ? json(401, { status: 401, message: 'Invalid credentials.' })
        : service(request),
    witness: both(async ({ raw }) => {
      const headers = {
        origin: 'https://school.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      };
      return (await raw('OPTIONS /users', headers)).status;
    }),
  },
  {
    id: 'round-9.conventions.html-for-browsers',
    chapter: 'conventions',
    story: 'The framework has a page to browse the interface, which answers whoever accepts text/html.',
    rests: 'Conventions 1: responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests', 'GET /academic-years', 'GET /classes', 'GET /users'],
    wrap: (service) =>
      on(
        service,
        ['GET /smart-ia/tests', 'GET /academic-years', 'GET /classes', 'GET /users'],
        async ({ ask, pass }) => {
          const answer = await pass();
          if (!answer.ok || !/text\/html/i.test(ask.headers.get('accept') ?? '')) return answer;
          const text = `<!doctype html><pre>${(await answer.text()).replaceAll('<', '&lt;')}</pre>`;
          return withHeaders(withText(answer, text), (all) => all.set('content-type', 'text/html'));
        },
      ),
    witness: both(async ({ raw, keys }) => {
      const headers = { 'x-api-key': keys.full, accept: 'text/html,application/json;q=0.9,*/*;q=0.8' };
      const answer = await raw('GET /academic-years', headers);
      return [answer.headers.get('content-type'), column(answer, 'name').length];
    }),
  },
];
