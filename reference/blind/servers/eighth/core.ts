import { createHmac } from 'node:crypto';
import type { SwitchId } from './catalogue.ts';
import type { Db, Json, Row } from './types.ts';

export interface Context {
  on: (id: SwitchId) => boolean;
  db: Db;
  request: Request;
  query: URLSearchParams;
  path: string;
  params: Record<string, string>;
  body: unknown;
  memory: Map<string, unknown>;
}
export type Handler = (c: Context) => Response;

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  504: 'Gateway Timeout',
};

export const bad = (message: string): never => {
  throw new Refusal(400, message);
};
export const missing = (what: string): never => {
  throw new Refusal(404, `${what} not found.`);
};

export function reply(status: number, body: Json): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
export const nothing = (): Response => new Response(null, { status: 204 });

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuidForm.test(value);
export const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\s@]+@[^\s@]+$/.test(value);
export const fold = (text: string): string => text.normalize('NFC').toLowerCase();
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const collator = new Intl.Collator('en', { sensitivity: 'base' });
export const collate = (a: string, b: string): number =>
  collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

export const iso = (ms: number): string => new Date(ms).toISOString();
export function duration(seconds: number): string {
  const days = Math.floor(seconds / 86_400),
    hours = Math.floor((seconds % 86_400) / 3600),
    minutes = Math.floor((seconds % 3600) / 60),
    rest = seconds % 60;
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
  const text = `P${days ? `${days}D` : ''}${time ? `T${time}` : ''}`;
  return text === 'P' ? 'PT0S' : text;
}

/** What an update or a read of a path id needs: the id in the form that is stored. */
export function pathId(c: Context, name: string): string {
  const value = c.params[name] as string;
  if (!isUuid(value)) bad(`The path parameter ${name} is not a UUID.`);
  return value.toLowerCase();
}

// --- dates

export interface Range {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}
const operators = ['gt', 'gte', 'lt', 'lte'] as const;

/** The digits after the point in milliseconds: the first three are exact. */
const fraction = (digits: string): number =>
  Number(digits.slice(0, 3).padEnd(3, '0')) + Number(`0.${digits.slice(3) || '0'}`);

/** Milliseconds with fractions, as a value may be finer than what is stored. */
export function moment(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value * 1000;
  if (typeof value === 'string') {
    if (/^-?\d{1,15}$/.test(value)) return Number(value) * 1000;
    const m = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(
      value,
    );
    if (m) {
      const [year, month, day, hour, minute, second] = [m[1], m[2], m[3], m[4], m[5], m[6] ?? '0'].map(
        Number,
      ) as [number, number, number, number, number, number];
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      if (
        month >= 1 &&
        month <= 12 &&
        day >= 1 &&
        day <= days &&
        hour <= 23 &&
        minute <= 59 &&
        second <= 60
      ) {
        const zone = (m[8] ?? 'Z').toUpperCase();
        let shift = 0;
        let good = true;
        if (zone !== 'Z') {
          const digits = zone.slice(1).replace(':', '');
          const h = Number(digits.slice(0, 2)),
            min = Number(digits.slice(2) || '0');
          good = h <= 23 && min <= 59;
          shift = (zone.startsWith('-') ? -1 : 1) * (h * 60 + min) * 60_000;
        }
        if (good) return Date.UTC(year, month - 1, day, hour, minute, second) + fraction(m[7] ?? '') - shift;
      }
    }
  }
  return bad(`${name} is neither an ISO 8601 date-time nor a Unix timestamp.`);
}

export interface DateQuirks {
  gtInclusive?: boolean;
  gteExclusive?: boolean;
  ltInclusive?: boolean;
  lteExclusive?: boolean;
  unixAsMs?: boolean;
  bothLower?: boolean;
  bothUpper?: boolean;
  zoneIgnored?: boolean;
  noUnix?: boolean;
  invalidIgnored?: boolean;
  seconds?: boolean;
  upperIgnoredWithLower?: boolean;
  day?: boolean;
  or?: boolean;
  missingPasses?: boolean;
  lteDay?: boolean;
  noFraction?: boolean;
  unixLocal?: boolean;
}

