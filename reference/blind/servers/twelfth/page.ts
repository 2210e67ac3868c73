import type { Call } from './call.ts';
import { anchorOf, type Cursor, type Position, readCursor, writeCursor } from './cursor.ts';
import { bad, missing } from './errors.ts';
import { isObject } from './params.ts';
import type { Json, Key } from './types.ts';

export const MAX_LIMIT = 500;
const DEFAULT_LIMIT = 100;

export interface PageRequest {
  limit?: number | undefined;
  offset?: number | undefined;
  cursor?: Cursor | undefined;
}

/** Which slips of paging stand at which lists: `${ep}-${kind}` is the switch. */
export const PAGING: Record<string, readonly string[]> = {
  'total-page': ['cohorts', 'done'],
  'total-remaining': ['usearch', 'sess'],
  'total-capped': ['users', 'done'],
  'total-text': ['prog'],
  'offset-text': ['classes'],
  'limit-echo-text': ['sess'],
  'limit-echo-default': ['cohorts', 'prog'],
  'limit-echo-count': ['users', 'ssearch'],
  'offset-echo-cursor': ['classes', 'done'],
  'offset-echo-zero': ['usearch', 'prog'],
  'next-on-full-last': ['classes', 'sess', 'usearch'],
  'next-null-early': ['users', 'done', 'cohorts'],
  'prev-null-second': ['cohorts', 'ssearch', 'users'],
  'prev-on-first': ['usearch', 'sess'],
  'prev-from-top': ['classes', 'users', 'prog'],
  'prev-reversed': ['done', 'cohorts'],
  'prev-short': ['usearch', 'sess'],
  'next-repeats': ['prog', 'cohorts'],
  'next-skips': ['ssearch', 'users'],
  'ties-lost': ['users', 'sess', 'classes'],
  'ties-repeated': ['done'],
  'cursor-limit-lost': ['usearch', 'classes'],
  'cursor-filters-lost': ['cohorts', 'users', 'done', 'ssearch'],
  'cursor-sort-lost': ['users', 'sess', 'ssearch'],
  'cursor-offset-ok': ['classes', 'usearch', 'prog', 'sess'],
  'offset-as-page': ['cohorts', 'done', 'ssearch'],
  'offset-one-based': ['prog', 'usearch'],
  'offset-alone-ignored': ['users', 'ssearch'],
  'offset-past-404': ['classes', 'usearch'],
  'offset-past-last': ['sess', 'cohorts'],
  'limit-plus-one': ['usearch', 'sess'],
  'limit-one': ['users', 'classes'],
  'limit-text-ok': ['classes', 'sess', 'cohorts'],
  'limit-fraction-ok': ['users', 'done'],
  'offset-text-ok': ['cohorts', 'done'],
  'offset-negative-ok': ['users', 'prog'],
  'next-omitted': ['cohorts', 'prog'],
  'prev-omitted': ['users', 'sess'],
  'next-empty-text': ['done'],
  'prev-empty-text': ['usearch'],
  'default-50': ['users', 'ssearch'],
  'cursor-default-25': ['prog', 'done'],
  'cursor-ignores-offset': ['classes', 'ssearch'],
  'clamp-skips': ['users', 'done', 'sess'],
  'cursor-not-base64': ['cohorts'],
  'cursor-null-refused': ['usearch', 'ssearch'],
  'cursor-null-offset-refused': ['usearch'],
};

type Slip = (kind: string) => boolean;

function slips(c: Call): Slip {
  return (kind) => PAGING[kind]?.includes(c.ep) === true && c.on(`${c.ep}-${kind}`);
}

function wholeNumber(c: Call, name: 'limit' | 'offset', value: unknown, slip: Slip): number | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || (typeof value === 'string' && isObject(c.body))) {
    throw bad(`"${name}" must be an integer.`);
  }
  const [least, most] = name === 'limit' ? [1, MAX_LIMIT] : [0, 2_147_483_647];
  if (/^-?\d{1,12}$/.test(text)) {
    const number = Number(text);
    if (number < 0 && name === 'offset' && slip('offset-negative-ok')) return 0;
    if (number < least || number > most) throw bad(`"${name}" must lie between ${least} and ${most}.`);
    return number;
  }
  if (name === 'limit' && /^\d+\.\d+$/.test(text) && slip('limit-fraction-ok'))
    return Math.max(1, Math.floor(Number(text)));
  if (name === 'limit' && slip('limit-text-ok')) return undefined;
  if (name === 'offset' && slip('offset-text-ok')) return undefined;
  throw bad(`"${name}" must be an integer.`);
}

