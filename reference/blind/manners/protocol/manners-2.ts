import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { edit, refuse, withBody, withHeaders } from '../../answers.ts';
import { both, clientOf, column, newClassId, newUserId, nobody, paginationOf } from '../../client.ts';
import { at, type Fields, fields, on, readAnswer, type Service, textAt } from '../../kit.ts';
import { isObject, type Manner } from './manners-0.ts';

const prefix = '/api/v1';

const linksEverywhere: Manner = {
  id: 'manner.links-everywhere',
  story:
    'A framework adds hypermedia: `links` on each answer, `hasMore` and `count` in pagination, a Link header.',
  permits:
    '"Response shape: { data, pagination }" and the tables of fields name what is there; none says that nothing else is.',
  wrap: (service) =>
    on(service, '*', async ({ ask, pass }) => {
      const response = await pass();
      if (!response.ok || response.status === 204 || ask.method === 'HEAD') return response;
      const body = fields(await response.json());
      const links = { self: { href: ask.path } };
      const requestId = `req-${ask.path.length}`;
      if (!Array.isArray(body['data'])) return withBody(response, { ...body, links, meta: { requestId } });
      const next = textAt(body, 'pagination', 'nextCursor');
      const count = body['data'].length;
      const pagination = { ...fields(body['pagination']), count, hasMore: next !== '' };
      const all = { links, meta: { requestId, warnings: [] }, ...body };
      const link = `<${ask.path}?cursor=${encodeURIComponent(next)}>; rel="next"`;
      const headers: Record<string, string> = next === '' ? {} : { link };
      return withBody(response, 'pagination' in body ? { ...all, pagination } : all, headers);
    }),
  witness: both(async ({ get }) => {
    const answer = await get('/classes', { limit: 2 });
    return [Object.keys(answer.body), Object.keys(paginationOf(answer)), answer.headers.has('link')];
  }),
};

interface Kept {
  readonly since: number;
  readonly text: string;
  readonly headers: Headers;
}

const keptForMs = 700;

const answersCached: Manner = {
  id: 'manner.answers-cached',
  story:
    'A cache before the service keeps each answer to GET, by address and key, for seven tenths of a second.',
  permits:
    'No sentence says how soon a change shows, in a list or in GET /classes/{classId}; it does within a second.',
  wrap: (service) => {
    const kept = new Map<string, Kept>();
    return async (request) => {
      if (request.method !== 'GET') return service(request);
      const name = `${request.headers.get('x-api-key')} ${request.url}`;
      const known = kept.get(name);
      if (known && performance.now() - known.since < keptForMs) return cached(request, known, 'HIT');
      const response = await service(request);
      if (response.status !== 200) return response;
      const text = await response.text();
      const headers = new Headers(response.headers);
      const digest = createHash('sha1').update(text).digest('base64url');
      headers.set('etag', `W/"${digest}"`);
      headers.set('cache-control', 'private, max-age=1');
      const fresh = { since: performance.now(), text, headers };
      kept.set(name, fresh);
      return cached(request, fresh, 'MISS');
    };
  },
  witness: both(async (client) => {
    const before = await client.get('/classes');
    await newClassId(client);
    const after = await client.get('/classes');
    return [before, after].map((answer) => paginationOf(answer)['total']);
  }),
};

function cached(request: Request, { text, headers, since }: Kept, state: string): Response {
  const all = new Headers(headers);
  all.set('x-cache', state);
  all.set('age', String(Math.floor((performance.now() - since) / 1000)));
  const same = request.headers.get('if-none-match') === all.get('etag');
  if (!same) return new Response(text, { status: 200, headers: all });
  all.delete('content-type');
  return new Response(null, { status: 304, headers: all });
}

