import { editError, refuse, withBody } from '../answers.ts';
import { both } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const chapter = 'keys';
const years = ['GET /academic-years', 'GET /academic-years/current', 'GET /academic-years/{id}'];

/** Faults of keys and of what is answered without one. */
export const keyFaults: readonly BlindFault[] = [
  {
    id: 'round-3.keys.bearer-token-too',
    chapter,
    story:
      'The library for authentication tries its strategies in turn, and the one for bearer tokens finds the key as well.',
    rests: 'Authentication 1 and 2: the key is sent in x-api-key, and a request without one gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', ({ ask, pass }) => {
        const [scheme, token] = (ask.headers.get('authorization') ?? '').split(' ');
        if (ask.headers.has('x-api-key') || scheme !== 'Bearer' || token === undefined) return pass();
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', token);
        return pass({ headers });
      }),
    witness: both(
      async ({ raw, keys }) =>
        (await raw('GET /academic-years', { authorization: `Bearer ${keys.full}` })).status,
    ),
  },
  {
    id: 'round-3.keys.gateway-says-a-word',
    chapter,
    story:
      'Keys are checked by the gateway of the cloud, whose answer is a message and nothing else; nobody mapped it.',
    rests: 'Errors: an error is a basic error, with status and message, or problem details.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 401) return response;
        return withBody(response, { message: 'Unauthorized' }, { 'content-type': 'application/json' });
      }),
    witness: both(async ({ raw }) => {
      const { status, body } = await raw('GET /academic-years');
      return [status, Object.keys(body)];
    }),
  },
  {
    id: 'round-3.keys.empty-key-is-a-guest',
    chapter,
    story:
      'A header that is there is looked up; the empty text belongs to a row for guests, who may read academic years.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'deep',
    at: years,
    wrap: (service) => {
      let guest: string | undefined;
      return on(service, years, async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key');
        const headers = new Headers(ask.headers);
        if (key === '' && guest !== undefined) headers.set('x-api-key', guest);
        const response = await pass({ headers });
        if (response.ok && key !== null && key !== '') guest = key;
        return response;
      });
    },
    witness: both(async ({ get, raw }) => {
      await get('/academic-years');
      return (await raw('GET /academic-years', { 'x-api-key': '' })).status;
    }),
  },
  {
    id: 'round-3.keys.no-permission-is-no-key',
    chapter,
    story: 'The entry point of the security library answers whatever it has refused, and it only knows 401.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 403 ? refuse(ask, 401, 'Invalid credentials') : response;
      }),
    witness: both(
      async ({ raw, keys }) => (await raw('GET /users', { 'x-api-key': keys.restricted })).status,
    ),
  },
];

/** Faults of refusals: their formats and statuses. */
export const errorFaults: readonly BlindFault[] = [
  {
    id: 'round-3.errors.detail-by-field',
    chapter: 'errors',
    story: 'The library for validation gives its findings by field, and they are sent as the detail.',
    rests: 'Errors, problem details: `detail` is a string.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /users'],
    wrap: (service) =>
      on(service, 'GET /users', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        return editError(response, (body) => ({ ...body, detail: { query: [body['detail']] } }));
      }),
    witness: both(async ({ get }) => typeof (await get('/users', { name: '' })).body['detail']),
  },
  {
    id: 'round-3.errors.type-is-a-phrase',
    chapter: 'errors',
    story: 'Where no page describes a problem, the developer has put its title into the type as well.',
    rests: 'Errors, problem details: `type` is a URI that identifies the problem type.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) =>
        editError(await pass(), (body) => ('type' in body ? { ...body, type: 'Class not found' } : body)),
      ),
    witness: both(async ({ get }) => {
      const { body } = await get('/classes/00000000-0000-4000-8000-00000000dead');
      return body['type'];
    }),
  },
  {
    id: 'round-3.errors.refused-with-200',
    chapter: 'errors',
    story:
      'The error object is returned by the handler instead of thrown, so that the framework takes it for a result.',
    rests: 'GET /smart-ia/cohorts: academicYearId is a UUID or `current`; 400 for an invalid request.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 400) return response;
        return new Response(response.body, { status: 200, headers: response.headers });
      }),
    witness: both(
      async ({ get }) => (await get('/smart-ia/cohorts', { academicYearId: 'last year' })).status,
    ),
  },
  {
    id: 'round-3.errors.unknown-cohort-is-invalid',
    chapter: 'errors',
    story:
      'The domain layer throws an error of bad arguments for an unknown id, and those are mapped to 400.',
    rests: 'Errors: 404 when a cohort is not found; GET /smart-ia/cohorts/{cohortId} lists it.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 404 ? refuse(ask, 400, 'Invalid request') : response;
      }),
    witness: both(
      async ({ get }) => (await get('/smart-ia/cohorts/00000000-0000-4000-8000-00000000dead')).status,
    ),
  },
];
