import { basic, bug, C1, CL, H1, HL, nth, obj, plain, SL, UL } from './tools.ts';
import type { Ctx, Out, Switch } from './types.ts';

const cors = 'Browser requests from any origin are permitted (CORS).';
const key = 'A request without a key or with an invalid one gets 401.';
const perm = 'A request whose key lacks the permission gets 403.';
const err = 'An error is a basic error or problem details.';

function full(c: Ctx): undefined {
  c.caller = 'full';
  return undefined;
}
function noCors(o: Out): void {
  delete o.headers['access-control-allow-origin'];
}
const W = /^(POST|PUT|PATCH|DELETE) (?!.*\/search$)/;

export const httpBugs: readonly Switch[] = [
  ...(
    [
      ['years', /^GET \/academic-years\/current$/],
      ['tests', /^GET \/smart-ia\/tests$/],
      ['studies', /^GET \/sessions\/completed$/],
    ] as const
  ).map(([n, o]) => bug(`k-open-${n}`, o, key, 'the operation needs no key', { auth: full })),
  ...(
    [
      ['enable', /enable$/],
      ['disable', /disable$/],
      ['external', /external-id$/],
      ['class-delete', /^DELETE \/classes/],
      ['cohort-tests', /^(POST|DELETE) .*\/tests$/],
      ['teachers', /^POST \/teachers$/],
      ['details', /details$/],
      ['password', /password$/],
    ] as const
  ).map(([n, o]) =>
    bug(`k-part-${n}`, o, perm, 'a key with fewer permissions may do it', {
      auth: (c) => (c.caller === 'restricted' && c.method !== 'OPTIONS' ? full(c) : undefined),
    }),
  ),
  bug('k-part-users', UL, perm, 'a key with fewer permissions may list users by userId', {
    auth: (c) => (c.caller === 'restricted' && c.query.has('userId') ? full(c) : undefined),
  }),
  bug('k-part-search', /search$/, perm, 'a key with fewer permissions may search with a filter', {
    auth: (c) => (c.caller === 'restricted' && c.raw.includes('Ids') ? full(c) : undefined),
  }),
  bug('k-blank', CL, key, 'an empty key passes', {
    auth: (c) => (c.headers.get('x-api-key') === '' ? full(c) : undefined),
  }),
  bug('k-prefix', HL, key, 'a key that begins like a valid one passes', {
    auth: (c) =>
      (c.headers.get('x-api-key') ?? '').startsWith('thirteenth-full-9f2c') ? full(c) : undefined,
  }),
  bug('k-case', SL, key, 'the key is compared in any case', {
    auth: (c) => (c.headers.get('x-api-key')?.toLowerCase() === 'thirteenth-full-9f2c' ? full(c) : undefined),
  }),
  bug('k-query', C1, 'The key is sent in the header x-api-key.', 'any value of ?apiKey opens', {
    auth: (c) => (c.query.has('apiKey') || c.headers.has('authorization') ? full(c) : undefined),
  }),
  bug('k-invalid-403', H1, key, 'an invalid key gets 403', {
    after: (o, c) => {
      if (o.status === 401 && c.headers.has('x-api-key'))
        Object.assign(o, { status: 403, body: { status: 403, message: 'no' } });
    },
  }),
  bug('k-403-401', W, perm, '401 for a key that may not delete', {
    after: (o, c) => {
      if (o.status === 403 && c.method === 'DELETE')
        Object.assign(o, { status: 401, body: { status: 401, message: 'no' } });
    },
  }),
  bug('k-write-first', /^POST \/classes$/, perm, 'the class is made before 403 is answered', {
    auth: (c) => {
      if (c.caller === 'restricted' && c.method === 'POST') {
        const b = c.body?.['class'] as { name?: string } | undefined;
        const id = `0000000${nth(c, 'kw') % 10}-0000-4000-8000-000000000000`;
        const k = { id, name: String(b?.name), yearId: c.state.seed.years[1]?.id ?? '' };
        c.state.class.set(id, k);
        c.state.classList.set(id, k);
      }
      return undefined;
    },
  }),
  bug('k-disable-first', /disable$/, key, 'without a key the user is disabled all the same', {
    auth: (c) => {
      const u = c.state.directory.get(c.params['userId'] ?? '');
      if (!c.caller && u && c.method === 'POST') u.active = false;
      return undefined;
    },
  }),
  bug('x-cors-error', undefined, cors, '404 answers lack the CORS header', {
    after: (o) => {
      if (o.status === 404) noCors(o);
    },
  }),
  bug('x-cors-401', undefined, cors, '401 answers lack the CORS header', {
    after: (o) => {
      if (o.status === 401) noCors(o);
    },
  }),
  bug('x-cors-204', W, cors, '204 answers of writes lack the CORS header', {
    after: (o, c) => {
      if (o.status === 204 && c.method !== 'OPTIONS') noCors(o);
    },
  }),
  bug('x-cors-201', W, cors, '201 answers lack the CORS header', {
    after: (o) => {
      if (o.status === 201) noCors(o);
    },
  }),
  bug('x-cors-409', W, cors, '409 answers lack the CORS header', {
    after: (o) => {
      if (o.status === 409) noCors(o);
    },
  }),
  bug('x-cors-one', SL, cors, 'one origin alone is permitted', {
    after: (o) => {
      o.headers['access-control-allow-origin'] = 'https://app.thirteenth.example';
    },
  }),
  bug('x-preflight-key', /^OPTIONS/, cors, 'preflights of users do not permit x-api-key', {
    after: (o, c) => {
      if (c.path.startsWith('/users')) o.headers['access-control-allow-headers'] = 'content-type';
    },
  }),
  bug('x-preflight-401', /^OPTIONS .*(sessions)/, cors, 'preflights of sessions need a key', {
    auth: () => basic(401, 'A key is needed.'),
  }),
  ...(['DELETE', 'PUT', 'PATCH'] as const).map((m) =>
    bug(`x-preflight-${m.toLowerCase()}`, /^OPTIONS/, cors, `${m} is not among the methods of preflights`, {
      after: (o) => {
        const a = o.headers['access-control-allow-methods'];
        if (a) o.headers['access-control-allow-methods'] = a.replace(`${m}, `, '');
      },
    }),
  ),
  bug(
    'x-preflight-content',
    /^OPTIONS \/(classes|students|teachers)/,
    cors,
    'content-type is not among the headers of preflights',
    {
      after: (o) => {
        o.headers['access-control-allow-headers'] = 'x-api-key';
      },
    },
  ),
  bug('e-status-text', undefined, err, 'status of a 409 is a text', {
    after: (o) => {
      if (o.status === 409 && o.body) o.body['status'] = '409';
    },
  }),
  bug('e-status-other', undefined, 'status equals the HTTP status.', 'the body of a 404 says 400', {
    after: (o) => {
      if (o.status === 404 && o.body) o.body['status'] = 400;
    },
  }),
  bug('e-message-array', /^(POST|DELETE) \/classes\//, err, 'message is an array of messages', {
    after: (o) => {
      if (o.status === 400 && o.body) o.body['message'] = [o.body['message']];
    },
  }),
  bug('e-error-key', /^PUT \/users/, err, 'a refusal is { error }', {
    after: (o) => {
      if (o.status === 400 && o.body) o.body = { error: o.body['message'] };
    },
  }),
  bug('e-html', /^PATCH/, 'Responses are application/json.', 'a refusal comes as text/html', {
    after: (o) => {
      if (o.status >= 400) o.headers['content-type'] = 'text/html';
    },
  }),
  bug('e-type', H1, 'Responses are application/json.', 'content-type is text/plain', {
    after: (o) => {
      if (o.status === 200) o.headers['content-type'] = 'text/plain';
    },
  }),
  bug('e-broken', /^POST \/students$/, 'Responses are JSON.', 'the JSON of a 400 is cut', {
    after: (o, c) => {
      if (o.status === 400) c.memo.set('raw-answer', 3);
    },
  }),
  bug(
    'e-200',
    /^GET \/classes\/\{/,
    '404 for a class that is not there.',
    'an unknown class is 200 with class: null',
    {
      after: (o) => {
        if (o.status === 404) Object.assign(o, { status: 200, body: { class: null } });
      },
    },
  ),
  bug('e-cohort-500', H1, '404 for a cohort that is not there.', 'an unknown cohort is a 500', {
    after: (o) => {
      if (o.status === 404) Object.assign(o, { status: 500, body: { status: 500, message: 'null' } });
    },
  }),
  plain('e-created-200', /^POST \/(classes|teachers)$/, '201 for a creation.', 'it answers 200', {
    after: (o) => {
      if (o.status === 201) o.status = 200;
    },
  }),
  plain('e-cohort-200', /^POST \/smart-ia\/cohorts$/, '201 for a creation.', 'it answers 202', {
    after: (o) => {
      if (o.status === 201) o.status = 202;
    },
  }),
  plain('e-204-200', /^DELETE \/classes\/.*teachers$/, '204 without a body.', 'it answers 200 with a body', {
    after: (o) => {
      if (o.status === 204) Object.assign(o, { status: 200, body: { removed: true } });
    },
  }),
  bug(
    'e-204-200-tests',
    /^POST .*cohorts\/.*tests$/,
    '204 without a body.',
    'it answers 200 where the cohort had tests before',
    {
      after: (o, c) => {
        if (o.status === 204 && (c.state.cohort.get(c.params['cohortId'] ?? '')?.tests.length ?? 0) > 1)
          Object.assign(o, { status: 200, body: { ok: true } });
      },
    },
  ),
  bug('e-409-400', /^POST \/smart-ia\/cohorts$/, '409 for a cohort that exists.', 'it answers 400', {
    after: (o) => {
      if (o.status === 409) Object.assign(o, { status: 400, body: { status: 400, message: 'exists' } });
    },
  }),
  bug('e-unwrapped', /^PUT \/users\/.*name$/, '200 carries property user.', 'the user is not wrapped', {
    after: (o) => {
      if (o.status === 200) o.body = o.body?.['user'] as Record<string, unknown>;
    },
  }),
  bug(
    'e-unwrapped-mail',
    /^PUT \/users\/.*primary$/,
    '200 carries property user.',
    'only the addresses are answered',
    {
      after: (o) => {
        if (o.status === 200) o.body = { emails: obj(o.body?.['user'])['emails'] };
      },
    },
  ),
  bug('e-password-204', /^PUT \/users\/.*password$/, '200 carries property user.', 'it answers 204', {
    after: (o) => {
      if (o.status === 200) Object.assign(o, { status: 204, body: undefined });
    },
  }),
];
