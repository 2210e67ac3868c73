import { type DateName, dates, type Range, ranges } from '../../../generators/date-windows.ts';
import { moments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import {
  dated,
  datesNeeds,
  filtered,
  holds,
  instantAt,
  instantOf,
  runsFor,
  sizeOf,
  totalWith,
} from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { isQuick } from '../../target/pages/samples.ts';
import { takesDates } from '../../target/sessions/ask.ts';

/** Operators together: ranges, both dates, and how the parts of a list make up the whole. */
export const together: readonly Check[] = [
  // A lower and an upper operator on the same date together select the range between them.
  check('date-filtering.range', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate'),
    needs: datesNeeds,
    sends: 'a lower and an upper operator on one date, each by itself and both together',
    accepts: 'only sessions within the range, and as many as the two bounds leave together',
    run: (context) => onRanges(context, judgeRange),
  }),

  // Operators on the start date and on the end date apply both.
  check('date-filtering.both-dates', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate') && takesDates(op, 'endDate'),
    needs: datesNeeds,
    sends: 'a range of start dates and a range of end dates that one session lies in',
    accepts: 'that session, and only sessions that lie in both ranges',
    run: bothDates,
  }),
];

async function onRanges(
  context: Context,
  law: (context: Context, date: DateName, from: number, to: number, range: Range) => Promise<void>,
): Promise<void> {
  const known = dates.filter((date) => takesDates(context.op, date));
  for (const date of isQuick(context) ? known.slice(0, 1) : known) {
    const sessions = await dated(context, date);
    await onGenerated(
      context,
      ranges(sessions.length),
      async (range) => {
        const ends = [instantAt(sessions, range.from), instantAt(sessions, range.to)].sort((a, b) => a - b);
        const [from = 0, to = 0] = ends;
        // A range from a moment to itself may be empty or refused, so the upper end lies a second further.
        await onStableData(
          () => sizeOf(context),
          () => law(context, date, from, from === to ? to + 1000 : to, range),
        );
      },
      runsFor(context, 4),
    );
  }
}

async function judgeRange(
  context: Context,
  date: DateName,
  from: number,
  to: number,
  range: Range,
): Promise<void> {
  const { must } = context;
  const lower = { [range.lower]: written(from, 'ISO 8601') };
  const upper = { [range.upper]: written(to, 'ISO 8601') };
  const { facts, answer, page } = await filtered(context, { [date]: { ...lower, ...upper } });
  const strays = facts.filter((each) => {
    const instant = instantOf(each, date);
    return instant !== undefined && !(holds[range.lower](instant, from) && holds[range.upper](instant, to));
  });
  must.hold(strays.length === 0, {
    expected: `only sessions whose \`${date}\` lies within the range`,
    actual: `${strays.length} of ${facts.length} outside`,
    in: answer,
  });
  const [below, above, all] = [
    await totalWith(context, { [date]: upper }),
    await totalWith(context, { [date]: lower }),
    await totalWith(context, {}),
  ];
  const rest = await totalWith(context, {
    [date]: { [range.lower === 'gt' ? 'lte' : 'lt']: written(from, 'ISO 8601') },
  });
  // Whoever lies below the upper end lies either below the lower end or in the range. Where sessions without an
  // end pass every filter on it, they count on both sides: what the two bounds have in common is the range.
  const due = new Set([below.total - rest.total, above.total + below.total - all.total]);
  must.hold(due.has(page.total ?? -1), {
    expected: `${[...due].join(' or ')} sessions in the range: ${below.total} lie below its upper end, ${rest.total} below its lower end`,
    actual: `${page.total}`,
    in: [answer, below.answer, above.answer, all.answer, rest.answer],
  });
}

async function bothDates(context: Context): Promise<void> {
  const { must } = context;
  const sessions = (await dated(context, 'endDate')).filter(
    (each) => instantOf(each, 'startDate') !== undefined,
  );
  context.need(sessions.length > 0, 'a session with a start and an end');
  await onGenerated(
    context,
    moments(sessions.length, ['on']),
    ({ session }) =>
      onStableData(
        () => sizeOf(context),
        async () => {
          const one = context.need(sessions[session - 1], 'the session');
          const [start, end] = [instantOf(one, 'startDate') ?? 0, one.instant];
          const { facts, answer, whole } = await filtered(context, {
            startDate: { gte: written(start, 'ISO 8601') },
            endDate: { lte: written(end, 'ISO 8601') },
          });
          const strays = facts.filter((each) => {
            const [began, ended] = [instantOf(each, 'startDate'), instantOf(each, 'endDate')];
            return (began !== undefined && began < start) || (ended !== undefined && ended > end);
          });
          must.hold(strays.length === 0, {
            expected: 'only sessions that start at or after the one moment and end at or before the other',
            actual: `${strays.length} of ${facts.length} that don't`,
            in: answer,
          });
          must.hold(!whole || one.id === undefined || facts.some(({ id }) => id === one.id), {
            expected: 'the session that the two moments are taken from',
            actual: `${facts.length} sessions without it`,
            in: answer,
          });
        },
      ),
    runsFor(context, 2),
  );
}
