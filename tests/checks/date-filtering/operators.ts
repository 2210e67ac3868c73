import { type DateName, dates, type Operator, operators } from '../../../generators/date-windows.ts';
import { type Moment, moments, type Shift, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import {
  atMonthsEnd,
  type Dated,
  dated,
  datesNeeds,
  day,
  filtered,
  holds,
  instantAt,
  instantOf,
  runsFor,
  sizeOf,
  wordsOf,
} from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { isQuick } from '../../target/pages/samples.ts';
import { takesDates } from '../../target/sessions/ask.ts';

/** Each operator on each date is honoured exactly at the boundary. */
export const exactness: readonly Check[] = dates.flatMap((date) =>
  operators.map((operator) =>
    // e.g. `startDate[gt]` keeps the sessions that start after the moment; one exactly on it is left out.
    check(`date-filtering.${kebab(date)}-${operator}`, {
      access: 'read',
      on: (op) => takesDates(op, date),
      needs: datesNeeds,
      sends: `\`${date}[${operator}]\` with dates of the target's own sessions: exactly on them, a millisecond before and after`,
      accepts: `the sessions whose \`${date}\` lies ${wordsOf[operator]} the moment, and no others`,
      run: (context) => judgeOperator(context, date, operator),
    }),
  ),
);

const strata: readonly [monthsEnd: boolean, shift: Shift][] = [
  [true, 'on'],
  [false, 'on'],
  [false, '1 ms before'],
  [false, '1 ms after'],
];

async function judgeOperator(context: Context, date: DateName, operator: Operator): Promise<void> {
  const all = await dated(context, date);
  const edges = all.filter(({ instant }) => atMonthsEnd(instant));
  for (const [monthsEnd, shift] of isQuick(context) ? strata.slice(0, 1) : strata) {
    const sessions = monthsEnd && edges.length > 0 ? edges : all;
    await onGenerated(
      context,
      moments(sessions.length, [shift]),
      (moment) =>
        onStableData(
          () => sizeOf(context),
          () => judgeBoundary(context, date, operator, { all, sessions, moment }),
        ),
      runsFor(context, 8),
    );
  }
}

/** A second operator on the other side keeps the answer small: a day's sessions stand for the whole list. */
async function judgeBoundary(
  context: Context,
  date: DateName,
  operator: Operator,
  { all, sessions, moment }: { all: readonly Dated[]; sessions: readonly Dated[]; moment: Moment },
): Promise<void> {
  const { must } = context;
  const value = instantAt(sessions, moment);
  const lower = operator === 'gt' || operator === 'gte';
  const other = lower ? 'lt' : 'gte';
  const far = lower ? value + day : value - day;
  const filter = { [operator]: written(value, 'ISO 8601'), [other]: written(far, 'ISO 8601') };
  const { facts, answer, whole } = await filtered(context, { [date]: filter });
  const strays = facts.filter((each) => {
    const instant = instantOf(each, date);
    return instant !== undefined && !holds[operator](instant, value);
  });
  must.hold(strays.length === 0, {
    expected: `only sessions whose \`${date}\` lies ${wordsOf[operator]} the moment of \`${operator}\``,
    actual: `${strays.length} of ${facts.length} sessions that don't, ${onIt(strays, date, value)} of them exactly on it`,
    in: answer,
  });
  if (!whole) return;
  const due = all.filter(({ instant }) => holds[operator](instant, value) && holds[other](instant, far));
  const ids = new Set(facts.map(({ id }) => id));
  const missing = due.filter(({ id }) => id !== undefined && !ids.has(id));
  must.hold(missing.length === 0, {
    expected: `the ${due.length} sessions of the list whose \`${date}\` lies ${wordsOf[operator]} the moment of \`${operator}\``,
    actual: `${missing.length} of them missing, ${onIt(missing, date, value)} exactly on it`,
    in: answer,
  });
}

function onIt(
  sessions: readonly { start: string | undefined; end: string | undefined }[],
  date: DateName,
  value: number,
): number {
  return sessions.filter((each) => instantOf(each, date) === value).length;
}

function kebab(date: DateName): string {
  return date === 'startDate' ? 'start-date' : 'end-date';
}
