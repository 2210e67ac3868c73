import { badRequest, type Flags } from '../app.ts';
import { isObject, type Json, single } from './input.ts';

export type Key = string | number | null;

/** A total order: a key, a direction, and the id to part those that tie. */
export interface Order<T> {
  readonly name: string;
  readonly direction: 'asc' | 'desc';
  key(row: T): Key;
  id(row: T): string;
}

interface Cursor {
  d: 'n' | 'p';
  o: string;
  k: Key;
  i: string;
  e?: 1;
  l?: number;
}

export interface PageRequest {
  limit: number;
  offset: number;
  cursor: Cursor | null;
}

export interface Page<T> {
  rows: T[];
  pagination: {
    total: number;
    limit: number;
    offset: number;
    previousCursor: string | null;
    nextCursor: string | null;
  };
}

const DEFAULT = 100;
const MAX = 500;

const collator = new Intl.Collator('en-GB', { numeric: true });

function compareKeys(a: Key, b: Key, direction: 'asc' | 'desc'): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  return direction === 'asc' ? order : -order;
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function integer(value: unknown, name: string, min: number): number {
  const number = typeof value === 'string' && /^-?\d{1,12}$/u.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) throw badRequest(`${name} must be an integer`);
  if (number < min || number > 2_147_483_647) throw badRequest(`${name} is out of range`);
  return number;
}

function build(limit: unknown, offset: unknown, cursor: unknown, bugs: Flags, where: string): PageRequest {
  const size =
    limit === undefined
      ? bugs.has('users-limit-50') && where === 'users'
        ? 50
        : DEFAULT
      : integer(limit, 'limit', 1);
  const most = bugs.has('manner.limit-100') ? 100 : MAX;
  if (size > most && bugs.has('manner.limit-strict')) throw badRequest(`limit must not exceed ${most}`);
  const request: PageRequest = {
    limit: Math.min(size, most),
    offset: offset === undefined ? 0 : integer(offset, 'offset', 0),
    cursor: null,
  };
  if (cursor === undefined || cursor === null) return request;
  if (offset !== undefined && !(bugs.has('offset-with-cursor') && where === 'classes')) {
    throw badRequest('offset and cursor exclude each other');
  }
  request.cursor = decode(cursor);
  request.offset = 0;
  if (bugs.has('session-cursor-limit-sticky') && where === 'sessions' && limit === undefined)
    request.limit = request.cursor.l ?? DEFAULT;
  return request;
}

export function queryPage(query: URLSearchParams, bugs: Flags, where: string): PageRequest {
  const cursor = single(query, 'cursor');
  return build(
    single(query, 'limit'),
    single(query, 'offset'),
    cursor === '' || cursor === 'null' ? null : cursor,
    bugs,
    where,
  );
}

export function bodyPage(body: Json, bugs: Flags, where: string): PageRequest {
  for (const name of ['limit', 'offset']) {
    if (body[name] !== undefined && typeof body[name] !== 'number')
      throw badRequest(`${name} must be an integer`);
  }
  return build(body['limit'], body['offset'], body['cursor'], bugs, where);
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor), 'utf8').toString('base64');
}

function decode(raw: unknown): Cursor {
  if (typeof raw !== 'string') throw badRequest('cursor must be a string');
  try {
    const value: unknown = JSON.parse(Buffer.from(raw.replaceAll(' ', '+'), 'base64').toString('utf8'));
    if (
      isObject(value) &&
      (value['d'] === 'n' || value['d'] === 'p') &&
      typeof value['i'] === 'string' &&
      typeof value['o'] === 'string'
    ) {
      return value as unknown as Cursor;
    }
  } catch {
    // Said below.
  }
  throw badRequest('cursor was not issued by this service');
}

/** Sorts all rows and cuts the page out of them. */
export function paginate<T>(
  all: readonly T[],
  order: Order<T>,
  request: PageRequest,
  bugs: Flags,
  where: string,
): Page<T> {
  const compare = (k1: Key, i1: string, k2: Key, i2: string): number =>
    compareKeys(k1, k2, order.direction) || compareIds(i1, i2);
  const rows = [...all].sort((a, b) => compare(order.key(a), order.id(a), order.key(b), order.id(b)));
  const name = `${order.name}:${order.direction}`;
  const total = rows.length;
  let start = Math.min(request.offset, total);
  if (bugs.has('users-offset-cap') && where === 'users') start = Math.min(start, 300);
  let end = Math.min(start + request.limit, total);
  const cursor = request.cursor;
  if (cursor !== null) {
    if (cursor.o !== name) throw badRequest('cursor belongs to another order');
    const tie = bugs.has('users-cursor-tie') && where === 'users';
    const after = (row: T): number =>
      tie
        ? compareKeys(order.key(row), cursor.k, order.direction)
        : compare(order.key(row), order.id(row), cursor.k, cursor.i);
    const index = rows.findIndex((row) => (cursor.d === 'n' ? after(row) > 0 : after(row) >= 0));
    const found = index < 0 || cursor.e === 1 ? total : index;
    if (cursor.d === 'n') {
      start = found;
      end = Math.min(start + request.limit, total);
    } else {
      end = found;
      if (bugs.has('session-prev-overlap') && where === 'sessions') end = Math.min(end + 1, total);
      start = Math.max(0, end - request.limit);
    }
  }
  const page = rows.slice(start, end);
  const first = page[0];
  const last = page.at(-1);
  const cut = (d: 'n' | 'p', row: T): string =>
    encode({ d, o: name, k: order.key(row), i: order.id(row), l: request.limit });
  let previousCursor =
    start === 0
      ? null
      : first === undefined
        ? encode({ d: 'p', o: name, k: null, i: '', e: 1 })
        : cut('p', first);
  let nextCursor = last !== undefined && end < total ? cut('n', last) : null;
  if (
    bugs.has('session-next-cursor-full') &&
    where === 'sessions' &&
    last !== undefined &&
    page.length === request.limit
  )
    nextCursor = cut('n', last);
  if (bugs.has('previous-on-first') && where === 'cohorts' && start === 0 && first !== undefined)
    previousCursor = cut('p', first);
  let offset = cursor === null ? request.offset : 0;
  if (bugs.has('cursor-offset-echo') && cursor !== null && where === 'users') offset = start;
  return {
    rows: page,
    pagination: {
      total: bugs.has('total-is-page') ? page.length : total,
      limit: request.limit,
      offset,
      previousCursor,
      nextCursor,
    },
  };
}

export interface SortRequest {
  field: string;
  direction: 'asc' | 'desc';
}

export function sortOf(
  field: unknown,
  direction: unknown,
  fields: readonly string[],
  fallback: SortRequest,
): SortRequest {
  if (field !== undefined && (typeof field !== 'string' || !fields.includes(field)))
    throw badRequest('sort field is not known');
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc')
    throw badRequest('sort direction is asc or desc');
  return { field: field ?? fallback.field, direction: direction ?? fallback.direction };
}

export function querySort(
  query: URLSearchParams,
  fields: readonly string[],
  fallback: SortRequest,
): SortRequest {
  if (query.has('sort')) throw badRequest('sort takes [field] and [direction]');
  return sortOf(single(query, 'sort[field]'), single(query, 'sort[direction]'), fields, fallback);
}

export function bodySort(raw: unknown, fields: readonly string[], fallback: SortRequest): SortRequest {
  if (raw === undefined || raw === null) return fallback;
  if (!isObject(raw)) throw badRequest('sort must be an object');
  return sortOf(raw['field'], raw['direction'], fields, fallback);
}
