import { bad, one } from './http.ts';
import type { App, Call, Json, JsonObject } from './types.ts';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 500;
const INT32 = 2147483647;

export interface PageAsk {
  limit: number;
  start: number;
  viaCursor: boolean;
  textual: boolean;
}

function encodeCursor(app: App, start: number): string {
  let text = `roster:${start}`;
  if (app.on('manner.cursor-differs-each-time')) text += `:${app.tick()}`;
  while (text.length % 3 !== 0) text += ' ';
  return btoa(text);
}

function decodeCursor(app: App, cursor: string): number {
  let text = '';
  try {
    text = atob(cursor);
  } catch {
    // Not base64: refused below.
  }
  const match = /^roster:(\d{1,9})(?::\d+)? *$/.exec(text);
  if (match === null) {
    if (app.on('page-bad-cursor-first-page')) return 0;
    throw bad('cursor is not one of this service');
  }
  return Number(match[1]);
}

function settle(
  app: App,
  call: Call,
  limit: number | undefined,
  offset: number | undefined,
  cursor: string | undefined,
  textual: boolean,
): PageAsk {
  let fallback = DEFAULT_LIMIT;
  if (app.on('cohort-default-limit-50') && call.op === 'GET /smart-ia/cohorts') fallback = 50;
  if (app.on('inprogress-default-limit-25') && call.op === 'GET /smart-ia/sessions/in-progress')
    fallback = 25;
  let used = limit ?? fallback;
  if (used < 1) throw bad('limit must be at least 1');
  if (used > MAX_LIMIT) {
    if (app.on('manner.limit-clamped') && used <= INT32) used = MAX_LIMIT;
    else throw bad(`limit must be at most ${MAX_LIMIT}`);
  }
  if (app.on('users-search-limit-ignored') && call.op === 'POST /users/search') used = DEFAULT_LIMIT;
  if (offset !== undefined && (offset < 0 || offset > INT32)) {
    if (app.on('page-negative-offset-taken') && offset < 0) offset = 0;
    else throw bad('offset must be zero or more');
  }
  if (cursor !== undefined) {
    const clash = app.on('page-offset-zero-with-cursor') ? (offset ?? 0) > 0 : offset !== undefined;
    if (clash && !(app.on('page-offset-cursor-together') && call.op.startsWith('GET /smart-ia/sessions'))) {
      throw bad('offset and cursor cannot be combined');
    }
    let start = decodeCursor(app, cursor);
    if (app.on('sess-cursor-skips-one') && call.op === 'GET /smart-ia/sessions' && start > 0) start += 1;
    if (app.on('page-cursor-ignores-limit')) used = DEFAULT_LIMIT;
    return { limit: used, start, viaCursor: true, textual };
  }
  return { limit: used, start: offset ?? 0, viaCursor: false, textual };
}

function integer(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[+-]?\d{1,10}$/.test(value)) throw bad(`${name} must be an integer`);
  return Number(value);
}

export function pageOfQuery(app: App, call: Call): PageAsk {
  const rawLimit = one(app, call, 'limit');
  const limit =
    app.on('page-limit-text-default') && Number.isNaN(Number(rawLimit ?? '1'))
      ? undefined
      : integer(rawLimit, 'limit');
  const offset = integer(one(app, call, 'offset'), 'offset');
  const cursor = one(app, call, 'cursor');
  return settle(app, call, limit, offset, cursor === '' ? undefined : cursor, rawLimit !== undefined);
}

export function pageOfBody(app: App, call: Call, body: JsonObject): PageAsk {
  const number = (name: string): number | undefined => {
    const value = body[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value)) throw bad(`${name} must be an integer`);
    return value;
  };
  const cursor = body['cursor'];
  if (app.on('search-null-cursor-refused') && cursor === null) throw bad('cursor must be a string');
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string')
    throw bad('cursor must be a string');
  return settle(
    app,
    call,
    number('limit'),
    number('offset'),
    typeof cursor === 'string' ? cursor : undefined,
    false,
  );
}

export function paginate<T>(
  app: App,
  call: Call,
  items: readonly T[],
  ask: PageAsk,
  show: (item: T, index: number) => Json,
): JsonObject {
  const { limit } = ask;
  let { start } = ask;
  const op = call.op;
  let total = items.length;
  if (app.on('cohort-offset-one-based') && op === 'GET /smart-ia/cohorts' && !ask.viaCursor && start > 0)
    start -= 1;
  if (app.on('sess-offset-is-page') && op === 'GET /smart-ia/sessions/completed' && !ask.viaCursor)
    start *= limit;
  if (app.on('page-beyond-end-last-page') && op === 'GET /classes' && start >= total && total > 0)
    start = Math.floor((total - 1) / limit) * limit;
  let end = start + limit;
  if (app.on('cohort-limit-plus-one') && op === 'GET /smart-ia/cohorts' && ask.textual) end += 1;
  const slice = items.slice(start, end);
  if (app.on('page-beyond-end-total-zero') && slice.length === 0) total = 0;
  if (app.on('class-total-is-page-size') && op === 'GET /classes') total = slice.length;
  if (app.on('users-total-capped') && op === 'GET /users') total = Math.min(total, 100);

  let hasNext = start + limit < items.length;
  if (app.on('cohort-next-on-exact-end') && op === 'GET /smart-ia/cohorts' && start + limit === items.length)
    hasNext = true;
  if (app.on('users-next-missing-with-filter') && op === 'GET /users' && call.query.has('role'))
    hasNext = false;
  let next: Json = hasNext ? encodeCursor(app, start + limit) : null;
  if (app.on('page-last-next-empty-string') && next === null) next = '';

  let previous: Json = null;
  if (start > 0) {
    let back = Math.max(0, Math.min(start, Math.ceil(items.length / limit) * limit) - limit);
    if (app.on('page-previous-off-by-one')) back += 1;
    previous = encodeCursor(app, back);
    if (app.on('users-previous-null') && op === 'GET /users') previous = null;
    if (app.on('class-previous-only-via-offset') && op === 'GET /classes' && ask.viaCursor) previous = null;
  }

  const pagination: JsonObject = {
    total,
    limit,
    offset: ask.viaCursor ? 0 : ask.start,
    previousCursor: previous,
    nextCursor: next,
  };
  if (app.on('page-cursor-shows-position') && ask.viaCursor) pagination['offset'] = start;
  if (app.on('page-limit-as-string') && ask.textual) pagination['limit'] = String(limit);
  if (app.on('page-limit-is-count') && op === 'GET /smart-ia/sessions' && slice.length < limit)
    pagination['limit'] = slice.length;
  if (app.on('page-first-previous-left-out') && previous === null) delete pagination['previousCursor'];
  if (app.on('sess-search-total-missing') && op === 'POST /smart-ia/sessions/search')
    delete pagination['total'];
  if (app.on('manner.pagination-extra-fields')) pagination['count'] = slice.length;
  const data = slice.map((item, index) => show(item, index));
  return app.on('manner.pagination-before-data') ? { pagination, data } : { data, pagination };
}