export function range(given: Record<string, unknown>, name: string, q: DateQuirks = {}): Range {
  const out: Range = {};
  for (const [key, raw] of Object.entries(given)) {
    if (!(operators as readonly string[]).includes(key)) bad(`${name} does not know the operator ${key}.`);
    let value = raw;
    const numeric = typeof raw === 'number' || (typeof raw === 'string' && /^-?\d+$/.test(raw));
    if (numeric && q.noUnix) bad(`${name}[${key}] is not a date-time.`);
    if (q.zoneIgnored && typeof value === 'string') value = value.replace(/[+-]\d\d:?\d\d$/, 'Z');
    if (q.noFraction && typeof value === 'string' && /\.\d{3}/.test(value))
      value = value.replace(/\.\d+/, '');
    let ms: number;
    if (q.invalidIgnored) {
      try {
        ms = moment(value, name);
      } catch {
        continue;
      }
    } else ms = moment(value, `${name}[${key}]`);
    if (numeric && q.unixAsMs) ms /= 1000;
    if (numeric && q.unixLocal) ms -= 3_600_000;
    if (q.day) ms = Math.floor(ms / 86_400_000) * 86_400_000;
    if (q.lteDay && key === 'lte') ms = Math.floor(ms / 86_400_000) * 86_400_000 + 86_399_999;
    out[key as keyof Range] = ms;
  }
  if (out.gt !== undefined && out.gte !== undefined && !q.bothLower)
    bad(`${name}: gt and gte cannot be used together.`);
  if (out.lt !== undefined && out.lte !== undefined && !q.bothUpper)
    bad(`${name}: lt and lte cannot be used together.`);
  return out;
}

export function inRange(value: number | undefined, r: Range, q: DateQuirks = {}): boolean {
  const keys = Object.keys(r);
  if (keys.length === 0) return true;
  if (value === undefined) return q.missingPasses === true;
  const v = q.seconds ? Math.floor(value / 1000) * 1000 : value;
  const lower =
    (r.gt === undefined || (q.gtInclusive ? v >= r.gt : v > r.gt)) &&
    (r.gte === undefined || (q.gteExclusive ? v > r.gte : v >= r.gte));
  const upper =
    (r.lt === undefined || (q.ltInclusive ? v <= r.lt : v < r.lt)) &&
    (r.lte === undefined || (q.lteExclusive ? v < r.lte : v <= r.lte));
  const hasLower = r.gt !== undefined || r.gte !== undefined,
    hasUpper = r.lt !== undefined || r.lte !== undefined;
  if (hasLower && hasUpper && q.upperIgnoredWithLower) return lower;
  if (hasLower && hasUpper && q.or) return lower || upper;
  return lower && upper;
}

// --- parameters

export function one(query: URLSearchParams, name: string): string | undefined {
  const all = query.getAll(name);
  if (all.length > 1) bad(`${name} is given more than once.`);
  return all[0];
}

/** `name[key]=value` parameters as an object. */
export function objectParameter(query: URLSearchParams, name: string): Record<string, string> | undefined {
  if (query.has(name)) bad(`${name} is an object: ${name}[key]=value.`);
  const out: Record<string, string> = {};
  let any = false;
  for (const [key, value] of query) {
    if (!key.startsWith(`${name}[`)) continue;
    const inner = key.slice(name.length + 1);
    if (!inner.endsWith(']')) bad(`${key} is no parameter.`);
    const word = inner.slice(0, -1);
    if (Object.hasOwn(out, word)) bad(`${key} is given more than once.`);
    Object.defineProperty(out, word, { value, enumerable: true });
    any = true;
  }
  return any ? out : undefined;
}

export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, v: unknown) =>
    isObject(v) ? Object.fromEntries(Object.entries(v).sort(([x], [y]) => (x < y ? -1 : 1))) : v,
  );

