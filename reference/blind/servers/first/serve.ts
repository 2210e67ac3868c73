/** From request to response: CORS, key, rate, route, permission, body, handler, errors. */
import {
  type App,
  badRequest,
  type Context,
  type ErrorStyle,
  HttpError,
  notFound,
  type Reply,
  type Route,
} from './app.ts';
import { accountRoutes } from './routes/accounts.ts';
import { classRoutes } from './routes/classes.ts';
import { cohortRoutes } from './routes/cohorts.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { userRoutes } from './routes/users.ts';
import { yearRoutes } from './routes/years.ts';

export const routes: readonly Route[] = [
  ...yearRoutes,
  ...classRoutes,
  ...cohortRoutes,
  ...userRoutes,
  ...sessionRoutes,
  ...accountRoutes,
];

export const keys = { full: 'rk_live_7c1f0b9e52d84a6fa3b1', restricted: 'rk_view_e09d4417c3ab4f2d8865' };

type Principal = 'full' | 'restricted';

const PREFIX = '/api/v1';
const TIMEOUT = 30_000;
const WINDOW = 10_000;
const PER_WINDOW = 40_000;

function authenticate(app: App, request: Request): Principal {
  const key = request.headers.get('x-api-key');
  const forbidden = app.bugs.has('bad-key-403') && key !== null;
  for (const name of ['full', 'restricted'] as const) {
    if (key === keys[name]) return name;
  }
  throw new HttpError(
    forbidden ? 403 : 401,
    key === null ? 'An API key is required' : 'The API key is not valid',
  );
}

function count(app: App, principal: Principal): void {
  const now = Date.now();
  let window = app.windows.get(principal);
  if (window === undefined || now - window.since >= WINDOW) {
    window = { since: now, count: 0 };
    app.windows.set(principal, window);
  }
  window.count += 1;
  if (window.count > PER_WINDOW)
    throw new HttpError(429, 'Too many requests', {
      'retry-after': String(Math.ceil((window.since + WINDOW - now) / 1000)),
    });
}

function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const have = path.split('/');
  if (wanted.length !== have.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = have[index] as string;
    if (part.startsWith(':')) {
      if (value === '') return null;
      params[part.slice(1)] = safeDecode(value);
    } else if (part !== value) return null;
  }
  return params;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Found {
  route: Route;
  params: Record<string, string>;
}

function find(app: App, method: string, pathname: string): Found {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const path = pathname.startsWith(`${PREFIX}/`) ? pathname.slice(PREFIX.length) : '';
  const hits = routes.flatMap((route) => {
    const params = match(route.path, path);
    return params === null ? [] : [{ route, params }];
  });
  const hit = hits.find((found) => found.route.method === wanted);
  if (hit !== undefined) return hit;
  if (hits.length === 0 || app.bugs.has('manner.wrong-method-404'))
    throw notFound('There is nothing at this address');
  throw new HttpError(405, `${method} is not possible here`, {
    allow: hits.map((found) => found.route.method).join(', '),
  });
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest('The body is not JSON');
  }
}

async function respond(app: App, request: Request, url: URL, at: { style: ErrorStyle }): Promise<Reply> {
  const { bugs, db } = app;
  if (bugs.has('body-before-key') && request.method === 'POST' && !url.pathname.endsWith('able')) {
    if ((await bodyOf(request.clone())) === undefined) throw badRequest('A body is required');
  }
  const principal = authenticate(app, request);
  app.memo.set('principal', principal);
  count(app, principal);
  const { route, params } = find(app, request.method, url.pathname);
  at.style = route.style;
  if (bugs.has('manner.always-problem')) at.style = 'problem';
  if (bugs.has('manner.always-basic')) at.style = 'basic';
  const permit = (who: Principal): void => {
    if (bugs.has('experimental-unguarded') && route.experimental) return;
    if (route.permission === 'write' && who !== 'full')
      throw new HttpError(bugs.has('forbidden-404') ? 404 : 403, 'The key does not permit this');
  };
  if (!bugs.has('principal-shared')) permit(principal);
  const body = route.hasBody ? await bodyOf(request) : undefined;
  if (bugs.has('principal-shared')) permit(app.memo.get('principal') as Principal);
  if (bugs.has('manner.slow-writes') && route.permission === 'write')
    await new Promise((done) => setTimeout(done, 40));
  const context: Context = { app, bugs, db, params, query: url.searchParams, body };
  return route.handle(context);
}

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  429: 'Rate limited',
  504: 'Timed out',
};

function failure(app: App, error: unknown, style: ErrorStyle): Reply {
  const { bugs } = app;
  const known = error instanceof HttpError ? error : new HttpError(500, 'Something went wrong');
  const { status, headers } = known;
  const title = TITLES[status] ?? 'Error';
  const message = bugs.has('manner.terse') ? title : known.message;
  if (style === 'basic')
    return {
      status,
      headers,
      body: { status: bugs.has('error-status-string') ? String(status) : status, message },
    };
  return {
    status,
    headers,
    body: {
      type: `https://roster.example/problems/${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
      status,
      detail: message,
      instance: `urn:uuid:${app.rng.uuid()}`,
    },
  };
}

function toResponse(app: App, request: Request, reply: Reply): Response {
  const { bugs } = app;
  const headers = new Headers(reply.headers);
  headers.set('cache-control', 'no-store');
  if (!bugs.has('cors-none'))
    headers.set(
      'access-control-allow-origin',
      bugs.has('manner.cors-echo') ? (request.headers.get('origin') ?? '*') : '*',
    );
  if (bugs.has('manner.cors-echo')) headers.set('vary', 'origin');
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(reply.body), {
    status: reply.status,
    headers,
  });
}

const PREFLIGHT: Reply = {
  status: 204,
  headers: {
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': 'x-api-key, content-type, accept',
    'access-control-max-age': '600',
  },
};

export async function serve(app: App, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (request.method === 'OPTIONS') return toResponse(app, request, PREFLIGHT);
  const at: { style: ErrorStyle } = { style: app.bugs.has('manner.always-problem') ? 'problem' : 'basic' };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new HttpError(504, 'The request took longer than 30 seconds')), TIMEOUT);
  });
  let reply: Reply;
  try {
    reply = await Promise.race([respond(app, request, url, at), late]);
  } catch (error) {
    if (!(error instanceof HttpError)) console.error(error);
    reply = failure(app, error, at.style);
  } finally {
    clearTimeout(timer);
  }
  return toResponse(app, request, reply);
}
