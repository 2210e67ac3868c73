import fc from 'fast-check';
import type { DateName, Operator } from '../../../generators/date-windows.ts';
import { moments } from '../../../generators/moments.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { datesOf, takesDateFilters } from '../../target/dates/ask.ts';
import { filterOf, instantOf, isWithin } from '../../target/dates/bounds.ts';
import {
  type DatedSession,
  datesNeeds,
  dateTries,
  mixedSessions,
} from '../../target/dates/dated-sessions.ts';
import { onGenerated } from '../../target/generated.ts';
import { find, onStableSessions, showSameSessions } from '../../target/sessions/found.ts';

/** The two forms of a filter value, and what they mean. */
export const forms: readonly Check[] = [
  check('date-filtering.unix-seconds', {
    on: takesDateFilters,
    needs: datesNeeds,
    cost: 'high',
    run: unixSeconds,
  }),

  check('date-filtering.forms-agree', {
    on: takesDateFilters,
    needs: datesNeeds,
    run: formsAgree,
  }),
];

/** How long after a session's start the second lies that is asked for. */
const after = 2000;

async function unixSeconds(context: Context): Promise<void> {
  const sessions = await mixedSessions(context, 'startDate');
  const seconds = sessions.map(({ instant }) => Math.floor(instant / 1000) * 1000 + after);
  const clear = seconds.filter((second) =>
    sessions.every(({ instant }) => Math.abs(instant - second) >= 1000),
  );
  context.need(clear.length > 0, 'a start that no other follows within seconds');
  await onGenerated(
    context,
    moments(clear.length, ['on']),
    ({ session }) =>
      onStableSessions(context, (used) => judgeSecond(used, sessions, clear[session - 1] ?? 0)),
    dateTries(context, context.byEffort({ quick: 2, standard: 4, deep: 20 })),
  );
}

async function judgeSecond(
  context: Context,
  sessions: readonly DatedSession[],
  second: number,
): Promise<void> {
  for (const operator of ['gte', 'lt'] as const) {
    const bounds = { [operator]: second };
    const { facts, answer, page } = await find(context, { startDate: filterOf(bounds, 'Unix') }, 20);
    const side = operator === 'gte' ? 'from that second on' : 'before that second';
    context.must.every(
      facts,
      (each) => isWithin(each, 'startDate', bounds),
      `sessions that start ${side}`,
      answer,
    );
    const due = sessions.filter((each) => isWithin(each, 'startDate', bounds)).length;
    context.must.hold((page.total ?? due) >= due, {
      expected: `at least ${due} sessions that start ${side}`,
      actual: `${page.total}`,
      in: answer,
    });
  }
}

/** How far a moment lies from a date of the target's, so that the fraction of its second does not matter. */
const aside = { 'half a minute before': -30_000, 'half a minute after': 30_000 } as const;

/** A moment beside a date of a session, and how it is asked for. */
interface AsideOf {
  readonly date: DateName;
  readonly operator: Operator;
  readonly session: number;
  readonly where: keyof typeof aside;
}

async function formsAgree(context: Context): Promise<void> {
  const sessions = await mixedSessions(context, 'startDate');
  const judge = ({ date, operator, session, where }: AsideOf) =>
    onStableSessions(context, async (used) => {
      // A session without an end has no moment at which the filters of ends could differ.
      const dated = sessions.filter((one) => instantOf(one, date) !== undefined);
      const among = dated.length > 0 ? dated : sessions;
      const one = context.need(among[(session - 1) % among.length], 'the session');
      const near = instantOf(one, date) ?? one.instant;
      await judgeForms(used, date, operator, Math.floor(near / 1000) * 1000 + aside[where]);
    });
  // What calendars get wrong lies before the latest session, as a rule.
  const [date = 'startDate'] = datesOf(context.op);
  const instants = sessions.flatMap((one) => instantOf(one, date) ?? []);
  const session = Math.max(instants.indexOf(Math.max(...instants)), 0) + 1;
  const first: AsideOf = { date, operator: 'gte', session, where: 'half a minute before' };
  await onGenerated(context, fc.constant(first), judge, 1, 'the latest');
  const tries = {
    'half a minute before': { quick: 1, standard: 1, deep: 19 },
    'half a minute after': { quick: 2, standard: 2, deep: 20 },
  };
  for (const where of Object.keys(aside) as AsideOf['where'][])
    await onGenerated(
      context,
      fc.record({
        date: fc.constantFrom<DateName[]>(...datesOf(context.op)),
        operator: fc.constantFrom<Operator[]>('gte', 'gt', 'lt', 'lte'),
        session: fc.integer({ min: 1, max: sessions.length }),
        where: fc.constant(where),
      }),
      judge,
      dateTries(context, context.byEffort(tries[where])),
    );
}

async function judgeForms(
  context: Context,
  date: DateName,
  operator: Operator,
  moment: number,
): Promise<void> {
  const [iso, unix] = [
    await find(context, { [date]: filterOf({ [operator]: moment }, 'ISO 8601') }, 10),
    await find(context, { [date]: filterOf({ [operator]: moment }, 'Unix') }, 10),
  ];
  context.must.hold(iso.page.total === unix.page.total && showSameSessions(context, iso, unix), {
    expected: `the same sessions for both forms of one moment: ${iso.page.total} by ISO 8601`,
    actual: `${unix.page.total} by Unix timestamp, or others`,
    in: [iso.answer, unix.answer],
  });
}