// --- pages

export const maximumLimit = 1000;
const int32 = 2147483647;

export interface Cursor {
  o: string;
  f: Row;
  d: 'n' | 'p';
  a: string | null;
  i: number;
}
export interface Paging {
  limit: number;
  offset: number;
  cursor: Cursor | undefined;
}

export interface PageQuirks {
  defaultLimit?: number;
  extraItem?: boolean;
  limitIgnoredWithCursor?: boolean;
  offsetOneBased?: boolean;
  offsetIgnored?: boolean;
  offsetWithCursor?: boolean;
  totalOfPage?: boolean;
  totalRest?: boolean;
  totalCap?: number;
  totalString?: boolean;
  totalOf?: number;
  limitShowsCount?: boolean;
  limitShowsDefault?: boolean;
  offsetShown?: boolean;
  previousNullOnSecond?: boolean;
  previousOnFirst?: boolean;
  nextOnLastFull?: boolean;
  nextAlways?: boolean;
  lastPageDropped?: boolean;
  nextSkips?: number;
  previousOff?: number;
  nullLeftOut?: boolean;
  notBase64?: boolean;
  beyondEnd?: boolean;
  silentCap?: number;
  limitString?: boolean;
  tieFlip?: boolean;
  nextCountsFromZero?: boolean;
  firstPageAgain?: boolean;
  cursorNullRefused?: boolean;
  hundredOnly?: boolean;
  previousFirst?: boolean;
  limitPlusOffset?: boolean;
}

function whole(value: unknown, name: string, least: number, most: number): number {
  const n = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof n !== 'number' || !Number.isInteger(n) || n < least || n > most)
    bad(`${name} is not an integer from ${least} to ${most}.`);
  return n as number;
}

/** What only the server can write before the text of a cursor: another text is no cursor of an earlier response. */
const mark = (text: string): string =>
  createHmac('sha256', 'cursors of the eighth server').update(text).digest('base64').slice(0, 16);

export function encode(cursor: Cursor): string {
  const text = JSON.stringify(cursor);
  return Buffer.from(`${mark(text)}${text}`, 'utf8').toString('base64');
}

function decode(text: string, operation: string, plain = false): Cursor {
  if (plain && text.startsWith('~')) return JSON.parse(text.slice(1)) as Cursor;
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    const held = Buffer.from(text, 'base64').toString('utf8');
    if (held.slice(0, 16) === mark(held.slice(16))) {
      const cursor = JSON.parse(held.slice(16)) as Cursor;
      if (cursor.o === operation) return cursor;
    }
  }
  return bad('The cursor is not one of an earlier response.');
}

export function paging(
  c: Context,
  operation: string,
  source: 'query' | Record<string, unknown>,
  q: PageQuirks = {},
): Paging {
  const get = (name: string): unknown => {
    if (source === 'query') return one(c.query, name);
    const value = source[name];
    if (value !== undefined && value !== null && name !== 'cursor' && typeof value !== 'number')
      bad(`${name} is not an integer.`);
    return value ?? undefined;
  };
  const limit = get('limit'),
    offset = get('offset');
  let token = get('cursor');
  if (source !== 'query' && q.cursorNullRefused && source['cursor'] === null) bad('cursor is not a string.');
  if (token === '' || (source === 'query' && token === 'null'))
    token = c.on('m-empty-cursor-refused') ? bad('The cursor is empty.') : undefined;
  if (token !== undefined && typeof token !== 'string') bad('The cursor is not a string.');
  if (token !== undefined && offset !== undefined && !q.offsetWithCursor)
    bad('offset cannot be combined with cursor.');
  let size = limit === undefined ? (q.defaultLimit ?? 100) : whole(limit, 'limit', 1, maximumLimit);
  if (token !== undefined && q.limitIgnoredWithCursor) size = 100;
  if (q.limitPlusOffset && offset !== undefined && limit !== undefined) size += Number(offset);
  return {
    limit: size,
    offset: offset === undefined ? 0 : whole(offset, 'offset', 0, int32),
    cursor:
      token === undefined
        ? undefined
        : c.on('m-stored-cursors')
          ? storedCursor(c, operation, token as string)
          : decode(token as string, operation, q.notBase64),
  };
}

