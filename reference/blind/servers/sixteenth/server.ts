// One request from its arrival to its answer.

import { type Bug, bugs } from './bugs.ts';
import { deployments } from './deployments.ts';
import { errorReply } from './errors.ts';
import { keys } from './keys.ts';
import { match, methodsOf, type Route } from './routes.ts';
import { seed } from './seed.ts';
import { choose, type Settings } from './settings.ts';
import { type Ctx, type Incoming, Refusal, type Reply, type Step, type Steps, type World } from './types.ts';

const base = '/api/v1';

interface Machine {
  s: Settings;
  w: World;
  on: Set<string>;
  seen: (id: string) => void;
  memory: Map<string, unknown>;
  bucket?: { tokens: number; at: number };
  count: number;
  byOp: Map<string, Bug[]>;
}

// The step function of one request: every bug of this operation that touches the step is consulted.
function stepper(m: Machine, op: string, context: () => Ctx): Ctx['step'] {
  const mine = m.byOp.get(op) ?? bugs.filter((bug) => bug.operations.includes(op));
  m.byOp.set(op, mine);
  return <K extends Step>(name: K, value: Steps[K]): Steps[K] => {
    let out = value;
    for (const bug of mine) {
      const hook = bug.hooks[name];
      if (!hook) continue;
      m.seen(bug.id);
      if (m.on.has(bug.id)) out = hook(out, context()) ?? out;
    }
    return out;
  };
}

function context(
  m: Machine,
  route: Route | null,
  request: Request,
  url: URL,
  path: Record<string, string>,
): Ctx {
  const c: Ctx = {
    op: route?.op ?? '',
    opId: route?.id ?? '',
    request,
    url,
    query: [...url.searchParams.entries()],
    headers: request.headers,
    path,
    text: '',
    body: undefined,
    s: m.s,
    w: m.w,
    memory: m.memory,
    bag: { shown: [], rows: [], start: 0 },
    count: ++m.count,
    key: '',
    step: stepper(m, route?.op ?? '', () => c),
  };
  return c;
}

function authorise(c: Ctx, route: Route | null): Reply | null {
  const key = c.headers.get('x-api-key');
  let status: 0 | 401 | 403 = key === keys.full ? 0 : key === keys.restricted ? 0 : 401;
  if (key === keys.restricted && route) {
    if (c.s.may && !c.s.may.includes(route.id)) status = 403;
    if (c.s.mayNot.includes(route.id)) status = 403;
  }
  const verdict = c.step('verdict', { status, key: key ?? '' });
  if (verdict.status === 401)
    return errorReply(c, 401, 'credentials', key ? 'the API key is not valid' : 'an API key is required');
  if (verdict.status === 403) return errorReply(c, 403, 'permission', 'the key may not do this');
  return null;
}

const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';

function cors(c: Ctx, reply: Reply): void {
  const origin = c.headers.get('origin');
  if (!origin && !c.s.corsAlways) return;
  if (c.s.cors === 'echo' && origin) {
    reply.headers['access-control-allow-origin'] = origin;
    reply.headers['vary'] = 'Origin';
  } else reply.headers['access-control-allow-origin'] = '*';
  if (c.s.expose) reply.headers['access-control-expose-headers'] = c.s.expose;
}

function preflight(c: Ctx): Reply {
  const asked = c.headers.get('access-control-request-headers') ?? 'x-api-key, content-type';
  const method = c.headers.get('access-control-request-method') ?? 'GET';
  const headers: Record<string, string> = {
    'access-control-allow-methods':
      c.s.allowMethods === '*' ? '*' : c.s.allowMethods === 'echo' ? method : methods,
    'access-control-allow-headers':
      c.s.allowHeaders === '*'
        ? '*'
        : c.s.allowHeaders === 'echo'
          ? asked
          : 'x-api-key, content-type, accept',
  };
  if (c.s.maxAge) headers['access-control-max-age'] = String(c.s.maxAge);
  const reply: Reply = { status: c.s.preflight, headers, ...(c.s.preflight === 200 ? { raw: '' } : {}) };
  cors(c, reply);
  return c.step('preflight', reply);
}

