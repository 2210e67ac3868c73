import type { DateName } from '../../../generators/date-windows.ts';
import { moments, type Shift } from '../../../generators/moments.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { datesOf } from '../../target/dates/ask.ts';
import { type Bounds, filterOf } from '../../target/dates/bounds.ts';
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
import { onStableSessions, totalWith } from '../../target/sessions/found.ts';

/** The two parts that a moment cuts a list into make up the whole. */
export const partition: readonly Check[] = [
  check('date-filtering.range/partition', {
    on: (op) => takesDates(op, 'startDate'),
    needs: datesNeeds,
    cost: 'high',
    accepts:
      'totals that add up: `gt` and `lte` to as many as `gte` and `lt`, and `gte` to more than `gt` by the sessions on the moment',
    run: judgeMoments,
  }),
];

const strata: readonly (readonly Shift[])[] = [['on'], ['1 ms before', '1 ms after']];

async function judgeMoments(context: Context): Promise<void> {
  const { op } = context;
  for (const date of datesOf(op)) {
    const sessions = await mixedSessions(context, date);
    for (const shifts of context.effort === 'quick' || !isWholeList(context) ? strata.slice(0, 1) : strata) {
      await onGenerated(
        context,
        moments(sessions.length, shifts),
        (moment) =>
          onStableSessions(context, (used) => judgeParts(used, date, instantAt(sessions, moment), sessions)),
        dateTries(context, context.share('few')),
      );
    }
  }
}

async function judgeParts(
  context: Context,
  date: DateName,
  instant: number,
  sessions: readonly DatedSession[],
): Promise<void> {
  const { must } = context;
  const at = (bounds: Bounds) => totalWith(context, { [date]: filterOf(bounds) });
  const [gt, gte, lt, lte] = [
    await at({ gt: instant }),
    await at({ gte: instant }),
    await at({ lt: instant }),
    await at({ lte: instant }),
  ];
  const answers = [gt, gte, lt, lte].map(({ answer }) => answer);
  must.hold(gt.total + lte.total === gte.total + lt.total, {
    expected: `\`gt\` and \`lte\` to make up the same whole as \`gte\` and \`lt\` on \`${date}\``,
    actual: `${gt.total} + ${lte.total} with \`gt\` and \`lte\`, ${gte.total} + ${lt.total} with \`gte\` and \`lt\``,
    in: answers,
  });
  const onMoment = sessions.filter((each) => each.instant === instant).length;
  must.hold(gte.total - gt.total >= onMoment, {
    expected: `\`gte\` to have at least ${onMoment} sessions more than \`gt\` on \`${date}\`, those exactly on the moment`,
    actual: `${gte.total - gt.total} more`,
    in: answers,
  });
  // A session in progress has no end, and lies on neither side of it.
  if (date === 'endDate') return;
  const all = await totalWith(context, {});
  must.hold(gt.total + lte.total === all.total, {
    expected: `the ${all.total} sessions of the list, each either after the moment or not`,
    actual: `${gt.total} with \`gt\` and ${lte.total} with \`lte\``,
    in: [...answers, all.answer],
  });
}
