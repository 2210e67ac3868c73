// The two forms of an error.
import type { Ctx, Json, Reply } from './types.ts';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

function group(op: string): string {
  if (op.includes('/smart-ia/sessions') || op.includes('/sessions/')) return 'sessions';
  if (op.includes('cohorts') || op.includes('tests')) return 'cohorts';
  if (op.includes('/classes') && !op.includes('{userId}')) return 'classes';
  return op.includes('academic') ? 'years' : 'users';
}

export function errorReply(c: Ctx, status: number, code: string, detail: string): Reply {
  const s = c.s;
  const form = s.formByStatus[status] ?? s.formByGroup[group(c.op)] ?? s.errorForm;
  const message = s.wordy(status, code, detail);
  let body: Json;
  if (form === 'basic') {
    body = { status, message };
    if (s.errorExtras === 'spring')
      Object.assign(body, {
        timestamp: new Date(Date.now()).toISOString(),
        error: titles[status],
        path: c.url.pathname,
      });
    if (s.errorExtras === 'code') Object.assign(body, { code });
    if (s.errorExtras === 'trace')
      Object.assign(body, { traceId: `00-${String(c.count).padStart(16, '0')}` });
    if (s.errorExtras === 'errors') Object.assign(body, { errors: [{ code, message }] });
  } else {
    body = {
      type: s.problemType === 'about:blank' ? s.problemType : `${s.problemType}${code}`,
      title: titles[status] ?? 'Error',
      status,
      detail: message,
      instance: `urn:uuid:00000000-0000-4000-8000-${String(c.count).padStart(12, '0')}`,
    };
    for (const name of s.problemOmit) delete body[name];
    if (s.errorExtras === 'errors') Object.assign(body, { errors: { [code]: [message] } });
    if (s.errorExtras === 'trace')
      Object.assign(body, { traceId: `00-${String(c.count).padStart(16, '0')}` });
  }
  const type =
    form === 'problem' && s.problemJson
      ? s.contentType.replace('application/json', 'application/problem+json')
      : s.contentType;
  const headers: Record<string, string> = { 'content-type': type };
  if (status === 401 && s.wwwAuthenticate) headers['www-authenticate'] = 'ApiKey realm="roster"';
  return c.step('error', { status, headers, body });
}
