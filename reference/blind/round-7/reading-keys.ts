import { json, refuse } from '../answers.ts';
import { both, column } from '../client.ts';
import { type BlindFault, on, type Service } from '../kit.ts';

const authentication = 'authentication';
const nobodyGets = 'Authentication: a request without a key, or with an invalid key, gets 401.';

/** A service that answers some reads again from what it answered before, whoever asks. */
function remembering(routes: readonly string[], keyed: (headers: Headers) => boolean) {
  return (service: Service) => {
    const known = new Map<string, string>();
    return on(service, routes, async ({ ask, pass }) => {
      const name = `${ask.path}?${ask.query}`;
      const text = known.get(name);
      if (text !== undefined && !keyed(ask.headers)) return json(200, JSON.parse(text));
      const answer = await pass();
      if (answer.ok) known.set(name, await answer.clone().text());
      return answer;
    });
  };
}

/** Faults of keys and permissions. */
export const readingKeys: readonly BlindFault[] = [
  {
    id: 'round-7.keys.edge-cache-serves-year-without-key',
    chapter: authentication,
    story:
      'The CDN in front caches single academic years by address and answers before the key is looked at.',
    rests: nobodyGets,
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /academic-years/{id}'],
    wrap: remembering(['GET /academic-years/{id}'], (headers) => headers.has('x-api-key')),
    witness: both(async ({ get, raw }) => {
      const [id = ''] = column(await get('/academic-years'), 'academicYearId');
      await get(`/academic-years/${id}`);
      return (await raw(`GET /academic-years/${id}`)).status;
    }),
  },
  {
    id: 'round-7.keys.test-list-cached-across-permissions',
    chapter: authentication,
    story:
      'The list of tests seldom changes, so it is kept in a cache that is asked before the permission is.',
    rests: 'Authentication: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /smart-ia/tests'],
    wrap: (service) => {
      const known = new Map<string, string>();
      return on(service, ['GET /smart-ia/tests'], async ({ pass }) => {
        const answer = await pass();
        const text = known.get('tests');
        if (answer.status === 403 && text !== undefined) return json(200, JSON.parse(text));
        if (answer.ok) known.set('tests', await answer.clone().text());
        return answer;
      });
    },
    witness: both(async ({ get, raw, keys }) => {
      await get('/smart-ia/tests');
      return (await raw('GET /smart-ia/tests', { 'x-api-key': keys.restricted })).status;
    }),
  },
  {
    id: 'round-7.keys.wrong-key-is-forbidden',
    chapter: authentication,
    story:
      'The gateway tells a missing key from an unknown one: the latter is answered by its policy with 403.',
    rests: nobodyGets,
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const answer = await pass();
        const unknown = answer.status === 401 && ask.headers.has('x-api-key');
        return unknown ? refuse(ask, 403, 'Not authorised') : answer;
      }),
    witness: both(async ({ raw }) => {
      const missing = await raw('GET /users');
      const wrong = await raw('GET /users', { 'x-api-key': 'not-a-key' });
      return [missing.status, wrong.status];
    }),
  },
  {
    id: 'round-7.keys.parameters-checked-before-key',
    chapter: authentication,
    story:
      'The validation of query parameters is global middleware, the key is checked in a guard of the route.',
    rests: nobodyGets,
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /users', 'GET /smart-ia/sessions', 'GET /classes', 'GET /smart-ia/cohorts'],
    wrap: (service) =>
      on(
        service,
        ['GET /users', 'GET /smart-ia/sessions', 'GET /classes', 'GET /smart-ia/cohorts'],
        async ({ ask, pass }) => {
          const answer = await pass();
          const limit = ask.query.get('limit');
          const odd = limit !== null && !/^-?\d+$/.test(limit);
          return answer.status === 401 && odd ? refuse(ask, 400, 'Invalid request') : answer;
        },
      ),
    witness: both(async ({ raw }) => (await raw('GET /classes?limit=ten')).status),
  },
  {
    id: 'round-7.keys.key-looked-up-ignoring-case',
    chapter: authentication,
    story: 'Keys lie in a column whose collation ignores case, so a key in other letters is found as well.',
    rests: nobodyGets,
    breaks: 'explicit',
    depth: 'deep',
    at: ['*'],
    wrap: (service) => {
      const known = new Map<string, string>();
      return on(service, '*', async ({ ask, pass }) => {
        const key = ask.headers.get('x-api-key') ?? '';
        const stored = known.get(key.toLowerCase());
        const headers = new Headers(ask.headers);
        if (stored !== undefined) headers.set('x-api-key', stored);
        const answer = await pass({ headers });
        if (answer.ok && key !== '') known.set(key.toLowerCase(), stored ?? key);
        return answer;
      });
    },
    witness: both(async ({ get, raw, keys }) => {
      await get('/smart-ia/tests');
      return (await raw('GET /smart-ia/tests', { 'x-api-key': keys.full.toUpperCase() })).status;
    }),
  },
  {
    id: 'round-7.keys.hides-single-cohort-from-weak-key',
    chapter: authentication,
    story: 'Single cohorts are loaded through a scope of the key, so a key without rights finds none: 404.',
    rests: 'Authentication: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /smart-ia/cohorts/{id}'],
    wrap: (service) =>
      on(service, 'GET /smart-ia/cohorts/{id}', async ({ ask, pass }) => {
        const answer = await pass();
        return answer.status === 403 ? refuse(ask, 404, 'Not found') : answer;
      }),
    witness: both(async ({ get, raw, keys }) => {
      const [id = ''] = column(await get('/smart-ia/cohorts', { limit: 1 }), 'cohortId');
      return (await raw(`GET /smart-ia/cohorts/${id}`, { 'x-api-key': keys.restricted })).status;
    }),
  },
];
