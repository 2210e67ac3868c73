// Bugs of keys, permissions, CORS, errors and content types.
import {
  allow,
  C1,
  CL,
  CO,
  CO1,
  CP,
  CS,
  cors,
  DHT,
  DI,
  DSC,
  DT,
  DTC,
  EN,
  HS,
  IP,
  need,
  PC,
  PS,
  PT,
  SCO,
  SD,
  SE,
  SS,
  ST,
  SU,
  TC,
  TS,
  UE,
  UN,
  UP,
  US,
  UX,
  Y1,
  YC,
  YS,
} from './bugs-wire-kit.ts';
import { bodies, crashes, types } from './bugs-wire-two.ts';
import { type Bug, D, fail, M, memo, open, P, recall, without } from './hooks.ts';
import { keys } from './keys.ts';
import { numberOf } from './types.ts';

const doors: Bug[] = (
  [
    [TS, 'te-open'],
    [C1, 'cl-one-open'],
    [YC, 'yr-current-open'],
    [ST, 'st-open'],
    [SS, 'ss-search-open'],
    [CO1, 'co-one-open'],
    [IP, 'ss-progress-open'],
  ] as const
).map(([op, id]) =>
  P(`au-${id}`, 'r', op, need, 'no key is needed: the route was added outside the guard', {
    verdict: open('missing', 0),
  }),
);

const writeDoors: Bug[] = (
  [
    [EN, 'enable-open'],
    [DHT, 'cohort-tests-remove-open'],
    [PT, 'teacher-open'],
    [UX, 'external-open'],
    [DSC, 'student-classes-remove-open'],
    [SCO, 'student-cohorts-open'],
  ] as const
).map(([op, id]) =>
  P(`au-${id}`, 'w', op, need, 'no key is needed: the guard knows other methods only', {
    verdict: open('missing', 0),
  }),
);

const answers: Bug[] = [
  P('au-missing-403', 'r', US, need, '403 without a key', { verdict: open('missing', 403) }),
  P('au-invalid-403', 'r', CL, need, '403 with an invalid key', { verdict: open('invalid', 403) }),
  M('au-missing-400', 'r', SU, need, 'the header is checked like a parameter: 400', {
    verdict: (v) => (v.status === 401 && !v.key ? fail(400, 'x-api-key is required') : v),
  }),
  M('au-invalid-404', 'r', CO1, need, '404 with an invalid key', {
    verdict: (v) => (v.status === 401 && v.key ? fail(404, 'not found') : v),
  }),
  P('au-missing-500', 'r', SE, need, 'null is hashed: 500', {
    verdict: (v) => (v.status === 401 && !v.key ? fail(500, 'internal error') : v),
  }),
  M('au-invalid-200-empty', 'r', YS, need, 'an invalid key sees an empty list', {
    verdict: open('invalid', 0),
    reply: (r, c) =>
      c.headers.get('x-api-key') &&
      c.headers.get('x-api-key') !== keys.full &&
      c.headers.get('x-api-key') !== keys.restricted
        ? { ...r, body: { data: [] } }
        : r,
  }),
  D('au-prefix', 'r', [US, CL, YS], need, 'any beginning of a key is taken', {
    verdict: (v) =>
      v.status === 401 && v.key.length > 3 && keys.full.startsWith(v.key) ? { ...v, status: 0 } : v,
  }),
  D('au-longer', 'r', [CO, C1], need, 'keys are compared over the length of the stored one', {
    verdict: (v) => (v.status === 401 && v.key.startsWith(keys.full) ? { ...v, status: 0 } : v),
  }),
  D('au-case', 'r', [US, CL, C1, CO], need, 'keys are compared without case', {
    verdict: (v) => (v.status === 401 && v.key.toLowerCase() === keys.full ? { ...v, status: 0 } : v),
  }),
  D('au-empty', 'r', [SE, YC], need, "an empty key is the key of nobody's account, which exists", {
    verdict: (v, c) => (v.status === 401 && c.headers.get('x-api-key') === '' ? { ...v, status: 0 } : v),
  }),
  M('au-bearer', 'r', [US, TS], 'the key is sent in x-api-key', 'it is taken from Authorization as well', {
    verdict: (v, c) =>
      v.status === 401 && !v.key && c.headers.get('authorization')?.endsWith(keys.full)
        ? { ...v, status: 0 }
        : v,
  }),
  M('au-query', 'r', [CL, YS], 'the key is sent in x-api-key', 'it is taken from the query as well', {
    verdict: (v, c) =>
      v.status === 401 && !v.key && c.query.some(([k, x]) => /key/i.test(k) && x === keys.full)
        ? { ...v, status: 0 }
        : v,
  }),
  D('au-id-first', 'r', C1, need, 'whether the class exists is checked before the key', {
    verdict: (v, c) =>
      v.status === 401 && !c.w.classes.some((x) => x.classId === c.path['classId'])
        ? fail(404, 'no such class')
        : v,
  }),
  D('au-query-first', 'r', US, need, 'the query is checked before the key', {
    verdict: (v, c) =>
      v.status === 401 && c.query.some(([k, x]) => k === 'limit' && !/^\d+$/.test(x))
        ? fail(400, 'limit must be an integer')
        : v,
  }),
  D('au-body-first', 'w', PC, need, 'the body is checked before the key', {
    verdict: (v, c) => (v.status === 401 && !c.text.includes('"class"') ? fail(400, 'class is required') : v),
  }),
  D('au-403-after-404', 'r', CO1, allow, 'whether the cohort exists is checked before the permission', {
    verdict: (v, c) =>
      v.status === 403 && !c.w.cohorts.some((x) => x.cohortId === c.path['cohortId'])
        ? fail(404, 'no such cohort')
        : v,
  }),
  D('au-403-after-400', 'w', SD, allow, 'the body is checked before the permission', {
    verdict: (v, c) =>
      v.status === 403 && !c.text.includes('student') ? fail(400, 'student is required') : v,
  }),
  D('au-cache', 'r', CL, need, 'after one answer, the gateway gives it to any key for a minute', {
    verdict: (v, c) => {
      const known = memo(c, 'auth-cl', () => new Set<string>());
      if (v.status === 0) known.add(c.url.search);
      return v.status === 401 && known.has(c.url.search) ? { ...v, status: 0 } : v;
    },
  }),
  D(
    'au-leak',
    'r',
    US,
    allow,
    'the permissions of the last request hold for the next: the full key is refused after the restricted one',
    {
      verdict: (v, c) => {
        const last = c.memory.get('perm');
        c.memory.set('perm', v.status);
        return last === 403 && v.status === 0 ? { ...v, status: 403 } : v;
      },
    },
  ),
  D('au-third-time', 'r', TS, need, 'after five refusals, the counter is reset and lets one through', {
    verdict: (v, c) => {
      if (v.status !== 401) return v;
      const n = numberOf(recall(c, 'n401')) + 1;
      c.memory.set('n401', n % 3);
      return n === 3 ? { ...v, status: 0 } : v;
    },
  }),
];

