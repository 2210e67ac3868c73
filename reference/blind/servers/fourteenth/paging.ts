// Pages, by offset and by cursor.
import { bad, type Ctx, isObject, type Json, one, type Reply } from './core.ts';

export interface Cursor {
  back: boolean;
  at: number;
  anchor?: string;
}
export interface Ask {
  limit: number;
  given: boolean;
  offset: number;
  cursor?: Cursor;
  filters: string;
}

const scramble = (bytes: Uint8Array): Uint8Array => bytes.map((b, i) => b ^ ((i * 151 + 219) & 255));

function encode(c: Ctx, cursor: Cursor, filters: string): string {
  const parts: Json = { l: c.op, b: cursor.back, a: cursor.at };
  if (c.s.cursor !== 'place' && cursor.anchor !== undefined) parts['k'] = cursor.anchor;
  if (c.s.cursor === 'bound' || c.s.cursor === 'carries') parts['f'] = filters;
  const text = JSON.stringify(parts);
  if (c.on('cursor-not-base64')) return `${c.op}:${cursor.back ? '<' : '>'}${cursor.at}!`;
  if (c.s.cursor === 'binary') return Buffer.from(scramble(Buffer.from(text))).toString('base64');
  if (c.s.cursor === 'stored') {
    const token = Buffer.from(scramble(Buffer.from(`c${c.app.cursors.size}#${c.op}`))).toString('base64');
    c.app.cursors.set(token, text);
    return token;
  }
  return Buffer.from(text).toString('base64');
}

function textOf(c: Ctx, token: string): string {
  if (c.on('cursor-not-base64')) {
    const m = /^(.*):([<>])(\d+)!$/.exec(token);
    if (m) return JSON.stringify({ l: m[1], b: m[2] === '<', a: Number(m[3]) });
  }
  if (c.s.cursor === 'stored') return c.app.cursors.get(token) ?? '';
  const bytes = Buffer.from(token, 'base64');
  return c.s.cursor === 'binary' ? Buffer.from(scramble(bytes)).toString() : bytes.toString();
}

function decode(c: Ctx, token: string, ask: Ask): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(textOf(c, token));
  } catch {
    if (c.on('bad-cursor-500')) throw new SyntaxError('cursor');
    throw bad(c, 'cursor is none of ours.');
  }
  if (!isObject(parts) || parts['l'] !== c.op || typeof parts['a'] !== 'number')
    throw bad(c, 'cursor is of another list.');
  const filters = parts['f'];
  if (c.s.cursor === 'bound' && filters !== ask.filters) throw bad(c, 'cursor belongs to other filters.');
  if (c.s.cursor === 'carries' && typeof filters === 'string') ask.filters = filters;
  const cursor: Cursor = { back: parts['b'] === true, at: parts['a'] };
  if (typeof parts['k'] === 'string') cursor.anchor = parts['k'];
  return cursor;
}

function whole(c: Ctx, name: string, value: unknown, fromQuery: boolean): number | undefined {
  if (value === undefined) return undefined;
  let n = typeof value === 'number' ? value : Number.NaN;
  if (fromQuery && typeof value === 'string') n = /^[+-]?\d{1,11}$/.test(value) ? Number(value) : Number.NaN;
  if (fromQuery && name === 'limit' && c.on('limit-fraction-accepted') && /^\d+\.\d+$/.test(String(value)))
    n = Math.floor(Number(value));
  if (name === 'offset' && c.on('offset-negative-500') && n < 0)
    throw new RangeError('OFFSET must not be negative');
  if (!Number.isInteger(n) || n < 0 || n > 2147483647) throw bad(c, `${name} is no integer from 0 on.`);
  return n;
}

const together: Readonly<Record<string, string>> = {
  searchUsers: 'offset-with-cursor-search',
  listCohorts: 'offset-with-cursor-cohorts',
  listCompletedSessions: 'offset-with-cursor-completed',
};

function askOf(c: Ctx, from: (name: string) => unknown, filters: string, fromQuery: boolean): Ask {
  const given = whole(c, 'limit', from('limit'), fromQuery);
  if (given === 0) throw bad(c, 'limit is 1 or more.');
  if (given !== undefined && given > c.s.limitMax && c.s.overLimit === 'refused')
    throw bad(c, `limit is ${c.s.limitMax} at most.`);
  const offset = whole(c, 'offset', from('offset'), fromQuery);
  let normal = 100;
  if (c.on('default-limit-completed') && c.op === 'listCompletedSessions') normal = 20;
  if (c.on('default-limit-filtered') && c.query.has('role')) normal = 25;
  const ask: Ask = {
    limit: Math.min(given ?? normal, c.s.limitMax),
    given: given !== undefined,
    offset: offset ?? 0,
    filters,
  };
  let token = from('cursor');
  if (token === null && c.on('null-cursor-refused')) throw bad(c, 'cursor is no string.');
  if (token === null || token === undefined || (token === '' && fromQuery)) return ask;
  if (c.on('cursor-ignored-in-search') && c.op === 'searchUsers') return ask;
  if (typeof token !== 'string') throw bad(c, 'cursor is no string.');
  token = token.replaceAll(' ', '+');
  if (
    offset !== undefined &&
    (offset > 0 || c.s.offsetZero === 'refused') &&
    !c.on(together[c.op] ?? 'none')
  ) {
    throw bad(c, 'offset cannot be combined with cursor.');
  }
  ask.cursor = decode(c, token as string, ask);
  return ask;
}

const place = new Set(['limit', 'offset', 'cursor']);

