import { createHash } from 'node:crypto';
import type { Ctx } from './ctx.ts';
import { bad, isObject } from './ctx.ts';
import type { Json } from './types.ts';

export const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
const INT32 = 2147483647;

/** Position of a page: after or before a row; the index serves if the row is gone. */
interface Cursor {
  d: 'n' | 'p';
  a: string | null;
  k: number;
  f: string;
  l: number;
}
export interface Paging {
  limit: number;
  offset: number;
  cursor: Cursor | null;
  back: boolean;
  given: boolean;
}

function integer(v: unknown, name: string, min: number, from: 'query' | 'body', lenient: boolean): number {
  let n: number;
  if (typeof v === 'string' && (from === 'query' || lenient)) n = /^\d{1,10}$/.test(v) ? Number(v) : NaN;
  else n = typeof v === 'number' ? v : NaN;
  if (!Number.isInteger(n) || n < min || n > INT32)
    throw bad(`"${name}" must be a whole number from ${min}.`);
  return n;
}

export function readPaging(
  ctx: Ctx,
  raw: { limit?: unknown; offset?: unknown; cursor?: unknown },
  from: 'query' | 'body',
): Paging {
  const lenient = ctx.on('manner.lenient-numbers');
  const none = (v: unknown): boolean => v === undefined || v === null || (from === 'query' && v === '');
  let limit = none(raw.limit) ? undefined : integer(raw.limit, 'limit', 1, from, lenient);
  if (ctx.on('page-limit-sticky') && ctx.path === '/users') {
    if (limit === undefined) limit = ctx.state.get('limit') as number | undefined;
    else ctx.state.set('limit', limit);
  }
  const offset = none(raw.offset) ? undefined : integer(raw.offset, 'offset', 0, from, lenient);
  if (ctx.on('search-cursor-null-offset') && from === 'body' && raw.cursor === null && offset !== undefined)
    throw bad('offset and cursor together.');
  const cursor = none(raw.cursor) ? null : readCursor(ctx, raw.cursor);
  if (cursor && (ctx.on('page-offset-zero-with-cursor') ? offset : offset !== undefined))
    throw bad('"offset" cannot be combined with "cursor".');
  const n = Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  return { limit: n, offset: offset ?? 0, cursor, back: cursor?.d === 'p', given: limit !== undefined };
}

function readCursor(ctx: Ctx, v: unknown): Cursor {
  if (typeof v !== 'string') throw bad('"cursor" must be a string.');
  try {
    const text =
      v.startsWith('h') && /^h[0-9a-f]+$/.test(v)
        ? Buffer.from(v.slice(1), 'hex').toString()
        : Buffer.from(v, 'base64url').toString();
    const c: unknown = JSON.parse(text);
    if (
      isObject(c) &&
      (c['d'] === 'n' || c['d'] === 'p') &&
      typeof c['k'] === 'number' &&
      typeof c['f'] === 'string' &&
      typeof c['l'] === 'number' &&
      (c['a'] === null || typeof c['a'] === 'string')
    ) {
      return { d: c['d'], a: c['a'], k: c['k'], f: c['f'], l: c['l'] };
    }
  } catch {
    /* falls to the refusal */
  }
  throw bad(ctx.on('manner.error-texts') ? 'Bad cursor' : '"cursor" is not one that this service gave.');
}

function writeCursor(ctx: Ctx, c: Cursor): string {
  const t = JSON.stringify(c);
  return ctx.on('manner.cursor-hex')
    ? `h${Buffer.from(t).toString('hex')}`
    : Buffer.from(t).toString('base64url');
}

export const fingerprint = (v: unknown): string =>
  createHash('sha1').update(JSON.stringify(v)).digest('base64url').slice(0, 10);

export function paginate<T extends { id: string }>(
  ctx: Ctx,
  rows: readonly T[],
  p: Paging,
  filters: unknown,
): { rows: T[]; pagination: Json } {
  const f = fingerprint([ctx.path, filters]);
  const c = p.cursor;
  if (c && c.f !== f && !ctx.on('manner.cursor-any-filter')) throw bad('"cursor" belongs to another search.');
  const limit = c && ctx.on('page-cursor-limit-memory') ? c.l : p.limit;
  let start = p.offset;
  let end = start + limit;
  if (c) {
    const at = c.a === null ? -1 : rows.findIndex((r) => r.id === c.a);
    if (c.d === 'n') {
      start = at >= 0 ? at + 1 : c.k;
      end = start + limit;
    } else {
      end = at >= 0 ? at : Math.min(c.k, rows.length);
      if (ctx.on('page-prev-third') && end >= 2 * limit) end += 1;
      start = Math.max(0, end - limit);
    }
  }
  const page = rows.slice(start, end);
  const stop = start + page.length;
  const skip = ctx.on('page-default-limit-gap') && !p.given && c === null ? 1 : 0;
  const more = ctx.on('page-next-exact') ? page.length === limit : stop < rows.length;
  const next =
    more && page.length > 0
      ? writeCursor(ctx, {
          d: 'n',
          a: skip ? (rows[stop]?.id ?? null) : (page.at(-1)?.id ?? null),
          k: stop,
          f,
          l: p.limit,
        })
      : null;
  const before = ctx.on('page-prev-first') && p.back ? true : start > 0;
  const prev =
    before && rows.length > 0
      ? writeCursor(ctx, { d: 'p', a: page[0]?.id ?? null, k: start, f, l: p.limit })
      : null;
  let total: number = rows.length;
  if (ctx.on('page-total-past-end') && start >= rows.length) total = 0;
  if (ctx.on('sessions-total-page') && ctx.path === '/smart-ia/sessions') total = page.length;
  const offset = c ? (ctx.on('page-offset-echo') ? start : 0) : p.offset;
  if (ctx.on('page-limit-count') && page.length > 0 && next === null && prev !== null)
    p = { ...p, limit: page.length };
  const said =
    ctx.on('page-limit-text') && ctx.path === '/classes' && ctx.q.has('limit') ? String(p.limit) : p.limit;
  return { rows: page, pagination: { total, limit: said, offset, previousCursor: prev, nextCursor: next } };
}
