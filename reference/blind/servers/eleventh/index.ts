// The server "eleventh": a pipeline of small middlewares around one module for each kind of operation.
import { known, knownKinds } from './catalogue.ts';
import { preflight } from './cors.ts';
import { errorAnswer } from './errors.ts';
import { type Answer, type Ctx, missing, type Operation } from './kernel.ts';
import { between } from './live.ts';
import { createOperations } from './ops-create.ts';
import { groupOperations } from './ops-groups.ts';
import { memberOperations } from './ops-members.ts';
import { peopleOperations } from './ops-people.ts';
import { searchOperations } from './ops-searches.ts';
import { authenticate, authorise, compose, finish, guard, KEYS, rate } from './pipeline.ts';
import { Views } from './views.ts';
import { worldFor } from './worlds.ts';

const ALL: readonly Operation[] = [
  ...groupOperations,
  ...searchOperations,
  ...createOperations,
  ...memberOperations,
  ...peopleOperations,
];

export const keys: { full: string; restricted: string } = { ...KEYS };
export const operations: readonly string[] = ALL.map((operation) => operation.id);
/** The short names under which the switches of an operation begin. */
export const tags: ReadonlyMap<string, string> = new Map(
  ALL.map((operation) => [operation.tag, operation.id]),
);

interface Route {
  method: string;
  parts: string[];
  operation: Operation;
}

const ROUTES = new Map<number, Route[]>();
for (const operation of ALL) {
  const [method = '', path = ''] = operation.id.split(' ');
  const parts = path.split('/').slice(1);
  const list = ROUTES.get(parts.length) ?? [];
  list.push({ method, parts, operation });
  ROUTES.set(parts.length, list);
}

const NOWHERE: Operation = {
  id: '',
  tag: 'nowhere',
  form: 'basic',
  restricted: true,
  run: () => {
    throw missing('There is no such resource.');
  },
};

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The routes of a path; a path without a parameter goes before one with. */
function routesOf(parts: string[]): Route[] {
  const found = (ROUTES.get(parts.length) ?? []).filter((route) =>
    route.parts.every((part, at) => part.startsWith('{') || part === parts[at]),
  );
  const literal = found.filter(
    (route) => !route.parts.some((part, at) => part.startsWith('{') && parts[at] === 'current'),
  );
  const exact = literal.filter((route) => route.parts.every((part, at) => part === parts[at]));
  return exact.length > 0 ? exact : literal.length > 0 ? literal : found;
}

const BASE = '/api/v1';

export function createServer(
  options: { bugs?: readonly string[]; seen?: (id: string) => void } = {},
): (request: Request) => Promise<Response> {
  const switched = new Set(options.bugs ?? []);
  const { seen } = options;
  const on = (id: string): boolean => {
    if (!known.has(id)) return false;
    seen?.(id);
    return switched.has(id);
  };
  const world = worldFor(on, Date.now());
  const views = new Views(world);
  let serial = 0;

  const handle = compose([guard, rate, authenticate, authorise], (ctx) => ctx.op.run(ctx));

  return async (request) => {
    serial++;
    const url = new URL(request.url);
    const inside = url.pathname.startsWith(`${BASE}/`);
    let path = inside ? url.pathname.slice(BASE.length) : '/-';
    if (path.length > 1 && path.endsWith('/') && on('m-trailing-slash')) path = path.slice(0, -1);
    const parts = path.split('/').slice(1).map(decode);
    const routes = routesOf(parts);
    const method = request.method === 'HEAD' && !on('m-head-refused') ? 'GET' : request.method;
    const wanted = method === 'OPTIONS' ? request.headers.get('access-control-request-method') : method;
    const route = routes.find(
      (one) => one.method === (method === 'OPTIONS' && wanted === 'HEAD' ? 'GET' : wanted),
    );
    const params: Record<string, string> = {};
    for (const [at, part] of (route?.parts ?? []).entries()) {
      if (part.startsWith('{')) params[part.slice(1, -1)] = parts[at] ?? '';
    }
    const op = route?.operation ?? NOWHERE;
    const own = knownKinds.get(op.tag);
    const ctx: Ctx = {
      request,
      method,
      path,
      query: url.searchParams,
      params,
      op,
      key: 'full',
      bodyText: method === 'GET' || method === 'OPTIONS' ? '' : await request.text(),
      world,
      views,
      now: Date.now(),
      serial,
      on,
      f: (kind) => {
        const id = own?.get(kind);
        return id !== undefined && on(id);
      },
    };
    const methods = routes.map((one) => one.method);
    if (methods.includes('GET')) methods.push('HEAD');
    if (method === 'OPTIONS' && wanted !== null) {
      return preflight(ctx, methods, route?.operation);
    }
    if (on('m-live-world')) between(ctx);
    return finish(ctx, await answer(ctx, methods, handle));
  };
}

async function answer(ctx: Ctx, methods: string[], handle: (ctx: Ctx) => Promise<Answer>): Promise<Answer> {
  if (ctx.op !== NOWHERE || methods.length === 0) return handle(ctx);
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (ctx.method === 'OPTIONS' && !ctx.on('m-options-refused')) return { status: 204, headers: { allow } };
  const refused = await handle(ctx);
  if (refused.status !== 404 || ctx.on('m-wrong-method-not-found')) return refused;
  return { ...errorAnswer(ctx, 405, `This path knows ${allow}.`), headers: { allow } };
}
