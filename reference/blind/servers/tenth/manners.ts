// Unusual ways that the interface permits.

import * as k from './kit.ts';
import {
  argsIf,
  CL,
  filter,
  G,
  HG,
  HL,
  item,
  on,
  pagination,
  reply,
  SC,
  SDP,
  SL,
  SP,
  SS,
  ST,
  single,
  success,
  TL,
  turned,
  U,
  UE,
  UL,
  US,
  YL,
} from './kit.ts';
import { isObject } from './parse.ts';
import { fullName } from './present.ts';
import { sortKey } from './query.ts';
import type { Def, Hook } from './switches.ts';
import { ApiError, type Ctx } from './switches.ts';
import type { Json, Obj, Reply } from './types.ts';

export interface Manner extends Def {
  permits: string;
}

const manner = (id: string, permits: string, ...hooks: Hook[]): Manner => ({
  id: `m-${id}`,
  depth: 'plain',
  breaks: '',
  how: '',
  hooks,
  permits,
});

/** Rebuilds a JSON value, object by object. */
function rebuilt(value: Json, entries: (list: [string, Json][]) => [string, Json][]): Json {
  if (Array.isArray(value)) return value.map((one) => rebuilt(one, entries));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    entries(Object.entries(value)).map(([name, one]) => [name, rebuilt(one, entries)]),
  );
}

const everywhere = (fn: (body: Json) => Json): Hook =>
  on('text', undefined, (text) => JSON.stringify(fn(JSON.parse(text) as Json)));
const header = (fn: (r: Reply, c: Ctx) => void): Hook => reply(undefined, fn);
const IDS = [
  'academicYearId',
  'classId',
  'cohortId',
  'testId',
  'testVersionId',
  'userId',
  'sessionId',
  'studySessionId',
  'classIds',
  'cohortIds',
];
const upper = (value: Json): Json =>
  Array.isArray(value) ? value.map(upper) : typeof value === 'string' ? value.toUpperCase() : value;

const seconds = (text: string): number => {
  const m = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  const [d, h, mi, s] = [m?.[1], m?.[2], m?.[3], m?.[4]].map((x) => Number(x ?? 0));
  return (d ?? 0) * 86_400 + (h ?? 0) * 3_600 + (mi ?? 0) * 60 + (s ?? 0);
};
const lasting = (fn: (n: number) => string): Hook[] => [
  item([SL, SC, SP, SS], (j) => {
    const r = k.sub(j, 'result');
    if (r['totalDuration']) r['totalDuration'] = fn(seconds(k.str(r, 'totalDuration')));
  }),
  item(ST, (j) => {
    j['duration'] = fn(seconds(k.str(j, 'duration')));
  }),
];

const problemOf = (body: Obj, c: Ctx): Obj => ({
  type: 'about:blank',
  title: 'Refused',
  status: body['status'] ?? 0,
  detail: body['message'] ?? body['detail'] ?? '',
  instance: `https://tenth.example/occurrences/${c.world.requests}`,
});
const refusals = (fn: (body: Obj, c: Ctx) => Obj): Hook =>
  reply(undefined, (r, c) => {
    if (r.status >= 400 && isObject(r.body)) r.body = fn(r.body, c);
  });

const nonced = [CL, HL, UL, SL, SC, SP, ST, US, SS];
const stripped = (cursor: Json | undefined): string => {
  try {
    return btoa(atob(String(cursor)).replace(/^\d+:/, ''));
  } catch {
    return String(cursor);
  }
};

const byName = (ops: string): Hook =>
  on('rows', ops, (rows) =>
    [...rows].sort((a, b) => (G(b).name < G(a).name ? -1 : G(b).name > G(a).name ? 1 : a.seq - b.seq)),
  );
const newest = [SC, SP, SS, ST];

