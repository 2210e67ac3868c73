// Date filters: an object of operators, each with a date-time or a Unix timestamp.
import { bad, type Ctx, type Doc, isRecord, Refusal } from './kernel.ts';

export type DateTest = (time: number | undefined) => boolean;

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)$/;
const STRICT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;
type Operator = (typeof OPERATORS)[number];

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function readIso(ctx: Ctx, name: string, value: string): number | undefined {
  const parts = ISO.exec(value);
  if (!parts) {
    if (ctx.on('m-date-alone') && /^\d{4}-\d\d-\d\d$/.test(value))
      return readIso(ctx, name, `${value}T00:00:00.000Z`);
    return undefined;
  }
  if (ctx.on('m-date-form-strict') && !STRICT.test(value)) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = ''] = parts;
  const numbers = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = numbers;
  if (m < 1 || m > 12 || d < 1 || h > 23 || min > 59 || s > 59) return undefined;
  if (d > daysIn(y, m) && !(d < 32 && ctx.f(`${name}-rollover`))) return undefined;
  const zone = parts[8] ?? 'Z';
  let shift = 0;
  if (zone !== 'Z') {
    shift =
      (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000 * (zone.startsWith('-') ? -1 : 1);
    if (ctx.f(`${name}-zone`)) shift = 0;
  }
  const date = new Date(0);
  date.setUTCFullYear(y, m - 1, d);
  date.setUTCHours(h, min, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  let time = date.getTime() - shift;
  if (ctx.f(`${name}-cut`)) time = Math.floor(time / 1000) * 1000;
  if (ctx.f(`${name}-summer`) && m >= 4 && m <= 9) time -= 3_600_000;
  return time;
}

function readTime(ctx: Ctx, name: string, value: unknown): number | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}$/.test(value))) {
    const seconds = Number(value);
    if (!Number.isInteger(seconds) || Math.abs(seconds) > 8.64e12) return undefined;
    if (ctx.f(`${name}-unix-refused`)) return undefined;
    if (ctx.f(`${name}-unix-ms`)) return seconds;
    if (ctx.f(`${name}-unix-day`)) return Math.floor(seconds / 86_400) * 86_400_000;
    if (ctx.f(`${name}-unix-zero`) && seconds === 0) return ctx.now;
    return seconds * 1000;
  }
  return typeof value === 'string' ? readIso(ctx, name, value) : undefined;
}

/** Two operators that cannot be used together. */
function clash(ctx: Ctx, name: string, object: Doc, one: Operator, two: Operator): void {
  if (object[one] === undefined || object[two] === undefined) return;
  if (ctx.f(`${name}-${one}-${two}`)) return;
  if (ctx.f(`${name}-${one}-${two}-same`) && object[one] === object[two]) return;
  if (ctx.f(`${name}-${one}-${two}-range`) && Object.keys(object).length > 2) return;
  throw bad(`${name}[${one}] and ${name}[${two}] cannot be used together`);
}

function boundsOf(ctx: Ctx, name: string, object: Doc): Map<Operator, number> {
  const bounds = new Map<Operator, number>();
  for (const [operator, value] of Object.entries(object)) {
    if (!(OPERATORS as readonly string[]).includes(operator))
      throw bad(`${name} knows no operator ${operator}`);
    const time = readTime(ctx, name, value);
    if (time === undefined) {
      if (ctx.f(`${name}-crash`)) throw new Refusal(500, 'Invalid time value');
      if (ctx.f(`${name}-bad`)) continue;
      throw bad(`${name}[${operator}] must be a date-time or a Unix timestamp`);
    }
    bounds.set(operator as Operator, time);
  }
  return bounds;
}

/** Reads one date filter; undefined: it filters nothing. */
export function readDates(ctx: Ctx, name: string, object: Doc | undefined): DateTest | undefined {
  if (object === undefined) return undefined;
  if (!isRecord(object)) throw bad(`${name} must be an object`);
  clash(ctx, name, object, 'gt', 'gte');
  clash(ctx, name, object, 'lt', 'lte');
  const bounds = boundsOf(ctx, name, object);
  if (ctx.f(`${name}-ignored`)) return undefined;
  const lower = bounds.has('gt') || bounds.has('gte');
  const upper = bounds.has('lt') || bounds.has('lte');
  if (lower && upper) {
    if (ctx.f(`${name}-lower-lost`)) for (const one of ['gt', 'gte'] as const) bounds.delete(one);
    if (ctx.f(`${name}-upper-lost`)) for (const one of ['lt', 'lte'] as const) bounds.delete(one);
    if (ctx.f(`${name}-or`))
      return (time) => time !== undefined && [...bounds].some(([op, at]) => holds(op, time, at));
  }
  const tests: ((time: number) => boolean)[] = [];
  for (const [operator, at] of bounds) {
    if (ctx.f(`${name}-${operator}-lost`)) continue;
    let used = operator;
    if (ctx.f(`${name}-${operator}-edge`))
      used = ({ gt: 'gte', gte: 'gt', lt: 'lte', lte: 'lt' } as const)[operator];
    if (ctx.f(`${name}-${operator}-turned`))
      used = ({ gt: 'lt', gte: 'lte', lt: 'gt', lte: 'gte' } as const)[operator];
    let grain = 1;
    if (ctx.f(`${name}-${operator}-day`)) grain = 86_400_000;
    if (ctx.f(`${name}-${operator}-second`)) grain = 1000;
    tests.push((time) => holds(used, Math.floor(time / grain), Math.floor(at / grain)));
  }
  const open = ctx.f(`${name}-open`);
  return (time) => (time === undefined ? open : tests.every((test) => test(time)));
}

function holds(operator: Operator, time: number, at: number): boolean {
  if (operator === 'gt') return time > at;
  if (operator === 'gte') return time >= at;
  if (operator === 'lt') return time < at;
  return time <= at;
}
