import type { DateName, Operator } from '../../../generators/date-windows.ts';
import { moments, type Shift } from '../../../generators/moments.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { filterOf, instantOf, isLower, isWithin } from '../../target/dates/bounds.ts';
import {
  type DatedSession,
  datesNeeds,
  dateTries,
  instantAt,
  isWholeList,
  mixedSessions,
} from '../../target/dates/dated-sessions.ts';
import { onGenerated } from '../../target/generated.ts';
import { takesDates } from '../../target/sessions/ask.ts';
import type { Facts } from '../../target/sessions/facts.ts';
import { find, onStableSessions } from '../../target/sessions/found.ts';

/** One operator on one date. */
interface DateOperator {
  readonly id: string;
  readonly date: DateName;
  readonly operator: Operator;
}

const dateOperators: readonly DateOperator[] = [
  { id: 'date-filtering.start-date-gt', date: 'startDate', operator: 'gt' },
  { id: 'date-filtering.start-date-gte', date: 'startDate', operator: 'gte' },
  { id: 'date-filtering.start-date-lt', date: 'startDate', operator: 'lt' },
  { id: 'date-filtering.start-date-lte', date: 'startDate', operator: 'lte' },
  { id: 'date-filtering.end-date-gt', date: 'endDate', operator: 'gt' },
  { id: 'date-filtering.end-date-gte', date: 'endDate', operator: 'gte' },
  { id: 'date-filtering.end-date-lt', date: 'endDate', operator: 'lt' },
  { id: 'date-filtering.end-date-lte', date: 'endDate', operator: 'lte' },
];

/** Each operator on each date is exact at its boundary. */
export const operators: readonly Check[] = dateOperators.map((one) =>
  check(one.id, {
    on: (op) => takesDates(op, one.date),
    needs: datesNeeds,
    sends:
      'dates of the listed sessions: exactly on them, one with a fraction of a second among them, and a millisecond before and after',
    run: (context) => judgeOperator(context, one),
  }),
);

const strata: readonly { readonly shift: Shift; readonly monthsEnd?: true }[] = [
  { shift: 'on', monthsEnd: true },
  { shift: 'on' },
  { shift: '1 ms before' },
  { shift: '1 ms after' },
];

async function judgeOperator(context: Context, one: DateOperator): Promise<void> {
  const all = await mixedSessions(context, one.date);
  const atMonthsEnd = all.filter(isAtMonthsEnd);
  for (const { shift, monthsEnd } of context.effort === 'quick' ? strata.slice(0, 1) : strata) {
    const sessions = monthsEnd && atMonthsEnd.length > 0 ? atMonthsEnd : all;
    await onGenerated(
      context,
      moments(sessions.length, [shift]),
      (moment) =>
        onStableSessions(context, (used) => judgeBoundary(used, one, all, instantAt(sessions, moment))),
      dateTries(context, context.byEffort({ quick: 1, standard: 2, deep: 8 })),
    );
  }
  if (isWholeList(context) && context.effort !== 'quick') await judgeSecond(context, one, all);
}

/** A date with a fraction is another moment than the second in which it lies. */
async function judgeSecond(context: Context, one: DateOperator, all: readonly DatedSession[]): Promise<void> {
  const within = all.find(({ instant }) => instant % 1000 !== 0);
  if (within === undefined) return;
  const second = Math.floor(within.instant / 1000) * 1000;
  for (const value of [second, within.instant])
    await onStableSessions(context, (used) => judgeBoundary(used, one, all, value));
}

/** Whether a date lies within two seconds of the border between two months, where many comparisons go wrong. */
function isAtMonthsEnd({ instant }: DatedSession): boolean {
  return new Date(instant - 2000).getUTCMonth() !== new Date(instant + 2000).getUTCMonth();
}

const words: Readonly<Record<Operator, string>> = {
  gt: 'after',
  gte: 'at or after',
  lt: 'before',
  lte: 'at or before',
};

const day = 86_400_000;

/** A second operator on the other side keeps the answer small: the sessions of a day stand for the whole list. */
async function judgeBoundary(
  context: Context,
  { date, operator }: DateOperator,
  all: readonly DatedSession[],
  value: number,
): Promise<void> {
  const { must } = context;
  const far = isLower(operator) ? { lt: value + day } : { gte: value - day };
  const { facts, answer, whole } = await find(context, {
    [date]: filterOf({ [operator]: value, ...far }),
  });
  const within = `sessions whose \`${date}\` lies ${words[operator]} the moment of \`${operator}\``;
  const onMoment = (sessions: readonly Facts[]) =>
    sessions.filter((each) => instantOf(each, date) === value).length;
  const wrong = facts.filter((each) => !isWithin(each, date, { [operator]: value }));
  must.hold(wrong.length === 0, {
    expected: `only ${within}`,
    actual: `${wrong.length} ${wrong.length === 1 ? 'other' : 'others'} among ${facts.length}, ${onMoment(wrong)} of them exactly on it`,
    in: answer,
  });
  if (!whole) return;
  const ids = new Set(facts.map(({ id }) => id));
  const due = all.filter((each) => isWithin(each, date, { [operator]: value, ...far }));
  const missing = due.filter(({ id }) => id !== undefined && !ids.has(id));
  must.hold(missing.length === 0, {
    expected: `the ${due.length} ${within}`,
    actual: `${missing.length} of them missing, ${onMoment(missing)} exactly on it`,
    in: answer,
  });
}
