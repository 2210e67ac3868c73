import { type DateName, dates } from '../../../generators/date-windows.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Contract, Operation } from '../../../spec/contract.ts';
import { itemsOf, text } from '../body.ts';
import { minimal } from '../minimal.ts';
import { askSessions, searchFor, takesDates } from '../sessions/ask.ts';
import { instantIn } from './bounds.ts';

/**
 * Whether the whole chapter applies to an operation: to a list of sessions that takes the date filters in its query,
 * and to the session search where its profile describes such filters. They take both forms of a value, and neither
 * operators that conflict nor a value that can't be read.
 */
export function takesDateFilters(op: Operation, contract: Contract): boolean {
  if (!takesDates(op, 'startDate')) return false;
  if (op.body === undefined) return true;
  const allows = (filter: Readonly<Record<string, unknown>>) =>
    contract.requestViolations(op.id, searchFor(op, { startDate: filter })).length === 0;
  const moment = new Date(0).toISOString();
  return (
    [
      { gte: moment, lt: moment },
      { gt: 0, lte: 0 },
    ].every(allows) &&
    ![{ gt: moment, gte: moment }, { lt: moment, lte: moment }, { gte: 'no date' }].some(allows)
  );
}

/** The dates that an operation can be filtered by. */
export function datesOf(op: Operation): readonly DateName[] {
  return dates.filter((date) => takesDates(op, date));
}

/** Asks for one session at most: what counts is whether the filters are accepted. */
export async function askForOne(context: Context, filters: Params): Promise<Answer> {
  return askSessions(context, { limit: 1, ...filters });
}

/** A whole second to filter by: that of a session's start where it can be read, else one in 2025. */
export async function secondToFilterBy(context: Context): Promise<number> {
  const items = itemsOf(context, await minimal(context, context.op));
  const start = instantIn(text(items[0]?.['startDate']) ?? '') ?? Date.UTC(2025, 0, 15, 9);
  return Math.floor(start / 1000) * 1000;
}
