// Pages: reading limit, offset and cursor, and cutting a page out of a list.
import { type Answer, bad, type Ctx, type Doc, isRecord, Refusal } from './kernel.ts';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 500;
const INT32 = 2_147_483_647;

export interface Paging {
  limit: number;
  given: boolean;
  offset: number;
  cursor?: { before: boolean; at: number; limit: number };
}

export interface Listing<T> {
  all: () => readonly T[];
  filtered: boolean;
  filter: (rows: readonly T[]) => readonly T[];
  sorted: boolean;
  sort: (rows: readonly T[], plain: boolean) => readonly T[];
  /** rows with one key are ties */
  key: (row: T) => unknown;
  show: (rows: readonly T[]) => Doc[];
  /** which cursors it takes */
  family: string;
  /** what was asked, where cursors are bound to it */
  asked: string;
}

function integer(ctx: Ctx, value: unknown, name: 'limit' | 'offset'): number {
  if (typeof value === 'string' ? /^[+-]?\d{1,12}$/.test(value) : Number.isInteger(value)) {
    const number = Number(value);
    if (Math.abs(number) <= INT32) return number;
  }
  if (ctx.f(`${name}-crash`)) throw new Refusal(500, 'Internal server error');
  if (ctx.f(`${name}-word`) && typeof value === 'string' && /^[a-z]/i.test(value))
    return name === 'limit' ? DEFAULT_LIMIT : 0;
  if (ctx.f(`${name}-fraction`) && /^\d+\.\d+$/.test(String(value))) return Math.floor(Number(value));
  if (ctx.f(`${name}-tail`) && /^\d+\D/.test(String(value))) return Number.parseInt(String(value), 10);
  if (ctx.f(`${name}-huge`) && /^\d{10,}$/.test(String(value))) return name === 'limit' ? MAX_LIMIT : 0;
  throw bad(`${name} must be an integer`);
}

/** What of a query belongs to paging, in the form of a body. */
export function pagingOfQuery(query: URLSearchParams): Doc {
  const found: Doc = {};
  for (const name of ['limit', 'offset', 'cursor']) {
    const values = query.getAll(name);
    if (values.length > 1) throw bad(`${name} is given more than once`);
    if (values.length === 1) found[name] = values[0];
  }
  return found;
}

function readCursor(ctx: Ctx, value: unknown, family: string, asked: string): Paging['cursor'] {
  if (value === undefined || value === null) return undefined;
  if (value === '' && !ctx.on('m-empty-cursor-refused')) return undefined;
  if (typeof value !== 'string') throw bad('cursor must be a string');
  const plain = Buffer.from(value, 'base64').toString('utf8');
  const [kind, before, at, limit, bound] = plain.split(';');
  if (kind !== family || (before !== 'a' && before !== 'b') || !/^\d{1,9}$/.test(at ?? ''))
    throw bad('cursor is not valid');
  if (ctx.on('m-cursors-bound') && bound !== asked) throw bad('cursor belongs to another request');
  return { before: before === 'b', at: Number(at), limit: Number(limit) };
}

export function readPaging(ctx: Ctx, source: Doc, family: string, asked: string, filtered: boolean): Paging {
  const paging: Paging = { limit: DEFAULT_LIMIT, given: false, offset: 0 };
  if (ctx.f('default-50')) paging.limit = 50;
  if (ctx.f('default-filter') && filtered) paging.limit = 20;
  if (ctx.f('default-offset') && source['offset'] !== undefined) paging.limit = 10;
  const cursor = readCursor(ctx, source['cursor'], family, asked);
  if (source['limit'] !== undefined) {
    const limit = integer(ctx, source['limit'], 'limit');
    paging.given = true;
    if (limit < 1 && ctx.f('limit-negative')) paging.limit = DEFAULT_LIMIT;
    else if (limit < 1 || limit > MAX_LIMIT) throw bad(`limit must be from 1 to ${MAX_LIMIT}`);
    else paging.limit = limit;
  } else if (cursor && ctx.f('sticky-limit')) paging.limit = cursor.limit;
  if (source['offset'] !== undefined) {
    const offset = integer(ctx, source['offset'], 'offset');
    if (offset < 0) throw bad('offset must not be negative');
    if (cursor) {
      const always = ctx.f('both');
      const withLimit = ctx.f('both-limit') && paging.given;
      const withFilter = ctx.f('both-filter') && filtered;
      const backwards = ctx.f('both-back') && cursor.before;
      if (!always && !withLimit && !withFilter && !backwards)
        throw bad('offset and cursor cannot be combined');
    } else paging.offset = offset;
  }
  if (cursor) paging.cursor = cursor;
  return paging;
}

