import type { Resource, Shapes } from '../choices.ts';
import type { Store } from '../store/store.ts';
import { readBody } from './body.ts';
import { corsHeaders, preflightResponse } from './cors.ts';
import { errorResponse } from './errors.ts';
import { type Keys, keyOf } from './keys.ts';
import type { Operation } from './operation.ts';
import type { Meter } from './rate.ts';
import { notFound, Refusal } from './refusal.ts';
import { replyResponse } from './reply.ts';
import type { Route, Router } from './router.ts';

/** A service in the manner of `fetch`. Paths begin with `/api/v1`; the origin is of no account. */
export type Service = (request: Request) => Promise<Response>;

/** What a service is made of. */
export interface ServiceParts {
  readonly store: Store;
  readonly shapes: Shapes;
  readonly keys: Keys;
  readonly router: Router;
  readonly meter: Meter;
}

const prefix = '/api/v1';
const longestAddress = 32_768;

/** Makes the service: preflight, key, rate, route, permission, body, operation, in this order. */
export function createService(parts: ServiceParts): Service {
  let refused = 0;
  return async (request) => {
    const url = new URL(request.url);
    const route = routeOf(parts.router, url.pathname);
    if (request.method === 'OPTIONS' && route) return preflightResponse(methodsOf(route));
    const response = await answer(parts, request, url, route).catch((error: unknown) => {
      refused += 1;
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'The service has failed.');
      const format = parts.shapes.errors[resourceOf(route)];
      return errorResponse(refusal, format, parts.shapes, refused, corsHeaders);
    });
    // The header tells the time of the same clock as the moments in the data.
    response.headers.set('date', new Date(parts.store.now()).toUTCString());
    return request.method === 'HEAD' ? withoutBody(response) : response;
  };
}

async function answer(parts: ServiceParts, request: Request, url: URL, route: Route | undefined) {
  const key = keyOf(request.headers, parts.keys);
  parts.meter(key);
  if (url.pathname.length + url.search.length > longestAddress) {
    throw new Refusal(414, `The address must not have more than ${longestAddress} characters.`);
  }
  if (!route) throw notFound('path');
  const operation = operationOf(route, request.method);
  if (key === 'restricted' && operation.resource !== 'academicYears') {
    throw new Refusal(403, 'This key may read academic years only.');
  }
  const body = operation.takesBody ? await readBody(request) : {};
  const { store, shapes } = parts;
  const reply = operation.run({ store, shapes, id: route.id, query: url.searchParams, body });
  return replyResponse(reply, corsHeaders);
}

function routeOf(router: Router, pathname: string): Route | undefined {
  return pathname.startsWith(`${prefix}/`) ? router(pathname.slice(prefix.length)) : undefined;
}

/** HEAD is GET without the body. Throws a Refusal with 405 and Allow for a method that the path lacks. */
function operationOf(route: Route, method: string): Operation {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const operation = route.operations.find((candidate) => candidate.method === wanted);
  if (operation) return operation;
  const allow = [...methodsOf(route), 'OPTIONS'].join(', ');
  throw new Refusal(405, `This path takes ${allow}.`, { allow });
}

function methodsOf(route: Route): readonly string[] {
  const methods = route.operations.map(({ method }) => method);
  return methods.includes('GET') ? ['HEAD', ...methods] : methods;
}

/** Whose error format applies: the operation's, or on unknown paths that of academic years. */
function resourceOf(route: Route | undefined): Resource {
  return route?.operations[0]?.resource ?? 'academicYears';
}

async function withoutBody(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('content-length', String((await response.arrayBuffer()).byteLength));
  return new Response(null, { status: response.status, headers });
}
