import { HttpError } from './errors.ts';
import type { Flags } from './types.ts';

/** `YYYY-MM-DDTHH:MM:SS.SSSZ`. */
export function isoInstant(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoDay(ms: number): string {
  return isoInstant(ms).slice(0, 10);
}

/** ISO 8601 duration from a number of seconds. */
export function isoDuration(totalSeconds: number, flags?: Flags): string {
  const days = Math.floor(totalSeconds / 86400);
  const hours = Math.floor((totalSeconds % 86400) / 3600);
  const minutes = Math.floor((totalSeconds % 3600) / 60);
  const seconds = totalSeconds % 60;
  if (flags?.on('manner.full-durations') === true) {
    return `P0Y0M${days}DT${hours}H${minutes}M${seconds}S`;
  }
  let text = 'P';
  if (days > 0) text += `${days}D`;
  if (hours > 0 || minutes > 0 || seconds > 0 || days === 0) text += 'T';
  if (hours > 0) text += `${hours}H`;
  if (minutes > 0) text += `${minutes}M`;
  if (seconds > 0 || (hours === 0 && minutes === 0 && days === 0)) text += `${seconds}S`;
  return text;
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Milliseconds of an ISO date-time, or undefined when it is none. */
export function parseDateTime(text: string): number | undefined {
  const m = DATE_TIME.exec(text);
  if (m === null) return undefined;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const [hour, minute, second] = [Number(m[4]), Number(m[5]), Number(m[6])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const millis = Number(`0.${m[7] ?? '0'}`) * 1000;
  let offset = 0;
  const zone = m[8] ?? 'Z';
  if (zone !== 'Z') {
    const sign = zone.startsWith('-') ? -1 : 1;
    offset = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6)));
  }
  return Date.UTC(year, month - 1, day, hour, minute, second) + millis - offset * 60000;
}

/** `YYYY-MM-DD` that exists in the calendar. */
export function isCalendarDay(text: string): boolean {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (m === null) return false;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export type DateOperator = 'gt' | 'gte' | 'lt' | 'lte';
export type DateBound = { op: DateOperator; at: number; unix: boolean };
export type DateRange = DateBound[];

const OPERATORS: readonly string[] = ['gt', 'gte', 'lt', 'lte'];

function isOperator(text: string): text is DateOperator {
  return OPERATORS.includes(text);
}

/** One operand: an ISO date-time or whole Unix seconds. */
export function parseDateValue(label: string, text: string): { at: number; unix: boolean } {
  if (/^-?\d{1,12}$/.test(text)) return { at: Number(text) * 1000, unix: true };
  const at = parseDateTime(text);
  if (at === undefined) {
    throw new HttpError(400, `${label} must be an ISO 8601 date-time or a Unix timestamp`);
  }
  return { at, unix: false };
}

/** Builds a range from operator/value pairs and refuses contradictory operators. */
export function rangeOf(label: string, pairs: readonly (readonly [string, string])[]): DateRange {
  const range: DateRange = [];
  for (const [op, text] of pairs) {
    if (!isOperator(op)) throw new HttpError(400, `${label}[${op}] is not a known operator`);
    if (range.some((b) => b.op === op)) throw new HttpError(400, `${label}[${op}] was given twice`);
    range.push({ op, ...parseDateValue(`${label}[${op}]`, text) });
  }
  return range;
}

export function has(range: DateRange, op: DateOperator): boolean {
  return range.some((b) => b.op === op);
}

export function refuseContradictions(label: string, range: DateRange): void {
  if (has(range, 'gt') && has(range, 'gte')) {
    throw new HttpError(400, `${label}[gt] and ${label}[gte] cannot be used together`);
  }
  if (has(range, 'lt') && has(range, 'lte')) {
    throw new HttpError(400, `${label}[lt] and ${label}[lte] cannot be used together`);
  }
}

/** Operators of one object parameter in a query string. */
export function rangeFromQuery(label: string, query: URLSearchParams): DateRange | undefined {
  if (query.has(label)) throw new HttpError(400, `${label} takes operators, such as ${label}[gte]`);
  const pairs: [string, string][] = [];
  for (const [key, value] of query) {
    if (key.startsWith(`${label}[`) && key.endsWith(']')) {
      pairs.push([key.slice(label.length + 1, -1), value]);
    }
  }
  return pairs.length === 0 ? undefined : rangeOf(label, pairs);
}

export function within(at: number, range: DateRange): boolean {
  return range.every((bound) => {
    if (bound.op === 'gt') return at > bound.at;
    if (bound.op === 'gte') return at >= bound.at;
    if (bound.op === 'lt') return at < bound.at;
    return at <= bound.at;
  });
}
