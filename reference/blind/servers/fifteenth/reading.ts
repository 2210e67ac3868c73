/** How queries and bodies are read: filters, dates, limits, sorts and cursors. */

import { teamOf } from './operations.ts';
import type { Asked, Ctx, Cursor, Json, Obj } from './types.ts';

export class Refusal extends Error {
  status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

export type FilterType =
  | 'uuids'
  | 'strings'
  | 'string'
  | 'email'
  | 'name'
  | 'word'
  | 'dates'
  | 'year'
  | 'search';

export interface Filter {
  /** What it is called inside, and what the request calls it. */
  name: string;
  given: string;
  type: FilterType;
  max?: number;
  words?: readonly string[];
}

export interface ListSpec {
  where: 'query' | 'body';
  filters: readonly Filter[];
  sorts: readonly string[];
  sort: { field: string; direction: 'asc' | 'desc' } | undefined;
  status: number;
  pages: boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INT = /^[+-]?\d+$/;
const DATE_TIME =
  /^(\d{4})-?(\d{2})-?(\d{2})[Tt](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
export const isObject = (value: unknown): value is Obj =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The moment that a date-time or a timestamp means, or undefined. */
export function moment(value: Json | undefined, dateOnly: boolean): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value * 1000 : undefined;
  if (typeof value !== 'string') return undefined;
  if (/^-?\d{1,12}$/.test(value)) return Number(value) * 1000;
  const text = dateOnly && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00Z` : value;
  const found = DATE_TIME.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined || hour === undefined) return undefined;
  if (minute === undefined || second === undefined || hour > 23 || minute > 59 || second > 59)
    return undefined;
  const milli = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3) || 0);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, milli);
  const back = new Date(time);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return undefined;
  const zone = found[8] ?? 'Z';
  if (zone === 'Z' || zone === 'z') return time;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return time - sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}

interface Raw {
  plain: Map<string, Json[]>;
  operators: Map<string, Map<string, Json>>;
}

function gatherQuery(c: Ctx, spec: ListSpec): Raw {
  const raw: Raw = { plain: new Map(), operators: new Map() };
  const known = new Set(['limit', 'offset', 'cursor', 'sort', ...spec.filters.map((filter) => filter.given)]);
  const rules = c.s.teams[teamOf(c.op)];
  for (const [name, value] of c.query) {
    const found = /^([A-Za-z]+)\[([A-Za-z]+)\]$/.exec(name);
    const base = found?.[1] ?? name;
    if (!known.has(base)) {
      if (rules.unknownParams === 'refuse') throw new Refusal(spec.status, `Unknown parameter ${name}.`);
      continue;
    }
    if (found?.[2] === undefined) {
      raw.plain.set(base, [...(raw.plain.get(base) ?? []), value]);
      continue;
    }
    const operators = raw.operators.get(base) ?? new Map<string, Json>();
    if (operators.has(found[2]) && rules.repeated === 'refuse')
      throw new Refusal(spec.status, `${name} is repeated.`);
    if (!operators.has(found[2]) || rules.repeated === 'last') operators.set(found[2], value);
    raw.operators.set(base, operators);
  }
  return raw;
}

function gatherBody(c: Ctx, spec: ListSpec): Raw {
  const raw: Raw = { plain: new Map(), operators: new Map() };
  const body = isObject(c.body) ? c.body : {};
  const search = body['search'] ?? {};
  if (!isObject(search)) throw new Refusal(spec.status, 'search is not an object.');
  const take = (name: string, value: Json | undefined, objects: boolean): void => {
    if (value === undefined) return;
    if (objects && isObject(value)) raw.operators.set(name, new Map(Object.entries(value)));
    else raw.plain.set(name, Array.isArray(value) && !objects ? [value] : [value]);
  };
  for (const filter of spec.filters) take(filter.given, search[filter.given], filter.type === 'dates');
  take('sort', body['sort'], true);
  for (const name of ['limit', 'offset', 'cursor']) take(name, body[name], false);
  return raw;
}

function one(c: Ctx, spec: ListSpec, raw: Raw, name: string): Json | undefined {
  const values = raw.plain.get(name);
  if (raw.operators.has(name)) throw new Refusal(spec.status, `${name} takes no operator.`);
  if (values === undefined) return undefined;
  const rules = c.s.teams[teamOf(c.op)];
  if (values.length > 1 && rules.repeated === 'refuse')
    throw new Refusal(spec.status, `${name} is repeated.`);
  return rules.repeated === 'last' ? values.at(-1) : values[0];
}

function integer(spec: ListSpec, name: string, value: Json): number {
  const number =
    typeof value === 'string' && spec.where === 'query' && INT.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number > 2_147_483_647 || number < 0) {
    throw new Refusal(spec.status, `${name} is not a whole number from 0.`);
  }
  return number;
}

function list(spec: ListSpec, filter: Filter, raw: Raw): Json | undefined {
  const values = raw.plain.get(filter.given);
  if (raw.operators.has(filter.given)) throw new Refusal(spec.status, `${filter.given} takes no operator.`);
  if (values === undefined) return undefined;
  const given = spec.where === 'body' ? values[0] : values;
  if (!Array.isArray(given)) throw new Refusal(spec.status, `${filter.given} is not an array.`);
  if (filter.max !== undefined && given.length > filter.max)
    throw new Refusal(spec.status, `${filter.given} has too many values.`);
  for (const value of given) {
    if (typeof value !== 'string' || value === '')
      throw new Refusal(spec.status, `${filter.given} has an empty value.`);
    if (filter.type === 'uuids' && !isUuid(value))
      throw new Refusal(spec.status, `${filter.given} has no UUID: ${value}`);
  }
  return given;
}

function dates(c: Ctx, spec: ListSpec, filter: Filter, raw: Raw): Json | undefined {
  if (raw.plain.has(filter.given)) throw new Refusal(spec.status, `${filter.given} takes operators.`);
  const operators = raw.operators.get(filter.given);
  if (operators === undefined) return undefined;
  const range: Obj = {};
  for (const [name, value] of operators) {
    if (!['gt', 'gte', 'lt', 'lte'].includes(name))
      throw new Refusal(spec.status, `${filter.given} has no operator ${name}.`);
    const time = moment(value, c.s.sessions.dateOnly);
    if (time === undefined)
      throw new Refusal(spec.status, `${filter.given}[${name}] is neither a date-time nor a timestamp.`);
    range[name] = time;
  }
  const low = range['gt'] ?? range['gte'];
  const high = range['lt'] ?? range['lte'];
  const none = typeof low === 'number' && typeof high === 'number' && low > high;
  if (none && c.s.sessions.emptyRange === 'refuse')
    throw new Refusal(spec.status, `${filter.given}: the range is empty.`);
  if ('gt' in range && 'gte' in range)
    throw new Refusal(spec.status, `${filter.given}: gt and gte exclude each other.`);
  if ('lt' in range && 'lte' in range)
    throw new Refusal(spec.status, `${filter.given}: lt and lte exclude each other.`);
  return range;
}

function single(c: Ctx, spec: ListSpec, filter: Filter, raw: Raw): Json | undefined {
  const value = one(c, spec, raw, filter.given);
  if (value === undefined) return undefined;
  const refuse = (why: string): never => {
    throw new Refusal(spec.status, `${filter.given}: ${why}.`);
  };
  if (typeof value !== 'string') return refuse('not a string');
  const rules = c.s.teams[teamOf(c.op)];
  if (filter.type === 'search' && value === '') {
    if (rules.emptySearch === 'refuse') refuse('empty');
    return rules.emptySearch === 'all' ? undefined : value;
  }
  if (filter.type === 'name' && value === '') refuse('at least one character');
  if (filter.type === 'year' && value !== 'current' && !isUuid(value)) refuse('neither a UUID nor current');
  if (filter.type === 'word' && !(filter.words ?? []).includes(value)) refuse('unknown value');
  if (filter.type === 'email' && !value.includes('@') && c.s.users.emailGrammar === 'refused')
    refuse('not an email');
  return value;
}

function sortOf(c: Ctx, spec: ListSpec, raw: Raw, asked: Asked): void {
  const rules = c.s.teams[teamOf(c.op)];
  const refuse = (why: string): void => {
    if (rules.sortUnknown === 'refuse') throw new Refusal(spec.status, why);
  };
  if (raw.plain.has('sort') && spec.sort !== undefined) refuse('sort takes sort[field] and sort[direction].');
  const operators = spec.sort === undefined ? undefined : raw.operators.get('sort');
  if (operators === undefined) return;
  for (const [name, value] of operators) {
    if (name === 'field' && typeof value === 'string' && spec.sorts.includes(value)) asked.sortField = value;
    else if (name === 'direction' && (value === 'asc' || value === 'desc')) asked.sortDirection = value;
    else refuse(`sort[${name}] cannot be that.`);
  }
}

function mask(c: Ctx, text: string, form: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (form === 'bytes')
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (0xb7 + ((at * 31) & 0x3f));
  if (form === 'long')
    return Buffer.concat([Buffer.from(`${c.op}#`.padEnd(240, '~')), bytes]).toString('base64');
  return bytes.toString('base64');
}

export function writeCursor(c: Ctx, cursor: Cursor): string {
  const form = c.s.teams[teamOf(c.op)].cursor;
  const parts = [c.op, cursor.direction, cursor.index, cursor.key, cursor.filters];
  if (form === 'nonce') return mask(c, JSON.stringify([...parts, c.world.requests]), form);
  return mask(c, form === 'text' ? parts.join('\n') : JSON.stringify(parts), form);
}

export function readCursor(c: Ctx, text: string): Cursor | undefined {
  const form = c.s.teams[teamOf(c.op)].cursor;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text) return undefined;
  if (form === 'bytes')
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (0xb7 + ((at * 31) & 0x3f));
  const plain = (form === 'long' ? bytes.subarray(240) : bytes).toString('utf8');
  let parts: unknown;
  try {
    parts = form === 'text' ? plain.split('\n') : JSON.parse(plain);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== (form === 'nonce' ? 6 : 5) || parts[0] !== c.op)
    return undefined;
  const [, direction, index, key, filters] = parts.map(String);
  if ((direction !== 'next' && direction !== 'previous') || index === undefined || !/^\d+$/.test(index))
    return undefined;
  return { direction, index: Number(index), key: key ?? '', filters: filters ?? '' };
}

/** What the filters and the sort are, in one text, for cursors that keep them. */
function kept(asked: Asked): string {
  return JSON.stringify([
    [...asked.filters].sort(([a], [b]) => (a < b ? -1 : 1)),
    asked.sortField,
    asked.sortDirection,
  ]);
}

function cursorOf(c: Ctx, spec: ListSpec, raw: Raw, asked: Asked): void {
  const value = one(c, spec, raw, 'cursor');
  if (value === undefined || value === null) return;
  const cursor = typeof value === 'string' ? readCursor(c, value) : undefined;
  if (cursor === undefined) throw new Refusal(spec.status, 'The cursor is none that this list gave.');
  const rules = c.s.teams[teamOf(c.op)];
  if (rules.cursorFilters === 'refuse' && cursor.filters !== kept(asked))
    throw new Refusal(spec.status, 'The cursor is of another search.');
  if (rules.cursorFilters === 'carry') {
    const [filters, field, direction] = JSON.parse(cursor.filters) as [
      [string, Json][],
      string,
      'asc' | 'desc',
    ];
    asked.filters = new Map(filters);
    asked.sortField = field;
    asked.sortDirection = direction;
  }
  asked.cursor = cursor;
}

export function readAsked(c: Ctx, spec: ListSpec): Asked & { kept: string } {
  const raw = spec.where === 'query' ? gatherQuery(c, spec) : gatherBody(c, spec);
  const asked: Asked = {
    filters: new Map(),
    sortField: spec.sort?.field ?? '',
    sortDirection: spec.sort?.direction ?? 'asc',
    limit: 100,
    offset: 0,
    cursor: undefined,
  };
  for (const filter of spec.filters) {
    const read =
      filter.type === 'uuids' || filter.type === 'strings'
        ? list(spec, filter, raw)
        : filter.type === 'dates'
          ? dates(c, spec, filter, raw)
          : single(c, spec, filter, raw);
    if (read !== undefined) asked.filters.set(filter.name, read);
  }
  sortOf(c, spec, raw, asked);
  if (!spec.pages) return { ...asked, limit: Number.MAX_SAFE_INTEGER, kept: '' };
  const rules = c.s.teams[teamOf(c.op)];
  const limit = one(c, spec, raw, 'limit');
  if (limit !== undefined) asked.limit = integer(spec, 'limit', limit);
  if (asked.limit === 0 && rules.zeroLimit === 'refuse')
    throw new Refusal(spec.status, 'limit is at least 1.');
  if (asked.limit > rules.maxLimit) {
    if (rules.overLimit === 'refuse') throw new Refusal(spec.status, `limit is at most ${rules.maxLimit}.`);
    asked.limit = rules.maxLimit;
  }
  const offset = one(c, spec, raw, 'offset');
  if (offset !== undefined) asked.offset = integer(spec, 'offset', offset);
  cursorOf(c, spec, raw, asked);
  if (
    asked.cursor !== undefined &&
    offset !== undefined &&
    (asked.offset !== 0 || c.s.offsetZero === 'refused')
  ) {
    throw new Refusal(spec.status, 'offset and cursor exclude each other.');
  }
  return { ...asked, kept: rules.cursorFilters === 'rerun' ? '' : kept(asked) };
}
