import { createHash } from 'node:crypto';
import type { On } from './switches.ts';

export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
export class HttpError extends Error {
  readonly status: number;
  readonly about: string;
  constructor(status: number, message: string, about = '') {
    super(message);
    this.status = status;
    this.about = about;
  }
}
export const invalid = (message: string): HttpError => new HttpError(400, message);
export const absent = (what: string): HttpError => new HttpError(404, `There is no such ${what}.`, what);

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Invalid credentials',
  403: 'Not authorised',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Already exists',
  429: 'Too many requests',
  500: 'Internal error',
  504: 'Timed out',
};

/** The reply to an error: problem details for what is wrong with a request, the basic error for the rest. */
export function errorReply(error: HttpError, on: On, op: string, serial: number): Reply {
  const { status, message, about } = error;
  let problem = status === 400 || status === 409;
  if (on('m-errors-all-problem')) problem = true;
  if (on('m-errors-all-basic')) problem = false;
  if (status === 400 && on('error-message-list')) return { status, body: { status, message: [message] } };
  if (status === 401 && on('error-401-empty')) return { status };
  if (status === 404 && on('error-404-empty')) return { status };
  if (status === 404 && on('error-bare-string')) return { status, body: message };
  let told: unknown = status;
  if (status === 400 && on('error-400-status-422')) told = 422;
  if (status === 401 && on('error-401-says-403')) told = 403;
  if (status === 403 && on('error-403-says-401')) told = 401;
  if (status === 404 && about === 'cohort' && on('error-404-says-400')) told = 400;
  if (on('error-status-text')) told = String(told);
  let body: Record<string, unknown>;
  if (problem) {
    const tail = `0000${serial.toString(16)}`.slice(-4);
    body = {
      type: `https://ninth.test/problems/${status}`,
      title: TITLES[status] ?? 'Error',
      status: told,
      detail: message,
      instance: on('m-instance-https')
        ? `https://ninth.test/occurrences/${serial}`
        : `urn:uuid:5f0e1c1e-0000-4000-a000-00000000${tail}`,
    };
    if (on('error-problem-title-object')) body['title'] = { code: `E${status}`, text: TITLES[status] };
    if (on('error-type-number')) body['type'] = 10_000 + status;
    if (on('error-instance-spaces')) body['instance'] = `request no ${serial} at ${op}`;
  } else {
    body = { status: told, message };
    if (on('error-status-missing')) delete body['status'];
    if (on('error-message-missing')) body = { status: told, error: message };
  }
  if (on('error-wrapped')) body = { error: body };
  const reply: Reply = { status, body };
  if (status === 404 && about === 'class' && on('class-404-as-html')) {
    return {
      status,
      body: '<!doctype html><title>Not Found</title>',
      headers: { 'content-type': 'text/html' },
    };
  }
  if (status === 404 && about === 'class' && on('error-wire-200')) reply.status = 200;
  if (status === 401 && on('m-challenge')) reply.headers = { 'www-authenticate': 'ApiKey' };
  return reply;
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([k, v]) => [k, reversed(v)]),
  );
}

function corsOrigin(request: Request, on: On): string | undefined {
  const origin = request.headers.get('origin');
  if (on('cors-own-origins-only')) return origin === 'https://app.ninth.test' ? origin : undefined;
  if (origin?.startsWith('http://') && on('cors-http-origins-refused')) return 'null';
  if (on('cors-header-doubled')) return '*, *';
  if (on('m-cors-echo') && origin !== null) return origin;
  return '*';
}

export function preflight(request: Request, on: On, authorised: boolean, deep: boolean): Response {
  if (!authorised && on('preflight-needs-key'))
    return finish({ status: 401, body: { status: 401, message: 'Key missing.' } }, request, on, 'OPTIONS', 0);
  if (deep && on('preflight-404-below-ids'))
    return finish({ status: 404, body: { status: 404, message: 'Not found.' } }, request, on, 'OPTIONS', 0);
  const headers = new Headers();
  const origin = corsOrigin(request, on);
  if (origin !== undefined) headers.set('access-control-allow-origin', origin);
  if (on('m-cors-echo')) headers.set('vary', 'Origin');
  headers.set(
    'access-control-allow-methods',
    on('preflight-without-put-patch')
      ? 'GET, POST, DELETE'
      : on('preflight-without-delete')
        ? 'GET, POST, PUT, PATCH'
        : 'GET, POST, PUT, PATCH, DELETE',
  );
  headers.set(
    'access-control-allow-headers',
    on('preflight-hides-api-key') ? 'content-type' : 'x-api-key, content-type',
  );
  if (on('m-preflight-200')) {
    headers.set('access-control-max-age', '600');
    return new Response(null, { status: 200, headers });
  }
  return new Response(null, { status: 204, headers });
}

/** Turns a reply into a response: CORS, content type, encoding. */
export function finish(reply: Reply, request: Request, on: On, op: string, serial: number): Response {
  const headers = new Headers(reply.headers);
  const { status, body } = reply;
  const lost =
    (status >= 400 && on('cors-lost-on-errors')) ||
    (status === 401 && on('cors-lost-on-401')) ||
    (status === 204 && on('cors-lost-on-204')) ||
    (status === 201 && on('cors-lost-on-created')) ||
    (op === 'POST /users/search' && on('cors-forgotten-at-users-search')) ||
    (op === 'GET /sessions/completed' && on('cors-forgotten-at-study-sessions')) ||
    (op === 'GET /smart-ia/tests' && on('cors-forgotten-at-tests'));
  const origin = lost ? undefined : corsOrigin(request, on);
  if (origin !== undefined) headers.set('access-control-allow-origin', origin);
  if (on('m-cors-echo')) headers.set('vary', 'Origin');
  if (on('m-rate-headers')) {
    headers.set('ratelimit-limit', '100000');
    headers.set('ratelimit-remaining', String(100_000 - serial));
  }
  if (status === 204 || body === undefined) return new Response(null, { status, headers });
  let text =
    typeof body === 'string' && headers.get('content-type') === 'text/html'
      ? body
      : JSON.stringify(
          on('m-members-reversed') ? reversed(body) : body,
          null,
          on('m-pretty-json') ? 2 : undefined,
        );
  if (on('m-unicode-escaped'))
    text = text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (on('m-etag') && status === 200)
    headers.set('etag', `W/"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"`);
  if (!headers.has('content-type')) {
    let type = on('m-charset') ? 'application/json; charset=utf-8' : 'application/json';
    if (status >= 400 && on('errors-as-text-plain')) type = 'text/plain';
    if (status === 200 && op.includes('/smart-ia/sessions') && on('sessions-vendor-type'))
      type = 'application/vnd.sessions+json';
    if (
      status === 200 &&
      on('empty-page-as-octet-stream') &&
      Array.isArray((body as { data?: unknown }).data) &&
      (body as { data: unknown[] }).data.length === 0
    )
      type = 'application/octet-stream';
    headers.set('content-type', type);
  }
  const bytes = new TextEncoder().encode(text);
  if (op === 'GET /smart-ia/tests' && status === 200 && on('tests-without-content-type'))
    headers.delete('content-type');
  return new Response(bytes, { status, headers });
}
