import { BUGS } from './bugs.ts';
import { type Answer, type Call, policy, Refusal } from './engine.ts';
import { MANNERS } from './manners.ts';
import { must } from './model.ts';
import { operations, RESTRICTED, ROUTES } from './operations.ts';
import { seed } from './seed.ts';

export const keys: { full: string; restricted: string } = {
  full: 'Kq7-registrar-5f1e90c2d4',
  restricted: 'Kq7-frontdesk-81b3a6d07e',
};

const BASE = '/api/v1';
const table = ROUTES.map(([method, path, op]) => ({ method, op, parts: path.split('/').slice(1) })).sort(
  (a, b) => Number(a.parts.some((p) => p[0] === ':')) - Number(b.parts.some((p) => p[0] === ':')),
);

function route(method: string, path: string): { op: string; params: Record<string, string> } | null {
  if (!path.startsWith(`${BASE}/`)) return null;
  const given = path.slice(BASE.length + 1).split('/');
  for (const r of table) {
    if (r.method !== method || r.parts.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = r.parts.every((p, i) => {
      if (p[0] !== ':') return p === given[i];
      params[p.slice(1)] = plain(must(given[i]));
      return true;
    });
    if (fits) return { op: r.op, params };
  }
  return null;
}
function plain(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function createServer(
  options: { bugs?: readonly string[] } = {},
): (request: Request) => Promise<Response> {
  const db = seed();
  const k = policy(db);
  operations(k);
  for (const id of options.bugs ?? []) {
    const bug = BUGS.find((b) => b.id === id);
    const manner = MANNERS.find((m) => m.id === id);
    if (!bug && !manner) throw new Error(`no such bug or manner: ${id}`);
    bug?.plant(k, db);
    manner?.adopt(k, db);
  }

  let nth = 0;
  const TITLES: Record<number, string> = {
    400: 'Invalid request',
    401: 'Not authenticated',
    403: 'Not permitted',
    404: 'Not found',
    409: 'Already exists',
    500: 'Failure',
  };
  const errorAnswer = (c: Call, status: number, detail: string): Answer => ({
    status,
    headers: {},
    body: k.problem(status, c)
      ? {
          type: `https://registrar.example/problems/${status}`,
          title: TITLES[status],
          status,
          detail: k.words(detail),
          instance: `urn:registrar:call:${c.nth}`,
        }
      : { status, message: k.words(detail) },
  });
  const answer = (c: Call): Answer => {
    if (c.method === 'OPTIONS') {
      const asked = c.headers.get('access-control-request-headers');
      return {
        status: 204,
        headers: {
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
          'access-control-allow-headers': [
            'x-api-key',
            'content-type',
            ...(asked ?? '')
              .split(',')
              .map((s) => s.trim().toLowerCase())
              .filter((s) => s && s !== 'x-api-key' && s !== 'content-type'),
          ].join(', '),
          'access-control-max-age': '600',
        },
      };
    }
    for (const f of k.preAuth) {
      const early = f(c);
      if (early) return early;
    }
    if (!k.open(c)) {
      const key = k.keyOf(c);
      c.role = key === null ? null : k.roleOf(key, keys, c);
      if (c.role === null)
        throw new Refusal(
          401,
          key === null ? 'an API key is needed in x-api-key' : 'the API key is not valid',
        );
      if (c.op && !k.mayUse(c, c.role === 'full' || RESTRICTED.includes(c.op)))
        throw new Refusal(403, 'the API key may not do this');
    }
    if (!c.op) throw new Refusal(404, 'there is nothing here');
    return must(k.handlers[c.op])(c);
  };

  return async (request) => {
    const url = new URL(request.url);
    const hit = route(request.method, url.pathname);
    const text = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) ? '' : await request.text();
    let json: unknown;
    try {
      json = text === '' ? undefined : JSON.parse(text);
    } catch {
      json = undefined;
    }
    const c: Call = {
      op: hit?.op ?? '',
      method: request.method,
      path: url.pathname,
      params: hit?.params ?? {},
      query: url.searchParams,
      headers: request.headers,
      text,
      json,
      nth: ++nth,
      role: null,
    };
    let a: Answer;
    try {
      a = answer(c);
    } catch (e) {
      // Anything else can only come of several faults at once.
      a =
        e instanceof Refusal
          ? errorAnswer(c, e.status, e.detail)
          : errorAnswer(c, 500, 'something went wrong');
    }
    a.headers['access-control-allow-origin'] = '*';
    if (a.body !== undefined) a.headers['content-type'] = 'application/json; charset=utf-8';
    for (const f of k.after) f(c, a);
    for (const f of k.last) f(c, a);
    const out = a.raw ?? (a.body === undefined ? null : k.letters(JSON.stringify(a.body, null, k.indent)));
    return new Response(a.status === 204 || request.method === 'HEAD' ? null : out, {
      status: a.status,
      headers: a.headers,
    });
  };
}
