// The middlewares: each does one thing and hands on.
import { corsHeaders, preflight } from './cors.ts';
import { errorAnswer } from './errors.ts';
import { type Answer, type Ctx, Refusal } from './kernel.ts';
import { spell } from './spelling.ts';

export const KEYS = { full: 'k11-full-7Qm2xV9cR4tLw8', restricted: 'k11-restricted-3Hs6bN1yPz5' };

export type Next = () => Promise<Answer>;
export type Middleware = (ctx: Ctx, next: Next) => Promise<Answer>;

/** Refusals become answers. */
export const guard: Middleware = async (ctx, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(ctx, error.status, error.message);
    return errorAnswer(ctx, 500, 'Internal server error');
  }
};

const hasFilter = (ctx: Ctx): boolean =>
  [...ctx.query.keys()].some(
    (name) => !['limit', 'offset', 'cursor'].includes(name) && !name.startsWith('sort'),
  );

/** A key that is let in, though it should not be. */
function leaky(ctx: Ctx, given: string | null): boolean {
  const { full } = KEYS;
  const { headers } = ctx.request;
  if (given === null) {
    if (ctx.f('key-none')) return true;
    if (ctx.f('key-filter') && hasFilter(ctx)) return true;
    if (ctx.f('key-page') && ctx.query.has('cursor')) return true;
    if (ctx.f('key-limit') && ctx.query.get('limit') === '1') return true;
    if (ctx.f('key-origin') && headers.has('origin')) return true;
    if (ctx.f('key-query') && [...ctx.query.values()].includes(full)) return true;
    if (ctx.f('key-bearer') && headers.get('authorization') === `Bearer ${full}`) return true;
    if (ctx.f('key-authorization') && headers.has('authorization')) return true;
    if (ctx.f('key-cookie') && (headers.get('cookie') ?? '').includes(full)) return true;
    if (ctx.f('key-head') && ctx.request.method === 'HEAD') return true;
    return (
      ctx.f('key-unknown') &&
      /[0-9a-f]{8}-/.test(ctx.path) &&
      !ctx.views.classById.has(ctx.path.split('/')[2] ?? '')
    );
  }
  if (ctx.f('key-any') && given !== '') return true;
  if (ctx.f('key-empty') && given === '') return true;
  if (given === '') return false;
  if (ctx.f('key-prefix') && full.startsWith(given)) return true;
  if (ctx.f('key-start') && given.startsWith(full)) return true;
  if (ctx.f('key-case') && given.toLowerCase() === full.toLowerCase()) return true;
  if (ctx.f('key-length') && given.length === full.length) return true;
  if (ctx.f('key-list') && given.split(/[,; ]+/).includes(full)) return true;
  if (ctx.f('key-quoted') && given.replace(/["']/g, '') === full) return true;
  return ctx.f('key-words') && ['undefined', 'null', 'test', '<API_KEY>'].includes(given);
}

export const authenticate: Middleware = async (ctx, next) => {
  const given = ctx.request.headers.get('x-api-key');
  if (given === KEYS.full) return next();
  if (given === KEYS.restricted) {
    ctx.key = 'restricted';
    return next();
  }
  if (leaky(ctx, given)) return next();
  if (ctx.f('key-401-done')) {
    await next().catch(() => ({ status: 401 }));
  }
  if (given !== null && ctx.f('invalid-403')) throw new Refusal(403, 'The API key is not valid.');
  if (given === null && ctx.f('none-403')) throw new Refusal(403, 'The API key is missing.');
  if (given === null && ctx.f('none-400')) throw new Refusal(400, 'The header x-api-key is required.');
  if (ctx.f('key-404')) throw new Refusal(404, 'Not found.');
  if (ctx.f('key-empty-list')) return { status: 200, body: { data: [] } };
  throw new Refusal(401, given === null ? 'The header x-api-key is missing.' : 'The API key is not valid.');
};

export const authorise: Middleware = async (ctx, next) => {
  if (ctx.key === 'full' || ctx.op.restricted) return next();
  if (ctx.f('open')) return next();
  if (ctx.f('open-filter') && hasFilter(ctx)) return next();
  if (ctx.f('open-page') && ctx.query.has('cursor')) return next();
  if (ctx.f('open-offset') && Number(ctx.query.get('offset')) > 0) return next();
  if (ctx.f('open-one') && ctx.query.get('limit') === '1') return next();
  if (ctx.f('open-sort') && ctx.query.has('sort[field]')) return next();
  if (ctx.f('open-status') && ctx.query.has('status')) return next();
  if (ctx.f('open-head') && ctx.request.method === 'HEAD') return next();
  if (ctx.f('open-done')) await next().catch(() => ({ status: 403 }));
  if (ctx.f('denied-401')) throw new Refusal(401, 'This key may not do that.');
  if (ctx.f('denied-404')) throw new Refusal(404, 'Not found.');
  if (ctx.f('denied-empty'))
    return {
      status: 200,
      body: {
        data: [],
        pagination: { total: 0, limit: 100, offset: 0, previousCursor: null, nextCursor: null },
      },
    };
  if (ctx.f('denied-400')) throw new Refusal(400, 'This key may not do that.');
  throw new Refusal(403, 'This key lacks the permission for that.');
};

export const rate: Middleware = async (ctx, next) => {
  if (ctx.on('m-rate-now-and-then') && ctx.serial % 211 === 0) {
    const answer = errorAnswer(ctx, 429, 'Too many requests.');
    return { ...answer, headers: { ...answer.headers, 'retry-after': '0' } };
  }
  if (ctx.on('m-slow') && ctx.serial % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
  return next();
};

/** What an answer of success gets wrong as a whole. */
function spoilSuccess(ctx: Ctx, answer: Answer): Answer {
  if (answer.status >= 300) return answer;
  const changed: Answer = { ...answer, headers: { ...answer.headers } };
  const headers = changed.headers ?? {};
  if (ctx.f('type-text')) headers['content-type'] = 'text/plain;charset=UTF-8';
  if (ctx.f('type-html-search') && hasFilter(ctx)) headers['content-type'] = 'text/html';
  if (ctx.f('type-vendor')) headers['content-type'] = 'application/vnd.northfield.v1+octet';
  if (ctx.f('type-page') && ctx.query.has('cursor')) headers['content-type'] = 'text/plain';
  if (ctx.f('partial-206') && Number(ctx.query.get('offset')) > 0) changed.status = 206;
  if (ctx.f('partial-limit') && ctx.query.has('limit')) changed.status = 206;
  if (ctx.f('status-201-read') && answer.status === 200) changed.status = 201;
  if (ctx.f('status-203') && ctx.request.headers.has('origin')) changed.status = 203;
  return changed;
}

function commonHeaders(ctx: Ctx, headers: Headers): void {
  if (ctx.on('m-extra-headers')) {
    headers.set('x-request-id', `req-${ctx.serial}`);
    headers.set('ratelimit-limit', '100000');
    headers.set('ratelimit-remaining', '99999');
    headers.set('server-timing', 'db;dur=1.2');
    headers.set('strict-transport-security', 'max-age=63072000');
  }
  if (ctx.on('m-deprecation-headers')) {
    headers.set('deprecation', 'true');
    headers.set('link', '</api/v2>; rel="successor-version"');
  }
}

const hashOf = (text: string): string => {
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(i)) >>> 0;
  return hash.toString(16);
};

function cached(ctx: Ctx, headers: Headers, text: string): boolean {
  if (!ctx.on('m-behind-a-cache') || ctx.method !== 'GET') return false;
  const tag = `W/"${hashOf(text)}"`;
  headers.set('etag', tag);
  headers.set('cache-control', 'private, no-cache');
  headers.set('age', '0');
  headers.append('vary', 'x-api-key');
  return ctx.request.headers.get('if-none-match') === tag;
}

/** An answer as it goes out. */
export function finish(ctx: Ctx, raw: Answer): Response {
  const answer = spoilSuccess(ctx, raw);
  const headers = new Headers(answer.headers);
  corsHeaders(ctx, headers, answer.status);
  commonHeaders(ctx, headers);
  if (answer.status === 401 && ctx.on('m-www-authenticate'))
    headers.set('www-authenticate', 'ApiKey realm="roster"');
  if (answer.status === 204 || answer.body === undefined) {
    if (ctx.on('m-empty-length') && answer.status !== 204) headers.set('content-length', '0');
    if (answer.status === 204 && ctx.f('no-content-type')) headers.set('content-type', 'text/html');
    return new Response(null, { status: answer.status, headers });
  }
  const ready = typeof answer.body === 'string' && headers.get('content-type')?.startsWith('text/') === true;
  const text = ready ? String(answer.body) : spell(ctx, answer.body);
  if (!headers.has('content-type')) {
    headers.set('content-type', ctx.on('m-charset') ? 'application/json;charset=UTF-8' : 'application/json');
  }
  if (ctx.f('cut') && text.length > 40_000)
    return new Response(text.slice(0, 40_000), { status: answer.status, headers });
  if (answer.status === 200 && cached(ctx, headers, text))
    return new Response(null, { status: 304, headers });
  const bare = ctx.request.method === 'HEAD';
  return new Response(bare ? null : text, { status: answer.status, headers });
}

export { preflight };

export function compose(chain: readonly Middleware[], last: (ctx: Ctx) => Answer | Promise<Answer>) {
  return (ctx: Ctx): Promise<Answer> => {
    const step = (i: number): Promise<Answer> => {
      const middleware = chain[i];
      return middleware ? middleware(ctx, () => step(i + 1)) : Promise.resolve().then(() => last(ctx));
    };
    return step(0);
  };
}