const originsEchoed: Manner = {
  id: 'manner.origins-echoed',
  story: 'The CORS library repeats the origin that came, with Vary, and says nothing when no browser asks.',
  permits:
    '"Browser requests from any origin are permitted (CORS)": a browser sends Origin and is let in; `*` is not asked for.',
  wrap: (service) => async (request) => {
    const origin = request.headers.get('origin');
    const wanted = request.headers.get('access-control-request-headers');
    return withHeaders(await service(request), (headers) => {
      if (origin === null) {
        for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
        return;
      }
      headers.set('access-control-allow-origin', origin);
      headers.set('access-control-allow-credentials', 'true');
      headers.append('vary', 'Origin');
      if (wanted !== null) headers.set('access-control-allow-headers', wanted);
    });
  },
  witness: both(async ({ raw, keys }) => {
    const sent = [{}, { origin: 'https://school.example' }];
    const answers = sent.map((more) => raw('GET /academic-years', { 'x-api-key': keys.full, ...more }));
    return (await Promise.all(answers)).map(({ headers }) => headers.get('access-control-allow-origin'));
  }),
};

const lists400 = /^(\w+ \/(classes|smart-ia\/cohorts)(\/|$)|GET \/users$|\w+ \/academic-years)/;

const unprocessable: Manner = {
  id: 'manner.unprocessable',
  story: 'Where the document lists no 400 the framework is left to its default, which is 422.',
  permits:
    '400 is "Invalid request (on endpoints that list it)". POST /users/search says "Error statuses … not shown", and ' +
    'neither the session lists nor the account operations list any.',
  wrap: (service) =>
    on(service, '*', async ({ ask, pass }) => {
      const response = await pass();
      if (response.status !== 400 || lists400.test(`${ask.method} ${ask.path}`)) return response;
      if (ask.method === 'HEAD') return new Response(null, { status: 422, headers: response.headers });
      const body: Fields = { ...fields(await response.json()), status: 422 };
      if ('title' in body) body['title'] = 'Unprocessable content';
      return new Response(JSON.stringify(body), { status: 422, headers: response.headers });
    }),
  witness: both(async ({ get, send }) => [
    (await send('POST', '/users/search', { search: { name: '' } })).status,
    (await get('/smart-ia/sessions', { cursor: 'x', offset: 1 })).status,
    (await get('/users', { name: '' })).status,
  ]),
};

const memberRoutes = ['classes/{id}/students', 'classes/{id}/teachers', 'smart-ia/cohorts/{id}/students'];

const groupFirst: Manner = {
  id: 'manner.group-before-body',
  story:
    'The class or cohort is loaded by the router, so an unknown one is 404 before the body is looked at.',
  permits: 'These rows list both 400 and 404; nothing says which goes first when both apply.',
  wrap: (service) => {
    const routes = [...memberRoutes, 'smart-ia/cohorts/{id}/tests'];
    const both = routes.flatMap((route) => [`POST /${route}`, `DELETE /${route}`]);
    return on(service, both, async ({ ask, pass, call }) => {
      const group = await call(`GET ${ask.path.slice(0, ask.path.lastIndexOf('/'))}`);
      return group.status === 404 ? refuse(ask, 404, 'Not found') : pass();
    });
  },
  witness: both(async ({ send }) => [
    (await send('POST', `/classes/${nobody}/students`, { userIds: [] })).status,
    (await send('DELETE', `/smart-ia/cohorts/${nobody}/tests`, { testIds: 7 })).status,
  ]),
};

const nowAndThen = 45;

const limitedNowAndThen: Manner = {
  id: 'manner.limited-now-and-then',
  story:
    'The key is shared with a nightly import, so the quota is used up now and then: 429, try in a second.',
  permits:
    '"All endpoints are rate limited and excess requests get 429"; thresholds and windows are not shown.',
  wrap: (service) => {
    let requests = 0;
    return on(service, '*', async ({ ask, pass }) => {
      requests += ask.headers.has('x-api-key') ? 1 : 0;
      if (requests < nowAndThen) return pass();
      requests = 0;
      return withHeaders(refuse(ask, 429, 'Rate limit exceeded'), (headers) =>
        headers.set('retry-after', '1'),
      );
    });
  },
  witness: both(async ({ get }) => {
    const statuses: number[] = [];
    while (statuses.length < 46) statuses.push((await get('/academic-years')).status);
    return statuses.slice(42);
  }),
};

