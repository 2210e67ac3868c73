import { authorise } from './auth.ts';
import { errorBody } from './errors.ts';
import { isObject, isUuid, Refusal } from './http.ts';
import { match } from './routes.ts';
import { generator, idMaker, seedStore } from './seed.ts';
import type { App, Call, Json, Reply } from './types.ts';

export { keys } from './auth.ts';

const BASE = '/api/v1';
const START = Date.UTC(2026, 10, 28, 12, 0, 0, 250);

/** Writes the identifiers (not externalId) in capitals. */
function capitals(value: Json, key: string): Json {
  if (typeof value === 'string')
    return isUuid(value) && /Ids?$/.test(key) && key !== 'externalId' ? value.toUpperCase() : value;
  if (Array.isArray(value)) return value.map((item) => capitals(item, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, capitals(item, name)]));
}

function cors(app: App, request: Request, headers: Headers, status: number): void {
  const origin = request.headers.get('origin');
  if (app.on('cors-missing-on-errors') && status >= 400) return;
  if (app.on('cors-missing-on-posts') && request.method === 'POST') return;
  if (app.on('cors-null-origin-refused') && origin === 'null') return;
  if (app.on('cors-one-origin')) {
    headers.set('access-control-allow-origin', 'https://app.example.org');
    return;
  }
  if (app.on('cors-plain-http-refused') && origin?.startsWith('http://')) return;
  if (app.on('manner.cors-echoes-origin') && origin !== null) {
    headers.set('access-control-allow-origin', origin);
    headers.set('vary', 'Origin');
    return;
  }
  headers.set('access-control-allow-origin', '*');
}

function preflight(app: App, request: Request): Response {
  const headers = new Headers();
  if (app.on('cors-preflight-needs-key') && !request.headers.has('x-api-key')) {
    cors(app, request, headers, 401);
    headers.set('content-type', 'application/json');
    return new Response(JSON.stringify({ status: 401, message: 'An API key is required' }), {
      status: 401,
      headers,
    });
  }
  cors(app, request, headers, 204);
  let methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
  if (app.on('cors-preflight-no-patch')) methods = 'GET, POST, PUT, DELETE, OPTIONS';
  headers.set('access-control-allow-methods', methods);
  headers.set(
    'access-control-allow-headers',
    app.on('cors-preflight-no-key-header') ? 'content-type' : 'content-type, x-api-key',
  );
  headers.set('access-control-max-age', '600');
  if (app.on('manner.preflight-200')) return new Response('', { status: 200, headers });
  return new Response(null, { status: 204, headers });
}

function send(app: App, request: Request, path: string, reply: Reply): Response {
  const headers = new Headers();
  cors(app, request, headers, reply.status);
  if (app.on('manner.request-id-header')) headers.set('x-request-id', app.newId());
  if (app.on('manner.cache-headers')) {
    headers.set('cache-control', 'no-store');
    headers.set('etag', `W/"${app.tick().toString(36)}"`);
  }
  if (app.on('manner.rate-limit-headers')) {
    headers.set('x-ratelimit-limit', '6000');
    headers.set('x-ratelimit-remaining', '5999');
  }
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  let type = 'application/json';
  if (app.on('manner.charset-in-type')) type = 'application/json; charset=utf-8';
  if (app.on('years-list-as-text') && path === '/academic-years') type = 'text/plain; charset=utf-8';
  if (app.on('error-as-text-type') && reply.status === 404) type = 'text/plain';
  headers.set('content-type', type);
  if (app.on('cohort-404-html') && reply.status === 404 && path.startsWith('/smart-ia/cohorts/')) {
    headers.set('content-type', 'text/html');
    return new Response('<!doctype html><title>404</title><h1>Not Found</h1>', { status: 404, headers });
  }
  const body = app.on('manner.uuids-in-capitals') ? capitals(reply.body, '') : reply.body;
  const text = JSON.stringify(body, null, app.on('manner.indented-json') ? 2 : undefined);
  return new Response(text, { status: reply.status, headers });
}

export function createServer(options?: {
  bugs?: readonly string[];
}): (request: Request) => Promise<Response> {
  const switched = new Set(options?.bugs ?? []);
  let clock = START;
  const newId = idMaker(generator(777001));
  const app: App = {
    store: seedStore(),
    on: (id) => switched.has(id),
    now: () => clock,
    tick: () => {
      clock += 1000;
      return clock;
    },
    newId,
  };

  function refuse(request: Request, path: string, status: number, message: string): Response {
    return send(app, request, path, { status, body: errorBody(app, status, message, path) });
  }

  return async (request) => {
    const url = new URL(request.url);
    if (app.on('manner.slow')) await new Promise((done) => setTimeout(done, 15));
    if (request.method === 'OPTIONS') return preflight(app, request);
    const path = url.pathname.startsWith(`${BASE}/`) ? url.pathname.slice(BASE.length) : '';
    const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text();
    const { route, params, methods } = match(request.method, path);
    const call: Call = { op: route?.op ?? '', path, params, query: url.searchParams, text };
    try {
      if (route !== undefined && app.on('auth-after-lookup') && route.op === 'GET /classes/{classId}') {
        const early = route.handler(app, call);
        if (early.status >= 400) return send(app, request, path, early);
      }
      if (route !== undefined && app.on('auth-after-validation') && route.op === 'GET /users')
        route.handler(app, call);
      authorise(app, request, url, route);
      if (route === undefined) {
        if (methods.length === 0 || app.on('manner.wrong-method-404'))
          throw new Refusal(404, 'There is no such path');
        const response = refuse(request, path, 405, 'The method is not allowed here');
        response.headers.set('allow', methods.join(', '));
        return response;
      }
      return send(app, request, path, route.handler(app, call));
    } catch (error) {
      if (error instanceof Refusal) {
        if (app.on('year-unknown-400') && error.status === 404 && path.startsWith('/academic-years/'))
          return refuse(request, path, 400, error.message);
        if (app.on('year-404-sent-as-200') && error.status === 404 && path.startsWith('/academic-years/')) {
          return send(app, request, path, { status: 200, body: errorBody(app, 404, error.message, path) });
        }
        return refuse(request, path, error.status, error.message);
      }
      return refuse(request, path, 500, 'Something went wrong');
    }
  };
}
