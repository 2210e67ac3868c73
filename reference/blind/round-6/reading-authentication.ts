import { json, refuse, withHeaders } from '../answers.ts';
import { both, column, newCohortId } from '../client.ts';
import { type Answer, type BlindFault, on, readAnswer } from '../kit.ts';

const lists = [
  'GET /smart-ia/sessions',
  'GET /smart-ia/sessions/completed',
  'GET /smart-ia/sessions/in-progress',
];

/** Faults of keys and permissions. */
export const authentication: readonly BlindFault[] = [
  {
    id: 'round-6.authentication.missing-key-is-a-validation-error',
    chapter: 'authentication',
    story: 'The header is declared as a required parameter, so the framework refuses its absence with 400.',
    rests: 'Authentication: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 401 && !ask.headers.has('x-api-key')
          ? refuse(ask, 400, 'Invalid request')
          : answer;
      }),
    witness: both(async ({ raw }) => (await raw('GET /academic-years')).status),
  },
  {
    id: 'round-6.authentication.lacking-permission-on-sessions-hidden-as-404',
    chapter: 'authentication',
    story: 'One team hides what a key may not see, as a public code host does.',
    rests: 'Authentication: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'shallow',
    at: lists,
    wrap: (service) =>
      on(service, lists, async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 403 ? refuse(ask, 404, 'Not found') : answer;
      }),
    witness: both(
      async ({ raw, keys }) => (await raw('GET /smart-ia/sessions', { 'x-api-key': keys.restricted })).status,
    ),
  },
  {
    id: 'round-6.authentication.bearer-token-taken-instead-of-the-header',
    chapter: 'authentication',
    story: 'The library for keys looks into Authorization when its own header is absent.',
    rests: 'Authentication: every endpoint requires the key in the header x-api-key; without it 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', ({ ask, pass }) => {
        const bearer = /^Bearer (.+)$/i.exec(ask.headers.get('authorization') ?? '')?.[1];
        if (bearer === undefined || ask.headers.has('x-api-key')) return pass();
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', bearer);
        return pass({ headers });
      }),
    witness: both(
      async ({ raw, keys }) => (await raw('GET /classes', { authorization: `Bearer ${keys.full}` })).status,
    ),
  },
  {
    id: 'round-6.authentication.cached-academic-year-served-without-key',
    chapter: 'authentication',
    story: 'Academic years hardly change, so the proxy keeps each by its address and asks nobody for a key.',
    rests: 'Authentication: every endpoint requires a key; a request without one gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: (service) => {
      const kept = new Map<string, Answer>();
      return on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const known = kept.get(ask.id);
        if (known) return json(200, known.body);
        const response = await pass();
        if (response.ok) kept.set(ask.id, await readAnswer(response.clone()));
        return response;
      });
    },
    witness: both(async ({ get, raw }) => {
      const [id] = column(await get('/academic-years'), 'academicYearId');
      await get(`/academic-years/${id}`);
      return (await raw(`GET /academic-years/${id}`)).status;
    }),
  },
  {
    id: 'round-6.authentication.permission-remembered-by-path-alone',
    chapter: 'authentication',
    story: 'The decision whether a cohort may be read is memoised by path; the key is not part of its name.',
    rests: 'Authentication: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const allowed = new Map<string, string>();
      return on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const answer = await pass();
        if (answer.ok) allowed.set(ask.path, ask.headers.get('x-api-key') ?? '');
        const key = allowed.get(ask.path);
        if (answer.status !== 403 || key === undefined) return answer;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', key);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const path = `/smart-ia/cohorts/${await newCohortId(client)}`;
      await client.get(path);
      return (await client.raw(`GET ${path}`, { 'x-api-key': client.keys.restricted })).status;
    }),
  },
  {
    id: 'round-6.conventions.refused-keys-answered-without-cors',
    chapter: 'conventions',
    story: 'The check of keys stands before the CORS middleware, so its refusals go out bare.',
    rests: 'Conventions 4: browser requests from any origin are permitted (CORS).',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const answer = await pass();
        if (answer.status !== 401 && answer.status !== 403) return answer;
        return withHeaders(answer, (headers) => headers.delete('access-control-allow-origin'));
      }),
    witness: both(async ({ raw }) =>
      (await raw('GET /classes', { origin: 'https://a.example' })).headers.get('access-control-allow-origin'),
    ),
  },
];
