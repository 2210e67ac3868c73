import { authenticate } from './auth.ts';
import type { Ctx } from './ctx.ts';
import { bad, Fault } from './ctx.ts';
import type { Db } from './db.ts';
import { uuid } from './db.ts';
import { errorReply } from './errors.ts';
import { othersWrite } from './manners/others.ts';
import { routes } from './routes/index.ts';
import type { Route } from './routes/route.ts';
import type { Identity, Reply } from './types.ts';

const PREFIX = '/api/v1';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const TIME_OUT = 30_000;

export class App {
  private readonly db: Db;
  private readonly on: (id: string) => boolean;
  private readonly state = new Map<string, unknown>();
  private readonly table: { re: RegExp; route: Route }[];
  private served = 0;
  private readonly bucket: { left: number; at: number; size: number; perSecond: number };

  constructor(db: Db, bugs: ReadonlySet<string>) {
    this.db = db;
    this.on = (id) => bugs.has(id);
    this.table = routes.map((route) => ({
      route,
      re: new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
    }));
    const low = this.on('manner.low-rate');
    this.bucket = {
      left: low ? 40 : 5000,
      at: Date.now(),
      size: low ? 40 : 5000,
      perSecond: low ? 80 : 2000,
    };
  }

  async handle(req: Request): Promise<Response> {
    const n = ++this.served;
    let reply: Reply;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const late = new Promise<never>((_, no) => {
        timer = setTimeout(() => no(new Fault(504, 'The request took more than 30 seconds.')), TIME_OUT);
        timer.unref();
      });
      reply = await Promise.race([this.answer(req), late]);
    } catch (e) {
      reply = errorReply(this.on, e instanceof Fault ? e : new Fault(500, 'Something went wrong.'), n);
    } finally {
      clearTimeout(timer);
    }
    return this.send(req, reply, n);
  }

  private async answer(req: Request): Promise<Reply> {
    const { on, state } = this;
    if (req.method === 'OPTIONS' && (!on('cors-preflight-key') || req.headers.has('x-api-key'))) {
      return {
        status: on('manner.preflight-200') ? 200 : 204,
        headers: {
          'access-control-allow-methods': on('cors-methods-short')
            ? 'GET, HEAD, POST, PUT, OPTIONS'
            : METHODS,
          'access-control-allow-headers': on('cors-headers-key')
            ? 'authorization, content-type'
            : 'x-api-key, content-type',
          'access-control-max-age': '600',
        },
      };
    }
    this.throttle();
    if (on('manner.slow')) await new Promise((r) => setTimeout(r, 12));
    if (on('manner.people-change')) othersWrite(this.db, this.served);
    const path = this.pathOf(req);
    const method = req.method === 'HEAD' && !on('manner.no-head') ? 'GET' : req.method;
    if (on('manner.route-before-key')) this.find(method, path);
    let who: Identity = authenticate(on, state, req.headers.get('x-api-key'));
    state.set('identity', who);
    const { route, params } = this.find(method, path);
    const slot = `${method} ${path}`;
    const allowed = (): boolean =>
      (route.need === 'read' ? who.read : who.write) ||
      (on('auth-perm-cache') && state.get(`may/${slot}`) === true);
    const late = on('race-identity') || on('manner.body-before-permission');
    const lateWrite = on('perm-after-write') && route.path === '/users/{userId}/external-id';
    if (!late && !lateWrite && !allowed()) throw this.forbidden();
    const body = await this.bodyOf(req, route);
    if (on('race-identity')) who = state.get('identity') as Identity;
    if (late && !allowed()) throw this.forbidden();
    if (allowed()) state.set(`may/${slot}`, true);
    const ctx: Ctx = {
      db: this.db,
      on,
      state,
      path,
      q: new URL(req.url).searchParams,
      params,
      body,
      identity: who,
    };
    if (on('manner.strict-query') && method === 'GET')
      for (const k of ctx.q.keys())
        if (!route.query?.some((x) => k === x || k.startsWith(`${x}[`)))
          throw bad(`The parameter "${k}" is not known.`);
    const reply = await route.run(ctx);
    if (lateWrite && !allowed()) throw this.forbidden();
    if (method === 'POST' && reply.status < 300) state.set('poster', who);
    return reply;
  }

  private forbidden(): Fault {
    return new Fault(403, 'This key may not do that.');
  }

  private pathOf(req: Request): string {
    const p = new URL(req.url).pathname;
    if (!p.startsWith(PREFIX)) throw new Fault(404, 'There is nothing here.');
    return p.slice(PREFIX.length).replace(/(.)\/$/, '$1');
  }

  private find(method: string, path: string): { route: Route; params: string[] } {
    const other = new Set<string>();
    for (const { re, route } of this.table) {
      const m = re.exec(path);
      if (!m) continue;
      if (route.method !== method) {
        other.add(route.method);
        continue;
      }
      return {
        route,
        params: m.slice(1).map((x) => {
          try {
            return decodeURIComponent(x);
          } catch {
            return x;
          }
        }),
      };
    }
    if (other.size > 0 && !this.on('manner.no-405'))
      throw new Fault(405, 'This method is not possible here.', { allow: [...other].join(', ') });
    throw new Fault(404, 'There is nothing here.');
  }

  private async bodyOf(req: Request, route: Route): Promise<unknown> {
    if (!route.body) return undefined;
    const t = await req.text();
    const type = req.headers.get('content-type') ?? '';
    if (this.on('body-charset') && /charset/i.test(type)) throw new Fault(415, 'Unsupported media type.');
    if (this.on('manner.strict-content-type') && !/^application\/(\S+\+)?json\b/i.test(type))
      throw bad('The content type must be application/json.');
    try {
      return JSON.parse(t) as unknown;
    } catch {
      throw bad('The body is not JSON.');
    }
  }

  private throttle(): void {
    const b = this.bucket,
      now = Date.now();
    b.left = Math.min(b.size, b.left + ((now - b.at) / 1000) * b.perSecond);
    b.at = now;
    if (b.left < 1)
      throw new Fault(
        429,
        'Too many requests.',
        this.on('manner.no-retry-after') ? {} : { 'retry-after': '1' },
      );
    b.left -= 1;
  }

  private send(req: Request, r: Reply, n: number): Response {
    const { on, state } = this;
    const h = new Headers(r.headers ?? {});
    const origin = req.headers.get('origin');
    let allow = '*';
    if (on('manner.cors-echo')) {
      allow = origin ?? '';
      h.set('vary', 'Origin');
    }
    if (on('cors-origin-cache') && origin !== null) {
      const slot = `origin/${new URL(req.url).pathname}`;
      if (!state.has(slot)) state.set(slot, origin);
      allow = state.get(slot) as string;
    }
    if (allow && !(on('cors-errors') && r.status >= 400)) h.set('access-control-allow-origin', allow);
    h.set('access-control-expose-headers', 'retry-after, x-request-id');
    if (on('manner.extra-headers')) {
      h.set('etag', `W/"${n}"`);
      h.set('cache-control', 'private, no-cache');
      h.set('server', 'nginx');
    }
    if (on('manner.front')) {
      h.set('via', '1.1 edge');
      h.set('x-cache', 'MISS');
      h.set('strict-transport-security', 'max-age=3600');
    }
    h.set('x-request-id', uuid('request', n));
    if (r.text !== undefined) {
      h.set('content-type', 'text/plain');
      return new Response(r.text, { status: r.status, headers: h });
    }
    if (r.body === undefined) return new Response(null, { status: r.status, headers: h });
    h.set(
      'content-type',
      on('manner.content-charset') ? 'application/json; charset=utf-8' : 'application/json',
    );
    const out = on('manner.pretty')
      ? JSON.stringify(r.body, null, 2)
      : JSON.stringify(
          on('manner.key-order') ? Object.fromEntries(Object.entries(r.body).reverse()) : r.body,
        );
    return new Response(req.method === 'HEAD' ? null : out, { status: r.status, headers: h });
  }
}
