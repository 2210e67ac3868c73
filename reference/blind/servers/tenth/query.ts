// The query layer of all lists: filter, order, page.

import { STATUS, type Wants } from './parse.ts';
import { fullName } from './present.ts';
import type { Ctx } from './switches.ts';
import type {
  DateOps,
  FilterName,
  Filters,
  Group,
  Json,
  ListArgs,
  Obj,
  Reply,
  Row,
  Session,
  Study,
  User,
  Window,
} from './types.ts';

export interface Listing extends Wants {
  table: (c: Ctx) => readonly Row[];
  /** The name under which orders of this list are kept. */
  name: string;
  show: (row: Row, c: Ctx) => Obj;
}

const collator = new Intl.Collator('en');

type Test = (row: Row) => boolean;

function within(ops: DateOps, at: number | undefined): boolean {
  if (at === undefined) return false;
  if (ops.gt !== undefined && !(at > ops.gt)) return false;
  if (ops.gte !== undefined && !(at >= ops.gte)) return false;
  if (ops.lt !== undefined && !(at < ops.lt)) return false;
  return !(ops.lte !== undefined && !(at <= ops.lte));
}

function contains(values: readonly string[]): (text: string | undefined) => boolean {
  const set = new Set(values);
  return (text) => text !== undefined && set.has(text);
}

function filterTest(name: FilterName, f: Filters, c: Ctx): Test {
  const { world } = c;
  const list = f[name];
  const has = contains(Array.isArray(list) ? list : []);
  const text = typeof list === 'string' ? list : '';
  const lower = text.toLowerCase();
  switch (name) {
    case 'search':
      return (row) => (row as Group).name.toLowerCase() === lower;
    case 'academicYearId': {
      const yearId = text === 'current' ? world.currentYear()?.id : text;
      return (row) => (row as Group).yearId === yearId;
    }
    case 'userId':
      return (row) => has('userId' in row ? row.userId : row.id);
    case 'upn':
    case 'externalId':
    case 'username':
      return (row) => has((row as User)[name]);
    case 'email':
      return (row) => (row as User).emails.some((one) => one.toLowerCase() === lower);
    case 'name':
      return (row) =>
        fullName(row as User)
          .toLowerCase()
          .includes(lower);
    case 'role':
      return (row) => (row as User).roles.includes(text);
    case 'testId':
      return (row) => has((row as Session).testId);
    case 'subject':
      return (row) => has(world.tests.get((row as Session).testId)?.subject);
    case 'status':
      return (row) => ((row as Session).end === undefined) === (text === STATUS.inProgress);
    case 'startDate':
      return (row) => within(f.startDate ?? {}, (row as Session | Study).start);
    case 'endDate':
      return (row) => within(f.endDate ?? {}, (row as Session | Study).end);
  }
}

function filtered(rows: readonly Row[], args: ListArgs, c: Ctx): Row[] {
  const tests: Test[] = [];
  for (const name of Object.keys(args.f) as FilterName[]) {
    const test = filterTest(name, args.f, c);
    const bends = c.switches.at('test', c.op, name);
    if (bends.length === 0) tests.push(test);
    else tests.push((row) => bends.reduce((ok, bend) => bend(ok, row, args, c), test(row)));
  }
  const bends = c.switches.at('all', c.op);
  if (tests.length === 0 && bends.length === 0) return [...rows];
  return rows.filter((row) => {
    const ok = tests.every((test) => test(row));
    return bends.length === 0 ? ok : bends.reduce((sofar, bend) => bend(sofar, row, args, c), ok);
  });
}

export function sortKey(row: Row, field: string, c: Ctx): string | number | undefined {
  const user = row as User;
  const session = row as Session;
  switch (field) {
    case 'createdAt':
      return user.createdAt;
    case 'updatedAt':
      return user.updatedAt;
    case 'username':
      return user.username;
    case 'firstName':
      return user.first;
    case 'lastName':
      return 'userId' in row ? c.world.users.get(row.userId)?.last : user.last;
    case 'startDate':
      return session.start;
    case 'endDate':
      return session.end;
    case 'subject':
      return c.world.tests.get(session.testId)?.subject;
    default:
      return row.seq;
  }
}

/** Compares two rows; what has no value comes after what has one. */
export function compareRows(a: Row, b: Row, field: string, c: Ctx): number {
  const x = sortKey(a, field, c);
  const y = sortKey(b, field, c);
  if (x === y) return 0;
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  if (typeof x === 'string' && typeof y === 'string') return collator.compare(x, y);
  return x < y ? -1 : 1;
}

