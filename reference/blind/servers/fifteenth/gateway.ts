/** The gateway before the three teams: keys, CORS, routes, bodies and errors. */

import { handlers } from './handlers.ts';
import { keys } from './keys.ts';
import { byOp, type Found, match } from './operations.ts';
import { isObject, Refusal } from './reading.ts';
import type { Format, Settings } from './settings.ts';
import type { Answer, Ctx, Json, Obj } from './types.ts';

const BASE = '/api/v1';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
};
const german: Record<number, string> = {
  400: 'Ungültige Anfrage',
  401: 'Nicht angemeldet',
  403: 'Nicht erlaubt',
  404: 'Nicht gefunden',
  405: 'Methode nicht erlaubt',
  409: 'Konflikt',
  415: 'Medientyp nicht unterstützt',
  422: 'Nicht verarbeitbar',
  429: 'Zu viele Anfragen',
};

export function mayUse(s: Settings, op: string): boolean {
  const id = byOp.get(op)?.id ?? '';
  return 'may' in s.restricted ? s.restricted.may.includes(id) : !s.restricted.mayNot.includes(id);
}

export function errorAnswer(
  s: Settings,
  format: Format,
  status: number,
  detail: string,
  path: string,
): Answer {
  const title = (s.gateway.languages === 'de' ? german[status] : titles[status]) ?? 'Error';
  if (format === 'basic') {
    const body: Obj = { status, message: detail };
    if (s.gateway.errorExtras) body['code'] = `E${status}`;
    return { status, body, headers: {} };
  }
  const type = {
    'about:blank': 'about:blank',
    url: `https://problems.example/${status}`,
    urn: `urn:problem:${status}`,
  };
  const instance =
    s.gateway.instance === 'urn'
      ? `urn:request:${status}:${encodeURIComponent(path)}`
      : `https://api.example${encodeURI(path)}`;
  const body: Obj = { type: type[s.gateway.problemType], title, status, detail, instance };
  if (s.gateway.errorExtras) body['errors'] = [{ reason: title }];
  return { status, body, headers: {} };
}

function cors(s: Settings, request: Request, answer: Answer): void {
  const origin = request.headers.get('origin');
  if (origin === null && !s.gateway.corsAlways) return;
  answer.headers['access-control-allow-origin'] = s.gateway.origin === '*' || origin === null ? '*' : origin;
  if (s.gateway.origin === 'echo') answer.headers['vary'] = 'Origin';
  if (s.gateway.extraHeaders)
    answer.headers['access-control-expose-headers'] = 'x-request-id, x-ratelimit-remaining';
}

function preflight(s: Settings, request: Request, allowed: readonly string[]): Answer {
  const asked = request.headers.get('access-control-request-headers');
  const list = 'x-api-key, content-type, accept';
  const headers =
    s.gateway.allowHeaders === 'star' ? '*' : s.gateway.allowHeaders === 'asked' ? (asked ?? list) : list;
  const methods =
    allowed.length > 0 ? [...allowed, 'OPTIONS'] : ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  return {
    status: s.gateway.preflight,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': headers,
      'access-control-max-age': '600',
      allow: methods.join(', '),
    },
  };
}

async function readBody(c: Ctx, request: Request): Promise<void> {
  const text = await request.text();
  const rule = handlers.get(c.op);
  if (rule?.takesBody(c) !== true) return;
  const type = request.headers.get('content-type') ?? '';
  if (c.s.gateway.media === 415 && !/^application\/json\b/i.test(type))
    throw new Refusal(415, 'The body is not JSON.');
  let body: Json;
  try {
    body = JSON.parse(text) as Json;
  } catch {
    throw new Refusal(rule.refusal(c), 'The body is not JSON.');
  }
  if (!isObject(body)) throw new Refusal(rule.refusal(c), 'The body is not a JSON object.');
  c.body = body;
}

function errors(c: Ctx, status: number): Format {
  const team = byOp.get(c.op)?.team;
  if (team === undefined) return c.s.gateway.errors;
  return status === 404 ? c.s.teams[team].errors404 : c.s.teams[team].errors;
}

async function operate(c: Ctx, request: Request): Promise<Answer> {
  const handler = handlers.get(c.op);
  if (handler === undefined) throw new Error(`no handler for ${c.op}`);
  try {
    await readBody(c, request);
    for (const hook of c.hooks('before')) hook.before?.(c);
    return handler.run(c);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return errorAnswer(c.s, errors(c, error.status), error.status, error.message, c.path);
  }
}

/** What the gateway itself answers, before a team is asked. */
function turned(c: Ctx, route: Found | undefined, some: boolean): Answer | undefined {
  const fail = (status: number, detail: string): Answer =>
    errorAnswer(c.s, c.s.gateway.errors, status, detail, c.path);
  const lost = !some ? fail(404, 'No such path.') : fail(c.s.gateway.unknownMethod, 'No such method here.');
  if (route === undefined && c.s.gateway.unknownFirst) return lost;
  if (route !== undefined) for (const hook of c.hooks('key')) c.key = hook.key?.(c) ?? c.key;
  if (c.key === 'none') return fail(401, 'The key is missing or not valid.');
  if (route === undefined) return lost;
  if (c.key === 'restricted' && !mayUse(c.s, c.op)) return fail(403, 'The key may not use this operation.');
  return undefined;
}

function written(c: Ctx, body: Json): string {
  const form = c.s.gateway.json;
  if (form === 'pretty') return `${JSON.stringify(body, null, 2)}\n`;
  const text = JSON.stringify(body);
  if (form === 'plain') return text;
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export async function answerTo(c: Ctx, request: Request): Promise<Response> {
  const inside = c.url.pathname.startsWith(`${BASE}/`);
  const inner = c.url.pathname.slice(BASE.length);
  const path = c.s.gateway.slash && inner.length > 1 ? inner.replace(/\/$/, '') : inner;
  const routes = inside ? match(path) : new Map<string, Found>();
  const route = routes.get(request.method);
  let answer: Answer;
  if (request.method === 'OPTIONS') {
    c.op = [...routes.values()][0]?.operation.op ?? '';
    answer = preflight(c.s, request, [...routes.keys()]);
  } else {
    c.op = route?.operation.op ?? '';
    c.params = route?.params ?? {};
    answer = turned(c, route, routes.size > 0) ?? (await operate(c, request));
  }
  cors(c.s, request, answer);
  if (c.s.gateway.extraHeaders) {
    answer.headers['x-request-id'] = `r-${c.world.requests}`;
    answer.headers['x-ratelimit-remaining'] = '99999';
    answer.headers['cache-control'] = 'no-store';
    if (answer.status === 401) answer.headers['www-authenticate'] = 'ApiKey';
  }
  const empty = answer.status === 204 || answer.body === undefined;
  if (!empty) answer.headers['content-type'] = c.s.gateway.contentType;
  if (c.op !== '') for (const hook of c.hooks('after')) hook.after?.(c, answer);
  const bare = answer.status === 204 || answer.body === undefined;
  return new Response(bare ? null : written(c, answer.body ?? null), {
    status: answer.status,
    headers: answer.headers,
  });
}

export function keyOf(headers: Headers): Ctx['key'] {
  const key = headers.get('x-api-key');
  return key === keys.full ? 'full' : key === keys.restricted ? 'restricted' : 'none';
}
