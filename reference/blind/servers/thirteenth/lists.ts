import { integer, oneOf, refuse, whole } from './checks.ts';
import type { Hooks } from './hooks.ts';
import type { Ctx, Json, Out, Window } from './types.ts';

export const largest = 400;

export interface Sort {
  field: string;
  down: boolean;
}

export function token(kind: string, back: boolean, at: number): string {
  return Buffer.from(`${kind}:${back ? 'p' : 'n'}:${at}`).toString('base64');
}

function readToken(kind: string, value: unknown): { back: boolean; at: number } {
  const text = typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : '';
  const m = /^([a-z]+):([pn]):(\d{1,9})$/.exec(text);
  if (m?.[1] !== kind || Buffer.from(text).toString('base64') !== value)
    refuse('cursor is not one of this list.');
  return { back: m[2] === 'p', at: Number(m[3]) };
}

export function readWindow(kind: string, from: Json, number = integer): Window {
  const w: Window = { limit: 100, offset: 0, start: 0, stop: 0, total: 0 };
  if (from['limit'] !== undefined) w.limit = number(from['limit'], 'limit', 1, largest);
  if (from['offset'] !== undefined) w.offset = number(from['offset'], 'offset', 0, 2147483647);
  if (from['cursor'] !== undefined && from['cursor'] !== null) {
    if (from['offset'] !== undefined) refuse('offset and cursor cannot be used together.');
    w.cursor = readToken(kind, from['cursor']);
  }
  return w;
}

export function windowOfQuery(kind: string, c: Ctx): Window {
  const from: Json = {};
  for (const name of ['limit', 'offset', 'cursor']) {
    const all = c.query.getAll(name);
    if (all.length > 1) refuse(`${name} is given twice.`);
    if (all.length === 1) from[name] = all[0];
  }
  return readWindow(kind, from, whole);
}

export function pageOut<T>(
  h: Hooks,
  c: Ctx,
  kind: string,
  rows: readonly T[],
  w: Window,
  view: (row: T) => Json,
): Out {
  w.total = rows.length;
  if (w.cursor?.back) {
    w.stop = Math.min(w.cursor.at, rows.length);
    w.start = Math.max(0, w.stop - w.limit);
  } else {
    w.start = w.cursor ? w.cursor.at : w.offset;
    w.stop = Math.min(rows.length, w.start + w.limit);
  }
  for (const f of h.at('page', c)) f(w, c);
  const pagination = {
    total: w.total,
    limit: w.limit,
    offset: w.cursor ? 0 : w.offset,
    previousCursor: w.start > 0 ? token(kind, true, w.start) : null,
    nextCursor: w.stop < rows.length && w.start < rows.length ? token(kind, false, w.stop) : null,
  };
  return { status: 200, headers: {}, body: { data: rows.slice(w.start, w.stop).map(view), pagination } };
}

export function readSort(from: Json, fields: readonly string[], first: string, down: boolean): Sort {
  const sort: Sort = { field: first, down };
  if (from['field'] !== undefined) sort.field = oneOf(fields)(from['field'], 'sort[field]');
  if (from['direction'] !== undefined)
    sort.down = oneOf(['asc', 'desc'])(from['direction'], 'sort[direction]') === 'desc';
  return sort;
}

export function sortOfQuery(c: Ctx): Json {
  const from: Json = {};
  for (const name of c.query.keys()) {
    const m = /^sort\[(.*)\]$/.exec(name);
    if (name === 'sort' || (m && m[1] !== 'field' && m[1] !== 'direction'))
      refuse('sort takes a field and a direction.');
    if (m?.[1]) {
      if (c.query.getAll(name).length > 1) refuse(`${name} is given twice.`);
      from[m[1]] = c.query.get(name) ?? undefined;
    }
  }
  return from;
}

type Value = string | number | undefined;

/** In order of a value; who has none comes last; equal ones in the order of their ids. */
export function sorted<T extends { id: string }>(
  rows: readonly T[],
  value: (row: T) => Value,
  down: boolean,
): T[] {
  const keyed = rows.map((row) => {
    const v = value(row);
    return { row, v: typeof v === 'string' ? v.toLowerCase() : v };
  });
  keyed.sort((a, b) => {
    if (a.v !== b.v) {
      if (a.v === undefined) return 1;
      if (b.v === undefined) return -1;
      return (a.v < b.v ? -1 : 1) * (down ? -1 : 1);
    }
    return a.row.id < b.row.id ? -1 : 1;
  });
  return keyed.map((k) => k.row);
}