/** A mark of what was asked, for deployments whose cursors are bound to it. */
export function mark(ctx: Ctx, raw: { paging: Doc }): string {
  if (!ctx.on('m-cursors-bound')) return '';
  let hash = 7;
  for (const char of JSON.stringify({ ...raw, paging: 0 }))
    hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}

const write = (
  family: string,
  before: boolean,
  at: number,
  limit: number,
  asked: string,
  salt: string,
): string =>
  Buffer.from(`${family};${before ? 'b' : 'a'};${at};${limit};${asked}${salt}`, 'utf8').toString('base64');

function cursorText(
  ctx: Ctx,
  spec: { family: string; asked: string },
  before: boolean,
  at: number,
  limit: number,
): string {
  let salt = '';
  if (ctx.on('m-cursors-never-same')) salt = `;${ctx.serial}`;
  if (ctx.on('m-cursors-long')) salt = `${salt};${'signature/'.repeat(90)}`;
  return write(spec.family, before, at, limit, spec.asked, salt);
}

/** The bounds of a page: the first row, and the row after the last. */
function bounds(ctx: Ctx, paging: Paging, total: number): [number, number] {
  const { cursor, limit } = paging;
  let from = Math.min(paging.offset, total);
  if (cursor) {
    from = Math.min(cursor.at, total);
    if (cursor.before) {
      if (ctx.f('prev-self')) return [from, Math.min(total, from + limit)];
      if (ctx.f('prev-short') && from - limit > 0) return [from - limit, from - 1];
      if (ctx.f('prev-first-page')) return [0, Math.min(limit, total)];
      if (ctx.f('prev-twice') && from - limit > 0)
        return [Math.max(0, from - 2 * limit), Math.max(0, from - limit)];
      return [Math.max(0, from - limit), from];
    }
    if (ctx.f('cursor-repeat')) from = Math.max(0, from - 1);
    if (ctx.f('cursor-skip') && from >= 2 * limit) from = Math.min(total, from + 1);
    if (ctx.f('cursor-limit') && limit !== cursor.limit)
      from = Math.min(total, Math.floor(from / limit) * limit);
  } else if (paging.offset > 0) {
    if (ctx.f('offset-pages') && paging.given) from = Math.min(total, paging.offset * limit);
    if (ctx.f('offset-one')) from = Math.min(total, paging.offset - 1);
    if (ctx.f('offset-round')) from = Math.min(total, Math.floor(paging.offset / limit) * limit);
    if (ctx.f('offset-beyond') && paging.offset >= total) from = Math.max(0, total - limit);
    if (ctx.f('offset-wrap') && total > 0) from = paging.offset % total;
    if (ctx.f('offset-hundred') && paging.offset >= 100) from = Math.max(0, from - 100);
  }
  let to = Math.min(total, from + limit);
  if (ctx.f('limit-one') && limit === 1) to = Math.min(total, from + 2);
  if (ctx.f('limit-plus') && from > 0) to = Math.min(total, to + 1);
  if (ctx.f('limit-ignored') && paging.offset > 0) to = Math.min(total, from + DEFAULT_LIMIT);
  return [from, to];
}

/** Turns round what has one key, from this row on: what an unstable order does to a page. */
function shakeTies<T>(rows: readonly T[], key: (row: T) => unknown): T[] {
  const shaken: T[] = [];
  for (let i = 0; i < rows.length; ) {
    let end = i + 1;
    const first = rows[i];
    if (first === undefined) break;
    const same = key(first);
    while (end < rows.length && key(rows[end] as T) === same) end++;
    for (let k = end - 1; k >= i; k--) shaken.push(rows[k] as T);
    i = end;
  }
  return shaken;
}

function totalOf(ctx: Ctx, total: number, all: number, shown: number, from: number, paging: Paging): unknown {
  if (ctx.f('total-shown') && from > 0) return shown;
  if (ctx.f('total-page') && paging.given) return shown;
  if (ctx.f('total-all')) return all;
  if (ctx.f('total-cap')) return Math.min(total, 100);
  if (ctx.f('total-text') && total > 0) return String(total);
  if (ctx.f('total-left')) return total - from;
  if (ctx.f('total-cursor') && paging.cursor) return total - from;
  if (ctx.f('total-pages') && paging.given && paging.limit > 1) return Math.ceil(total / paging.limit);
  if (ctx.f('total-null') && total === 0) return null;
  return total;
}