function storedCursor(c: Context, operation: string, token: string): Cursor {
  const found = c.memory.get(`cursor ${token}`) as Cursor | undefined;
  return found?.o === operation ? found : bad('The cursor is not one of an earlier response.');
}

/** The filters of the request with those that the cursor holds: each given one has to be the same. */
export function merged(c: Context, page: Paging, given: Row, forget: readonly string[] = []): Row {
  if (!page.cursor) return given;
  const held = page.cursor.f;
  if (c.on('m-cursor-holds-position-only')) return given;
  if (c.on('m-cursor-decides-alone')) return { ...held };
  for (const [key, value] of Object.entries(given)) {
    if (canonical(held[key]) !== canonical(value))
      bad(`${key} is not the same as in the request that the cursor came from.`);
  }
  const out = { ...held };
  for (const key of forget) delete out[key];
  return out;
}

export interface Listed<T> {
  operation: string;
  items: T[];
  filters: Row;
  page: Paging;
  id: (item: T) => string;
  show: (item: T, index: number, all: T[]) => Json;
  quirks?: PageQuirks;
  status?: number;
  tie?: (item: T) => Json;
}

export function answerPage<T>(c: Context, l: Listed<T>): Response {
  const q = l.quirks ?? {};
  const { items, page } = l;
  const total = items.length;
  const { cursor } = page;
  const limit = q.silentCap !== undefined ? Math.min(page.limit, q.silentCap) : page.limit;
  let start: number;
  let end: number;
  if (cursor) {
    const found = items.findIndex((item) => l.id(item) === cursor.a);
    const at = Math.min(cursor.i, total);
    if (cursor.d === 'n') {
      start = found >= 0 ? found + 1 : at;
      end = start + limit;
    } else {
      end = found >= 0 ? found : at;
      start = Math.max(0, end - limit);
    }
    if (c.on('m-index-cursors')) {
      start = cursor.d === 'n' ? at : Math.max(0, at - limit);
      end = cursor.d === 'n' ? at + limit : at;
    }
    if (cursor.d === 'n' && q.nextSkips && (q.nextSkips > 0 || limit > 1)) {
      start = Math.max(0, start + q.nextSkips);
      end = start + limit;
    }
    if (cursor.d === 'p' && q.previousOff && (q.previousOff < 0 || limit > 1)) {
      end = Math.max(0, end + q.previousOff);
      start = Math.max(0, end - limit);
    }
    if (cursor.d === 'p' && q.previousFirst) {
      start = 0;
      end = limit;
    }
  } else {
    start = q.offsetIgnored ? 0 : q.offsetOneBased ? Math.max(0, page.offset - 1) : page.offset;
    if (q.beyondEnd && total > 0 && start >= total) start = Math.max(0, total - limit);
    end = start + limit;
  }
  let last = end + (q.extraItem ? 1 : 0);
  if (q.hundredOnly) last = Math.min(last, start + 100);
  const data = items.slice(start, last);
  if (q.tieFlip && cursor && start > 0 && l.tie) {
    const tie = l.tie;
    for (let i = 0; i + 1 < data.length; i++) {
      if (canonical(tie(data[i] as T)) === canonical(tie(data[i + 1] as T))) {
        data[i] = items[start - 1] as T;
        break;
      }
    }
  }
  const reached = q.silentCap !== undefined ? start + page.limit : end;
  const here = Math.min(start, total);
  const make = (d: 'n' | 'p', i: number): string => {
    const made: Cursor = {
      o: l.operation,
      f: c.on('m-cursor-holds-position-only') ? {} : l.filters,
      d,
      a:
        i > 0 || d === 'p'
          ? ((item) => (item === undefined ? null : l.id(item)))(items[d === 'n' ? i - 1 : i])
          : null,
      i,
    };
    if (c.on('m-stored-cursors')) {
      const token = Buffer.from(crypto.randomUUID(), 'utf8').toString('base64');
      c.memory.set(`cursor ${token}`, made);
      return token;
    }
    return q.notBase64 ? `~${JSON.stringify(made)}` : encode(made);
  };
  let previous: string | null = start > 0 ? make('p', here) : null;
  let next: string | null = reached < total ? make('n', reached) : null;
  if (q.previousNullOnSecond && start <= limit) previous = null;
  if (q.previousOnFirst && cursor && start === 0 && data.length > 0) previous = make('p', 0);
  if (q.nextOnLastFull && reached === total && data.length === limit) next = make('n', total);
  if (q.nextAlways && next === null && data.length > 0) next = make('n', total);
  if (q.lastPageDropped && total - reached < limit) next = null;
  if (q.nextCountsFromZero && next !== null && !cursor && page.offset > 0) next = make('n', limit);
  if (q.firstPageAgain && next !== null && cursor) next = make('n', limit);
  let shownTotal: Json = q.totalOfPage ? data.length : q.totalRest ? total - here : (q.totalOf ?? total);
  if (q.totalCap !== undefined) shownTotal = Math.min(shownTotal, q.totalCap);
  if (q.totalString) shownTotal = String(shownTotal);
  const pagination: Row = {
    total: shownTotal,
    limit: q.limitShowsCount
      ? data.length
      : q.limitShowsDefault
        ? 100
        : q.limitString
          ? String(page.limit)
          : page.limit,
    offset: cursor ? (q.offsetShown ? here : 0) : page.offset,
    previousCursor: previous,
    nextCursor: next,
  };
  if (q.nullLeftOut) {
    if (previous === null) delete pagination['previousCursor'];
    if (next === null) delete pagination['nextCursor'];
  }
  if (c.on('m-more-in-pagination')) {
    pagination['count'] = data.length;
    pagination['hasMore'] = next !== null;
  }
  const body: Row = { data: data.map((item, i) => l.show(item, i, data)), pagination };
  if (c.on('m-links-in-lists')) body['links'] = { self: `${c.path}${new URL(c.request.url).search}` };
  return reply(l.status ?? 200, body);
}

