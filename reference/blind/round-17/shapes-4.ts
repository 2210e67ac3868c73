import { setTimeout } from 'node:timers/promises';
import { editError, json, withBody, withHeaders, withText } from '../answers.ts';
import { both, newClassId, nobody } from '../client.ts';
import { type BlindFault, on, readAnswer, textAt } from '../kit.ts';

const listed = ['GET /users', 'GET /classes', 'GET /smart-ia/cohorts', 'GET /smart-ia/tests'] as const;

/** What a browser accepts when an address is opened in a tab. */
const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** A JSON value as the elements of XML. */
function xml(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => xml(name, item)).join('');
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, item]) => xml(key, item))
          .join('')
      : String(value ?? '')
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;');
  return `<${name}>${inner}</${name}>`;
}

/** Keys, permissions, error formats, content types and CORS. */
export const faults: readonly BlindFault[] = [
  {
    id: 'round-17.errors.refused-key-has-a-format-of-its-own',
    chapter: 'errors',
    story: 'A token library stands before the service and answers bad keys in its own error format.',
    rests: 'An error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        if (response.status !== 401) return response;
        const body = { error: 'invalid_token', error_description: 'The key is missing or invalid' };
        return withBody(response, body, { 'content-type': 'application/json' });
      }),
    witness: both(async (client) => {
      const { body } = await client.raw('GET /academic-years');
      return ['status', 'message', 'type', 'title', 'detail'].filter((name) => name in body).join(' ');
    }),
  },
  {
    id: 'round-17.errors.body-of-a-403-says-401',
    chapter: 'errors',
    story:
      'The handler for missing permissions was copied from that for bad keys, and only the HTTP status was changed.',
    rests:
      'Basic error: status equals the HTTP status of the response; problem details: status is the HTTP status.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ pass }) => {
        const response = await pass();
        return response.status === 403 ? editError(response, (body) => ({ ...body, status: 401 })) : response;
      }),
    witness: both(async (client) => {
      const answer = await client.raw('GET /smart-ia/sessions', { 'x-api-key': client.keys.restricted });
      return `${answer.status} ${textAt(answer.body, 'status')}`;
    }),
  },
  {
    id: 'round-17.errors.two-problems-are-one-occurrence',
    chapter: 'errors',
    story:
      'Common problems were made constants to save allocations, and each is given its instance when it is made.',
    rests: 'Problem details: instance identifies this occurrence.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) => {
      const instances = new Map<string, unknown>();
      return on(service, '*', async ({ pass }) =>
        editError(await pass(), (body) => {
          if (!('instance' in body)) return body;
          const problem = `${textAt(body, 'status')} ${textAt(body, 'detail')}`;
          const instance = instances.get(problem) ?? body['instance'];
          instances.set(problem, instance);
          return { ...body, instance };
        }),
      );
    },
    witness: both(async (client) => {
      const first = await client.get(`/classes/${nobody}`);
      const second = await client.get(`/classes/${nobody.replace('dead', 'beef')}`);
      const one = textAt(first.body, 'instance');
      return one === textAt(second.body, 'instance') ? 'one occurrence' : 'two occurrences';
    }),
  },
  {
    id: 'round-17.authentication.checked-keys-are-kept-by-their-first-letters',
    chapter: 'authentication',
    story: 'Keys that were found valid are kept in a cache whose key column has room for 24 letters.',
    rests: 'Authentication 2: a request without a key, or with an invalid key, gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) => {
      const kept = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const sent = ask.headers.get('x-api-key') ?? '';
        const known = kept.get(sent.slice(0, 24));
        if (known !== undefined) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', known);
          return pass({ headers });
        }
        const response = await pass();
        if (sent !== '' && response.ok && ask.method !== 'OPTIONS') kept.set(sent.slice(0, 24), sent);
        return response;
      });
    },
    witness: both(async (client) => {
      const { full } = client.keys;
      await client.get('/academic-years');
      const wrong = `${full.slice(0, -1)}${full.endsWith('x') ? 'y' : 'x'}`;
      return String((await client.raw('GET /academic-years', { 'x-api-key': wrong })).status);
    }),
  },
  {
    id: 'round-17.authentication.caller-is-that-of-the-request-that-came-last',
    chapter: 'authentication',
    story:
      'The caller is kept in a variable of the module, and permission is looked up after the first wait for the database.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: [...listed],
    wrap: (service) => {
      let caller = '';
      return on(service, listed, async ({ ask, pass }) => {
        const own = ask.headers.get('x-api-key') ?? '';
        const response = await pass();
        if (response.status === 401) return response;
        caller = own;
        await setTimeout(2);
        if (caller === own) return response;
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', caller);
        return pass({ headers });
      });
    },
    witness: both(async (client) => {
      const { full, restricted } = client.keys;
      const answers = await Promise.all(
        [restricted, full, restricted, full].map((key) => client.raw('GET /users', { 'x-api-key': key })),
      );
      return answers.map(({ status }) => status).join(' ');
    }),
  },
  {
    id: 'round-17.authentication.class-once-read-is-open-to-every-key',
    chapter: 'authentication',
    story:
      'Single classes are kept in a cache by their address, and the cache is asked before the permission.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}'],
    wrap: (service) => {
      const kept = new Map<string, Readonly<Record<string, unknown>>>();
      return on(service, 'GET /classes/{id}', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status === 200) kept.set(ask.path, (await readAnswer(response.clone())).body);
        const body = kept.get(ask.path);
        return response.status === 403 && body !== undefined ? json(200, body) : response;
      });
    },
    witness: both(async (client) => {
      const path = `/classes/${await newClassId(client)}`;
      await client.get(path);
      return String((await client.raw(`GET ${path}`, { 'x-api-key': client.keys.restricted })).status);
    }),
  },
  {
    id: 'round-17.content-types.address-opened-in-a-tab-is-xml',
    chapter: 'content types',
    story:
      'A library brought an XML converter into the build, and the framework offers it to whoever accepts XML by name.',
    rests: 'Conventions 1: responses are application/json unless an endpoint says otherwise.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const accepted = ask.headers.get('accept') ?? '';
        const wanted = accepted.includes('application/xml') && !accepted.includes('json');
        if (ask.method !== 'GET' || !response.ok || !wanted) return response;
        const { body } = await readAnswer(response.clone());
        return withText(response, xml('response', body), { 'content-type': 'application/xml' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, accept: ofBrowser };
      return (await client.raw('GET /academic-years', headers)).headers.get('content-type') ?? '';
    }),
  },
  {
    id: 'round-17.cors.preflight-of-assessments-forgets-the-key',
    chapter: 'cors',
    story:
      'The assessments have a router with CORS settings of its own, which were made before keys had a header.',
    rests:
      'Conventions 4: browser requests from any origin are permitted; Authentication 1: every endpoint requires x-api-key.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (ask.method !== 'OPTIONS' || !ask.path.startsWith('/smart-ia/')) return response;
        return withHeaders(response, (headers) =>
          headers.set('access-control-allow-headers', 'authorization, content-type'),
        );
      }),
    witness: both(async (client) => {
      const { headers } = await client.raw('OPTIONS /smart-ia/tests', {
        origin: 'https://school.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      });
      const allowed = headers.get('access-control-allow-headers') ?? '';
      return allowed.includes('x-api-key') ? 'a browser may send the key' : 'a browser may not send the key';
    }),
  },
];
