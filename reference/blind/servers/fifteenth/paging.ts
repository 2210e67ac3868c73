/** Lists: what the filters leave, in its order, by pages. */

import { teamOf } from './operations.ts';
import { writeCursor } from './reading.ts';
import type { Answer, Asked, Ctx, Json, Obj, Page, Row } from './types.ts';

export interface ListWork<T extends Row> {
  rows: Iterable<T>;
  matches: (row: T, name: string, value: Json, filters: ReadonlyMap<string, Json>) => boolean;
  key: (row: T) => string;
  compare: (left: T, right: T) => number;
  show: (row: T) => Obj;
}

export function found<T extends Row>(c: Ctx, asked: Asked, work: ListWork<T>): T[] {
  for (const hook of c.hooks('asked')) hook.asked?.(c, asked);
  const all = [...work.rows];
  const filters = [...asked.filters];
  let rows = all.filter((row) =>
    filters.every(([name, value]) => work.matches(row, name, value, asked.filters)),
  );
  rows.sort(work.compare);
  for (const hook of c.hooks('rows')) rows = (hook.rows?.(c, rows, asked, all) as T[] | undefined) ?? rows;
  return rows;
}

export function shown(c: Ctx, view: Obj, row: Row): Obj {
  for (const hook of c.hooks('view')) hook.view?.(c, view, row);
  return view;
}

function bounds(
  asked: Asked,
  total: number,
  at: (key: string) => number,
  overlap: boolean,
): [number, number] {
  const { cursor, limit } = asked;
  if (cursor === undefined) return [asked.offset, asked.offset + limit];
  if (cursor.direction === 'next') {
    const index = at(cursor.key);
    const start = index >= 0 ? index + 1 : cursor.index;
    return [start, start + limit];
  }
  const index = at(cursor.key);
  const end = Math.min(total, index >= 0 ? index : cursor.index);
  const start = Math.max(0, end - limit);
  return [start, overlap ? start + limit : end];
}

export function pageOf<T extends Row>(c: Ctx, asked: Asked & { kept: string }, work: ListWork<T>): Answer {
  const rows = found(c, asked, work);
  const rules = c.s.teams[teamOf(c.op)];
  const total = rows.length;
  const at = (key: string): number =>
    rules.anchor === 'key' && key !== '' ? rows.findIndex((row) => work.key(row) === key) : -1;
  const [start, stop] = bounds(asked, total, at, rules.previous === 'overlap');
  const end = Math.min(total, stop);
  const part = rows.slice(start, end);
  const data: Json[] = part.map((row) => shown(c, work.show(row), row));
  const near = Math.min(start, total);
  const last = rows[end - 1];
  const first = rows[near];
  const cursor = (direction: 'next' | 'previous', index: number, row: T | undefined): string =>
    writeCursor(c, { direction, index, key: row === undefined ? '' : work.key(row), filters: asked.kept });
  const pagination: Obj = {
    total,
    limit: asked.limit,
    offset: asked.cursor === undefined ? asked.offset : 0,
    previousCursor: near > 0 ? cursor('previous', near, first) : null,
    nextCursor: end < total && start < total ? cursor('next', end, last) : null,
  };
  const page: Page = { data, pagination };
  for (const hook of c.hooks('page')) hook.page?.(c, page, asked, rows);
  const body: Obj = { data: page.data, pagination: page.pagination };
  if (rules.envelope) body['links'] = { self: `${c.url.pathname}${c.url.search}` };
  return { status: 200, body, headers: {} };
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Texts in order, the missing ones last. */
export function byText(left: string, right: string, collation: 'code' | 'fold'): number {
  if (left === '' || right === '') return left === right ? 0 : left === '' ? 1 : -1;
  const one = collation === 'fold' ? fold(left) : left;
  const two = collation === 'fold' ? fold(right) : right;
  if (one !== two) return one < two ? -1 : 1;
  return left === right ? 0 : left < right ? -1 : 1;
}
