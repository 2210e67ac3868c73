import { invalid } from './http.ts';
import type { On } from './switches.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One value of a query parameter; given twice it is an error. */
export function single(query: URLSearchParams, name: string): string | undefined {
  const all = query.getAll(name);
  if (all.length > 1) throw invalid(`${name} can be given once.`);
  return all[0];
}

const MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** An ISO 8601 date-time (UTC unless it says otherwise) in milliseconds. */
export function isoMillis(text: string): number | undefined {
  const m = ISO.exec(text);
  if (!m) return undefined;
  const [y, mo, d, h, mi, s] = [m[1], m[2], m[3], m[4], m[5], m[6] ?? '0'].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (!isDay(`${m[1]}-${m[2]}-${m[3]}`) || mi > 59 || s > 60 || h > 24 || (h === 24 && (mi > 0 || s > 0)))
    return undefined;
  const ms = m[7] === undefined ? 0 : Number(m[7].padEnd(9, '0')) / 1e6;
  let shift = 0;
  const zone = m[8];
  if (zone && zone.toUpperCase() !== 'Z') {
    const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
    if (Number(digits.slice(0, 2)) > 23 || Number(digits.slice(2)) > 59) return undefined;
    shift = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * (zone.startsWith('-') ? -1 : 1);
  }
  const base = new Date(0);
  base.setUTCFullYear(y, mo - 1, d);
  base.setUTCHours(h, mi, s, 0);
  return base.getTime() + ms - shift * 60_000;
}

export function isDay(text: string): boolean {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!m) return false;
  const [y, mo, d] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (mo < 1 || mo > 12 || d < 1 || d > (MONTHS[mo - 1] as number)) return false;
  return !(mo === 2 && d === 29 && !((y % 4 === 0 && y % 100 !== 0) || y % 400 === 0));
}

export type Operator = 'gt' | 'gte' | 'lt' | 'lte';
const OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];
export type Range = Partial<Record<Operator, number>>;

function moment(value: unknown, field: string, on: On): number | undefined {
  let text = typeof value === 'number' && Number.isInteger(value) ? String(value) : value;
  if (typeof text === 'string') {
    if (/^[+-]?\d{1,13}$/.test(text)) {
      if (on('sessions-unix-refused') || (field === 'endDate' && on('sessions-unix-end-refused')))
        throw invalid(`${field} is no date-time.`);
      return on('sessions-unix-millis') ? Number(text) : Number(text) * 1000;
    }
    if (on('sessions-iso-offset-dropped')) text = text.replace(/[+-]\d{2}:?\d{2}$/, 'Z');
    if (on('sessions-iso-day')) text = (text as string).replace(/T.*$/, 'T00:00:00Z');
    if (on('sessions-iso-seconds')) text = (text as string).replace(/\.\d+/, '');
    const ms = isoMillis(text as string);
    if (ms !== undefined)
      return on('sessions-iso-year-only') ? Number.parseInt(text as string, 10) * 1000 : ms;
  }
  if (on('sessions-date-garbage')) return undefined;
  if (on('sessions-date-empty-page')) return Number.NaN;
  throw invalid(`${field} takes an ISO 8601 date-time or a Unix timestamp.`);
}

/** The operators of one date filter. */
export function range(given: Json | undefined, field: 'startDate' | 'endDate', on: On): Range | undefined {
  if (given === undefined) return undefined;
  const found: Range = {};
  for (const [name, value] of Object.entries(given)) {
    if (!OPERATORS.includes(name)) throw invalid(`${field} has no operator ${name}.`);
    const ms = moment(value, field, on);
    if (ms !== undefined) found[name as Operator] = ms;
  }
  const both =
    (field === 'startDate' && on('sessions-gt-gte-accepted')) ||
    (field === 'endDate' && on('sessions-end-both-accepted'));
  if ('gt' in given && 'gte' in given && !both) throw invalid(`${field} takes gt or gte, not both.`);
  if ('lt' in given && 'lte' in given && !on('sessions-lt-lte-accepted'))
    throw invalid(`${field} takes lt or lte, not both.`);
  return found;
}

/** The members of an object parameter: name[member]=value. */
export function objectParam(query: URLSearchParams, name: string): Json | undefined {
  const found: Json = {};
  if (query.has(name)) throw invalid(`${name} is an object parameter.`);
  for (const key of new Set(query.keys())) {
    if (!key.startsWith(`${name}[`)) continue;
    if (!key.endsWith(']')) throw invalid(`${key} is no parameter.`);
    found[key.slice(name.length + 1, -1)] = single(query, key);
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

export interface Sort {
  field: string;
  direction: 'asc' | 'desc';
}
export function sortOf(given: unknown, fields: readonly string[], standard: Sort): Sort {
  if (given === undefined) return { ...standard };
  if (!isObject(given)) throw invalid('sort is an object.');
  for (const key of Object.keys(given))
    if (key !== 'field' && key !== 'direction') throw invalid(`sort has no ${key}.`);
  const field = given['field'] ?? standard.field;
  const direction = given['direction'] ?? standard.direction;
  if (typeof field !== 'string' || !fields.includes(field))
    throw invalid(`sort[field] is one of ${fields.join(', ')}.`);
  if (direction !== 'asc' && direction !== 'desc') throw invalid('sort[direction] is asc or desc.');
  return { field, direction };
}

/** The payload of a body: a JSON object, inside the named property if there is one. */
export function payload(body: unknown, wrap?: string): Json {
  if (!isObject(body)) throw invalid('The body is a JSON object.');
  if (wrap === undefined) return body;
  const inner = body[wrap];
  if (!isObject(inner)) throw invalid(`The body has the object ${wrap}.`);
  return inner;
}

export function text(from: Json, name: string, required: boolean): string | undefined {
  const value = from[name];
  if (value === undefined && !required) return undefined;
  if (typeof value !== 'string' || value.trim() === '' || value.length > 200)
    throw invalid(`${name} is a text of 1 to 200 characters.`);
  return value;
}