const permissions: Bug[] = [
  ...(
    [
      [US, 'users'],
      [C1, 'class'],
      [CO, 'cohorts'],
      [TS, 'tests'],
      [CL, 'classes'],
    ] as const
  ).map(([op, id]) =>
    P(`au-may-${id}`, 'r', op, allow, 'the permission is not asked here', { verdict: open('restricted', 0) }),
  ),
  ...(
    [
      [PC, 'create-class'],
      [SD, 'details'],
      [DT, 'remove-teachers'],
      [UP, 'password'],
      [DI, 'disable'],
      [HS, 'cohort-students'],
      [PS, 'create-student'],
      [DTC, 'teacher-classes-remove'],
    ] as const
  ).map(([op, id]) =>
    P(`au-may-${id}`, 'w', op, allow, 'the permission is not asked here', { verdict: open('restricted', 0) }),
  ),
  M('au-restricted-401', 'r', SU, allow, '401 for a lacking permission', {
    verdict: open('restricted', 401),
  }),
  M('au-restricted-404', 'r', C1, allow, '404 hides what may not be seen', {
    verdict: (v) => (v.status === 403 ? fail(404, 'no such class') : v),
  }),
  M('au-restricted-401-write', 'w', UN, allow, '401 for a lacking permission', {
    verdict: open('restricted', 401),
  }),
  P(
    'au-restricted-refused',
    'r',
    IP,
    'the owner says that the restricted key may list sessions',
    'the permission was forgotten',
    { verdict: (v) => (v.key === keys.restricted ? { ...v, status: 403 } : v) },
  ),
  M('au-restricted-500', 'w', TC, allow, 'a refusal throws', {
    verdict: (v) => (v.status === 403 ? fail(500, 'internal error') : v),
  }),
];