// --- sorting

export interface Sort {
  field: string;
  direction: string;
}
export function sortOf(given: unknown, fields: readonly string[], standard: Sort): Row | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) return bad('sort is not an object.');
  for (const key of Object.keys(given))
    if (key !== 'field' && key !== 'direction') bad(`sort does not know ${key}.`);
  const field = given['field'] ?? standard.field;
  const direction = given['direction'] ?? standard.direction;
  if (typeof field !== 'string' || !fields.includes(field))
    bad(`sort[field] is none of ${fields.join(', ')}.`);
  if (direction !== 'asc' && direction !== 'desc') bad('sort[direction] is neither asc nor desc.');
  return { field: field as string, direction: direction as string };
}

export type SortValue = string | number | undefined;
export function sorted<T>(
  c: Context,
  items: readonly T[],
  value: (item: T) => SortValue,
  direction: string,
  id: (item: T) => string,
): T[] {
  const sign = direction === 'desc' ? -1 : 1;
  const missingSign = c.on('m-missing-first') ? -1 : 1;
  const text = c.on('m-code-unit-order')
    ? (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
    : collate;
  return [...items].sort((a, b) => {
    const x = value(a),
      y = value(b);
    if (x === undefined || y === undefined) {
      if (x !== y) return x === undefined ? missingSign : -missingSign;
    } else {
      const order = typeof x === 'number' && typeof y === 'number' ? x - y : text(String(x), String(y));
      if (order !== 0) return sign * order;
    }
    const tie = id(a) < id(b) ? -1 : 1;
    return c.on('m-ties-other-way') ? -tie : tie;
  });
}