export const manners: readonly Manner[] = [
  manner(
    'session-extra-fields',
    'Complete field list of Session, SessionUser, SessionTest and the result: not shown',
    item([SL, SC, SP, SS], (j, row) => {
      j['attempt'] = row.seq;
      k.sub(j, 'learner')['initials'] = 'x';
      k.sub(j, 'test')['durationMinutes'] = 45;
      const r = k.sub(j, 'result');
      if (r['level']) r['score'] = 7;
    }),
  ),
  manner(
    'study-extra-fields',
    'GET /sessions/completed: query and response not shown',
    item(ST, (j) => {
      j['device'] = 'tablet';
      j['answers'] = [1, 2];
    }),
  ),
  manner(
    'duration-in-full',
    'a duration is PnYnMnDTnHnMnS',
    ...lasting(
      (n) =>
        `P0Y0M${Math.floor(n / 86_400)}DT${Math.floor(n / 3_600) % 24}H${Math.floor(n / 60) % 60}M${n % 60}S`,
    ),
  ),
  manner(
    'duration-in-seconds',
    'a duration is PnYnMnDTnHnMnS; nothing says that seconds stop at 59',
    ...lasting((n) => `PT${n}S`),
  ),
  manner(
    'errors-basic',
    'which endpoint returns which of the two formats: not shown',
    refusals((b) => ({ status: b['status'] ?? 0, message: b['message'] ?? b['detail'] ?? '' })),
  ),
  manner(
    'errors-problem',
    'which endpoint returns which of the two formats: not shown',
    refusals((b, c) => problemOf(b, c)),
  ),
  manner(
    'errors-german',
    'message and detail are human-readable; no language is stated',
    refusals((b) => ({
      ...b,
      ...('message' in b
        ? { message: 'Diese Anfrage ist nicht möglich – „bitte prüfen“.' }
        : { title: 'Ungültig', detail: 'Bitte prüfen.' }),
    })),
  ),
  manner(
    'type-without-charset',
    'responses are application/json; parameters are not stated',
    header((r) => {
      if (r.headers['content-type']) r.headers['content-type'] = 'application/json';
    }),
  ),
  manner(
    'type-in-capitals',
    'media types heed no letter case',
    header((r) => {
      if (r.headers['content-type']) r.headers['content-type'] = 'Application/JSON;charset="utf-8"';
    }),
  ),
  manner(
    'json-indented',
    'responses are JSON; white space is free',
    on('text', undefined, (t) => `\n${JSON.stringify(JSON.parse(t), null, 2)}\n`),
  ),
  manner(
    'json-escaped',
    'responses are JSON; characters may be escaped',
    on('text', undefined, (t) =>
      t
        .replace(/[^\n -~]/g, (x) => `\\u${x.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replaceAll('/', '\\/'),
    ),
  ),
  manner(
    'json-names-turned',
    'JSON objects have no order',
    everywhere((b) => rebuilt(b, (list) => list.reverse())),
  ),
  manner(
    'ids-in-capitals',
    'identifiers are UUIDs; their letter case is not stated',
    everywhere((b) => rebuilt(b, (list) => list.map(([n, v]) => [n, IDS.includes(n) ? upper(v) : v]))),
  ),
  manner(
    'cors-echo',
    'browser requests from any origin are permitted; how is not stated',
    header((r, c) => {
      const origin = c.req.headers.get('origin');
      if (origin) {
        r.headers['access-control-allow-origin'] = origin;
        r.headers['vary'] = 'Origin';
        r.headers['access-control-expose-headers'] = 'x-request-id';
      }
    }),
  ),
  manner(
    'preflight-200-wide',
    'browser requests from any origin are permitted; the status of a preflight is not stated',
    header((r, c) => {
      if (c.req.method === 'OPTIONS' && r.status === 204) {
        r.status = 200;
        r.headers['access-control-allow-headers'] = '*, x-api-key, content-type';
        r.headers['access-control-allow-methods'] = '*, GET, POST, PUT, PATCH, DELETE';
      }
    }),
  ),
  manner(
    'more-headers',
    'headers of answers are not stated',
    header((r, c) => {
      Object.assign(r.headers, {
        'x-request-id': `r-${c.world.requests}`,
        'cache-control': 'no-store',
        'ratelimit-remaining': '9999',
        'x-content-type-options': 'nosniff',
      });
      if (r.status === 401) r.headers['www-authenticate'] = 'ApiKey realm="tenth"';
      if (r.status === 201) r.headers['location'] = c.req.path;
    }),
  ),
  manner(
    'cursor-never-the-same',
    'a cursor is a byte string; that it is the same each time is not stated',
    pagination(nonced, (p, _b, c) => {
      for (const n of ['nextCursor', 'previousCursor']) {
        const v = p[n];
        if (typeof v === 'string') p[n] = btoa(`${c.world.requests}:${atob(v)}`);
      }
    }),
    on('request', nonced, (req) => {
      for (const pair of req.query) if (pair[0] === 'cursor') pair[1] = stripped(pair[1]);
    }),
    on('body', [US, SS], (b) => {
      if (typeof b['cursor'] === 'string') b['cursor'] = stripped(b['cursor']);
    }),
  ),
  manner('classes-by-name', 'no order of GET /classes is stated', byName(CL)),
  manner('cohorts-by-name', 'no order of GET /smart-ia/cohorts is stated', byName(HL)),
  manner(
    'years-newest-first',
    'no order of GET /academic-years is stated',
    on('rows', YL, (rows) => [...rows].reverse()),
  ),
  manner(
    'tests-turned',
    'no order of GET /smart-ia/tests is stated',
    on('rows', TL, (rows) => [...rows].reverse()),
  ),
  manner(
    'cohort-tests-turned',
    'no order of tests of a cohort is stated',
    ...[item(HL, turnTests), single(HG, turnTests)],
  ),
  manner(
    'other-lists-newest-first',
    'a default order is stated for GET /smart-ia/sessions alone',
    argsIf(
      newest,
      (a) => !a.sortGiven,
      (a) => {
        a.direction = 'desc';
      },
    ),
  ),
  manner(
    'ties-by-id',
    'the order of rows that are equal by the sort field is not stated',
    on('compare', [UL, US, SL, SC, SP, SS], (n, a, b) => n || (a.id < b.id ? -1 : 1)),
  ),
  manner(
    'collation-by-code',
    'how texts are compared is not stated',
    on('compare', [UL, US, SL, SC, SP, SS], (n, a, b, args, c) => {
      const x = sortKey(a, args.field, c);
      const y = sortKey(b, args.field, c);
      if (typeof x !== 'string' || typeof y !== 'string' || x === y) return n;
      return (x < y ? -1 : 1) * (args.direction === 'desc' ? -1 : 1);
    }),
  ),
  manner(
    'missing-first',
    'where rows without a value stand is not stated',
    on('compare', [UL, US, SL, SC, SP, SS], (n, a, b, args, c) =>
      (sortKey(a, args.field, c) === undefined) === (sortKey(b, args.field, c) === undefined) ? n : -n,
    ),
  ),
  manner(
    'name-by-beginnings',
    'what the filter name is compared with is not stated but for its minimum length',
    filter([UL, US], 'name', (_ok, row, a) => {
      const sought = (a.f.name ?? '').toLowerCase();
      return [fullName(U(row)), U(row).first, U(row).last].some((n) => n.toLowerCase().startsWith(sought));
    }),
  ),
  manner(
    'name-without-accents',
    'what the filter name is compared with is not stated but for its minimum length',
    filter([UL, US], 'name', (ok, row, a) => ok || bare(fullName(U(row))).includes(bare(a.f.name ?? ''))),
  ),
  manner(
    'username-any-case',
    'whether the filter username heeds letter case is not stated',
    filter(
      [UL, US],
      'username',
      (ok, row, a) =>
        ok || (a.f.username ?? []).some((v) => v.toLowerCase() === U(row).username?.toLowerCase()),
    ),
  ),
  manner(
    'paths-unknown-open',
    'a key is required by every endpoint; a path or method that is none is not described',
    on('auth', '', () => 0),
  ),
  manner(
    'method-unknown-404',
    'what a method gets that a path does not have is not described',
    turned('', 405, 404),
  ),
  manner(
    'unknown-class-400',
    'request and response of the memberships from the side of the user: not shown',
    turned([k.SCA, k.SCD, k.SHA, k.TCA, k.TCD], 404, 400, (c) => c.code === 'group.unknown'),
  ),
  manner(
    'limited-now-and-then',
    'excess requests get 429; thresholds and windows are not shown',
    on('auth', undefined, (v, c) => {
      if (c.world.requests % 700 === 0) throw new ApiError(429, 'rate', 'Too many requests');
      return v;
    }),
    header((r) => {
      if (r.status === 429) r.headers['retry-after'] = '1';
    }),
  ),
  manner(
    'slow-now-and-then',
    'a request may run for 30 seconds',
    on('request', undefined, (_req, c) => {
      if (c.world.requests % 150 === 0) c.wait = 120;
    }),
  ),
  manner(
    'updated-by-membership',
    'whether a membership is an update of the user is not stated',
    on('after', [k.CSA, k.CSD, k.CTA, k.CTD, k.HSA, k.HSD, k.SCA, k.SCD, k.SHA, k.TCA, k.TCD], (ch, c) => {
      for (const id of ch.right) {
        const u = c.world.users.get(id);
        if (u) u.updatedAt = c.world.now();
      }
    }),
  ),
  manner(
    'former-email-kept',
    'whether the former primary address stays is not stated',
    on('change', UE, (ch) => {
      const first = ch.patch.emails?.[0];
      if (first && ch.user) ch.patch.emails = [first, ...ch.user.emails.filter((e) => e !== first)];
    }),
  ),
  manner(
    'details-empty-accepted',
    'the request body of PATCH details: not shown',
    on('body', SDP, (b, c) => {
      const u = b['user'];
      if (!isObject(u) || Object.keys(u).length > 0) return;
      const gender = c.world.users.get(c.id('userId'))?.gender;
      if (gender) b['user'] = { gender };
    }),
  ),
  manner(
    'id-lists-turned',
    'no order of classIds, cohortIds and roles is stated',
    ...[item([UL, US], turnIds), single([k.NS, k.NT, SDP, k.UN, k.UP, UE, k.UX], turnIds)],
  ),
  manner(
    'external-id-answer-more',
    'the response of PUT external-id: not shown',
    success(k.UX, (b, r) => {
      b['changed'] = true;
      r.headers['x-changed'] = 'externalId';
    }),
  ),
];

function bare(text: string): string {
  return text.normalize('NFD').replace(/[̀-ͯ]/g, '').toLowerCase();
}

function turnTests(json: Obj): void {
  if (Array.isArray(json['tests'])) json['tests'] = [...json['tests']].reverse();
}

function turnIds(json: Obj): void {
  for (const name of ['classIds', 'cohortIds', 'roles']) {
    const list = json[name];
    if (Array.isArray(list)) json[name] = [...list].reverse();
  }
}
