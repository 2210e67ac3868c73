import type { DateName } from '../../../generators/date-windows.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { datesOf } from '../../target/dates/ask.ts';
import { type Bounds, filterOf, isWithin } from '../../target/dates/bounds.ts';
import { type DatedSession, datesNeeds, mixedSessions } from '../../target/dates/dated-sessions.ts';
import { fromStandard } from '../../target/effort.ts';
import { find, judgeNoneMissing, onStableSessions } from '../../target/sessions/found.ts';

const day = 86_400_000;

/** How many days are looked at for each date. */
const days = 1;

/** A moment at the border of a day is a moment, and stands for no day. */
export const dayBorders: readonly Check[] = [
  check('date-filtering.range/day-borders', {
    access: 'read',
    on: ['listSessions'],
    needs: datesNeeds,
    unless: fromStandard,
    sends: 'each operator with the first or the last moment of a day within which a session lies',
    accepts: 'the session where the moment itself says so, and not for the day that it belongs to',
    run: judgeDays,
  }),
];

async function judgeDays(context: Context): Promise<void> {
  let judged = 0;
  for (const date of datesOf(context.op)) {
    for (const session of inDifferentDays(await mixedSessions(context, date)).slice(0, days)) {
      await onStableSessions(context, (used) => judgeDay(used, date, session));
      judged += 1;
    }
  }
  context.need(judged > 0, 'a session whose date lies within a day');
}

/** Sessions that lie off the borders of their days, one for each day. */
function inDifferentDays(sessions: readonly DatedSession[]): readonly DatedSession[] {
  const within = sessions.filter(({ instant }) => instant % day >= 1000 && instant % day < day - 1000);
  return [...new Map(within.map((one) => [startOf(one), one])).values()];
}

function startOf({ instant }: DatedSession): number {
  return Math.floor(instant / day) * day;
}

/** Second operators on the other side keep the answers small. */
async function judgeDay(context: Context, date: DateName, session: DatedSession): Promise<void> {
  const first = startOf(session);
  const last = first + day - 1;
  const all: readonly Bounds[] = [
    { gte: first - day, lte: first },
    { gte: last, lt: last + day },
    { gt: first, lte: last },
  ];
  for (const bounds of all) {
    const { facts, answer, whole } = await find(context, { [date]: filterOf(bounds) });
    const what = `sessions whose \`${date}\` lies within the range, which begins or ends at a border of a day`;
    context.must.every(facts, (each) => isWithin(each, date, bounds), what, answer);
    if (whole && isWithin(session, date, bounds))
      judgeNoneMissing(context, [session], facts, 'session of the day', answer);
  }
}
