import { json, refuse } from '../answers.ts';
import { both, newClassId, nobody } from '../client.ts';
import { type BlindFault, on } from '../kit.ts';

const invalidKey = 'a request with an invalid key gets 401';
const noKey = 'a request without a key gets 401';
const forbidden = 'a request whose key lacks the needed permissions gets 403';
const chapter = 'keys';

export const keys: readonly BlindFault[] = [
  {
    id: 'round-1.keys.checked-keys-cached-by-beginning',
    chapter,
    story: 'Checked keys are kept in a cache whose column holds all but the last four characters.',
    rests: invalidKey,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const checked = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const known = checked.get(key.slice(0, -4));
        const headers = new Headers(ask.headers);
        if (known !== undefined && key.length === known.length) headers.set('x-api-key', known);
        const response = await pass({ headers });
        if (response.status !== 401 && known === undefined) checked.set(key.slice(0, -4), key);
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/academic-years');
      const forged = `${client.keys.full.slice(0, -2)}~~`;
      return (await client.raw('GET /classes', { 'x-api-key': forged })).status;
    }),
  },
  {
    id: 'round-1.keys.taken-from-the-address',
    chapter,
    story: 'The key middleware also looks at a query parameter, for the links of an old report page.',
    rests: 'every endpoint requires an API key sent in the request header; a request without one gets 401',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', ({ ask, pass }) => {
        const names = ['x-api-key', 'api_key', 'apikey', 'apiKey', 'key'];
        const found = names.map((name) => ask.query.get(name)).find((key) => key !== null);
        if (found === undefined || found === null || ask.headers.has('x-api-key')) return pass();
        const headers = new Headers(ask.headers);
        headers.set('x-api-key', found);
        return pass({ headers });
      }),
    witness: both(async (client) => (await client.raw(`GET /classes?x-api-key=${client.keys.full}`)).status),
  },
  {
    id: 'round-1.keys.body-parsed-first',
    chapter,
    story: 'The body parser stands before the key check and answers 400 to broken JSON from anybody.',
    rests: noKey,
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 401 || ask.text === '') return response;
        try {
          JSON.parse(ask.text);
          return response;
        } catch {
          return refuse(ask, 400, 'The body is not valid JSON');
        }
      }),
    witness: both(async (client) => (await client.raw('PUT /users/x/name', {}, '{"user":')).status),
  },
  {
    id: 'round-1.keys.context-kept-after-a-refusal',
    chapter,
    story: 'A pooled request context is cleared at the end of a success, not when an error is thrown.',
    rests: noKey,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      let left: string | undefined;
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? left;
        const headers = new Headers(ask.headers);
        if (key !== undefined) headers.set('x-api-key', key);
        const response = await pass({ headers });
        left = response.status === 404 || response.status === 409 ? key : undefined;
        return response;
      });
    },
    witness: both(async (client) => {
      const missed = await client.get(`/classes/${nobody}`);
      return [missed.status, (await client.raw('GET /users')).status];
    }),
  },
  {
    id: 'round-1.keys.forbidden-create-is-kept',
    chapter,
    story: 'Permission is checked by a filter on the way out, after the handler has written.',
    rests: `${forbidden}: not authorised to access the resource`,
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) => {
      let writer: Headers | undefined;
      return on(service, ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) writer = new Headers(ask.headers);
        const late = response.status === 403 && ask.method === 'POST' && writer;
        if (late) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', late.get('x-api-key') ?? '');
          await pass({ headers });
        }
        return response;
      });
    },
    witness: both(async (client) => {
      await client.get('/smart-ia/cohorts');
      const name = client.word();
      const headers = { 'x-api-key': client.keys.restricted, 'content-type': 'application/json' };
      const refused = await client.raw(
        'POST /smart-ia/cohorts',
        headers,
        JSON.stringify({ cohort: { name } }),
      );
      const found = await client.get('/smart-ia/cohorts', { search: name });
      return [refused.status, found.body['data']];
    }),
  },
  {
    id: 'round-1.keys.read-cache-before-permission',
    chapter,
    story:
      'Answers to reads of one class or cohort are cached by address, and the cache is asked before permission.',
    rests: forbidden,
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const cache = new Map<string, string>();
      return on(service, ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'], async ({ ask, pass }) => {
        const response = await pass();
        if (response.ok) cache.set(ask.path, await response.clone().text());
        const kept = response.status === 403 ? cache.get(ask.path) : undefined;
        return kept === undefined ? response : json(200, JSON.parse(kept));
      });
    },
    witness: both(async (client) => {
      const id = await newClassId(client);
      await client.get(`/classes/${id}`);
      return (await client.raw(`GET /classes/${id}`, { 'x-api-key': client.keys.restricted })).status;
    }),
  },
  {
    id: 'round-1.keys.edge-cache-answers-anybody',
    chapter,
    story: 'The edge cache keeps one academic year by address and does not vary by the key.',
    rests: noKey,
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /academic-years/{id}'],
    wrap: (service) => {
      const cache = new Map<string, string>();
      return on(service, 'GET /academic-years/{id}', async ({ ask, pass }) => {
        const kept = cache.get(ask.path);
        if (kept !== undefined) return json(200, JSON.parse(kept));
        const response = await pass();
        if (response.ok) cache.set(ask.path, await response.clone().text());
        return response;
      });
    },
    witness: both(async (client) => {
      const years = await client.get('/academic-years');
      const id = /"academicYearId":"([^"]+)"/.exec(years.text)?.[1] ?? '';
      await client.get(`/academic-years/${id}`);
      return (await client.raw(`GET /academic-years/${id}`)).status;
    }),
  },
];
