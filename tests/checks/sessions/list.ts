import fc from 'fast-check';
import type { DateName } from '../../../generators/date-windows.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { filterOf, isWithin } from '../../target/dates/bounds.ts';
import { type DatedSession, datedSessions } from '../../target/dates/dated-sessions.ts';
import { onGenerated } from '../../target/generated.ts';
import { minimal } from '../../target/minimal.ts';
import { find, judgeNoneMissing, onStableSessions } from '../../target/sessions/found.ts';
import { combined } from './combine.ts';
import { valueFilters } from './value-filters.ts';

const dateFilters = [
  { id: 'list-sessions.start-date', date: 'startDate' },
  { id: 'list-sessions.end-date', date: 'endDate' },
] as const;

/** The list of sessions and its filters. */
export const list: readonly Check[] = [
  check('list-sessions.success', { run: succeeds }),
  check('list-sessions.all-optional', { cost: 'high', run: succeeds }),
  ...dateFilters.map(({ id, date }) =>
    check(id, { needs: ['session.item-shape'], run: (context) => byDateOnly(context, date) }),
  ),
  ...valueFilters,
  ...combined,
];

async function succeeds(context: Context): Promise<void> {
  context.must(await minimal(context, context.op)).have.status(200);
}

async function byDateOnly(context: Context, date: DateName): Promise<void> {
  const all = await datedSessions(context, date);
  // Of either kind: a filter on a date is easily joined with the results, which one kind lacks.
  const kinds = [all.filter(({ result }) => !result), all.filter(({ result }) => result)];
  for (const sessions of kinds.filter(({ length }) => length > 0)) {
    await onGenerated(
      context,
      fc.record({ session: fc.integer({ min: 1, max: sessions.length }) }),
      ({ session }) =>
        onStableSessions(context, (used) =>
          judgeMoment(used, date, context.need(sessions[session - 1], 'the session')),
        ),
      context.share('quarter'),
    );
  }
}

async function judgeMoment(context: Context, date: DateName, one: DatedSession): Promise<void> {
  const moment = { gte: one.instant, lte: one.instant };
  const { facts, answer, whole } = await find(context, { [date]: filterOf(moment) });
  context.must.every(facts, (each) => isWithin(each, date, moment), `sessions with this \`${date}\``, answer);
  if (whole) judgeNoneMissing(context, [one], facts, `session that the \`${date}\` is taken from`, answer);
}
