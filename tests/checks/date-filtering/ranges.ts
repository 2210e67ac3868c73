import { type DateName, type Range, ranges as someRanges } from '../../../generators/date-windows.ts';
import { moments } from '../../../generators/moments.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { datesOf } from '../../target/dates/ask.ts';
import { type Bounds, filterOf, instantOf, isWithin } from '../../target/dates/bounds.ts';
import {
  type DatedSession,
  datesNeeds,
  dateTries,
  instantAt,
  mixedSessions,
} from '../../target/dates/dated-sessions.ts';
import { onGenerated } from '../../target/generated.ts';
import { takesDates } from '../../target/sessions/ask.ts';
import { find, judgeNoneMissing, onStableSessions, totalWith } from '../../target/sessions/found.ts';

/** Several operators at once, on one date and on both. */
export const ranges: readonly Check[] = [
  check('date-filtering.range', {
    on: (op) => takesDates(op, 'startDate'),
    needs: datesNeeds,
    accepts: 'only sessions within the range, and as many as the two bounds by themselves have in common',
    run: judgeRanges,
  }),

  check('date-filtering.both-dates', {
    on: (op) => takesDates(op, 'startDate') && takesDates(op, 'endDate'),
    needs: datesNeeds,
    run: bothDates,
  }),
];

async function judgeRanges(context: Context): Promise<void> {
  const known = datesOf(context.op);
  for (const date of context.effort === 'quick' ? known.slice(0, 1) : known) {
    const sessions = await mixedSessions(context, date);
    await onGenerated(
      context,
      someRanges(sessions.length),
      (range) => onStableSessions(context, () => judgeRange(context, date, range, sessions)),
      dateTries(context, context.share('quarter')),
    );
  }
}

async function judgeRange(
  context: Context,
  date: DateName,
  range: Range,
  sessions: readonly DatedSession[],
): Promise<void> {
  const { must } = context;
  const ends = [instantAt(sessions, range.from), instantAt(sessions, range.to)];
  const from = Math.min(...ends);
  // A range from a moment to itself may be empty or refused, so the upper end then lies a second further.
  const to = Math.max(...ends) + (ends[0] === ends[1] ? 1000 : 0);
  const [lower, upper] = [{ [range.lower]: from }, { [range.upper]: to }];
  const bounds = { ...lower, ...upper };
  const { facts, answer, page } = await find(context, { [date]: filterOf(bounds) });
  must.every(
    facts,
    (each) => isWithin(each, date, bounds),
    `sessions whose \`${date}\` lies within the range`,
    answer,
  );
  const total = (some: Bounds) => totalWith(context, { [date]: filterOf(some) });
  const [below, above, all] = [await total(upper), await total(lower), await totalWith(context, {})];
  const rest = await total({ [range.lower === 'gt' ? 'lte' : 'lt']: from });
  // Sessions below the upper end lie either below the lower end or in the range. Where sessions without an end pass
  // every filter on it, they count on both sides: the range is then what the two bounds have in common.
  const due = new Set([below.total - rest.total, above.total + below.total - all.total]);
  const possible = [...due].filter((amount) => amount >= 0);
  must.hold(due.has(page.total ?? -1), {
    expected: `${possible.length > 0 ? possible.join(' or ') : 'some'} sessions in the range: ${below.total} lie below its upper end, ${rest.total} below its lower end`,
    actual: `${page.total}`,
    in: [answer, below.answer, above.answer, all.answer, rest.answer],
  });
}

async function bothDates(context: Context): Promise<void> {
  const sessions = (await mixedSessions(context, 'endDate')).filter(
    (each) => instantOf(each, 'startDate') !== undefined,
  );
  context.need(sessions.length > 0, 'a session with a start and an end');
  await onGenerated(
    context,
    moments(sessions.length, ['on']),
    ({ session }) =>
      onStableSessions(context, () =>
        judgeBothDates(context, context.need(sessions[session - 1], 'the session')),
      ),
    dateTries(context, context.share('half')),
  );
  const [one] = sessions;
  if (one && context.effort !== 'quick') await onStableSessions(context, () => judgeExactDates(context, one));
}

/** The same operators on both dates, each with its own value: exactly when a session started and ended. */
async function judgeExactDates(context: Context, one: DatedSession): Promise<void> {
  const start = instantOf(one, 'startDate') ?? 0;
  // A range from a moment to itself may be refused.
  const bounds = {
    startDate: { gte: start, lte: start + 1000 },
    endDate: { gte: one.instant, lte: one.instant + 1000 },
  };
  const { facts, answer, whole } = await find(context, {
    startDate: filterOf(bounds.startDate),
    endDate: filterOf(bounds.endDate),
  });
  context.must.every(
    facts,
    (each) => isWithin(each, 'startDate', bounds.startDate) && isWithin(each, 'endDate', bounds.endDate),
    'sessions that start and end at the two moments',
    answer,
  );
  if (whole) judgeNoneMissing(context, [one], facts, 'session that starts and ends at them', answer);
}

async function judgeBothDates(context: Context, one: DatedSession): Promise<void> {
  const bounds = { startDate: { gte: instantOf(one, 'startDate') ?? 0 }, endDate: { lte: one.instant } };
  const { facts, answer, whole } = await find(context, {
    startDate: filterOf(bounds.startDate),
    endDate: filterOf(bounds.endDate),
  });
  context.must.every(
    facts,
    (each) => isWithin(each, 'startDate', bounds.startDate) && isWithin(each, 'endDate', bounds.endDate),
    'sessions that start at or after the one moment and end at or before the other',
    answer,
  );
  if (whole) judgeNoneMissing(context, [one], facts, 'session that the two moments are taken from', answer);
}
