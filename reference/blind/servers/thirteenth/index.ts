import { listSessions, listStudies, searchSessions } from './assessments.ts';
import { isObject, Refusal } from './checks.ts';
import * as commands from './commands.ts';
import { Hooks } from './hooks.ts';
import { listUsers, searchUsers } from './people.ts';
import * as rosters from './rosters.ts';
import { freshState } from './state.ts';
import { switches } from './switches.ts';
import type { Ctx, Json, Out, State } from './types.ts';

export const keys = { full: 'thirteenth-full-9f2c', restricted: 'thirteenth-part-41ab' };

type Handler = (h: Hooks, c: Ctx) => Out;
const { members, groupsOf, cohortTests, createUser, setActive } = commands;

const table: readonly (readonly [string, Handler, 'restricted'?])[] = [
  ['GET /academic-years', rosters.listYears, 'restricted'],
  ['GET /academic-years/current', rosters.getCurrentYear, 'restricted'],
  ['GET /academic-years/{academicYearId}', rosters.getYear, 'restricted'],
  ['GET /classes', rosters.listClasses, 'restricted'],
  ['POST /classes', commands.createClass],
  ['GET /classes/{classId}', rosters.getClass, 'restricted'],
  ['POST /classes/{classId}/students', members('joined', 'class', 'student', 1, 100)],
  ['DELETE /classes/{classId}/students', members('left', 'class', 'student', 0, 10_000)],
  ['POST /classes/{classId}/teachers', members('joined', 'class', 'teacher', 1, 100)],
  ['DELETE /classes/{classId}/teachers', members('left', 'class', 'teacher', 1, 100)],
  ['GET /smart-ia/cohorts', rosters.listCohorts, 'restricted'],
  ['POST /smart-ia/cohorts', commands.createCohort],
  ['GET /smart-ia/cohorts/{cohortId}', rosters.getCohort, 'restricted'],
  ['POST /smart-ia/cohorts/{cohortId}/students', members('joined', 'cohort', 'student', 0, 10_000)],
  ['DELETE /smart-ia/cohorts/{cohortId}/students', members('left', 'cohort', 'student', 0, 10_000)],
  ['POST /smart-ia/cohorts/{cohortId}/tests', cohortTests('testsAdded')],
  ['DELETE /smart-ia/cohorts/{cohortId}/tests', cohortTests('testsRemoved')],
  ['GET /smart-ia/tests', rosters.listTests, 'restricted'],
  ['GET /users', listUsers],
  ['POST /users/search', searchUsers],
  ['GET /smart-ia/sessions', listSessions(), 'restricted'],
  ['GET /smart-ia/sessions/completed', listSessions('Completed'), 'restricted'],
  ['GET /smart-ia/sessions/in-progress', listSessions('In Progress'), 'restricted'],
  ['POST /smart-ia/sessions/search', searchSessions],
  ['GET /sessions/completed', listStudies, 'restricted'],
  ['POST /students', createUser('student')],
  ['POST /students/{userId}/classes', groupsOf('joined', 'class', 'student')],
  ['DELETE /students/{userId}/classes', groupsOf('left', 'class', 'student')],
  ['POST /students/{userId}/cohorts', groupsOf('joined', 'cohort', 'student')],
  ['PATCH /students/{userId}/details', commands.updateDetails],
  ['POST /teachers', createUser('teacher')],
  ['POST /teachers/{userId}/classes', groupsOf('joined', 'class', 'teacher')],
  ['DELETE /teachers/{userId}/classes', groupsOf('left', 'class', 'teacher')],
  ['PUT /users/{userId}/name', commands.updateName],
  ['PUT /users/{userId}/password', commands.updatePassword],
  ['PUT /users/{userId}/emails/primary', commands.updateEmail],
  ['PUT /users/{userId}/external-id', commands.setExternalId],
  ['POST /users/{userId}/enable', setActive(true)],
  ['POST /users/{userId}/disable', setActive(false)],
];

export const operations: readonly string[] = table.map(([op]) => op);

interface Route {
  method: string;
  parts: string[];
  op: string;
  handler: Handler;
  restricted: boolean;
}

// Fixed paths come before those with a parameter in the same place.
const routes: readonly Route[] = table
  .map(([op, handler, may]): Route => {
    const [method = '', path = ''] = op.split(' ');
    return { method, parts: path.slice(1).split('/'), op, handler, restricted: may !== undefined };
  })
  .sort((a, b) => Number(a.op.includes('{')) - Number(b.op.includes('{')));

