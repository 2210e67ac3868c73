import { isRecord } from '../http/body.ts';
import { invalid } from '../http/refusal.ts';

/** The operators of a date filter (Date filtering 1). */
export type DateOperator = 'gt' | 'gte' | 'lt' | 'lte';

/** A date filter: instants in milliseconds since 1970 by operator. */
export type DateFilter = Readonly<Partial<Record<DateOperator, number>>>;

const operators: readonly DateOperator[] = ['gt', 'gte', 'lt', 'lte'];
const conflicts: readonly (readonly [DateOperator, DateOperator])[] = [
  ['gt', 'gte'],
  ['lt', 'lte'],
];

/**
 * Reads a date filter from an object parameter or a property of a search body.
 * Throws a Refusal with 400 for an unknown operator, an unreadable date, `gt` with `gte`, `lt` with `lte`.
 */
export function dateFilter(given: unknown, name: string): DateFilter | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isRecord(given)) throw invalid(`${name} must be an object of date operators.`);
  const filter: Partial<Record<DateOperator, number>> = {};
  for (const [key, value] of Object.entries(given)) {
    const operator = operators.find((known) => known === key);
    if (!operator) throw invalid(`${name} takes the operators ${operators.join(', ')}.`);
    filter[operator] = readInstant(value, `${name}[${operator}]`);
  }
  for (const [one, other] of conflicts) {
    if (one in filter && other in filter) throw invalid(`${name} cannot take both ${one} and ${other}.`);
  }
  return filter;
}

/** Whether an instant is in the range; an absent one is in none. */
export function inRange(instant: number | undefined, { gt, gte, lt, lte }: DateFilter): boolean {
  if (instant === undefined) return false;
  return (
    (gt === undefined || instant > gt) &&
    (gte === undefined || instant >= gte) &&
    (lt === undefined || instant < lt) &&
    (lte === undefined || instant <= lte)
  );
}

const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?Z$/;
const unixSeconds = /^-?\d{1,13}$/;

/** The last instant of the calendar that the service reads, in milliseconds: the end of the year 9999. */
const furthest = 253_402_300_799_999;

/** An ISO 8601 date-time or Unix seconds (Date filtering 4), in milliseconds since 1970. */
function readInstant(value: unknown, name: string): number {
  const text = typeof value === 'number' && Number.isInteger(value) ? String(value) : value;
  const instant = typeof text === 'string' ? parseInstant(text) : undefined;
  if (instant === undefined || Math.abs(instant) > furthest) {
    throw invalid(`${name} must be an ISO 8601 date-time in UTC, or whole Unix seconds.`);
  }
  return instant;
}

function parseInstant(text: string): number | undefined {
  if (unixSeconds.test(text)) return Number(text) * 1000;
  const whole = dateTime.exec(text)?.[1];
  if (whole === undefined) return undefined;
  const instant = Date.parse(text);
  // `Date.parse` moves 30 February into March and reads 24:00:00, so what it read is compared with the text.
  const read = Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
  return read?.startsWith(whole) ? instant : undefined;
}
