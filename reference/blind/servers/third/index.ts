import { authenticate, authorise, keys } from './auth.ts';
import type { ErrorFormat } from './errors.ts';
import { errorBody, HttpError } from './errors.ts';
import type { Answer, Context } from './router.ts';
import { Router } from './router.ts';
import { academicYearRoutes } from './routes/academic-years.ts';
import { classRoutes } from './routes/classes.ts';
import { cohortRoutes } from './routes/cohorts.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { studyRoutes } from './routes/study.ts';
import { testRoutes } from './routes/tests.ts';
import { userWriteRoutes } from './routes/user-writes.ts';
import { userListRoutes } from './routes/users-list.ts';
import { seedStore } from './seed.ts';
import type { Flags, Json } from './types.ts';

export { keys };

const BASE = '/api/v1';
const REQUESTS_PER_MINUTE = 100_000;

/** A generous window: it protects the process and nothing else. */
class RateWindow {
  private startedAt = 0;
  private used = 0;

  take(now: number): boolean {
    if (now - this.startedAt >= 60_000) {
      this.startedAt = now;
      this.used = 0;
    }
    this.used += 1;
    return this.used <= REQUESTS_PER_MINUTE;
  }
}

function corsHeaders(request: Request, flags: Flags): Record<string, string> {
  const origin = request.headers.get('origin');
  if (flags.on('cors-only-https-origins') && origin !== null && !origin.startsWith('https://')) return {};
  if (flags.on('manner.cors-echoes-origin') && origin !== null)
    return { 'access-control-allow-origin': origin, vary: 'Origin' };
  return { 'access-control-allow-origin': '*' };
}

function preflight(request: Request, flags: Flags): Response {
  const headers: Record<string, string> = {
    ...corsHeaders(request, flags),
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': flags.on('cors-preflight-forgets-key-header')
      ? 'content-type'
      : 'content-type, x-api-key',
    'access-control-max-age': '600',
  };
  return new Response(null, { status: 204, headers });
}

async function readBody(request: Request): Promise<Json> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const text = await request.text();
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new HttpError(400, 'The body is not valid JSON');
  }
}

function write(answer: Answer): string | null {
  if (answer.body === undefined) return null;
  return JSON.stringify(answer.body);
}

function respond(answer: Answer, request: Request, flags: Flags): Response {
  const headers = new Headers({ ...corsHeaders(request, flags), ...answer.headers });
  if (flags.on('cors-missing-on-errors') && answer.status >= 400)
    headers.delete('access-control-allow-origin');
  const text = write(answer);
  if (text !== null) {
    headers.set(
      'content-type',
      flags.on('manner.charset') ? 'application/json; charset=utf-8' : 'application/json',
    );
  }
  if (flags.on('manner.more-headers')) {
    headers.set('x-request-id', `${request.url.length}`);
    headers.set('ratelimit-limit', String(REQUESTS_PER_MINUTE));
    headers.set('cache-control', 'no-store');
  }
  return new Response(text, { status: answer.status, headers });
}

/** Short-lived memory of answers; only a planted mistake makes use of it. */
class AnswerCache {
  private readonly known = new Map<string, Answer>();

  get(key: string): Answer | undefined {
    return this.known.get(key);
  }

  set(key: string, answer: Answer): void {
    this.known.set(key, answer);
  }
}

function cacheKey(path: string, url: URL, flags: Flags): string | undefined {
  if (flags.on('cache-classes-without-offset') && path === '/classes') {
    const rest = new URLSearchParams(url.searchParams);
    rest.delete('offset');
    return `${path}?${rest.toString()}`;
  }
  if (flags.on('cache-cohort-survives-writes') && /^\/smart-ia\/cohorts\/[^/]+$/.test(path)) return path;
  return undefined;
}

export function createServer(
  options: { bugs?: readonly string[] } = {},
): (request: Request) => Promise<Response> {
  const switched = new Set(options.bugs ?? []);
  const flags: Flags = { on: (id) => switched.has(id) };
  const store = seedStore();
  const window = new RateWindow();
  const cache = new AnswerCache();
  const router = new Router([
    ...academicYearRoutes,
    ...classRoutes,
    ...cohortRoutes,
    ...testRoutes,
    ...userListRoutes,
    ...userWriteRoutes,
    ...sessionRoutes,
    ...studyRoutes,
  ]);

  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.startsWith(`${BASE}/`) ? url.pathname.slice(BASE.length) : undefined;
    const shownPath = path ?? url.pathname;
    let format: ErrorFormat = 'basic';
    try {
      if (request.method === 'OPTIONS') return preflight(request, flags);
      if (flags.on('manner.slow')) await new Promise((done) => setTimeout(done, 120));
      if (!window.take(Date.now())) throw new HttpError(429, 'Too many requests');
      const caller = authenticate(request, url, shownPath, flags);
      if (path === undefined) throw new HttpError(404, 'No such resource');
      const match = router.find(request.method, path);
      if (match === 'path') throw new HttpError(404, 'No such resource');
      if (match === 'method') throw new HttpError(405, 'The resource does not support the method');
      authorise(caller, match.route.needs, flags);
      format = match.route.errors;
      const key = request.method === 'GET' ? cacheKey(path, url, flags) : undefined;
      const stored = key === undefined ? undefined : cache.get(key);
      if (stored !== undefined) return respond(stored, request, flags);
      const body = await readBody(request);
      const context: Context = { store, flags, query: url.searchParams, params: match.params, body, caller };
      const answer = match.route.handler(context);
      if (key !== undefined && answer.status === 200) cache.set(key, answer);
      return respond(answer, request, flags);
    } catch (caught) {
      // A forged cursor may hold text that is no JSON.
      const forged = caught instanceof SyntaxError && url.searchParams.has('cursor');
      const error = forged ? new HttpError(400, 'cursor is not one of this list') : caught;
      const status = error instanceof HttpError ? error.status : 500;
      const message = error instanceof HttpError ? error.message : 'Something went wrong';
      return respond({ status, body: errorBody(status, message, format, flags) }, request, flags);
    }
  };
}
