// Answers as HTTP: JSON, errors, and CORS.
import { createHash } from 'node:crypto';
import type { Ctx, Json, Reply } from './core.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

function usesProblem(c: Ctx): boolean {
  if (c.s.error === 'mixed') return c.op.length % 2 === 1;
  return c.s.error === 'problem' || c.s.error === 'problem-short';
}

export function errorReply(c: Ctx, status: number, message: string): Reply {
  if (usesProblem(c)) {
    const type = c.s.problemUri === 'about:blank' ? 'about:blank' : `${c.s.problemUri}${status}`;
    const body: Json = { type, title: titles[status] ?? 'Error', status, detail: message };
    if (c.s.error !== 'problem-short')
      body['instance'] = `urn:uuid:00000000-0000-4000-8000-${String(c.app.requests).padStart(12, '0')}`;
    return { status, body, headers: { 'content-type': c.s.problemType } };
  }
  const body: Json = { status, message };
  if (c.s.error === 'basic-more')
    Object.assign(body, { code: `E${status}`, requestId: `r-${c.app.requests}` });
  if (c.on('error-status-text')) body['status'] = String(status);
  if (c.on('error-message-lost') && status === 404) return { status, body: { status, error: message } };
  if (c.on('error-status-409-other') && status === 409) body['status'] = 400;
  if (c.on('error-403-says-401') && status === 403) body['status'] = 401;
  if (c.on('error-none-401') && status === 401) return { status };
  if (c.on('error-none-403') && status === 403 && c.method !== 'GET') return { status };
  if (c.on('error-in-200') && c.op === 'getClass' && status === 404) return { status: 200, body };
  if (c.on('error-text-404') && status === 404 && c.op === 'getCohort') {
    return { status, body: message, headers: { 'content-type': 'text/plain' } };
  }
  if (message === '\u0000html')
    return { status, body: '<h1>Bad Request</h1>', headers: { 'content-type': 'text/html' } };
  return { status, body };
}

const verbs = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const heads = 'x-api-key, content-type';

export function preflight(c: Ctx, methods: readonly string[]): Reply {
  let allow = c.s.preflight === 'stars' ? '*' : verbs;
  let headers = c.s.preflight === 'stars' ? '*' : heads;
  if (c.s.preflight === 'asked') {
    allow = methods.length > 0 ? methods.join(',') : verbs;
    headers = c.headers.get('access-control-request-headers') ?? heads;
  }
  if (c.on('preflight-no-key-header')) headers = 'content-type, authorization';
  if (c.on('preflight-no-content-type')) headers = 'x-api-key';
  if (c.on('preflight-no-patch')) allow = allow.replace('PATCH, ', '');
  if (c.on('preflight-no-delete')) allow = allow.replace('DELETE, ', '');
  if (c.on('preflight-needs-key') && !c.headers.has('x-api-key')) return errorReply(c, 401, 'No key.');
  if (c.on('preflight-nested-404') && c.path.split('/').length > 5)
    return errorReply(c, 404, 'No such path.');
  if (c.on('preflight-bare') && c.path.includes('search')) return { status: 204 };
  return {
    status: c.s.preflightStatus,
    headers: {
      'access-control-allow-methods': allow,
      'access-control-allow-headers': headers,
      'access-control-max-age': '600',
    },
  };
}

function cors(c: Ctx, status: number): Record<string, string> {
  const origin = c.headers.get('origin');
  const none =
    (c.on('cors-none-401') && status === 401) ||
    (c.on('cors-none-404') && status === 404) ||
    (c.on('cors-none-400') && status === 400) ||
    (c.on('cors-none-409') && status === 409) ||
    (c.on('cors-none-204') && status === 204 && c.method !== 'OPTIONS') ||
    (c.on('cors-none-search') && c.op === 'searchUsers') ||
    (c.on('cors-none-null-origin') && origin === 'null');
  if (none) return {};
  if (c.on('cors-one-origin')) return { 'access-control-allow-origin': 'https://app.fourteenth.example' };
  if (c.on('cors-twice') && c.op === 'listTests') return { 'access-control-allow-origin': '*, *' };
  if (c.s.cors === 'star' || origin === null)
    return { 'access-control-allow-origin': '*', ...(c.s.cors === 'echo' ? { vary: 'Origin' } : {}) };
  return { 'access-control-allow-origin': origin, vary: 'Origin' };
}

function typeOf(c: Ctx, reply: Reply): string {
  if (c.on('type-plain-400') && reply.status === 400) return 'text/plain; charset=utf-8';
  if (c.on('type-stream-sessions') && c.op === 'listCompletedSessions') return 'application/octet-stream';
  if (c.on('type-hal') && c.op === 'getClass' && reply.status === 200) return 'application/hal+json';
  return c.s.charset ? 'application/json; charset=utf-8' : 'application/json';
}

export function send(c: Ctx, reply: Reply): Response {
  const headers: Record<string, string> = { ...c.s.extraHeaders, ...cors(c, reply.status), ...reply.headers };
  if (reply.body === undefined || reply.status === 204)
    return new Response(null, { status: reply.status, headers });
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  headers['content-type'] = reply.headers?.['content-type'] ?? typeOf(c, reply);
  if (c.s.etag && reply.status === 200 && c.method !== 'POST') {
    headers['etag'] = `"${createHash('sha1').update(text).digest('hex').slice(0, 16)}"`;
    if (c.headers.get('if-none-match') === headers['etag'])
      return new Response(null, { status: 304, headers });
  }
  return new Response(text, { status: reply.status, headers });
}
