import { type DateName, type Range, ranges as someRanges } from '../../../generators/date-windows.ts';
import { moments } from '../../../generators/moments.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { datesOf, takesDateFilters } from '../../target/dates/ask.ts';
import { type Bounds, filterOf, instantOf, isWithin } from '../../target/dates/bounds.ts';
import {
  type DatedSession,
  datesNeeds,
  dateTries,
  daysOrMoments,
  instantAt,
  isWholeList,
  mixedSessions,
} from '../../target/dates/dated-sessions.ts';
import { onGenerated } from '../../target/generated.ts';
import { takesDates } from '../../target/sessions/ask.ts';
import type { Facts } from '../../target/sessions/facts.ts';
import {
  find,
  findAccepted,
  judgeNoneMissing,
  onStableSessions,
  showSameSessions,
  totalWith,
} from '../../target/sessions/found.ts';

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
      (range) => onStableSessions(context, (used) => judgeRange(used, date, range, sessions)),
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
      onStableSessions(context, (used) =>
        judgeBothDates(used, context.need(sessions[session - 1], 'the session')),
      ),
    dateTries(context, context.share('half')),
  );
  const [one] = sessions;
  if (one && context.effort !== 'quick')
    await onStableSessions(context, (used) => judgeExactDates(used, one));
}

/** The same operators on both dates, each with its own value: exactly when a session started and ended. */
function judgeExactDates(context: Context, one: DatedSession): Promise<void> {
  const start = instantOf(one, 'startDate') ?? 0;
  // A range from a moment to itself may be refused.
  const bounds = {
    startDate: { gte: start, lte: start + 1000 },
    endDate: { gte: one.instant, lte: one.instant + 1000 },
  };
  return judgeBounds(context, one, bounds, 'sessions that start and end at the two moments');
}

function judgeBothDates(context: Context, one: DatedSession): Promise<void> {
  const bounds = { startDate: { gte: instantOf(one, 'startDate') ?? 0 }, endDate: { lte: one.instant } };
  const what = 'sessions that start at or after the one moment and end at or before the other';
  return judgeBounds(context, one, bounds, what);
}

/** Judges filters on both dates that a session fits. */
async function judgeBounds(
  context: Context,
  one: DatedSession,
  { startDate, endDate }: Readonly<Record<DateName, Bounds>>,
  what: string,
): Promise<void> {
  const filters = { startDate: filterOf(startDate), endDate: filterOf(endDate) };
  const { facts, answer, whole } = await find(context, filters);
  const fits = (each: Facts) => isWithin(each, 'startDate', startDate) && isWithin(each, 'endDate', endDate);
  context.must.every(facts, fits, what, answer);
  if (whole) judgeNoneMissing(context, [one], facts, 'session that the two moments are taken from', answer);
}

/** Both forms of a value in one request. */
export const mixed: readonly Check[] = [
  check('date-filtering.range/mixed-forms', {
    on: takesDateFilters,
    needs: datesNeeds,
    sends: 'a range whose ends are date-times, then the same with a timestamp at one end and at the other',
    accepts: 'the same sessions each time',
    async run(context) {
      const known = datesOf(context.op);
      for (const date of isWholeList(context) ? known : known.slice(0, 1))
        await onStableSessions(context, (used) => judgeMixed(used, date));
    },
  }),
];

const aside = 30_000;

/** A range from the middle of the target's dates; its ends lie half a minute aside, where no fraction matters. */
async function judgeMixed(context: Context, date: DateName): Promise<void> {
  const all = (await daysOrMoments(context, date)).toSorted((a, b) => a - b);
  const instants = all.slice(Math.floor(all.length / 3), Math.ceil((2 * all.length) / 3));
  const from = Math.floor(Math.min(...instants) / 1000) * 1000 - aside;
  const to = Math.floor(Math.max(...instants) / 1000) * 1000 + aside;
  const [lower, upper] = [filterOf({ gte: from }), filterOf({ lt: to })];
  const [early, late] = [filterOf({ gte: from }, 'Unix'), filterOf({ lt: to }, 'Unix')];
  const uniform = await find(context, { [date]: { ...lower, ...upper } }, 20);
  for (const filter of [
    { ...early, ...upper },
    { ...lower, ...late },
  ]) {
    const found = await findAccepted(context, { [date]: filter }, 20);
    context.must.hold(found.page.total === uniform.page.total && showSameSessions(context, found, uniform), {
      expected: `the ${uniform.page.total} sessions of the range, whichever form either end has`,
      actual: `${found.page.total}, or others`,
      in: [uniform.answer, found.answer],
    });
  }
}