/** limit, offset and cursor, from the query or from the body of a search. */
export function pageRequest(c: Call): PageRequest {
  const slip = slips(c);
  const body: Json | undefined = isObject(c.body) ? c.body : undefined;
  const read = (name: string): unknown => {
    if (body) return body[name];
    const all = c.query.getAll(name);
    if (all.length > 1 && !c.on('m-last-of-repeated')) throw bad(`"${name}" may be given once.`);
    return all.at(-1);
  };
  const limit = wholeNumber(c, 'limit', read('limit'), slip);
  const offset = wholeNumber(c, 'offset', read('offset'), slip);
  const text = read('cursor');
  if (text === null && slip('cursor-null-refused')) throw bad('"cursor" must be a text.');
  if (text === null && offset !== undefined && slip('cursor-null-offset-refused')) {
    throw bad('"offset" cannot be combined with "cursor".');
  }
  if (text === undefined || text === null) return { limit, offset };
  const cursor = readCursor(text);
  if (!cursor) throw bad('"cursor" is none that this service gave.');
  if (offset === undefined) return { limit, cursor };
  if (slip('cursor-offset-ok')) return { limit, cursor };
  throw bad('"offset" cannot be combined with "cursor".');
}

export interface Order {
  field: string;
  asc: boolean;
}

/** What a list goes by: a cursor carries the order and, for those who send none with it, the filters. */
export function settle<F extends Json>(
  c: Call,
  page: PageRequest,
  filters: F,
  order: Order,
  usual: Order,
): { filters: F; order: Order } {
  const { cursor } = page;
  if (!cursor) return { filters, order };
  const slip = slips(c);
  const given = Object.values(filters).some((value) => value !== undefined);
  let kept = given ? filters : (cursor.filters as F);
  if (Object.keys(cursor.filters).length > 0 && slip('cursor-filters-lost')) kept = {} as F;
  let used: Order = { field: cursor.field, asc: cursor.asc };
  const unusual = used.field !== usual.field || used.asc !== usual.asc;
  if (unusual && slip('cursor-sort-lost')) used = usual;
  return { filters: kept, order: used };
}

export interface Listing<T> {
  rows: readonly T[];
  order: Order;
  filters: Json;
  position: (row: T) => Position;
  compare: (a: Key, b: Key) => number;
  show: (row: T) => unknown;
}