const gone = without('access-control-allow-origin');
const origins: Bug[] = [
  P('co-rs-absent-years', 'r', YS, cors, 'no header for CORS', { reply: gone }),
  P('co-rs-absent-search', 'r', SU, cors, 'no header for CORS', { reply: gone }),
  M('co-rs-401', 'r', [US, CO], cors, 'refusals of the guard come before the CORS layer', {
    reply: without('access-control-allow-origin', (r) => r.status === 401),
  }),
  M('co-rs-404', 'r', [C1, Y1], cors, 'errors have no header for CORS', {
    reply: without('access-control-allow-origin', (r) => r.status === 404),
  }),
  M('co-rs-400', 'r', SE, cors, 'errors have no header for CORS', {
    reply: without('access-control-allow-origin', (r) => r.status === 400),
  }),
  M('co-rs-403', 'r', TS, cors, 'errors have no header for CORS', {
    reply: without('access-control-allow-origin', (r) => r.status === 403),
  }),
  M('co-rs-204', 'w', [CS, HS], cors, 'answers without a body have no header for CORS', {
    reply: without('access-control-allow-origin', (r) => r.status === 204),
  }),
  P('co-rs-fixed', 'r', CL, cors, 'one origin only', {
    reply: (r) => ({
      ...r,
      headers: { ...r.headers, 'access-control-allow-origin': 'https://app.roster.example' },
    }),
  }),
  M('co-rs-twice', 'r', CO, cors, 'two layers add the header', {
    reply: (r) => ({ ...r, headers: { ...r.headers, 'access-control-allow-origin': '*, *' } }),
  }),
  M('co-rs-null', 'r', YC, cors, 'the text null', {
    reply: (r) => ({ ...r, headers: { ...r.headers, 'access-control-allow-origin': 'null' } }),
  }),
  M('co-rs-refused', 'r', IP, cors, 'unknown origins get 403', {
    verdict: (v, c) =>
      v.status === 0 && c.headers.get('origin') && !c.headers.get('origin')?.endsWith('roster.example')
        ? { ...v, status: 403 }
        : v,
  }),
  D('co-rs-first', 'r', US, cors, 'the first origin seen is echoed to all (cached answer)', {
    reply: (r, c) => {
      const origin = c.headers.get('origin');
      return origin
        ? { ...r, headers: { ...r.headers, 'access-control-allow-origin': memo(c, 'origin', () => origin) } }
        : r;
    },
  }),
  D('co-rs-https', 'r', CP, cors, 'only origins of https', {
    reply: without(
      'access-control-allow-origin',
      (_r, c) => c.headers.get('origin')?.startsWith('http:') === true,
    ),
  }),
  P('co-pre-401', 'r', CL, cors, 'the preflight needs a key', {
    preflight: (r, c) => (c.request.headers.get('x-api-key') ? r : { ...r, status: 401 }),
  }),
  P('co-pre-404', 'r', [C1, CO1, Y1], cors, 'routes with ids have no preflight', {
    preflight: (r) => ({ ...r, status: 404 }),
  }),
  P('co-pre-405', 'r', [US, SU], cors, 'the preflight is no known method', {
    preflight: (r) => ({ ...r, status: 405 }),
  }),
  ...(
    [
      [SD, 'patch', 'PATCH'],
      [UN, 'put', 'PUT'],
      [UX, 'put-external', 'PUT'],
      [DT, 'delete', 'DELETE'],
      [DHT, 'delete-tests', 'DELETE'],
      [DSC, 'delete-own', 'DELETE'],
    ] as const
  ).map(([op, id, method]) =>
    M(`co-pre-${id}`, 'r', op, cors, `the preflight does not name ${method}`, {
      preflight: (r) => ({
        ...r,
        headers: {
          ...r.headers,
          'access-control-allow-methods': (r.headers['access-control-allow-methods'] ?? '')
            .split(', ')
            .filter((m) => m !== method)
            .join(', '),
        },
      }),
    }),
  ),
  P('co-pre-key', 'r', [SE, CP], cors, 'the preflight does not name x-api-key', {
    preflight: (r) => ({
      ...r,
      headers: { ...r.headers, 'access-control-allow-headers': 'content-type, accept' },
    }),
  }),
  M('co-pre-type', 'r', [PC, SS], cors, 'the preflight does not name content-type', {
    preflight: (r) => ({
      ...r,
      headers: { ...r.headers, 'access-control-allow-headers': 'x-api-key, accept' },
    }),
  }),
  M('co-pre-origin', 'r', [TS, UP, EN], cors, 'the preflight names no origin', { preflight: gone }),
  M('co-pre-authorization', 'r', [DI, UE], cors, 'the preflight names authorization for x-api-key', {
    preflight: (r) => ({
      ...r,
      headers: { ...r.headers, 'access-control-allow-headers': 'authorization, content-type' },
    }),
  }),
];

export const wireBugs: Bug[] = [
  ...doors,
  ...writeDoors,
  ...answers,
  ...permissions,
  ...origins,
  ...bodies,
  ...types,
  ...crashes,
];
