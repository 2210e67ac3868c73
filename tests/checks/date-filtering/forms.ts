import fc from 'fast-check';
import type { DateName, Operator } from '../../../generators/date-windows.ts';
import { moments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { datesOf, isDated } from '../../target/dates/ask.ts';
import { dated, datesNeeds, filtered, instantOf, runsFor, sizeOf } from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { idsOf } from '../../target/pages/reader.ts';

/** The two forms of a filter value, and what they mean. */
export const forms: readonly Check[] = [
  // A Unix timestamp counts seconds from the start of 1970 in UTC.
  check('date-filtering.unix-seconds', {
    access: 'read',
    on: isDated,
    needs: datesNeeds,
    sends: 'whole seconds shortly after sessions of the list, as `startDate[gte]` and `startDate[lt]`',
    accepts: 'sessions on the right side of that second, and on either side those that the sample has',
    run: (context) => onSeconds(context, judgeSeconds),
  }),

  // The same moment given as date-time and as Unix timestamp selects the same sessions.
  check('date-filtering.forms-agree', {
    access: 'read',
    on: isDated,
    sends: 'each operator with one moment in both forms',
    accepts: 'the same sessions',
    run: formsAgree,
  }),
];

/** How long after a start the second lies that is asked for, and how far it has to be from any other start. */
const after = 2000;

async function onSeconds(
  context: Context,
  law: (context: Context, second: number) => Promise<void>,
): Promise<void> {
  const sessions = await dated(context, 'startDate');
  const starts = sessions.map(({ instant }) => Math.floor(instant / 1000) * 1000 + after);
  const clear = starts.filter((second) =>
    sessions.every(({ instant }) => Math.abs(instant - second) >= 1000),
  );
  context.need(clear.length > 0, 'a start that no other follows within seconds');
  await onGenerated(
    context,
    moments(clear.length, ['on']),
    ({ session }) =>
      onStableData(
        () => sizeOf(context),
        () => law(context, clear[session - 1] ?? 0),
      ),
    runsFor(context, 3),
  );
}

async function judgeSeconds(context: Context, second: number): Promise<void> {
  const sessions = await dated(context, 'startDate');
  const seconds = written(second, 'Unix');
  for (const operator of ['gte', 'lt'] as const) {
    const { facts, answer, page } = await filtered(context, { startDate: { [operator]: seconds } }, 20);
    const right = (instant: number) => (operator === 'gte' ? instant >= second : instant < second);
    const strays = facts.filter((each) => !right(instantOf(each, 'startDate') ?? second));
    const due = sessions.filter(({ instant }) => right(instant)).length;
    context.must.hold(strays.length === 0 && (page.total ?? due) >= due, {
      expected: `at least ${due} sessions, all ${operator === 'gte' ? 'from that second on' : 'before that second'}`,
      actual: `${page.total} sessions, ${strays.length} of ${facts.length} on the other side`,
      in: answer,
    });
  }
}

/** How far a moment lies from a date of the target's, so that the fraction of its second is no matter. */
const aside = { 'half a minute before': -30_000, 'half a minute after': 30_000 } as const;

async function formsAgree(context: Context): Promise<void> {
  const sessions = await dated(context, 'startDate');
  for (const where of ['half a minute before', 'half a minute after'] as const) {
    await onGenerated(
      context,
      fc.record({
        date: fc.constantFrom<DateName[]>(...datesOf(context.op)),
        operator: fc.constantFrom<Operator[]>('gte', 'gt', 'lt', 'lte'),
        session: fc.integer({ min: 1, max: sessions.length }),
        where: fc.constant(where),
      }),
      ({ date, operator, session }) =>
        onStableData(
          () => sizeOf(context),
          async () => {
            const near = instantOf(sessions[session - 1] ?? {}, date) ?? sessions[session - 1]?.instant ?? 0;
            const moment = Math.floor(near / 1000) * 1000 + aside[where];
            await judgeForms(context, date, operator, moment);
          },
        ),
      runsFor(context, 3),
    );
  }
}

async function judgeForms(
  context: Context,
  date: DateName,
  operator: Operator,
  moment: number,
): Promise<void> {
  const [iso, unix] = [
    await filtered(context, { [date]: { [operator]: written(moment, 'ISO 8601') } }, 10),
    await filtered(context, { [date]: { [operator]: written(moment, 'Unix') } }, 10),
  ];
  const same =
    iso.page.total === unix.page.total && idsOf(context, iso).join() === idsOf(context, unix).join();
  context.must.hold(same, {
    expected: `the same sessions for both forms of one moment: ${iso.page.total} by ISO 8601`,
    actual: `${unix.page.total} by Unix timestamp, or others`,
    in: [iso.answer, unix.answer],
  });
}
