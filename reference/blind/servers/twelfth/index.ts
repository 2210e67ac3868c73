import { draftOfRefusal, spell } from './answers.ts';
import { corsHeaders, preflight } from './cors.ts';
import { Db } from './db.ts';
import { bad, Refusal } from './errors.ts';
import { guard, keys } from './guard.ts';
import { meanwhile, planFor } from './manners.ts';
import { makeRandom } from './random.ts';
import { matchPath, type Route, routes } from './routes.ts';
import { seedWorld } from './seed.ts';
import { makeSwitches } from './switches.ts';
import type { On, Reply } from './types.ts';

export { keys };
export const operations: readonly string[] = routes.map((route) => route.op);

export interface Options {
  bugs?: readonly string[] | undefined;
  seen?: (id: string) => void;
}

const BASE = '/api/v1';

/** Answers of the wrong type: `${ep}-${kind}`. */
export const TYPE_SLIPS: readonly string[] = [
  'tests-text-plain',
  'prog-text-plain',
  'year-html-type',
  'newcohort-text-plain',
  'usearch-octet-type',
];

async function bodyOf(request: Request, on: On): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const text = await request.text();
  if (text.trim() === '') return undefined;
  const type = request.headers.get('content-type') ?? '';
  if (!/json/i.test(type) && on('m-415'))
    throw new Refusal(415, 'Unsupported media type', 'Bodies are JSON.');
  try {
    return JSON.parse(text);
  } catch {
    throw bad('The body is not JSON.');
  }
}

const KNOWN =
  /^(?:limit|offset|cursor|search|academicYearId|userId|upn|externalId|username|email|name|role|testId|subject|status|(?:sort|startDate|endDate)(?:\[\w*\])?)$/;

class Service {
  private db: Db | undefined;
  private nth = 0;
  private readonly reader: () => On;

  constructor(reader: () => On) {
    this.reader = reader;
  }

  private world(on: On): Db {
    if (!this.db) {
      const world = seedWorld(planFor(on), Date.now());
      this.db = new Db(world, makeRandom(99));
    }
    return this.db;
  }

  async answer(request: Request): Promise<Response> {
    const on = this.reader();
    this.nth += 1;
    const { nth } = this;
    const db = this.world(on);
    meanwhile(db, nth, on);
    const url = new URL(request.url);
    const inside = url.pathname.startsWith(`${BASE}/`);
    const { routes: found, ids } = inside
      ? matchPath(url.pathname.slice(BASE.length))
      : { routes: [], ids: [] };
    if (request.method === 'OPTIONS') return preflight(request, found, on);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = found.find((one) => one.method === method);
    if (nth % 8 === 7 && on('m-slow-now-and-then')) await new Promise((resolve) => setTimeout(resolve, 4));
    try {
      if (nth % 97 === 96 && on('m-429-now-and-then'))
        throw new Refusal(429, 'Too many requests', 'Slow down.');
      const reply = await this.reply(request, url, found, route, ids, db, on);
      return this.respond(request, route?.ep ?? '', reply, on);
    } catch (thrown) {
      const refusal =
        thrown instanceof Refusal ? thrown : new Refusal(500, 'Internal error', 'Something went wrong.');
      return this.refuse(request, route?.ep ?? '', refusal, on);
    }
  }

  private async reply(
    request: Request,
    url: URL,
    found: readonly Route[],
    route: Route | undefined,
    ids: readonly string[],
    db: Db,
    on: On,
  ): Promise<Reply> {
    if (!route) return this.stray(request, found, on);
    const early = guard(route, request, url, on);
    if (early) return early;
    const body = await bodyOf(request, on);
    if (on('m-unknown-parameters-400')) {
      for (const name of url.searchParams.keys())
        if (!KNOWN.test(name)) throw bad(`There is no parameter "${name}".`);
    }
    return route.handle({
      on,
      db,
      op: route.op,
      ep: route.ep,
      ids,
      query: url.searchParams,
      body,
      nth: this.nth,
    });
  }

  /** What is no operation. */
  private stray(request: Request, found: readonly Route[], on: On): never {
    const key = request.headers.get('x-api-key');
    const known = key === keys.full || key === keys.restricted;
    if (!known && !on('m-stray-404-without-key'))
      throw new Refusal(401, 'Unauthorized', 'The key is missing or invalid.');
    if (found.length > 0 && !on('m-404-for-405')) {
      throw new Refusal(
        405,
        'Method not allowed',
        'There is no such method here.',
        found.map((one) => one.method).join(', '),
      );
    }
    throw new Refusal(404, 'Not found', 'There is nothing here.');
  }

  private dress(headers: Headers, on: On): void {
    if (on('m-rate-headers')) {
      headers.set('x-ratelimit-limit', '100000');
      headers.set('x-ratelimit-remaining', String(100_000 - (this.nth % 1000)));
    }
    if (on('m-more-headers')) {
      headers.set('server', 'twelfth');
      headers.set('strict-transport-security', 'max-age=31536000');
      headers.set('x-request-id', `r-${this.nth}`);
    }
    if (on('m-two-nodes')) headers.set('x-served-by', this.nth % 2 === 0 ? 'blue' : 'green');
    if (on('m-cache-headers')) headers.set('cache-control', 'no-store, private');
  }

  private typeOf(ep: string, on: On): string {
    for (const kind of ['text-plain', 'html-type', 'octet-type']) {
      if (TYPE_SLIPS.includes(`${ep}-${kind}`) && on(`${ep}-${kind}`)) {
        return kind === 'text-plain'
          ? 'text/plain'
          : kind === 'html-type'
            ? 'text/html'
            : 'application/octet-stream';
      }
    }
    if (on('m-two-nodes') && this.nth % 2 === 0) return 'application/json;charset=UTF-8';
    return on('m-charset') ? 'Application/JSON; charset="utf-8"' : 'application/json';
  }

  private respond(request: Request, ep: string, reply: Reply, on: On): Response {
    const headers = new Headers();
    corsHeaders(headers, request, ep, true, on);
    this.dress(headers, on);
    if (reply.status === 204) return new Response(null, { status: 204, headers });
    const text = spell(reply.body, on);
    headers.set('content-type', this.typeOf(ep, on));
    if (on('m-etag')) headers.set('etag', `W/"${text.length}-${this.nth}"`);
    return new Response(request.method === 'HEAD' ? null : text, { status: reply.status, headers });
  }

  private refuse(request: Request, ep: string, refusal: Refusal, on: On): Response {
    const draft = draftOfRefusal(refusal, ep, this.nth, on);
    const headers = new Headers();
    if (draft.cors) corsHeaders(headers, request, ep, false, on);
    this.dress(headers, on);
    if (draft.type !== null)
      headers.set('content-type', on('m-charset') ? `${draft.type}; charset=utf-8` : draft.type);
    if (refusal.allow) headers.set('allow', refusal.allow);
    if (refusal.status === 401 && on('m-www-authenticate'))
      headers.set('www-authenticate', 'ApiKey realm="roster"');
    if (refusal.status === 429) headers.set('retry-after', '0');
    return new Response(request.method === 'HEAD' ? null : draft.text, { status: draft.status, headers });
  }
}

export function createServer(options: Options = {}): (request: Request) => Promise<Response> {
  const service = new Service(makeSwitches(options.bugs ?? [], options.seen));
  return (request) => service.answer(request);
}