const sorted = (query: URLSearchParams): string => {
  const copy = new URLSearchParams(query);
  copy.sort();
  return copy.toString();
};

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((k) => `${JSON.stringify(k)}:${canonical(value[k])}`).join(',')}}`;
}

export function askQuery(c: Ctx): Ask {
  const rest = new URLSearchParams([...c.query].filter(([k]) => !place.has(k)));
  const ask = askOf(c, (name) => one(c, name), sorted(rest), true);
  if (ask.cursor && c.s.cursor === 'carries') c.query = new URLSearchParams(ask.filters);
  const lost = c.op === 'listUsers' ? 'cursor-loses-filter-users' : 'cursor-loses-filter-sessions';
  if (ask.cursor && c.on(lost))
    c.query = new URLSearchParams([...rest].filter(([k]) => k.startsWith('sort')));
  if (ask.cursor && c.on('cursor-loses-sort')) {
    c.query = new URLSearchParams([...rest].filter(([k]) => !k.startsWith('sort')));
  }
  return ask;
}

export function askBody(c: Ctx, body: Json): { ask: Ask; body: Json } {
  const rest = Object.fromEntries(Object.entries(body).filter(([k]) => !place.has(k)));
  const ask = askOf(c, (name) => body[name], canonical(rest), false);
  if (ask.cursor && c.s.cursor === 'carries') return { ask, body: JSON.parse(ask.filters) as Json };
  if (ask.cursor && c.on('search-cursor-loses-filter')) return { ask, body: {} };
  return { ask, body: rest };
}

function span<T>(c: Ctx, items: readonly T[], id: (item: T) => string, ask: Ask): [number, number] {
  const total = items.length;
  const limit = ask.limit + (c.on('limit-plus-one') && c.op === 'listInProgressSessions' ? 1 : 0);
  if (!ask.cursor) {
    let from = ask.offset;
    if (c.on('offset-one-based') && c.op === 'listCohorts' && from > 0) from -= 1;
    if (c.on('offset-as-page') && c.op === 'listInProgressSessions') from *= limit;
    if (c.on('offset-wraps') && from >= total) from = 0;
    return [from, from + limit];
  }
  const { back, at, anchor } = ask.cursor;
  const found = anchor === undefined ? -1 : items.findIndex((x) => id(x) === anchor);
  if (back) {
    let end = found < 0 ? Math.min(at, total) : found;
    if (c.on('previous-to-first')) end = Math.min(end, limit);
    if (c.on('previous-skips')) end = Math.max(0, end - 1);
    const from = Math.max(0, end - limit);
    if (c.s.fullPreviousPage) return [from, from + limit];
    return [from, end];
  }
  let from = found < 0 ? at : found + 1;
  if (c.on('next-skips') && c.op !== 'listUsers') from += 1;
  if (c.on('next-skips-third') && from > 2 * limit) from += 1;
  return [from, from + limit];
}

export function page<T>(
  c: Ctx,
  items: readonly T[],
  id: (item: T) => string,
  view: (item: T) => unknown,
  ask: Ask,
): Reply {
  const total = items.length;
  const [from, to] = span(c, items, id, ask);
  const shown = items.slice(from, to);
  const cursor = (back: boolean, at: number, item: T | undefined): string =>
    encode(c, item === undefined ? { back, at } : { back, at, anchor: id(item) }, ask.filters);
  let next = to < total ? cursor(false, to, shown.at(-1)) : null;
  let previous = from > 0 && total > 0 ? cursor(true, Math.min(from, total), shown[0]) : null;
  const last = shown.at(-1);
  if (c.on('next-on-full-last-page') && to === total && shown.length === ask.limit)
    next = cursor(false, to, last);
  if (c.on('next-on-filtered-last-page') && c.query.has('role') && next === null && last)
    next = cursor(false, to, last);
  if (c.on('next-from-limit') && !ask.cursor && next) next = cursor(false, ask.limit, items[ask.limit - 1]);
  if (c.on('previous-null-second-page') && from <= ask.limit) previous = null;
  if (c.on('previous-on-first') && from === 0 && ask.cursor && shown[0]) previous = cursor(true, 0, shown[0]);
  const pagination: Json = {
    total,
    limit: ask.limit,
    offset: ask.cursor ? 0 : ask.offset,
    previousCursor: previous,
    nextCursor: next,
  };
  spoil(c, pagination, ask, from, shown.length, total);
  const data: unknown = shown.map(view);
  const body: Json = { data, pagination };
  if (shown.length === 0 && c.on('empty-data-null')) body['data'] = null;
  if (shown.length === 0 && c.on('empty-no-pagination')) delete body['pagination'];
  if (shown.length === 0 && from > 0 && c.on('beyond-404'))
    return { status: 404, body: { status: 404, message: 'No such page.' } };
  return { status: 200, body };
}

function spoil(c: Ctx, p: Json, ask: Ask, from: number, _count: number, total: number): void {
  if (c.on('limit-shown-in-search') && c.op === 'searchUsers' && ask.given) p['limit'] = 100;
  if (c.on('offset-shown-with-cursor') && ask.cursor) p['offset'] = from;
  if (c.on('offset-shown-zero') && c.op === 'listUsers') p['offset'] = 0;
  if (c.on('total-is-rest') && c.op === 'listSessions') p['total'] = Math.max(0, total - from);
  if (c.on('total-capped') && total > 100) p['total'] = 100;
  if (c.on('total-unfiltered-sessions') && c.op === 'listCompletedSessions') p['total'] = c.w.sessions.length;
  if (c.on('next-omitted') && p['nextCursor'] === null) delete p['nextCursor'];
  if (c.on('previous-omitted') && p['previousCursor'] === null) delete p['previousCursor'];
}