function ordered(listing: Listing, args: ListArgs, c: Ctx): Row[] {
  const { field, direction } = args;
  const bends = c.switches.at('compare', c.op);
  const key = `${listing.name}|${field}|${direction}`;
  const kept = bends.length === 0 ? c.world.orders.get(key) : undefined;
  if (kept) return kept;
  const sign = direction === 'desc' ? -1 : 1;
  const rows = [...listing.table(c)].sort((a, b) => {
    const plain = sign * compareRows(a, b, field, c);
    return bends.reduce((n, bend) => bend(n, a, b, args, c), plain) || a.seq - b.seq;
  });
  if (bends.length === 0) c.world.orders.set(key, rows);
  return rows;
}

/** A cursor: where it stands, on which side, and at which row; base64. */
export function makeCursor(op: string, by: 'a' | 'b', index: number, id: string): string {
  return btoa(`${by}|${index}|${id}|${op.length}.${op.charCodeAt(op.length - 3)}`);
}

export function readCursor(c: Ctx, text: string): { by: 'a' | 'b'; index: number; id: string } | undefined {
  try {
    const m = /^([ab])\|(\d+)\|([^|]*)\|(.*)$/.exec(atob(text));
    if (m && m[4] === `${c.op.length}.${c.op.charCodeAt(c.op.length - 3)}`)
      return { by: m[1] === 'a' ? 'a' : 'b', index: Number(m[2]), id: m[3] ?? '' };
  } catch {
    return undefined;
  }
  return undefined;
}

function place(rows: readonly Row[], index: number, id: string): number {
  if (id === '' || rows[index]?.id === id) return index;
  const found = rows.findIndex((row) => row.id === id);
  return found < 0 ? index : found;
}

export function paged(rows: Row[], args: ListArgs, c: Ctx): Window {
  const total = rows.length;
  const w: Window = {
    rows,
    page: [],
    total,
    limit: args.limit,
    offset: args.offset,
    prev: null,
    next: null,
    by: '',
    start: Math.min(args.offset, total),
    end: Math.min(args.offset + args.limit, total),
  };
  if (args.cursor !== null) {
    const cursor = readCursor(c, args.cursor);
    if (!cursor) c.fail(400, 'cursor.bad', 'cursor must be one that an earlier response gave');
    else {
      const at = Math.min(place(rows, cursor.index, cursor.id), total);
      w.by = cursor.by;
      w.start = cursor.by === 'a' ? Math.min(at + 1, total) : Math.max(0, at - args.limit);
      w.end = cursor.by === 'a' ? Math.min(w.start + args.limit, total) : at;
      w.offset = 0;
    }
  }
  for (const bend of c.switches.at('span', c.op)) bend(w, args, c);
  w.page = rows.slice(w.start, w.end);
  linkPages(w, c);
  for (const bend of c.switches.at('page', c.op)) bend(w, args, c);
  return w;
}

export function linkPages(w: Window, c: Ctx): void {
  const last = w.rows[w.end - 1];
  w.next = w.end < w.rows.length && last ? makeCursor(c.op, 'a', w.end - 1, last.id) : null;
  w.prev =
    w.start > 0 && w.rows.length > 0
      ? makeCursor(c.op, 'b', w.start, w.page.length > 0 ? (w.rows[w.start]?.id ?? '') : '')
      : null;
}

export function answerList(listing: Listing, args: ListArgs, c: Ctx): Reply {
  c.args = args;
  for (const bend of c.switches.at('args', c.op)) bend(args, c);
  let rows = filtered(ordered(listing, args, c), args, c);
  for (const bend of c.switches.at('rows', c.op)) rows = bend(rows, args, c);
  const w = paged(rows, args, c);
  const pagination: Obj = {
    total: w.total,
    limit: w.limit,
    offset: w.offset,
    previousCursor: w.prev,
    nextCursor: w.next,
  };
  return { status: 200, headers: {}, body: { data: showAll(w.page, listing.show, c), pagination } };
}

export function showAll(rows: readonly Row[], show: (row: Row, c: Ctx) => Obj, c: Ctx): Json[] {
  const bends = c.switches.at('item', c.op);
  return rows.map((row) => {
    const json = show(row, c);
    for (const bend of bends) bend(json, row, c);
    return json;
  });
}

export function showOne(row: Row, json: Obj, c: Ctx): Obj {
  for (const bend of c.switches.at('single', c.op)) bend(json, row, c);
  return json;
}
