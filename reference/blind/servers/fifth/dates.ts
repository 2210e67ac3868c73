import { bad } from './http.ts';
import type { App, Json } from './types.ts';

export interface Range {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}
type Operator = 'gt' | 'gte' | 'lt' | 'lte';

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/i;

export function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (match === null) return false;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return date.toISOString().slice(0, 10) === value;
}

function fromIso(app: App, value: string): number | undefined {
  const match = MOMENT.exec(value);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  if (app.on('manner.iso-needs-fraction') && fraction === undefined) return undefined;
  if (!isDate(`${year}-${month}-${day}`)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? '0') > 59) return undefined;
  let ms = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second ?? '0'),
  );
  if (!app.on('sess-fraction-dropped')) ms += Math.round(Number(`0.${fraction ?? '0'}`) * 1e9) / 1e6;
  if (zone !== undefined && zone.toUpperCase() !== 'Z') {
    const digits = zone.replace(/\D/g, '');
    const shift = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60000;
    ms += zone.startsWith('-') ? shift : -shift;
  }
  return ms;
}

function moment(app: App, value: Json, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value * 1000;
  if (typeof value === 'string') {
    if (/^-?\d{1,12}$/.test(value)) {
      if (app.on('sess-short-timestamp-refused') && value.length < 10)
        throw bad(`${what} is not a timestamp`);
      return app.on('sess-timestamp-in-ms') ? Number(value) : Number(value) * 1000;
    }
    const ms = fromIso(app, value);
    if (ms !== undefined) return ms;
  }
  throw bad(`${what} must be an ISO 8601 date-time or a Unix timestamp`);
}

export function rangeOf(app: App, what: 'startDate' | 'endDate', given: Iterable<[string, Json]>): Range {
  const range: Range = {};
  for (const [operator, value] of given) {
    if (operator !== 'gt' && operator !== 'gte' && operator !== 'lt' && operator !== 'lte')
      throw bad(`${what}[${operator}] is not an operator`);
    if (
      app.on('sess-bad-date-ignored') &&
      typeof value === 'string' &&
      Number.isNaN(Date.parse(value)) &&
      !/^-?\d+$/.test(value)
    )
      continue;
    range[operator as Operator] = moment(app, value, `${what}[${operator}]`);
  }
  if (range.gt !== undefined && range.gte !== undefined && !app.on('sess-gt-gte-together'))
    throw bad(`${what}: gt and gte cannot be used together`);
  if (
    range.lt !== undefined &&
    range.lte !== undefined &&
    !(app.on('sess-end-lt-lte-together') && what === 'endDate')
  ) {
    throw bad(`${what}: lt and lte cannot be used together`);
  }
  if (app.on('sess-point-range-refused') && range.gte !== undefined && range.gte === range.lte)
    throw bad(`${what}: the range is empty`);
  if (app.on('sess-range-drops-upper') && what === 'startDate' && (range.gt ?? range.gte) !== undefined) {
    delete range.lt;
    delete range.lte;
  }
  return range;
}

export function hasRange(range: Range): boolean {
  return Object.keys(range).length > 0;
}

export function inRange(
  app: App,
  what: 'startDate' | 'endDate',
  range: Range,
  value: number | null,
): boolean {
  if (!hasRange(range)) return true;
  if (value === null) return app.on('sess-end-filter-keeps-open');
  let ms = value;
  if (app.on('sess-compares-whole-seconds') && what === 'startDate') ms = Math.floor(ms / 1000) * 1000;
  if (
    range.gt !== undefined &&
    !(app.on('sess-gt-inclusive') && what === 'startDate' ? ms >= range.gt : ms > range.gt)
  )
    return false;
  if (
    range.gte !== undefined &&
    !(app.on('sess-end-gte-exclusive') && what === 'endDate' ? ms > range.gte : ms >= range.gte)
  )
    return false;
  if (
    range.lt !== undefined &&
    !(app.on('sess-end-lt-inclusive') && what === 'endDate' ? ms <= range.lt : ms < range.lt)
  )
    return false;
  if (
    range.lte !== undefined &&
    !(app.on('sess-lte-exclusive') && what === 'startDate' ? ms < range.lte : ms <= range.lte)
  )
    return false;
  return true;
}
