// The server "fourteenth": each request answered by a response, from a world of its own.
import { guard, keys } from './access.ts';
import { errorReply, preflight, send } from './answer.ts';
import { type App, type Ctx, Refusal, type Reply } from './core.ts';
import { drift } from './drift.ts';
import { manners } from './manners.ts';
import { type Found, find, operations } from './routes.ts';
import { plain, type Settings } from './settings.ts';
import { buildWorld } from './world.ts';

export { keys, operations };

export interface Options {
  bugs?: readonly string[];
  seen?: (id: string) => void;
}

export function settingsOf(ids: readonly string[]): Settings {
  let s = plain;
  for (const id of ids) {
    const manner = manners[id];
    if (manner) s = { ...s, ...manner.change, name: id };
  }
  return s;
}

const prefix = '/api/v1';

function partsOf(path: string): string[] {
  if (!path.startsWith(`${prefix}/`)) return [];
  return path
    .slice(prefix.length + 1)
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}

function handle(c: Ctx, found: Found): Reply {
  if (c.method === 'OPTIONS') return preflight(c, found.methods);
  if (!found.route) {
    guard(c);
    if (found.methods.length === 0) return errorReply(c, c.s.unknownPath, 'There is no such path.');
    const reply = errorReply(c, c.s.wrongMethod, `This path takes ${found.methods.join(', ')}.`);
    if (c.s.wrongMethod === 405)
      reply.headers = { ...reply.headers, allow: [...found.methods, 'OPTIONS'].join(', ') };
    return reply;
  }
  const { deedFirst } = guard(c);
  const reply = found.route.run(c);
  return deedFirst ? errorReply(c, 403, 'This key may not do that.') : reply;
}

export function createServer(options: Options = {}): (request: Request) => Promise<Response> {
  const ids = options.bugs ?? [];
  const bugs = new Set(ids);
  const active = ids.filter((id) => manners[id] !== undefined);
  const seen = options.seen;
  const s = settingsOf(ids);
  const has = (id: string): boolean => bugs.has(id);
  const told = (id: string): boolean => {
    if (id !== 'none') seen?.(id);
    return bugs.has(id);
  };
  const on = seen ? told : bugs.size === active.length ? () => false : has;
  const app: App = {
    world: buildWorld(s.world),
    s,
    on,
    pending: [],
    cursors: new Map(),
    requests: 0,
    stale: new Map(),
  };
  return async (request) => {
    app.requests += 1;
    if (seen) for (const id of active) seen(id);
    const url = new URL(request.url);
    const head = request.method === 'HEAD' && s.head;
    const found = find(head ? 'GET' : request.method, partsOf(url.pathname));
    const text = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text();
    const c: Ctx = {
      app,
      w: app.world,
      s,
      on,
      op: found.route?.op ?? 'unknown',
      method: request.method,
      path: url.pathname,
      params: found.params,
      query: url.searchParams,
      headers: request.headers,
      text,
    };
    const now = Date.now();
    while (app.pending[0] && app.pending[0].due <= now) app.pending.shift()?.run();
    if (s.drift > 0 && app.requests % s.drift === 0) drift(app);
    let reply: Reply;
    try {
      reply = handle(c, found);
    } catch (problem) {
      if (problem instanceof Refusal) reply = errorReply(c, problem.status, problem.message);
      else reply = errorReply(c, 500, problem instanceof Error ? problem.message : 'Failed.');
    }
    const response = send(c, reply);
    return head ? new Response(null, { status: response.status, headers: response.headers }) : response;
  };
}
