// Reading parameters of the query and of search bodies, with the refusals that belong to them.

import { readCursor } from './paging.ts';
import { type Ctx, type Json, must, type PageAsk, Refusal, type Row, type SortAsk } from './types.ts';

export function refuse(
  c: Ctx,
  code: string,
  fails: boolean,
  status: number,
  detail: string,
  value?: unknown,
): void {
  const rule = c.step('rule', { code, fails, status, value });
  if (rule.fails) throw new Refusal(rule.status, code, detail);
}

export const isUuid = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export function all(c: Ctx, name: string): string[] {
  return c.query.filter(([key]) => key === name).map(([, value]) => value);
}

export function one(c: Ctx, name: string): string | undefined {
  const values = all(c, name);
  if (values.length > 1)
    refuse(c, `twice.${name}`, c.s.twice === 'refuse', 400, `${name} is given more than once`, values);
  return c.s.twice === 'last' ? values[values.length - 1] : values[0];
}

// A source of values: the query, or a body.
export interface Source {
  has: (name: string) => boolean;
  raw: (name: string) => unknown;
  body: boolean;
}

export function querySource(c: Ctx): Source {
  return { has: (name) => all(c, name).length > 0, raw: (name) => one(c, name), body: false };
}
export function bodySource(body: Json): Source {
  return { has: (name) => body[name] !== undefined, raw: (name) => body[name], body: true };
}

// The status of a refused query: the session lists state none.
const queryStatus = (c: Ctx): number => (c.op.includes('sessions') ? c.s.sessionStatus : 400);

function whole(c: Ctx, source: Source, name: string): number | null {
  if (!source.has(name)) return null;
  const raw = source.raw(name);
  if (raw === '' && c.s.emptyParam === 'ignore') return null;
  if (raw === null && source.body && c.s.nullFilters) return null;
  const status = source.body ? c.s.searchStatus : queryStatus(c);
  let fine = source.body
    ? typeof raw === 'number' && Number.isInteger(raw)
    : typeof raw === 'string' && /^-?\d+$/.test(raw);
  if (!fine && source.body && c.s.coerce && typeof raw === 'string' && /^-?\d+$/.test(raw)) fine = true;
  const value = fine ? Number(raw) : NaN;
  refuse(c, `${name}.integer`, !fine, status, `${name} must be an integer`, raw);
  refuse(c, `${name}.int32`, Math.abs(value) > 2147483647, status, `${name} must be an int32`, value);
  refuse(c, `${name}.negative`, value < 0, status, `${name} must not be negative`, value);
  return Number.isFinite(value) ? value : 0;
}

export function pageAsk(c: Ctx, source: Source): PageAsk {
  const status = source.body ? c.s.searchStatus : queryStatus(c);
  const limit = whole(c, source, 'limit');
  const offset = whole(c, source, 'offset');
  let used = limit ?? 100;
  if (limit === 0) refuse(c, 'limit.zero', c.s.zero === 'refuse', status, 'limit must be at least 1', limit);
  if (used > c.s.max) {
    refuse(c, 'limit.max', c.s.over === 'refuse', status, `limit must be at most ${c.s.max}`, used);
    if (c.s.over === 'cap') used = c.s.max;
  }
  let cursor: string | null = null;
  if (source.has('cursor')) {
    const raw = source.raw('cursor');
    refuse(c, 'cursor.text', raw !== null && typeof raw !== 'string', status, 'cursor must be a string', raw);
    if (typeof raw === 'string' && !(raw === '' && c.s.emptyParam === 'ignore')) cursor = raw;
  }
  if (cursor !== null && source.has('offset')) {
    const none = c.s.zeroOffset === 'no offset' && offset === 0;
    refuse(
      c,
      'cursor.offset',
      offset !== null && !none,
      status,
      'cursor cannot be combined with offset',
      offset,
    );
  }
  let place = null;
  if (cursor !== null) {
    place = readCursor(c, cursor);
    refuse(c, 'cursor.known', place === null, status, 'cursor is not known', cursor);
    if (place) place = c.step('cursor', place);
  }
  return c.step('page', { limit: used, offset: cursor === null ? (offset ?? 0) : 0, cursor, place });
}

export type Orders<T extends Row> = Record<string, (row: T) => string | number | undefined>;

export function sortAsk<T extends Row>(
  c: Ctx,
  source: Source,
  fields: string[],
  orders: Orders<T>,
  fallback: [string, string],
): SortAsk {
  const status = source.body ? c.s.searchStatus : queryStatus(c);
  let field: unknown;
  let direction: unknown;
  if (source.body) {
    const sort = source.raw('sort');
    if (sort !== undefined && !(sort === null && c.s.nullFilters)) {
      refuse(
        c,
        'sort.object',
        typeof sort !== 'object' || sort === null || Array.isArray(sort),
        status,
        'sort must be an object',
        sort,
      );
      ({ field, direction } = (sort ?? {}) as Json);
    }
  } else {
    field = source.raw('sort[field]');
    direction = source.raw('sort[direction]');
    refuse(
      c,
      'sort.plain',
      source.has('sort') && c.s.plainDate === 'refuse',
      400,
      'sort must be an object',
      null,
    );
  }
  const known = field === undefined || fields.includes(field as string);
  refuse(c, 'sort.field', !known && c.s.badSort === 'refuse', status, 'unknown sort field', field);
  const turned = direction === undefined || c.s.directions.includes(direction as string);
  refuse(
    c,
    'sort.direction',
    !turned && c.s.badSort === 'refuse',
    status,
    'unknown sort direction',
    direction,
  );
  const half = c.s.halfSort === 'desc' ? c.s.directions[1] : c.s.directions[0];
  const chosen = known && field !== undefined ? (field as string) : fallback[0];
  const way =
    turned && direction !== undefined
      ? (direction as string)
      : field === undefined || c.s.halfSort === 'default'
        ? fallback[1] === 'desc'
          ? c.s.directions[1]
          : c.s.directions[0]
        : half;
  const value = (row: T) => must(orders[chosen])(row);
  const sign = way === c.s.directions[1] ? -1 : 1;
  const compare = (a: T, b: T): number => {
    const x = value(a);
    const y = value(b);
    if (x === undefined || y === undefined) return x === y ? 0 : x === undefined ? 1 : -1;
    return x < y ? -sign : x > y ? sign : 0;
  };
  return c.step('sort', { field: chosen, direction: sign < 0 ? 'desc' : 'asc', compare });
}

// A date-time or a Unix timestamp, in milliseconds; null if it is neither.
export function instant(c: Ctx, raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isInteger(raw) ? raw * 1000 : null;
  if (typeof raw !== 'string') return null;
  if (/^-?\d+$/.test(raw)) return Number(raw) * 1000;
  const dated = /^(\d{4})-(\d\d)-(\d\d)$/.exec(raw);
  if (dated) return c.s.dateOnly ? Date.parse(raw) || null : null;
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d:?\d\d)$/.exec(raw);
  if (!found || (found[8] !== 'Z' && !c.s.zones)) return null;
  const [y, mo, d, h, mi, sec] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const last = new Date(Date.UTC(y, mo, 0)).getUTCDate();
  if (mo < 1 || mo > 12 || d < 1 || d > last || h > 23 || mi > 59 || (sec || 0) > 59) return null;
  const time = Date.UTC(y, mo - 1, d, h, mi, sec || 0, Number(`${found[7] ?? '0'}00`.slice(0, 3)));
  if (found[8] === 'Z') return time;
  const zone = (found[8] ?? '').replace(':', '');
  return (
    time - (zone[0] === '-' ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5))) * 60000
  );
}
