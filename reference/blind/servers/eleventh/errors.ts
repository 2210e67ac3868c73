// Errors in their two formats, and what can go wrong with them.
import type { Answer, Ctx, Doc, Form } from './kernel.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Invalid credentials',
  403: 'Not authorised',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Already exists',
  429: 'Too many requests',
  500: 'Internal server error',
};

function formOf(ctx: Ctx): Form {
  if (ctx.on('m-errors-basic')) return 'basic';
  if (ctx.on('m-errors-problem')) return 'problem';
  if (ctx.on('m-errors-mixed')) return ctx.serial % 2 === 0 ? 'basic' : 'problem';
  return ctx.op.form;
}

function problem(ctx: Ctx, status: number, message: string): Doc {
  const title = TITLES[status] ?? 'Error';
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const doc: Doc = {
    type: ctx.on('m-problem-blank') ? 'about:blank' : `https://roster.northfield.example/problems/${slug}`,
    title,
    status,
    detail: message,
    instance: ctx.on('m-problem-tag')
      ? `tag:northfield.example,2026:${ctx.serial}`
      : `urn:northfield:request:${ctx.serial}`,
  };
  if (ctx.on('m-problem-sparse')) {
    delete doc['detail'];
    delete doc['instance'];
  }
  return doc;
}

function wording(ctx: Ctx, status: number, message: string): string {
  if (ctx.on('m-error-texts-foreign'))
    return `Gwall ${status}: nid oedd modd prosesu’r cais — ${'يرجى المحاولة مرة أخرى. '.repeat(12)}`;
  if (ctx.on('m-error-texts-secret')) return 'Sorry.';
  return message;
}

/** What of an error goes wrong for this status. */
function spoil(ctx: Ctx, status: number, doc: Doc): Answer | undefined {
  const f = (kind: string): boolean => ctx.f(`error-${status}-${kind}`);
  const headers = { 'content-type': 'application/json' };
  if (f('empty')) return { status, headers };
  if (f('html'))
    return {
      status,
      body: `<html><body><h1>${TITLES[status] ?? 'Error'}</h1></body></html>`,
      headers: { 'content-type': 'text/html' },
    };
  if (f('plain'))
    return {
      status,
      body: String(doc['message'] ?? doc['detail']),
      headers: { 'content-type': 'text/plain' },
    };
  if (f('text')) doc['status'] = String(status);
  if (f('body')) doc['status'] = status === 400 ? 422 : 400;
  if (f('zero')) doc['status'] = 0;
  if (f('nameless')) return { status, body: { error: TITLES[status] } };
  if (f('wrapped')) return { status, body: { error: doc } };
  if (f('list')) return { status, body: [doc] };
  if (f('quoted')) return { status, body: JSON.stringify(doc) };
  if (f('silent')) {
    delete doc['message'];
    for (const name of ['type', 'title', 'detail', 'instance']) delete doc[name];
  }
  if (f('object')) for (const name of ['message', 'detail']) if (name in doc) doc[name] = { text: doc[name] };
  if (f('type')) doc['type'] = 'Bad thing happened';
  if (f('title')) doc['title'] = status;
  if (f('instance')) doc['instance'] = ctx.serial;
  if (f('null')) for (const name of ['message', 'detail']) if (name in doc) doc[name] = null;
  if (f('other'))
    return { status: status === 400 ? 422 : 400, body: { ...doc, status: status === 400 ? 422 : 400 } };
  if (f('swap'))
    return { status: status === 401 ? 403 : 401, body: { ...doc, status: status === 401 ? 403 : 401 } };
  if (f('ok')) return { status: 200, body: doc };
  if (f('crash')) return { status: 500, body: { ...doc, status: 500 } };
  return undefined;
}

export function errorAnswer(ctx: Ctx, status: number, message: string): Answer {
  const words = wording(ctx, status, message);
  const doc: Doc = formOf(ctx) === 'basic' ? { status, message: words } : problem(ctx, status, words);
  if (ctx.on('m-error-extras')) {
    doc['traceId'] = `t-${ctx.serial}`;
    doc['errors'] = [{ code: `E${status}`, path: ctx.path }];
  }
  return spoil(ctx, status, doc) ?? { status, body: doc };
}
