import type { DateName, Operator } from '../../../generators/date-windows.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { type Bounds, type DateFilter, filterOf, instantOf, isWithin } from '../dates/bounds.ts';
import { isWholeList } from '../dates/dated-sessions.ts';
import { takesOperator } from '../sessions/ask.ts';
import type { Facts } from '../sessions/facts.ts';

/*
 * Ranges of dates to walk through. A cursor may hold one bound of a range and forget the other, or mix up those of two
 * dates. So most ranges are narrow: a walk comes to their ends, and others start before and after.
 */

/** How many sessions a narrow range holds at least. */
const least = 3;

/** A range of starts which holds about half of the sessions; of a single moment where there are no others. */
export function broadRange(context: Context, sessions: readonly Facts[]): Bounds | undefined {
  const moments = momentsOf(sessions, 'startDate');
  const from = moments[Math.floor(moments.length / 3)];
  const to = moments[Math.floor((5 * moments.length) / 6)];
  if (from === undefined || to === undefined) return undefined;
  const isRange = to > from && takesOperator(context.op, 'startDate', 'lt');
  return isRange ? { gte: from, lt: to } : { gte: from };
}

/** Ranges of few sessions by their names: of starts, of ends, and of both. */
export function narrowRanges(
  context: Context,
  sessions: readonly Facts[],
): { readonly startDate?: Params; readonly others: Readonly<Record<string, Params>> } {
  const startDate = narrow(context, sessions, 'startDate', ['gte', 'lt']);
  const endDate = narrow(context, sessions, 'endDate', ['gt', 'lte']);
  const both = isWholeList(context) ? bothDates(context, sessions) : undefined;
  return {
    ...(startDate && { startDate: { startDate } }),
    others: { ...(endDate && { endDate: { endDate } }), ...(both && { 'startDate and endDate': both }) },
  };
}

function narrow(
  { op }: Context,
  sessions: readonly Facts[],
  date: DateName,
  [lower, upper]: readonly [Operator, Operator],
): DateFilter | undefined {
  if (![lower, upper].every((operator) => takesOperator(op, date, operator))) return undefined;
  const moments = momentsOf(sessions, date);
  const [from, ...later] = moments.slice(Math.floor(moments.length / 3));
  if (from === undefined) return undefined;
  const dated = sessions.filter((session) => instantOf(session, date) !== undefined);
  const within = (to: number) =>
    dated.filter((session) => isWithin(session, date, { [lower]: from, [upper]: to }));
  const to = later.find((moment) => within(moment).length >= least);
  return to === undefined ? undefined : filterOf({ [lower]: from, [upper]: to });
}

/** So many sessions in a row start within the range of both dates; some of them end before it or behind. */
const inARow = 6;

/** The same two operators on both dates, with values in both forms. */
function bothDates({ op }: Context, sessions: readonly Facts[]): Params | undefined {
  const dates = ['startDate', 'endDate'] as const;
  const operators = ['gte', 'lte'] as const;
  if (!dates.every((date) => operators.every((operator) => takesOperator(op, date, operator))))
    return undefined;
  const starts = momentsOf(
    sessions.filter((session) => instantOf(session, 'endDate') !== undefined),
    'startDate',
  );
  const from = starts[Math.floor(starts.length / 3)];
  if (from === undefined) return undefined;
  const startsIn = sessions
    .flatMap((session) => ((instantOf(session, 'startDate') ?? 0) >= from ? session : []))
    .filter((session) => instantOf(session, 'endDate') !== undefined)
    .toSorted((a, b) => (instantOf(a, 'startDate') ?? 0) - (instantOf(b, 'startDate') ?? 0))
    .slice(0, inARow);
  const [, firstEnd, ...ends] = momentsOf(startsIn, 'endDate');
  const [lastStart, lastEnd] = [momentsOf(startsIn, 'startDate').at(-1), ends.at(-2)];
  if (firstEnd === undefined || lastStart === undefined || lastEnd === undefined) return undefined;
  const started = { gte: from, lte: lastStart };
  // Timestamps are whole seconds.
  const ended = { gte: Math.floor(firstEnd / 1000) * 1000, lte: Math.ceil(lastEnd / 1000) * 1000 };
  const found = startsIn.filter(
    (session) => isWithin(session, 'startDate', started) && isWithin(session, 'endDate', ended),
  );
  if (found.length < 2) return undefined;
  return { startDate: filterOf(started), endDate: filterOf(ended, 'Unix') };
}

/** The different moments at which sessions start or end, in their order. */
function momentsOf(sessions: readonly Facts[], date: DateName): readonly number[] {
  const all = sessions.flatMap((session) => instantOf(session, date) ?? []);
  return [...new Set(all)].sort((a, b) => a - b);
}