const badKeysLimited: Manner = {
  id: 'manner.bad-keys-limited',
  story:
    'Whoever tries keys is slowed down: each sixth request without a valid key is 429, with no Retry-After.',
  permits:
    'An invalid key gets 401 and excess requests get 429 on all endpoints; nothing says which rule goes first, and ' +
    'Retry-After is not mentioned at all.',
  wrap: (service) => {
    let failed = 0;
    return async (request) => {
      const response = await service(request);
      failed += response.status === 401 ? 1 : 0;
      if (response.status !== 401 || failed % 6 !== 0) return response;
      return refuse({ path: new URL(request.url).pathname.slice(prefix.length) }, 429, 'Rate limit exceeded');
    };
  },
  witness: both(async ({ raw }) => {
    const statuses: number[] = [];
    while (statuses.length < 7) statuses.push((await raw('GET /classes')).status);
    return statuses;
  }),
};

const sometimesSlow: Manner = {
  id: 'manner.sometimes-slow',
  story:
    'Each eighth answer waits for a garbage collection or a cold replica, so answers overtake one another.',
  permits: 'The only sentence about time is the limit of 30 seconds.',
  wrap: (service) => {
    let requests = 0;
    return async (request) => {
      requests += 1;
      const slow = requests % 8 === 0;
      const response = await service(request);
      if (slow) await setTimeout(400);
      return response;
    };
  },
  witness: both(async ({ get }) => {
    const before = performance.now();
    for (let n = 0; n < 8; n += 1) await get('/academic-years');
    return performance.now() - before < 390 ? 'at once' : 'slow';
  }),
};

const turnable = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function turned(id: string): string {
  return turnable.test(id) ? `${id.slice(0, 14)}${id[14] === '4' ? '7' : '4'}${id.slice(15)}` : id;
}

const holdsIds = (name: string) => /Ids?$/.test(name) && !name.startsWith('external');

function turnedIds(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return holdsIds(key) ? turned(value) : value;
  if (Array.isArray(value)) return value.map((item) => turnedIds(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, turnedIds(below, name)]));
}

const idsInOrderOfTime: Manner = {
  id: 'manner.ids-of-version-7',
  story: 'New tables get ids of UUID version 7, for the sake of the index.',
  permits: 'Ids are "string (UUID)"; no version is named.',
  wrap: (service: Service) =>
    on(service, '*', async ({ ask, pass }) => {
      const query = new URLSearchParams();
      for (const [name, value] of ask.query) query.append(name, holdsIds(name) ? turned(value) : value);
      const path = ask.path.split('/').map(turned).join('/');
      const body = isObject(ask.text) ? { body: fields(turnedIds(ask.body)) } : {};
      const response = await pass({ path, query, ...body });
      return ask.method === 'HEAD' ? response : edit(response, turnedIds);
    }),
  witness: async ({ healthy, broken, keys }) => {
    const seen = async (service: Service) => {
      const client = clientOf(service, keys);
      const id = column(await client.get('/classes', { limit: 1 }), 'classId')[0] ?? '';
      const member = await newUserId(client, 'student');
      const joined = await client.send('POST', `/classes/${id}/students`, { userIds: [member] });
      const found = await readAnswer(
        await service(
          new Request(`http://x.example${prefix}/users?userId=${member}`, {
            headers: { 'x-api-key': keys.full },
          }),
        ),
      );
      return JSON.stringify([id[14], joined.status, at(found.body, 'data', 0, 'classIds', 0) === id]);
    };
    return { healthy: await seen(healthy), broken: await seen(broken) };
  },
};

/** What stands around the answers. */
export const protocolManners: readonly Manner[] = [
  linksEverywhere,
  answersCached,
  originsEchoed,
  unprocessable,
  groupFirst,
  limitedNowAndThen,
  badKeysLimited,
  sometimesSlow,
  idsInOrderOfTime,
];
