// Which operation a request asks for, who may use it, and how its answer leaves.

import { type Handler, reads } from './lists.ts';
import { isObject } from './parse.ts';
import type { Switches } from './switches.ts';
import { ApiError, Ctx } from './switches.ts';
import type { Json, Obj, Reply, Req } from './types.ts';
import { isUuid } from './values.ts';
import type { World } from './world.ts';
import { writes } from './writes.ts';

export const BASE = '/api/v1';
export const keys = { full: 'tenth-full-5f1c9a', restricted: 'tenth-restricted-80b2' };

export const handlers: Record<string, Handler> = { ...reads, ...writes };
export const operations: readonly string[] = Object.keys(handlers);

/** What the restricted key may use: the frame of the roster, and no person. */
export const restrictedMayUse: readonly string[] = [
  'GET /academic-years',
  'GET /academic-years/current',
  'GET /academic-years/{academicYearId}',
  'GET /classes',
  'GET /classes/{classId}',
  'GET /smart-ia/cohorts',
  'GET /smart-ia/cohorts/{cohortId}',
  'GET /smart-ia/tests',
];

/** Operations that take a body; the others ignore one. */
const bodiless = ['POST /users/{userId}/enable', 'POST /users/{userId}/disable'];

interface Route {
  op: string;
  method: string;
  parts: string[];
}

const routes: Route[] = operations.map((op) => {
  const [method = '', path = ''] = op.split(' ');
  return { op, method, parts: path.split('/').slice(1) };
});

const byLength = new Map<number, Route[]>();
for (const route of routes)
  byLength.set(route.parts.length, [...(byLength.get(route.parts.length) ?? []), route]);

function fits(route: Route, parts: readonly string[]): boolean {
  return route.parts.every((part, i) => part.startsWith('{') || part === parts[i]);
}

/** The routes of a path; where one names a segment that another leaves open, it alone. */
export function routesOf(path: string): { parts: string[]; routes: Route[] } {
  if (!path.startsWith(`${BASE}/`)) return { parts: [], routes: [] };
  const parts = path
    .slice(BASE.length + 1)
    .split('/')
    .map(decode);
  const fitting = (byLength.get(parts.length) ?? []).filter((route) => fits(route, parts));
  const exact = fitting.filter((route) => route.parts.at(-1) === parts.at(-1));
  return { parts, routes: exact.length > 0 ? exact : fitting };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function pathIds(c: Ctx, route: Route, parts: readonly string[]): void {
  for (const [i, part] of route.parts.entries()) {
    if (!part.startsWith('{')) continue;
    const name = part.slice(1, -1);
    const value = parts[i] ?? '';
    if (!isUuid(value)) {
      if (name === 'academicYearId') throw new ApiError(404, 'missing', 'No such academic year');
      c.fail(400, `uuid.${name}`, `${name} must be a UUID`);
    }
    c.ids.set(name, value.toLowerCase());
  }
  for (const bend of c.switches.at('ids', c.op)) bend(c.ids, c);
}

function readBody(c: Ctx): void {
  if (c.req.method === 'GET' || bodiless.includes(c.op)) return;
  let value: Json = null;
  try {
    value = JSON.parse(c.req.text) as Json;
  } catch {
    throw new ApiError(400, 'body.json', 'The body must be JSON');
  }
  if (!isObject(value)) throw new ApiError(400, 'body.object', 'The body must be a JSON object');
  c.body = value;
  for (const bend of c.switches.at('body', c.op)) bend(c.body, c);
}

function permit(c: Ctx): void {
  const { key } = c.req;
  let verdict = key === keys.full || key === keys.restricted ? 0 : 401;
  if (verdict === 0 && key === keys.restricted && c.op !== '' && !restrictedMayUse.includes(c.op))
    verdict = 403;
  for (const bend of c.switches.at('auth', c.op)) verdict = bend(verdict, c);
  if (verdict === 401) throw new ApiError(401, 'key', 'A valid API key is required');
  if (verdict === 403) throw new ApiError(403, 'permission', 'This key may not use this operation');
}

export function handle(c: Ctx): Reply {
  const { parts, routes: fitting } = routesOf(c.req.path);
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  if (method === 'OPTIONS' && fitting.length > 0) return preflight(c, fitting);
  const route = fitting.find((one) => one.method === method);
  c.op = route?.op ?? '';
  try {
    permit(c);
    if (!route) {
      if (fitting.length === 0) throw new ApiError(404, 'path', 'No such resource');
      throw new ApiError(405, 'method', 'This method is not allowed here');
    }
    pathIds(c, route, parts);
    readBody(c);
    return handlers[route.op]?.(c) ?? refusal(c, new ApiError(404, 'path', 'No such resource'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reply = refusal(c, error);
    if (error.status === 405) reply.headers['allow'] = fitting.map((one) => one.method).join(', ');
    return reply;
  }
}

function preflight(c: Ctx, fitting: readonly Route[]): Reply {
  const asked = c.req.headers.get('access-control-request-headers');
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': [...new Set([...fitting.map((one) => one.method), 'OPTIONS'])].join(
        ', ',
      ),
      'access-control-allow-headers': asked ?? 'content-type, x-api-key',
      'access-control-max-age': '600',
    },
    body: undefined,
  };
}

const TITLES: Record<number, string> = { 400: 'Invalid request', 404: 'Not found', 409: 'Already exists' };

/** Refusals of the roster's frame are problem details; all others are basic errors. */
export function refusal(c: Ctx, error: ApiError): Reply {
  c.code = error.code;
  const { status } = error;
  const framed = /\/(classes|academic-years|smart-ia\/cohorts)/.test(c.op) && status in TITLES;
  const body: Obj = framed ? problem(c, status, error.message) : { status, message: error.message };
  return { status, headers: {}, body };
}

function problem(c: Ctx, status: number, detail: string): Obj {
  const title = TITLES[status] ?? 'Error';
  return {
    type: `https://tenth.example/problems/${title.toLowerCase().replaceAll(' ', '-')}`,
    title,
    status,
    detail,
    instance: `urn:tenth:request:${c.world.requests}`,
  };
}

export async function answer(world: World, switches: Switches, request: Request): Promise<Response> {
  world.requests++;
  const url = new URL(request.url);
  const req: Req = {
    method: request.method,
    path: url.pathname,
    query: [...url.searchParams],
    headers: request.headers,
    key: request.headers.get('x-api-key'),
    text: request.body ? await request.text() : '',
  };
  const c = new Ctx(world, switches, req);
  c.op = routesOf(req.path).routes.find((one) => one.method === req.method)?.op ?? '';
  for (const bend of switches.at('request', c.op)) bend(req, c);
  const reply = handle(c);
  if (c.wait > 0) await new Promise((resolve) => setTimeout(resolve, c.wait));
  reply.headers['access-control-allow-origin'] = '*';
  if (reply.body !== undefined) reply.headers['content-type'] = 'application/json; charset=utf-8';
  for (const bend of switches.at('reply', c.op)) bend(reply, c);
  let text = reply.body === undefined ? null : JSON.stringify(reply.body);
  if (text !== null) for (const bend of switches.at('text', c.op)) text = bend(text, c);
  const empty = request.method === 'HEAD' || reply.status === 204 || reply.status === 304;
  return new Response(empty ? null : text, { status: reply.status, headers: reply.headers });
}
