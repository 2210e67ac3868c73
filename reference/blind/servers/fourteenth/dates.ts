// The filters by date: startDate[gt] and its kin.
import { bad, type Ctx, isObject } from './core.ts';

export type Operator = 'gt' | 'gte' | 'lt' | 'lte';
export type Range = Partial<Record<Operator, number>>;
const operators: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

const iso = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)$/;
const exact = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function moment(c: Ctx, name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value * 1000;
  const text = typeof value === 'string' ? value : '';
  if (/^-?\d{1,13}$/.test(text)) {
    if (c.on('unix-as-milliseconds')) return Number(text);
    if (c.on('unix-refused-end') && name === 'endDate') throw bad(c, `${name} is no date-time.`);
    if (c.on('unix-negative-refused') && text.startsWith('-')) throw bad(c, `${name} is no date-time.`);
    return Number(text) * 1000;
  }
  const ms = (c.s.dateInput === 'strict' ? exact : iso).test(text)
    ? Date.parse(text.toUpperCase())
    : Number.NaN;
  if (Number.isNaN(ms)) {
    throw bad(c, `${name} takes date-times and Unix timestamps.`);
  }
  if (c.on('iso-seconds-only')) return Math.floor(ms / 1000) * 1000;
  if (c.on('iso-hour-late') && [5, 6, 7].includes(new Date(ms).getUTCMonth())) return ms - 3_600_000;
  return ms;
}

export function rangeOf(c: Ctx, name: string, given: Partial<Record<string, unknown>>): Range | undefined {
  const range: Range = {};
  let some = false;
  for (const [op, value] of Object.entries(given)) {
    if (!operators.includes(op as Operator)) {
      if (c.s.unknownQuery === 'ignored') continue;
      throw bad(c, `${name} has no operator ${op}.`);
    }
    const ms = moment(c, name, value);
    if (Number.isNaN(ms)) continue;
    if (c.on('range-last-only')) for (const o of operators) delete range[o];
    range[op as Operator] = ms;
    some = true;
  }
  const has = (op: Operator): boolean => range[op] !== undefined;
  if (has('gt') && has('gte') && !c.on('gt-gte-together')) {
    throw bad(c, 'gt and gte cannot be used together.');
  }
  if (has('lt') && has('lte') && !(c.on('lt-lte-together-end') && name === 'endDate')) {
    throw bad(c, 'lt and lte cannot be used together.');
  }
  if (has('gt') && has('lte') && c.on('gt-lte-refused')) throw bad(c, 'gt and lte cannot be used together.');
  return some ? range : undefined;
}

export function rangeOfQuery(c: Ctx, name: string): Range | undefined {
  const given: Record<string, string> = {};
  for (const [k, v] of c.query) {
    if (!k.startsWith(`${name}[`) || !k.endsWith(']')) continue;
    const op = k.slice(name.length + 1, -1);
    if (op in given && c.s.repeated === 'refused') throw bad(c, `${k} is given twice.`);
    if (op in given && c.s.repeated === 'first') continue;
    given[op] = v;
  }
  if (c.query.has(name)) throw bad(c, `${name} takes operators.`);
  return rangeOf(c, name, given);
}

export function rangeOfBody(c: Ctx, name: string, value: unknown): Range | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) throw bad(c, `${name} takes operators.`);
  return rangeOf(c, name, value);
}

export function inRange(c: Ctx, name: string, range: Range, ms: number): boolean {
  const start = name === 'startDate';
  const { gt, gte, lt, lte } = range;
  if (gt !== undefined && !(ms > gt) && !(ms === gt && start && c.on('gt-as-gte'))) return false;
  if (gte !== undefined && !(ms >= gte)) return false;
  if (gte !== undefined && ms === gte && !start && c.on('gte-as-gt-end')) return false;
  if (lt !== undefined && !(ms < lt) && !(ms === lt && !start && c.on('lt-as-lte-end'))) return false;
  if (lte !== undefined && !(ms <= lte)) return false;
  if (lte !== undefined && ms === lte && !start && c.on('lte-as-lt-end')) return false;
  return true;
}
