// From a query or a search body to the parameters of a list.

import { genders, roles } from './names.ts';
import type { Ctx } from './switches.ts';
import type { DateOps, FilterName, Filters, Json, ListArgs, Obj } from './types.ts';
import { isEmail, isUuid, moment } from './values.ts';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 500;
export const STATUS = { inProgress: 'IN_PROGRESS', completed: 'COMPLETED' };
export { genders, roles };

export interface Wants {
  filters: readonly FilterName[];
  /** The most values of an array filter. */
  most?: number;
  sorts: readonly string[];
  field: string;
  direction: string;
}

interface Source {
  /** All values of a parameter. */
  get(name: string): Json[];
  /** All values of an array filter; undefined where it is not there. */
  list(name: FilterName): Json[] | undefined;
  dates(name: 'startDate' | 'endDate'): [string, Json][];
  inBody: boolean;
}

const arrays: readonly FilterName[] = ['userId', 'upn', 'externalId', 'username', 'testId', 'subject'];
const isArray = (name: FilterName): name is 'userId' => arrays.includes(name);

export function fromQuery(c: Ctx, wants: Wants): ListArgs {
  const values = new Map<string, string[]>();
  for (const [name, value] of c.req.query) {
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  const get = (name: string): string[] => values.get(name) ?? [];
  const source: Source = {
    get,
    list: (name) => values.get(name),
    dates: (name) => [...values].flatMap(([key, list]) => dateEntries(name, key, list)),
    inBody: false,
  };
  const args = read(c, wants, source);
  for (const [name, list] of values) args.raw.set(name, list);
  return args;
}

function dateEntries(name: string, key: string, list: string[]): [string, Json][] {
  if (key !== name && !(key.startsWith(`${name}[`) && key.endsWith(']'))) return [];
  const operator = key === name ? '' : key.slice(name.length + 1, -1);
  return list.map((value) => [operator, value]);
}

export function fromBody(c: Ctx, wants: Wants): ListArgs {
  const body = c.body;
  const search = body['search'] ?? {};
  const sort = body['sort'] ?? {};
  if (!isObject(search)) c.fail(400, 'search.object', 'search must be an object');
  if (!isObject(sort)) c.fail(400, 'sort.object', 'sort must be an object');
  const inner = isObject(search) ? search : {};
  const order = isObject(sort) ? sort : {};
  const one = (value: Json | undefined): Json[] => (value === undefined ? [] : [value]);
  const source: Source = {
    get: (name) => {
      if (name === 'limit' || name === 'offset' || name === 'cursor') return one(body[name]);
      if (name.startsWith('sort[')) return one(order[name.slice(5, -1)]);
      return one(inner[name]);
    },
    list: (name) => {
      const value = inner[`${name}s`];
      if (value === undefined) return undefined;
      if (!Array.isArray(value)) c.fail(400, `array.${name}`, `${name}s must be an array`);
      return Array.isArray(value) ? (value.length > 0 ? value : undefined) : one(value);
    },
    dates: (name) => {
      const value = inner[name];
      if (value === undefined) return [];
      return isObject(value) ? Object.entries(value) : [['', value]];
    },
    inBody: true,
  };
  const args = read(c, wants, source);
  for (const [name, value] of Object.entries(inner))
    args.raw.set(name, Array.isArray(value) ? value : [value]);
  return args;
}

export function isObject(value: Json | undefined): value is Obj {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function read(c: Ctx, wants: Wants, source: Source): ListArgs {
  const limit = integer(c, source, 'limit', 1, MAX_LIMIT);
  const offset = integer(c, source, 'offset', 0, 2_147_483_647);
  const cursor = readCursor(c, source);
  if (cursor !== null && offset !== undefined)
    c.fail(400, 'cursor.offset', 'offset and cursor cannot be combined');
  const field = single(c, source, 'sort[field]');
  const direction = single(c, source, 'sort[direction]');
  if (wants.sorts.length > 0) {
    if (field !== undefined && !(typeof field === 'string' && wants.sorts.includes(field)))
      c.fail(400, 'sort.field', `sort field must be one of ${wants.sorts.join(', ')}`);
    if (direction !== undefined && direction !== 'asc' && direction !== 'desc')
      c.fail(400, 'sort.direction', 'sort direction must be asc or desc');
  }
  const known = typeof field === 'string' && wants.sorts.includes(field);
  return {
    limit: limit ?? DEFAULT_LIMIT,
    limitGiven: limit !== undefined,
    offset: offset ?? 0,
    offsetGiven: offset !== undefined,
    cursor,
    field: known ? field : wants.field,
    direction: direction === 'asc' || direction === 'desc' ? direction : wants.direction,
    sortGiven: field !== undefined || direction !== undefined,
    f: readFilters(c, wants, source),
    raw: new Map(),
  };
}

function single(c: Ctx, source: Source, name: string): Json | undefined {
  const values = source.get(name);
  if (values.length > 1) c.fail(400, `repeat.${name}`, `${name} may be given once`);
  return values[0];
}

function integer(c: Ctx, source: Source, name: string, least: number, most: number): number | undefined {
  const value = single(c, source, name);
  if (value === undefined) return undefined;
  let number = Number.NaN;
  if (source.inBody) number = typeof value === 'number' ? value : Number.NaN;
  else if (typeof value === 'string' && /^-?\d+$/.test(value)) number = Number(value);
  if (!Number.isInteger(number)) {
    c.fail(400, `${name}.type`, `${name} must be an integer`);
    return undefined;
  }
  if (number < least || number > most)
    c.fail(400, `${name}.range`, `${name} must be from ${least} to ${most}`);
  return number;
}

function readCursor(c: Ctx, source: Source): string | null {
  const value = single(c, source, 'cursor');
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && value !== '') return value;
  c.fail(400, 'cursor.bad', 'cursor must be one that an earlier response gave');
  return null;
}

function readFilters(c: Ctx, wants: Wants, source: Source): Filters {
  const f: Filters = {};
  for (const name of wants.filters) {
    if (name === 'startDate' || name === 'endDate') {
      const ops = readDates(c, name, source);
      if (ops) f[name] = ops;
    } else if (isArray(name)) {
      const values = source.list(name);
      if (values) f[name] = readArray(c, name, values, wants);
    } else {
      const value = single(c, source, name);
      if (value !== undefined) Object.assign(f, { [name]: readOne(c, name, value) });
    }
  }
  return f;
}

function readArray(c: Ctx, name: FilterName, values: Json[], wants: Wants): string[] {
  if (wants.most !== undefined && values.length > wants.most)
    c.fail(400, `count.${name}`, `${name} may be given at most ${wants.most} times`);
  const uuids = name === 'userId' || name === 'testId';
  const texts: string[] = [];
  for (const value of values) {
    if (typeof value !== 'string') c.fail(400, `type.${name}`, `${name} must be a string`);
    if (uuids && !isUuid(value)) c.fail(400, `uuid.${name}`, `${name} must be a UUID`);
    texts.push(uuids ? String(value).toLowerCase() : String(value));
  }
  return texts;
}

function readOne(c: Ctx, name: FilterName, value: Json): string {
  if (typeof value !== 'string') c.fail(400, `type.${name}`, `${name} must be a string`);
  const text = String(value);
  if (name === 'academicYearId' && text !== 'current' && !isUuid(text))
    c.fail(400, 'year', 'academicYearId must be a UUID or current');
  if (name === 'email' && !isEmail(text)) c.fail(400, 'email', 'email must be an email address');
  if (name === 'name' && text === '') c.fail(400, 'name', 'name must have at least one character');
  if (name === 'role' && !(roles as readonly string[]).includes(text))
    c.fail(400, 'role', `role must be one of ${roles.join(', ')}`);
  if (name === 'status' && text !== STATUS.inProgress && text !== STATUS.completed)
    c.fail(400, 'status', `status must be ${STATUS.inProgress} or ${STATUS.completed}`);
  return name === 'academicYearId' ? text.toLowerCase() : text;
}

function readDates(c: Ctx, name: 'startDate' | 'endDate', source: Source): DateOps | undefined {
  const ops: DateOps = {};
  let some = false;
  for (const [operator, value] of source.dates(name)) {
    some = true;
    if (operator !== 'gt' && operator !== 'gte' && operator !== 'lt' && operator !== 'lte') {
      c.fail(400, `operator.${name}`, `${name} takes gt, gte, lt and lte`);
      continue;
    }
    if (ops[operator] !== undefined) c.fail(400, `repeat.${name}`, `${name}[${operator}] may be given once`);
    const ms = moment(value);
    if (ms === undefined) {
      c.fail(400, `date.${name}`, `${name}[${operator}] must be a date-time or a Unix timestamp`);
      continue;
    }
    ops[operator] = ms;
  }
  if (ops.gt !== undefined && ops.gte !== undefined)
    c.fail(400, `both.gt.${name}`, `${name}[gt] and ${name}[gte] cannot be used together`);
  if (ops.lt !== undefined && ops.lte !== undefined)
    c.fail(400, `both.lt.${name}`, `${name}[lt] and ${name}[lte] cannot be used together`);
  return some ? ops : undefined;
}
