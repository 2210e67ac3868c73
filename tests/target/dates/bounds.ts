import type { DateName, Operator, Operators } from '../../../generators/date-windows.ts';
import { type Form, written } from '../../../generators/moments.ts';
import type { Facts } from '../sessions/facts.ts';

/** The operators of a filter on a date with their values, in milliseconds since 1970. */
export type Bounds = Readonly<Partial<Record<Operator, number>>>;

/** A filter on a date as a request carries it. */
export type DateFilter = Readonly<Record<string, string | number>>;

const holds: Readonly<Record<Operator, (instant: number, value: number) => boolean>> = {
  gt: (instant, value) => instant > value,
  gte: (instant, value) => instant >= value,
  lt: (instant, value) => instant < value,
  lte: (instant, value) => instant <= value,
};

/** Whether an operator bounds a range from below. */
export function isLower(operator: Operator): boolean {
  return operator === 'gt' || operator === 'gte';
}

/** The filter on a date for these bounds. */
export function filterOf(bounds: Bounds, form: Form = 'ISO 8601'): DateFilter {
  return Object.fromEntries(
    Object.entries(bounds).map(([operator, value]) => [operator, written(value, form)]),
  );
}

/** The bounds that a filter on a date asks for. */
export function boundsIn(filter: DateFilter): Bounds {
  const bounds = Object.entries(filter).map(([operator, value]) => [
    operator,
    typeof value === 'number' ? value * 1000 : Date.parse(value),
  ]);
  return Object.fromEntries(bounds);
}

/** Filters with these operators, such that no range is empty: lower ones at the moment, upper ones a minute later. */
export function filtersWith(chosen: Operators, from: number, form: Form): Record<string, DateFilter> {
  const filters = Object.entries(chosen).map(([date, operators]) => {
    const bounds = operators.map((operator) => [operator, isLower(operator) ? from : from + 60_000]);
    return [date, filterOf(Object.fromEntries(bounds), form)];
  });
  return Object.fromEntries(filters);
}

/** The instant of a session's date; `undefined` where it has none, or one that nobody can filter by. */
export function instantOf({ start, end }: Pick<Facts, 'start' | 'end'>, date: DateName): number | undefined {
  return instantIn((date === 'startDate' ? start : end) ?? '');
}

/**
 * The instant of a date or a date-time to filter by or beside; `undefined` for any other text, and for the years at the
 * ends of calendars, such as 0001 and 9999: a moment beside them may have no form, or none that a service holds.
 */
export function instantIn(text: string): number | undefined {
  const instant = /^[1-8]\d{3}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/** Whether a session lies within bounds on a date; a date that can't be read fits any: another clause judges it. */
export function isWithin(session: Facts, date: DateName, bounds: Bounds): boolean {
  const instant = instantOf(session, date);
  return instant === undefined || isBetween(instant, bounds);
}

/** Whether an instant lies within bounds. */
export function isBetween(instant: number, bounds: Bounds): boolean {
  const all = Object.entries(bounds) as [Operator, number][];
  return all.every(([operator, value]) => holds[operator](instant, value));
}
