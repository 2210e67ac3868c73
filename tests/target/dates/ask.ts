import { type DateName, dates, type Operator, type Operators } from '../../../generators/date-windows.ts';
import { type Form, written } from '../../../generators/moments.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Contract, Operation } from '../../../spec/contract.ts';
import { itemsOf, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import { askSessions, searchFor, takesDates } from '../sessions/ask.ts';

/** The lists of sessions that take the date filters in their query; the whole one always does. */
function isDatedList(op: Operation): boolean {
  return op.body === undefined && takesDates(op, 'startDate');
}

/**
 * Where the whole chapter holds: for those lists, and for the session search where its profile gives it this very
 * filter, one that takes both forms of a value and neither what can't be read nor operators that conflict.
 */
export function isDated(op: Operation, contract: Contract): boolean {
  if (op.body === undefined) return isDatedList(op);
  const allows = (filter: Readonly<Record<string, unknown>>) =>
    contract.requestViolations(op.id, searchFor(op, { startDate: filter })).length === 0;
  const moment = new Date(0).toISOString();
  const rules = [
    allows({ gte: moment, lt: moment }) && allows({ gt: 0, lte: 0 }),
    !allows({ gt: moment, gte: moment }) && !allows({ lt: moment, lte: moment }),
    !allows({ gte: 'no date' }),
  ];
  return takesDates(op, 'startDate') && rules.every(Boolean);
}

/** The dates that an operation can be filtered by. */
export function datesOf(op: Operation): readonly DateName[] {
  return dates.filter((date) => takesDates(op, date));
}

/** Operators with values such that no range is empty: lower ones at the moment, upper ones a minute later. */
export function paramsOf(
  chosen: Operators,
  from: number,
  form: Form,
): Record<string, Record<string, string | number>> {
  const filters = Object.entries(chosen).map(([date, set]) => {
    const values = set.map((operator): [Operator, string | number] => {
      const lower = operator === 'gt' || operator === 'gte';
      return [operator, written(lower ? from : from + 60_000, form)];
    });
    return [date, Object.fromEntries(values)];
  });
  return Object.fromEntries(filters);
}

/** Asks for one session at most: whether the filters are taken is all that counts. */
export async function ask(context: Context, params: Params): Promise<Answer> {
  return askSessions(context, { limit: 1, ...params });
}

/** A whole second to filter by: that of a session's start where it can be read, else one in 2025. */
export async function base(context: Context): Promise<number> {
  const items = itemsOf(context, await minimal(context, context.op));
  const start = Date.parse(text(items[0]?.['startDate']) ?? '');
  return Math.floor((Number.isNaN(start) ? Date.UTC(2025, 0, 15, 9) : start) / 1000) * 1000;
}
