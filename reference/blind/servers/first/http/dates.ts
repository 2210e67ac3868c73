import { badRequest, type Flags } from '../app.ts';
import { isDate, objectOf } from './input.ts';

export type Operator = 'gt' | 'gte' | 'lt' | 'lte';
export type DateRange = ReadonlyMap<Operator, number>;

const OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

export function moment(raw: unknown, name: string, bugs: Flags): number {
  if (typeof raw === 'number' && Number.isSafeInteger(raw))
    return bugs.has('session-unix-millis') ? raw : raw * 1000;
  if (typeof raw !== 'string') throw badRequest(`${name} must be a date-time`);
  if (/^-?\d+$/u.test(raw)) return bugs.has('session-unix-millis') ? Number(raw) : Number(raw) * 1000;
  // A plus sign of an offset arrives as a space when the client did not escape it.
  const text = raw.replace(/ (?=\d{2}:?\d{2}$)/u, '+');
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/iu.exec(text);
  if (match === null || !isDate(match[1] as string))
    throw badRequest(`${name} must be an ISO 8601 date-time or a Unix timestamp`);
  const zone = bugs.has('session-offset-ignored') ? 'Z' : (match[3] ?? 'Z');
  const time = Date.parse(`${match[1] as string}T${match[2] as string}${zone}`);
  if (Number.isNaN(time)) throw badRequest(`${name} must be an ISO 8601 date-time or a Unix timestamp`);
  return time;
}

function check(range: Map<Operator, number>, name: string, bugs: Flags): DateRange {
  if (range.has('gt') && range.has('gte') && !bugs.has('session-gt-gte'))
    throw badRequest(`${name}: gt and gte exclude each other`);
  if (range.has('lt') && range.has('lte')) throw badRequest(`${name}: lt and lte exclude each other`);
  return range;
}

/** `startDate[gte]=…` and its like. */
export function queryRange(query: URLSearchParams, name: string, bugs: Flags): DateRange {
  const range = new Map<Operator, number>();
  for (const [key, value] of query) {
    if (key === name) throw badRequest(`${name} takes operators`);
    if (!key.startsWith(`${name}[`)) continue;
    const operator = key.slice(name.length + 1, -1);
    if (!key.endsWith(']') || !OPERATORS.includes(operator))
      throw badRequest(`${key} is not an operator of ${name}`);
    if (range.has(operator as Operator)) throw badRequest(`${key} may be given once`);
    range.set(operator as Operator, moment(value, key, bugs));
  }
  return check(range, name, bugs);
}

export function bodyRange(raw: unknown, name: string, bugs: Flags): DateRange {
  const range = new Map<Operator, number>();
  if (raw === undefined || raw === null) return range;
  for (const [operator, value] of Object.entries(objectOf(raw, name))) {
    if (!OPERATORS.includes(operator)) throw badRequest(`${operator} is not an operator of ${name}`);
    range.set(operator as Operator, moment(value, name, bugs));
  }
  return check(range, name, bugs);
}

export function inRange(time: number | null, range: DateRange, name: string, bugs: Flags): boolean {
  if (range.size === 0) return true;
  if (time === null) return false;
  for (const [operator, limit] of range) {
    if (
      operator === 'gt' &&
      !(time > limit || (time === limit && bugs.has('session-gt-inclusive') && name === 'startDate'))
    )
      return false;
    if (operator === 'gte' && !(time >= limit)) return false;
    if (operator === 'lt' && !(time < limit)) return false;
    if (operator === 'lte' && !(time <= limit)) return false;
  }
  return true;
}
