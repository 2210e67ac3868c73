import fc from 'fast-check';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { filtered, sizeOf } from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';

type DateName = 'startDate' | 'endDate';

/** `startDate` narrows by the start of a session and by nothing else, `endDate` by its end. */
export const dateFilters: readonly Check[] = (['startDate', 'endDate'] as const).map((date) =>
  check(`list-sessions.${date === 'startDate' ? 'start-date' : 'end-date'}`, {
    access: 'read',
    on: ['listSessions'],
    needs: ['session.item-shape'],
    sends: `\`${date}\` set to the exact date of one session, of either kind`,
    accepts: 'that session, and only sessions with this date',
    run: (context) => byDateOnly(context, date),
  }),
);

async function byDateOnly(context: Context, date: DateName): Promise<void> {
  const shown = (await sample(context)).filter((facts) => dateOf(facts, date) !== undefined);
  context.need(shown.length > 0, `a session with a \`${date}\``);
  // Of either kind: a filter on a date is easily joined with the results, which one kind lacks.
  const kinds = [shown.filter(({ result }) => !result), shown.filter(({ result }) => result)];
  for (const sessions of kinds.filter(({ length }) => length > 0)) {
    await onGenerated(
      context,
      fc.record({ session: fc.integer({ min: 1, max: sessions.length }) }),
      ({ session }) =>
        onStableData(
          () => sizeOf(context),
          () => judgeMoment(context, date, context.need(sessions[session - 1], 'the session')),
        ),
      Math.ceil(context.runs / 4),
    );
  }
}

async function judgeMoment(context: Context, date: DateName, one: Facts): Promise<void> {
  const moment = context.need(dateOf(one, date), 'its date');
  const { facts, answer, whole } = await filtered(context, { [date]: { gte: moment, lte: moment } });
  const strays = facts.filter((each) => {
    const own = dateOf(each, date);
    return own !== undefined && Date.parse(own) !== Date.parse(moment);
  });
  context.must.hold(strays.length === 0, {
    expected: `only sessions with this \`${date}\``,
    actual: `${strays.length} of ${facts.length} with another`,
    in: answer,
  });
  context.must.hold(!whole || one.id === undefined || facts.some(({ id }) => id === one.id), {
    expected: `the session that the \`${date}\` is taken from`,
    actual: `${facts.length} sessions without it`,
    in: answer,
  });
}

function dateOf({ start, end }: Facts, date: DateName): string | undefined {
  return date === 'startDate' ? start : end;
}
