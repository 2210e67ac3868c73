import { page, refuse } from '../answers.ts';
import { both, itemsOf } from '../client.ts';
import { type BlindFault, on, textAt } from '../kit.ts';

const chapter = 'keys';

/** Faults of keys and what they permit. */
export const keyFaults: readonly BlindFault[] = [
  {
    id: 'round-2.keys.missing-key-is-forbidden',
    chapter,
    story: 'A gateway in front answers requests without a key by itself, and its word for that is 403.',
    rests: 'Authentication 2: a request without a key gets 401.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) =>
        ask.headers.has('x-api-key') || ask.method === 'OPTIONS' ? pass() : refuse(ask, 403, 'Forbidden'),
      ),
    witness: both(async ({ raw }) => (await raw('GET /academic-years')).status),
  },
  {
    id: 'round-2.keys.study-sessions-before-the-guard',
    chapter,
    story:
      'The route of study sessions was registered before the middleware that looks at keys; without a key no school is known, and the list is empty.',
    rests: 'Authentication 1 and 2: every endpoint requires a key; without one, or with an invalid one, 401.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /sessions/completed'],
    wrap: (service) =>
      on(service, 'GET /sessions/completed', async ({ ask, pass }) => {
        const response = await pass();
        return response.status === 401 ? page(ask.query, []) : response;
      }),
    witness: both(async ({ raw }) => [
      (await raw('GET /sessions/completed')).status,
      (await raw('GET /sessions/completed', { 'x-api-key': 'wrong' })).status,
    ]),
  },
  {
    id: 'round-2.keys.longer-key-passes',
    chapter,
    story:
      'The comparison takes as many characters of the header as the stored key has, as strncmp and truncating columns do.',
    rests: 'Authentication 2: a request with an invalid key gets 401.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        const sent = ask.headers.get('x-api-key') ?? '';
        if (response.status !== 401) return response;
        for (let length = Math.min(sent.length - 1, 80); length >= 8; length -= 1) {
          const headers = new Headers(ask.headers);
          headers.set('x-api-key', sent.slice(0, length));
          const again = await pass({ headers });
          if (again.status !== 401) return again;
        }
        return response;
      }),
    witness: both(async ({ raw, keys }) => [
      (await raw('GET /smart-ia/tests', { 'x-api-key': `${keys.full}x` })).status,
      (await raw('GET /classes?limit=1', { 'x-api-key': `${keys.full}${keys.full}` })).status,
    ]),
  },
  {
    id: 'round-2.keys.cached-answer-skips-permission',
    chapter,
    story:
      'Permission is checked inside the handler, and the cache of single classes and cohorts stands in front of it.',
    rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const cache = new Map<string, string>();
      return on(service, ['GET /classes/{id}', 'GET /smart-ia/cohorts/{id}'], async ({ ask, pass }) => {
        const response = await pass();
        const kept = cache.get(ask.path);
        if (response.status === 403 && kept !== undefined) {
          const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
          return new Response(kept, { status: 200, headers });
        }
        if (response.status === 200) cache.set(ask.path, await response.clone().text());
        return response;
      });
    },
    witness: both(async ({ get, raw, keys }) => {
      const [first] = itemsOf(await get('/classes', { limit: 1 }));
      const path = `/classes/${textAt(first, 'classId')}`;
      const restricted = { 'x-api-key': keys.restricted };
      const before = (await raw(`GET ${path}`, restricted)).status;
      await get(path);
      return [before, (await raw(`GET ${path}`, restricted)).status];
    }),
  },
];