const extras: Record<string, (c: Ctx) => string> = {
  'x-request-id': (c) => `req-${c.count}`,
  etag: (c) => `"${c.count.toString(36)}"`,
  'cache-control': () => 'no-store',
  'server-timing': () => 'app;dur=3.1',
  'strict-transport-security': () => 'max-age=31536000; includeSubDomains',
  'x-ratelimit-limit': () => '1000',
  'x-ratelimit-remaining': (c) => String(Math.max(1, 1000 - (c.count % 900))),
  ratelimit: () => 'limit=1000, remaining=900, reset=60',
  'x-powered-by': (c) => c.s.name,
  server: () => 'nginx',
  'x-content-type-options': () => 'nosniff',
  link: () => '<https://roster.example/docs>; rel="help"',
  'x-runtime': () => '0.0042',
  via: () => '1.1 edge',
  'x-cache': () => 'MISS',
  age: () => '0',
  'content-language': () => 'en',
  'x-amzn-requestid': (c) => `amz-${c.count}`,
  'x-frame-options': () => 'DENY',
  'last-modified': () => new Date(Date.now()).toUTCString(),
  'alt-svc': () => 'h3=":443"',
};

function finish(c: Ctx, reply: Reply): Response {
  for (const name of c.s.headers) {
    const extra = extras[name];
    if (extra && reply.headers[name] === undefined) reply.headers[name] = extra(c);
  }
  const bodiless = reply.status === 204 || reply.status === 304;
  const text = bodiless
    ? null
    : (reply.raw ??
      (reply.body === undefined ? null : JSON.stringify(reply.body, null, c.s.pretty ? 2 : undefined)));
  return new Response(text === null ? null : new TextEncoder().encode(text), {
    status: reply.status,
    headers: reply.headers,
  });
}

async function dispatch(c: Ctx, route: Route | null, path: string): Promise<Reply> {
  if (!route && c.s.routeFirst)
    return errorReply(c, methodsOf(path).length ? c.s.wrongMethod : 404, 'no-route', 'no such operation');
  const refused = authorise(c, route);
  if (refused) return refused;
  if (!route) {
    const there = methodsOf(path);
    const reply = errorReply(c, there.length ? c.s.wrongMethod : 404, 'no-route', 'no such operation');
    if (reply.status === 405) reply.headers['allow'] = there.join(', ');
    return reply;
  }
  if (c.text !== '' && c.request.method !== 'GET') {
    try {
      c.body = JSON.parse(c.text);
    } catch {
      const status = route.stated ? 400 : c.s.bad;
      const rule = c.step('rule', {
        code: 'body.json',
        fails: route.id !== 'enableUser' && route.id !== 'disableUser',
        status,
        value: c.text,
      });
      if (rule.fails) throw new Refusal(rule.status, 'body.json', 'the body is not JSON');
    }
  }
  return await route.handle(c);
}

// A bucket of tokens that fills with time.
function admitted(m: Machine, rate: { burst: number; perSecond: number }): boolean {
  const now = Date.now();
  const bucket = m.bucket ?? { tokens: rate.burst, at: now };
  bucket.tokens = Math.min(rate.burst, bucket.tokens + ((now - bucket.at) / 1000) * rate.perSecond);
  bucket.at = now;
  m.bucket = bucket;
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

async function handle(m: Machine, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : '\u0000';
  const asking = request.method === 'OPTIONS';
  const wanted = asking
    ? (request.headers.get('access-control-request-method') ?? methodsOf(path)[0] ?? 'GET')
    : request.method;
  const found = match(wanted, path);
  const c = context(m, found?.route ?? null, request, url, found?.path ?? {});
  if (asking) return finish(c, preflight(c));
  let reply: Reply;
  if (c.s.rate && !admitted(m, c.s.rate)) {
    reply = errorReply(c, 429, 'rate', 'too many requests');
    reply.headers['retry-after'] = '1';
    cors(c, reply);
    return finish(c, reply);
  }
  try {
    const incoming: Incoming = c.step('incoming', {
      query: c.query,
      headers: new Headers(request.headers),
      text: await request.text(),
    });
    c.query = incoming.query;
    c.headers = incoming.headers;
    c.text = incoming.text;
    reply = await dispatch(c, found?.route ?? null, path);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    reply = errorReply(c, cause.status, cause.code, cause.message);
  }
  cors(c, reply);
  return finish(c, c.step('reply', reply));
}

export function serve(
  options: { bugs?: readonly string[]; seen?: (id: string) => void } = {},
): (request: Request) => Promise<Response> {
  const seen = options.seen ?? (() => undefined);
  const ids = options.bugs ?? [];
  const chosen = deployments.filter((one) => ids.includes(one.id));
  const s = choose(chosen.map((one) => one.change));
  const m: Machine = { s, w: seed(s), on: new Set(ids), seen, memory: new Map(), count: 0, byOp: new Map() };
  let waiting: Promise<unknown> = Promise.resolve();
  return (request) => {
    for (const one of chosen) seen(one.id);
    const turn = waiting.then(() => handle(m, request));
    waiting = turn.catch(() => undefined);
    return turn;
  };
}
