import type { Ctx } from './context.ts';
import { HttpError, invalid } from './http.ts';
import { isObject } from './input.ts';
import type { Cmp, Query } from './store.ts';

export const MAX_LIMIT = 250;
interface Cursor {
  d: 'n' | 'p';
  at: number;
  limit?: number;
}
export interface Page {
  limit: number;
  offset: number;
  cursor: Cursor | undefined;
  limitTold: unknown;
}

/** Reads limit, offset and cursor, from the query or from a body. */
export function pageOf(c: Ctx, kind: string, source: URLSearchParams | Record<string, unknown>): Page {
  const { on, op } = c;
  const fromBody = !(source instanceof URLSearchParams);
  const raw = (name: string): unknown => {
    if (fromBody) {
      if (op === 'POST /users/search' && name === 'limit' && on('users-search-limit-in-query'))
        return c.query.get('limit') ?? undefined;
      if (op === 'POST /users/search' && name === 'offset' && on('users-search-offset-ignored'))
        return undefined;
      return (source as Record<string, unknown>)[name];
    }
    const all = (source as URLSearchParams).getAll(name);
    if (all.length > 1) throw invalid(`${name} can be given once.`);
    return all[0];
  };
  const integer = (name: string, min: number, max: number): number | undefined => {
    const value = raw(name);
    if (value === undefined) return undefined;
    const t =
      typeof value === 'number'
        ? String(value)
        : !fromBody || (op === 'POST /users/search' && on('users-search-limit-in-query'))
          ? value
          : undefined;
    if (name === 'limit') {
      if (typeof t === 'string' && /^[a-z]+$/.test(t) && on('page-limit-text-accepted')) return undefined;
      if (typeof t === 'string' && /^\d+\.\d+$/.test(t) && on('page-limit-fraction-accepted'))
        return Math.round(Number(t));
      if (typeof t === 'string' && /^\d+[a-z]+$/.test(t) && on('page-limit-tail-accepted'))
        return Number.parseInt(t, 10);
      if (typeof t === 'string' && Number(t) > 2_147_483_647 && on('page-limit-huge-accepted'))
        return undefined;
    } else {
      if (typeof t === 'string' && /^[a-z]+$/.test(t) && on('page-offset-text-accepted')) return 0;
      if (typeof t === 'string' && /^-\d+$/.test(t) && on('page-offset-negative-500'))
        throw new HttpError(500, 'OFFSET must not be negative');
    }
    if (typeof t !== 'string' || !/^-?\d{1,10}$/.test(t) || Number(t) < min || Number(t) > max)
      throw invalid(`${name} is an integer from ${min} to ${max}.`);
    return Number(t);
  };
  let standard = 100;
  if (op.includes('/smart-ia/sessions') && on('page-default-50')) standard = 50;
  if (op.includes('/users') && on('page-default-20-users')) standard = 20;
  if (op === 'POST /smart-ia/sessions/search' && on('page-default-ten-search')) standard = 10;
  let limit = integer('limit', 1, MAX_LIMIT);
  const offset = integer('offset', 0, 2_147_483_647);
  let text = raw('cursor');
  if (text === null && fromBody && on('page-cursor-null-refused')) throw invalid('cursor is a string.');
  if (text === '' || text === null) text = undefined;
  let cursor: Cursor | undefined;
  let start = offset ?? 0;
  if (text !== undefined) {
    cursor = decode(c, kind, text);
    if (offset !== undefined) {
      if (op === 'GET /sessions/completed' && on('page-cursor-with-offset-study')) cursor.at += offset;
      else if (!(on('page-cursor-with-offset') || (fromBody && on('page-cursor-with-offset-body'))))
        throw invalid('offset cannot be combined with cursor.');
    }
    start = 0;
    if (on('page-cursor-drops-limit')) limit = undefined;
  }
  const used = limit ?? standard;
  let told: unknown = used;
  if (on('page-limit-echo-default')) told = 100;
  if (limit !== undefined && !fromBody && on('page-limit-text')) told = String(limit);
  return { limit: used, offset: start, cursor, limitTold: told };
}

function encode(c: Ctx, kind: string, cursor: Cursor): unknown {
  if (c.on('page-cursor-number')) return (cursor.d === 'n' ? 1 : 2) * 1_000_000 + cursor.at;
  const json = JSON.stringify({ k: kind, ...cursor });
  if (c.on('page-cursor-plain-json')) return json;
  if (c.on('m-cursor-long'))
    return Buffer.concat([
      Buffer.from([0xfb, 0xef, 0xbe, 0xff, 0xff, 0xff]),
      Buffer.from(json),
      Buffer.from('~?>~?>'.repeat(9)),
    ]).toString('base64');
  return Buffer.from(json).toString('base64');
}

function decode(c: Ctx, kind: string, text: unknown): Cursor {
  const bad = invalid('cursor is a value of nextCursor or previousCursor.');
  try {
    if (c.on('page-cursor-number')) {
      const n = Number(text);
      if (!Number.isInteger(n) || n < 1_000_000) throw bad;
      return n >= 2_000_000 ? { d: 'p', at: n - 2_000_000 } : { d: 'n', at: n - 1_000_000 };
    }
    if (typeof text !== 'string') throw bad;
    let json = text;
    if (!c.on('page-cursor-plain-json')) {
      const b64 = text.replaceAll(' ', '+');
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(b64) || b64.length % 4 !== 0) throw bad;
      let bytes = Buffer.from(b64, 'base64');
      if (c.on('m-cursor-long')) bytes = bytes.subarray(6, bytes.length - 54);
      json = bytes.toString('utf8');
    }
    const value: unknown = JSON.parse(json);
    if (
      !isObject(value) ||
      value['k'] !== kind ||
      (value['d'] !== 'n' && value['d'] !== 'p') ||
      !Number.isInteger(value['at']) ||
      Number(value['at']) < 0
    )
      throw bad;
    return { d: value['d'], at: Number(value['at']) };
  } catch {
    if (c.on('page-cursor-bad-first')) return { d: 'n', at: 0 };
    if (c.on('page-cursor-bad-500')) throw new HttpError(500, 'Unexpected token in JSON');
    throw bad;
  }
}