/** The first index from which on the condition holds: rows before it do not meet it. */
function firstIndex<T>(rows: readonly T[], holds: (row: T) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && holds(row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function comparePositions(c: Call, asc: boolean, compare: Listing<unknown>['compare']) {
  const nullsFirst = c.on('m-nulls-first');
  const tie = c.on('m-ties-reversed') ? -1 : 1;
  return (a: Position, b: Position): number => {
    if (a.key !== b.key) {
      if (a.key === null) return nullsFirst ? -1 : 1;
      if (b.key === null) return nullsFirst ? 1 : -1;
      const order = compare(a.key, b.key);
      if (order !== 0) return asc ? order : -order;
    }
    return (a.seq - b.seq) * tie;
  };
}

interface Window {
  start: number;
  end: number;
}

function cursorWindow<T>(c: Call, cursor: Cursor, limit: number, list: Listing<T>, slip: Slip): Window {
  const { rows } = list;
  const order = comparePositions(c, list.order.asc, list.compare);
  const moved = cursor.field !== list.order.field || cursor.asc !== list.order.asc;
  const against = (row: T): number => order(list.position(row), cursor);
  if (cursor.dir === 'n') {
    let start = firstIndex(rows, (row) => against(row) > 0);
    if (moved) start = rows.findIndex((row) => list.position(row).seq === cursor.seq) + 1;
    const before = rows[start - 1];
    if (before !== undefined && slip('next-repeats')) start -= 1;
    const after = rows[start];
    const tied = after !== undefined && list.position(after).key === cursor.key;
    if (tied && slip('ties-lost'))
      start = firstIndex(rows, (row) => against(row) > 0 && list.position(row).key !== cursor.key);
    const same = (row: T | undefined): boolean => row !== undefined && list.position(row).key === cursor.key;
    if (start > 1 && same(rows[start - 2]) && slip('ties-repeated')) {
      while (start > 0 && same(rows[start - 1])) start -= 1;
    }
    if (start + limit < rows.length && slip('next-skips')) start += 1;
    return { start, end: Math.min(rows.length, start + limit) };
  }
  let end = cursor.dir === 's' ? 0 : rows.length;
  if (cursor.dir === 's') return { start: 0, end: Math.min(rows.length, limit) };
  if (cursor.dir === 'p') end = firstIndex(rows, (row) => against(row) >= 0);
  const start = Math.max(0, end - limit);
  if (start > 0 && slip('prev-from-top')) return { start: 0, end: Math.min(limit, end) };
  if (start > 0 && end - start > 1 && slip('prev-short')) return { start: start + 1, end };
  return { start, end };
}

function offsetWindow(rows: number, limit: number, page: PageRequest, slip: Slip): Window {
  let offset = page.offset ?? 0;
  if (offset > 0) {
    if (slip('offset-as-page')) offset *= limit;
    if (slip('offset-one-based')) offset -= 1;
    if (page.limit === undefined && slip('offset-alone-ignored')) offset = 0;
  }
  if (offset > 0 && offset >= rows) {
    if (slip('offset-past-404')) throw missing('page');
    if (slip('offset-past-last')) offset = Math.max(0, rows - limit);
  }
  const start = Math.min(offset, rows);
  let end = Math.min(rows, start + limit);
  if (end < rows && slip('limit-plus-one')) end += 1;
  return { start, end };
}

function salt(c: Call): string {
  if (c.on('m-cursor-salted')) return `#${c.nth}`;
  return c.on('m-cursor-long') ? 'x'.repeat(700) : '';
}

function links<T>(c: Call, window: Window, page: PageRequest, limit: number, list: Listing<T>, slip: Slip) {
  const { rows } = list;
  const { start, end } = window;
  const filters = Object.fromEntries(Object.entries(list.filters).filter(([, value]) => value !== undefined));
  const cursor = (dir: 'n' | 'p', row: T | undefined): string => {
    const anchor = anchorOf(dir, row === undefined ? undefined : list.position(row));
    const whole: Cursor = { ...anchor, field: list.order.field, asc: list.order.asc, filters };
    const text = writeCursor(whole, salt(c));
    return slip('cursor-not-base64') ? Buffer.from(text, 'base64').toString('utf8') : text;
  };
  let previous: string | null = start > 0 ? cursor('p', rows[start]) : null;
  let next: string | null = end < rows.length ? cursor('n', rows[end - 1]) : null;
  const full = end === rows.length && end - start === limit;
  if (full && end > 0 && slip('next-on-full-last')) next = cursor('n', rows[end - 1]);
  const left = rows.length - end;
  if (left > 0 && left < limit && slip('next-null-early')) next = null;
  if (start > 0 && start <= limit && slip('prev-null-second')) previous = null;
  if (page.cursor && start === 0 && end > 0 && slip('prev-on-first')) previous = cursor('p', rows[0]);
  if (next !== null && (page.offset ?? 0) > 0 && slip('cursor-ignores-offset'))
    next = cursor('n', rows[limit - 1]);
  return { previous, next };
}

/** One page of a list. */
export function paginate<T>(c: Call, page: PageRequest, list: Listing<T>, unfilteredTotal?: number): Json {
  const slip = slips(c);
  const { rows } = list;
  let limit = page.limit ?? DEFAULT_LIMIT;
  const echoed = limit;
  if (page.limit === undefined && slip('default-50')) limit = 50;
  if (page.limit === undefined && page.cursor && slip('cursor-default-25')) limit = 25;
  if (page.limit !== undefined && page.cursor && slip('cursor-limit-lost')) limit = DEFAULT_LIMIT;
  if (page.limit === 1 && slip('limit-one')) limit = DEFAULT_LIMIT;
  const window = page.cursor
    ? cursorWindow(c, page.cursor, limit, list, slip)
    : offsetWindow(rows.length, limit, page, slip);
  const { start, end } = window;
  let shown = rows.slice(start, end);
  if (shown.length > 100 && slip('clamp-skips')) shown = shown.slice(0, 100);
  if (page.cursor?.dir === 'p' && slip('prev-reversed')) shown.reverse();
  const { previous, next } = links(c, window, page, limit, list, slip);
  let total: number | string = unfilteredTotal ?? rows.length;
  if (shown.length < rows.length && slip('total-page')) total = shown.length;
  if (page.cursor && start > 0 && slip('total-remaining')) total = rows.length - start;
  if (total > 200 && slip('total-capped')) total = 200;
  if (slip('total-text')) total = String(total);
  let shownLimit: number | string = echoed;
  if (page.limit !== undefined && slip('limit-echo-default')) shownLimit = DEFAULT_LIMIT;
  if (shown.length < echoed && slip('limit-echo-count')) shownLimit = shown.length;
  if (page.limit !== undefined && slip('limit-echo-text')) shownLimit = String(page.limit);
  let offset: number | string = page.cursor ? 0 : (page.offset ?? 0);
  if (page.cursor && slip('offset-echo-cursor')) offset = start;
  if (offset > 0 && slip('offset-echo-zero')) offset = 0;
  if (page.offset !== undefined && slip('offset-text')) offset = String(page.offset);
  const pagination: Json = { total, limit: shownLimit, offset };
  if (previous !== null || !slip('prev-omitted')) pagination['previousCursor'] = previous;
  if (next !== null || !slip('next-omitted')) pagination['nextCursor'] = next;
  if (previous === null && slip('prev-empty-text')) pagination['previousCursor'] = '';
  if (next === null && slip('next-empty-text')) pagination['nextCursor'] = '';
  if (c.on('m-more-pagination')) Object.assign(pagination, { hasMore: next !== null, count: shown.length });
  return { data: shown.map(list.show), pagination };
}
