import { type Ask, type Desk, type On, Refusal, type Reply, refuse } from './kit.ts';
import type { Hit } from './routes.ts';

export const FULL = 'sv7-org-5f1c9ad27be84e30';
export const RESTRICTED = 'sv7-view-c02d7be914f6';

/** What the restricted key may use. */
const VIEW = new Set([
  'listAcademicYears',
  'getCurrentAcademicYear',
  'getAcademicYear',
  'listClasses',
  'getClass',
  'listTests',
  'listUsers',
  'listSessions',
  'listInProgressSessions',
]);

export type Trip = {
  readonly request: Request;
  readonly path: string;
  readonly q: URLSearchParams;
  readonly hit: Hit;
  key?: 'full' | 'restricted';
};

export type Next = (trip: Trip) => Promise<Reply>;
export type Layer = (trip: Trip, next: Next) => Promise<Reply>;

const opOf = (trip: Trip): string => (typeof trip.hit === 'string' ? '' : trip.hit.op);

export function layersOf(on: On, desk: Desk): Layer[] {
  return [pause(on), origins(on), faults(on), throttle(on), gate(on, desk), extras(on), dispatch(desk)];
}

/** A manner: every answer takes a little while, and not each the same. */
function pause(on: On): Layer {
  let turn = 0;
  return async (trip, next) => {
    if (on('answers-take-a-while')) {
      turn = (turn * 7 + 3) % 11;
      await new Promise((done) => setTimeout(done, turn % 4));
    }
    return next(trip);
  };
}

function origins(on: On): Layer {
  const everywhere = (trip: Trip): Record<string, string> => {
    if (on('cors-one-origin-only')) return { 'access-control-allow-origin': 'https://app.seventh.example' };
    const origin = trip.request.headers.get('origin');
    if (!on('origin-echoed') || origin === null) return { 'access-control-allow-origin': '*' };
    return { 'access-control-allow-origin': origin, vary: 'Origin' };
  };
  const silent = (trip: Trip, reply: Reply): boolean => {
    const op = opOf(trip);
    if (on('cors-missing-on-refusals') && reply.status >= 400) return true;
    return on('study-cors-missing') && op === 'listStudySessions';
  };
  const preflight = (trip: Trip): Reply => {
    if (on('cors-preflight-needs-key') && !trip.request.headers.has('x-api-key')) {
      return { status: 401, body: { status: 401, message: 'API key missing' } };
    }
    const methods = on('cors-preflight-lacks-patch')
      ? 'GET, POST, PUT, DELETE'
      : 'GET, POST, PUT, PATCH, DELETE';
    const reply: Reply = {
      status: on('preflight-is-200') ? 200 : 204,
      headers: {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': on('cors-preflight-without-key-header')
          ? 'content-type'
          : 'x-api-key, content-type',
      },
    };
    if (on('preflight-is-200')) reply.headers = { ...reply.headers, 'access-control-max-age': '600' };
    return reply;
  };
  return async (trip, next) => {
    const reply = trip.request.method === 'OPTIONS' ? preflight(trip) : await next(trip);
    if (!silent(trip, reply)) reply.headers = { ...reply.headers, ...everywhere(trip) };
    return reply;
  };
}

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Missing or invalid credentials',
  403: 'Not authorised',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Already exists',
  429: 'Too many requests',
};

function faults(on: On): Layer {
  const basic = (status: number, message: string): Reply => ({ status, body: { status, message } });
  const problem = (status: number, detail: string, path: string): Reply => ({
    status,
    body: {
      type: `https://seventh.example/problems/${status}`,
      title: TITLES[status] ?? 'Error',
      status,
      detail,
      instance: `https://seventh.example/api/v1${path}`,
    },
  });
  const told = (status: number, message: string, trip: Trip): Reply => {
    const op = opOf(trip);
    if (on('year-get-404-tells-400') && op === 'getAcademicYear' && status === 404) {
      return { status, body: { status: 400, message } };
    }
    if (on('year-current-401-in-html') && op === 'getCurrentAcademicYear' && status === 401) {
      return { status, raw: '<h1>401</h1>', type: 'text/html' };
    }
    if (on('open-401-without-body') && op === 'listInProgressSessions' && status === 401) return { status };
    if (on('study-refusal-as-text') && op === 'listStudySessions' && status === 400) {
      return { status, raw: `Bad request: ${message}`, type: 'text/plain' };
    }
    if (on('refusal-status-is-text') && (status === 401 || status === 403)) {
      return { status, body: { status: String(status), message } };
    }
    if (on('completed-refusal-without-title') && op === 'listCompletedSessions' && status === 400) {
      return { status, body: { type: 'about:blank', status, detail: message } };
    }
    if (on('refusals-all-basic')) return basic(status, message);
    if (on('refusals-all-problems') || status === 400 || status === 409)
      return problem(status, message, trip.path);
    return basic(status, message);
  };
  return async (trip, next) => {
    try {
      return await next(trip);
    } catch (error) {
      if (!(error instanceof Refusal)) return basic(500, 'Something went wrong');
      const reply = told(error.status, error.message, trip);
      if (error.status === 429) reply.headers = { 'retry-after': '0' };
      if (error.status === 401 && on('www-authenticate-shown'))
        reply.headers = { 'www-authenticate': 'ApiKey realm="seventh"' };
      return reply;
    }
  };
}