export interface Listing<T> {
  query: Query<T>;
  order: Cmp<T> | undefined;
  key: (row: T) => unknown;
}

/** One page of a listing, with its pagination. */
export function paginate<T>(
  c: Ctx,
  kind: string,
  page: Page,
  list: Listing<T>,
  view: (row: T, index: number, rows: T[]) => unknown,
): { data: unknown; pagination?: unknown } {
  const { on, op } = c;
  const late = list.order !== undefined && on('page-sorted-after-cut');
  const all = (late ? list.query : list.query.orderBy(list.order)).rows();
  const total = all.length;
  const { limit, cursor } = page;
  let start =
    cursor === undefined ? page.offset : cursor.d === 'n' ? cursor.at : Math.max(0, cursor.at - limit);
  if (cursor === undefined) {
    if (start > 0 && on('page-offset-one-based')) start -= 1;
    if (on('page-offset-pages')) start *= limit;
    if (op === 'GET /smart-ia/cohorts' && on('page-offset-ignored')) start = 0;
    if (total > 0 && start >= total && on('page-beyond-404'))
      throw new HttpError(404, 'There is no such page.');
    if (total > 0 && start >= total && on('page-beyond-last'))
      start = Math.floor((total - 1) / limit) * limit;
  }
  let end = cursor?.d === 'p' ? Math.min(cursor.at, total) : start + limit;
  if (op === 'GET /classes' && on('page-limit-ignored')) end = total;
  if (cursor?.d === 'n' && on('page-ties-lost')) {
    const before = all[start - 1];
    while (before !== undefined && start < total && list.key(all[start] as T) === list.key(before)) start++;
    end = start + limit;
  }
  let extra = on('page-limit-one-more') || (cursor !== undefined && on('page-limit-one-more-cursor')) ? 1 : 0;
  if (op === 'GET /smart-ia/sessions' && on('page-limit-per-kind')) extra = limit;
  const rows = all.slice(start, end + extra);
  if (late && list.order) rows.sort(list.order);
  if (cursor?.d === 'p' && on('page-prev-reversed')) rows.reverse();

  let next: Cursor | null = end < total ? { d: 'n', at: end } : null;
  if (next === null && end === total && rows.length === limit && on('page-next-at-end'))
    next = { d: 'n', at: end };
  if (next !== null && total - end === 1 && on('page-next-early-null')) next = null;
  if (op === 'POST /users/search' && on('page-next-never')) next = null;
  if (next !== null && on('page-next-repeats')) next.at -= 1;
  if (next !== null && on('page-next-skips')) next.at += 1;
  if (next !== null && cursor === undefined && on('page-next-after-offset')) next.at = limit;
  const back = Math.min(start, total);
  let previous: Cursor | null = back > 0 ? { d: 'p', at: back } : null;
  if (previous === null && total > 0 && on('page-prev-on-first')) previous = { d: 'n', at: 0 };
  if (on('page-prev-never')) previous = null;
  if (previous !== null && on('page-prev-first-page')) previous = { d: 'n', at: 0 };
  if (previous !== null && start <= limit && on('page-prev-second-null')) previous = null;
  if (previous !== null && on('page-prev-is-same')) previous = { d: 'n', at: start };

  let count: unknown = total;
  if (on('page-total-page')) count = rows.length;
  if (op === 'GET /users' && on('page-total-unfiltered')) count = c.db.users.rows.length;
  if (cursor === undefined && on('page-total-rest')) count = Math.max(0, total - start);
  if (cursor !== undefined && on('page-total-cursor-zero')) count = 0;
  if (on('page-total-text')) count = String(total);
  if (op.includes('/smart-ia/sessions') && on('page-total-joined'))
    count = all.reduce(
      (n, row) =>
        n +
        Math.max(
          1,
          c.db.classStudents.rows.filter((m) => m.userId === (row as { userId?: string }).userId).length,
        ),
      0,
    );
  const pagination: Record<string, unknown> = {
    total: count,
    limit: on('page-limit-echo-count') ? rows.length : page.limitTold,
    offset: page.offset,
    previousCursor: previous && encode(c, kind, previous),
    nextCursor: next && encode(c, kind, next),
  };
  if (total === 0 && on('page-total-missing-empty')) delete pagination['total'];
  if (on('page-offset-echo-zero')) pagination['offset'] = 0;
  if (cursor !== undefined && on('page-offset-echo-cursor')) pagination['offset'] = start;
  if (page.offset === 0 && on('page-offset-echo-missing')) delete pagination['offset'];
  if (on('page-next-null-omitted'))
    for (const k of ['previousCursor', 'nextCursor']) if (pagination[k] === null) delete pagination[k];
  if (pagination['nextCursor'] === null && on('page-next-blank')) pagination['nextCursor'] = '';
  if (total === 0) {
    if (on('page-empty-404')) throw new HttpError(404, 'Nothing found.');
    if (on('page-empty-data-null')) return { data: null, pagination };
    if (on('page-empty-bare')) return { data: [] };
  }
  const data = rows.map(view);
  if (op === 'GET /smart-ia/sessions/completed' && on('page-block-renamed'))
    return { data, meta: pagination } as never;
  if (op === 'GET /smart-ia/sessions/in-progress' && on('page-block-forgotten')) return { data };
  return { data, pagination };
}