function find(path: string): { routes: Route[]; params: Record<string, string> } {
  const parts = path.split('/').slice(1);
  let fixed: string | undefined;
  const found: Route[] = [];
  const params: Record<string, string> = {};
  for (const r of routes) {
    if (r.parts.length !== parts.length) continue;
    if (!r.parts.every((p, i) => p === parts[i] || (p.startsWith('{') && parts[i] !== ''))) continue;
    const shape = r.parts.join('/');
    fixed ??= shape;
    if (shape !== fixed) continue;
    found.push(r);
    r.parts.forEach((p, i) => {
      if (p.startsWith('{')) params[p.slice(1, -1)] = decode(parts[i] ?? '');
    });
  }
  return { routes: found, params };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
};

/** Problem details below /smart-ia, basic errors elsewhere. */
export function errorOut(path: string, status: number, message: string): Out {
  const body: Json = path.startsWith('/smart-ia')
    ? {
        type: `https://thirteenth.example/problems/${status}`,
        title: titles[status] ?? 'Error',
        status,
        detail: message,
        instance: `/api/v1${path.replace(/[^A-Za-z0-9/_.~-]/g, '-')}`,
      }
    : { status, message };
  return { status, headers: {}, body };
}

function send(h: Hooks, c: Ctx, out: Out): Response {
  out.headers = {
    'access-control-allow-origin': '*',
    ...(out.body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...out.headers,
  };
  for (const f of h.at('after', c)) f(out, c);
  const raw = c.memo.get('raw-answer');
  c.memo.delete('raw-answer');
  const none = out.body === undefined || out.status === 204;
  let text = none ? null : JSON.stringify(out.body);
  if (raw === 1 && text !== null)
    text = text.replace(/[\u0080-\uffff]/g, (x) => `\\u${x.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (raw === 2 && text !== null) text = JSON.stringify(out.body, null, 2);
  if (raw === 3 && text !== null) text = text.slice(0, -1);
  return new Response(text, { status: out.status, headers: out.headers });
}

function preflight(methods: string): Out {
  const headers = {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'x-api-key, content-type, accept',
    'access-control-max-age': '600',
  };
  return { status: 204, headers };
}

function answer(h: Hooks, c: Ctx, found: Route[], route: Route | undefined): Out {
  const methods = found.map((r) => r.method);
  for (const f of h.at('auth', c)) {
    const out = f(c);
    if (out) return out;
  }
  if (c.method === 'OPTIONS') return preflight([...methods, 'OPTIONS'].join(', '));
  if (!c.caller) return errorOut(c.path, 401, 'A valid key is needed in x-api-key.');
  if (found.length === 0) return errorOut(c.path, 404, 'There is no such path.');
  if (!route)
    return {
      ...errorOut(c.path, 405, 'The path has no such method.'),
      headers: { allow: methods.join(', ') },
    };
  if (c.caller === 'restricted' && !route.restricted)
    return errorOut(c.path, 403, 'The key may not use this operation.');
  try {
    for (const f of h.at('before', c)) {
      const out = f(c);
      if (out) return out;
    }
    return route.handler(h, c);
  } catch (e) {
    if (e instanceof Refusal) return errorOut(c.path, e.status, e.message);
    throw e;
  }
}

function json(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function createServer(options?: {
  bugs?: readonly string[];
  seen?: (id: string) => void;
}): (request: Request) => Promise<Response> {
  const on = new Set(options?.bugs ?? []);
  const h = new Hooks(switches, on, options?.seen);
  const state: State = freshState(h.is('m-other-world') ? 77 : 13);
  const memo = new Map<string, number>();
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.startsWith('/api/v1') ? url.pathname.slice(7) : '/-';
    const { routes: found, params } = find(path);
    const route = found.find((r) => r.method === request.method);
    const key = request.headers.get('x-api-key');
    const raw = request.method === 'GET' ? '' : await request.text();
    const c: Ctx = {
      op: route?.op ?? `${request.method} ${found[0]?.op.split(' ')[1] ?? '?'}`,
      method: request.method,
      path,
      query: url.searchParams,
      params,
      body: json(raw),
      raw,
      headers: request.headers,
      caller: key === keys.full ? 'full' : key === keys.restricted ? 'restricted' : undefined,
      state,
      memo,
      read: request.method === 'GET' || path.endsWith('/search'),
    };
    let out: Out;
    try {
      out = answer(h, c, found, route);
    } catch (e) {
      out = errorOut(path, 500, e instanceof Error ? e.message : 'An error.');
    }
    return send(h, c, out);
  };
}