function throttle(on: On): Layer {
  let from = 0;
  let count = 0;
  let since = 0;
  return (trip, next) => {
    const now = Date.now();
    if (now - from >= 1000) {
      from = now;
      count = 0;
    }
    since++;
    if (on('throttled-now-and-then') && since > 120) {
      since = 0;
      return refuse(429, 'Too many requests');
    }
    return ++count > 20_000 ? refuse(429, 'Too many requests') : next(trip);
  };
}

function gate(on: On, desk: Desk): Layer {
  let remembered = false;
  const holder = (sent: string | null, op: string): 'full' | 'restricted' | undefined => {
    if (sent === FULL) return 'full';
    if (sent === RESTRICTED) return 'restricted';
    if (on('key-in-any-case') && sent?.toLowerCase() === FULL) return 'full';
    if (on('key-in-any-case') && sent?.toLowerCase() === RESTRICTED) return 'restricted';
    if (on('cohort-get-key-prefix') && op === 'getCohort' && sent?.startsWith(FULL.slice(0, 12)))
      return 'full';
    if (on('key-remembered') && remembered && sent === null) return 'full';
    if (on('years-list-open-to-all') && op === 'listAcademicYears') return 'full';
    if (on('study-open-to-all') && op === 'listStudySessions') return 'full';
    return undefined;
  };
  const mayUse = (op: string): boolean => {
    if (VIEW.has(op)) return true;
    if (on('cohort-get-restricted-allowed') && op === 'getCohort') return true;
    if (on('completed-restricted-allowed') && op === 'listCompletedSessions') return true;
    return on('teacher-create-restricted-allowed') && op === 'createTeacher';
  };
  /** Bugs: the request is looked at before the key. */
  const early = async (trip: Trip, status: number): Promise<void> => {
    const copy: Trip = {
      request: trip.request.clone() as Request,
      path: trip.path,
      q: trip.q,
      hit: trip.hit,
      key: 'full',
    };
    try {
      await dispatch(desk)(copy, () => refuse(500, ''));
    } catch (error) {
      if (error instanceof Refusal && error.status === status) throw error;
    }
  };
  const strangers = async (trip: Trip, sent: string | null): Promise<never> => {
    const op = opOf(trip);
    if (on('year-get-404-before-401') && op === 'getAcademicYear') await early(trip, 404);
    if (on('hunt-400-before-401') && op === 'searchSessions') await early(trip, 400);
    if (on('tests-401-is-403') && op === 'listTests') return refuse(403, 'Not authorised');
    if (on('wrong-key-is-403') && sent !== null) return refuse(403, 'Not authorised');
    return refuse(401, sent === null ? 'API key missing' : 'API key invalid');
  };
  return async (trip, next) => {
    const op = opOf(trip);
    if (trip.hit === 'nowhere' && on('unknown-path-needs-no-key')) return refuse(404, 'No such path');
    const sent = trip.request.headers.get('x-api-key');
    const key = holder(sent, op);
    if (key === undefined) return strangers(trip, sent);
    remembered = true;
    if (trip.hit === 'nowhere') return refuse(404, 'No such path');
    if (trip.hit === 'other-method') return refuse(405, 'No such method here');
    if (key === 'restricted' && !mayUse(op)) {
      if (on('cohort-get-404-before-403') && op === 'getCohort') await early(trip, 404);
      return refuse(403, 'Not authorised');
    }
    trip.key = key;
    return next(trip);
  };
}

const PAGES = ['limit', 'offset', 'cursor'];
const ASKED: Record<string, readonly string[]> = {
  listClasses: [...PAGES, 'search', 'academicYearId'],
  listCohorts: [...PAGES, 'search', 'academicYearId'],
  listUsers: [
    ...PAGES,
    'userId',
    'upn',
    'externalId',
    'username',
    'email',
    'name',
    'role',
    'sort[field]',
    'sort[direction]',
  ],
};

/** A manner: parameters that the interface does not know are refused. */
function extras(on: On): Layer {
  return (trip, next) => {
    const asked = ASKED[opOf(trip)];
    if (on('unknown-parameters-refused') && asked !== undefined) {
      for (const name of trip.q.keys()) if (!asked.includes(name)) refuse(400, `${name} is no parameter`);
    }
    return next(trip);
  };
}

function dispatch(desk: Desk): Layer {
  return async (trip) => {
    if (typeof trip.hit === 'string') return refuse(404, 'No such path');
    const handler = desk[trip.hit.op];
    if (handler === undefined) return refuse(404, 'No such operation');
    const { request } = trip;
    let text: Promise<string> | undefined;
    const ask: Ask = {
      op: trip.hit.op,
      method: request.method,
      path: trip.path,
      q: trip.q,
      at: trip.hit.at,
      key: trip.key ?? 'full',
      text: () => {
        text ??= request.text();
        return text;
      },
    };
    return handler(ask);
  };
}

export function wire(on: On, reply: Reply): Response {
  const headers = new Headers(reply.headers);
  if (reply.raw !== undefined) {
    headers.set('content-type', reply.type ?? 'text/plain');
    return new Response(reply.raw, { status: reply.status, headers });
  }
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  headers.set(
    'content-type',
    reply.type ?? (on('charset-shown') ? 'application/json; charset=utf-8' : 'application/json'),
  );
  const text = on('json-indented') ? JSON.stringify(reply.body, null, 2) : JSON.stringify(reply.body);
  return new Response(text, { status: reply.status, headers });
}