function links(
  ctx: Ctx,
  spec: { family: string; asked: string },
  paging: Paging,
  total: number,
  from: number,
  to: number,
) {
  const { limit } = paging;
  let next: string | null = to < total && limit > 0 ? cursorText(ctx, spec, false, to, limit) : null;
  let previous: unknown = from > 0 && total > 0 ? cursorText(ctx, spec, true, from, limit) : null;
  if (ctx.f('next-exact') && to === total && to - from === limit)
    next = cursorText(ctx, spec, false, to, limit);
  if (ctx.f('next-early') && total - to <= limit / 2) next = null;
  if (ctx.f('next-offset') && paging.offset > 0) next = null;
  if (ctx.f('next-empty') && next === null) next = '';
  if (ctx.f('next-always') && next === null && total > 0) next = cursorText(ctx, spec, false, total, limit);
  if (ctx.f('prev-null') && paging.cursor && from <= limit) previous = null;
  if (ctx.f('prev-offset') && paging.offset > 0 && paging.offset < limit) previous = null;
  if (ctx.f('prev-always') && previous === null) previous = cursorText(ctx, spec, true, 0, limit);
  if (ctx.f('prev-number') && previous !== null) previous = from;
  if (ctx.f('prev-back-first') && from === 0 && paging.cursor)
    previous = cursorText(ctx, spec, true, 0, limit);
  return { previous, next };
}

export function answerList<T>(ctx: Ctx, paging: Paging, spec: Listing<T>): Answer {
  const all = spec.all();
  const loseFilter =
    (paging.cursor !== undefined && ctx.f('cursor-filter')) ||
    (paging.offset > 0 && ctx.f('offset-filter')) ||
    (paging.limit > 100 && ctx.f('wide-filter'));
  const loseSort =
    (paging.cursor !== undefined && ctx.f('cursor-sort')) || (paging.offset > 0 && ctx.f('offset-sort'));
  const filterAfter = spec.filtered && ctx.f('filter-after');
  const found = loseFilter || filterAfter ? all : spec.filter(all);
  const pageSort = spec.sorted && ctx.f('page-sort');
  let rows = spec.sort(found, loseSort || pageSort);
  const total = rows.length;
  const [from, to] = bounds(ctx, paging, total);
  if (ctx.f('ties') && from % 2 === 1) rows = shakeTies(rows, spec.key);
  if (ctx.f('ties-cursor') && paging.cursor) rows = shakeTies(rows, spec.key);
  let page = rows.slice(from, to);
  if (filterAfter) page = [...spec.filter(page)];
  if (pageSort) page = [...spec.sort(page, false)];
  const last = page[page.length - 1];
  if (ctx.f('page-twice') && last !== undefined && page.length > 30 && from > 0)
    page = [...page.slice(0, -2), last, last];
  const { previous, next } = links(ctx, spec, paging, total, from, to);
  const pagination: Doc = {
    total: totalOf(ctx, total, all.length, page.length, from, paging),
    limit: paging.limit,
    offset: paging.cursor ? 0 : paging.offset,
    previousCursor: previous,
    nextCursor: next,
  };
  if (ctx.f('echo-limit')) pagination['limit'] = DEFAULT_LIMIT;
  if (ctx.f('echo-shown') && to - from < paging.limit) pagination['limit'] = to - from;
  if (ctx.f('echo-cursor') && paging.cursor) pagination['offset'] = from;
  if (ctx.f('echo-offset')) pagination['offset'] = 0;
  if (ctx.f('echo-text') && paging.given) pagination['limit'] = String(paging.limit);
  const body: Doc = { data: spec.show(page), pagination };
  if (ctx.f('empty-null') && total === 0) body['data'] = null;
  if (ctx.f('empty-bare') && total === 0) delete body['pagination'];
  if (ctx.f('empty-404') && total === 0) throw new Refusal(404, 'Nothing found.');
  if (ctx.f('past-404') && page.length === 0 && total > 0) throw new Refusal(404, 'No such page.');
  if (ctx.f('empty-204') && total === 0) return { status: 204 };
  return { status: 200, body };
}

/** An object parameter of a query, such as sort[field]: its properties. */
export function objectOfQuery(query: URLSearchParams, name: string): Doc | undefined {
  let found: Doc | undefined;
  for (const [key, value] of query) {
    if (key === name) throw bad(`${name} is an object: ${name}[…]`);
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue;
    const property = key.slice(name.length + 1, -1);
    found ??= {};
    if (property in found) throw bad(`${key} is given more than once`);
    found[property] = value;
  }
  return found;
}

export function objectOfBody(value: unknown, name: string): Doc | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw bad(`${name} must be an object`);
  return value;
}
