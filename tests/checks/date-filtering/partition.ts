import { type DateName, dates } from '../../../generators/date-windows.ts';
import { moments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import {
  type Dated,
  dated,
  datesNeeds,
  instantAt,
  runsFor,
  sizeOf,
  totalWith,
} from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { isQuick } from '../../target/pages/samples.ts';
import { takesDates } from '../../target/sessions/ask.ts';

/** The parts that a moment cuts a list into make up the whole. */
export const parts: readonly Check[] = [
  // What lies after a moment and what lies at or before it are the whole: nothing twice, nothing lost.
  check('date-filtering.range/partition', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate'),
    needs: datesNeeds,
    sends: 'the four operators at one moment, one after the other, and both inclusive ones together',
    accepts:
      'totals that add up: `gt` and `lte` to the same as `gte` and `lt`; `gte` is more than `gt` by those exactly on it',
    run: partition,
  }),
];

async function partition(context: Context): Promise<void> {
  for (const date of dates.filter((each) => takesDates(context.op, each))) {
    const sessions = await dated(context, date);
    for (const among of isQuick(context) || context.op.id !== 'listSessions' ? shifts.slice(0, 1) : shifts) {
      await onGenerated(
        context,
        moments(sessions.length, among),
        (moment) =>
          onStableData(
            () => sizeOf(context),
            () => judgePartition(context, date, instantAt(sessions, moment), sessions),
          ),
        runsFor(context, 12),
      );
    }
  }
}

const shifts = [['on'], ['1 ms before', '1 ms after']] as const;

async function judgePartition(
  context: Context,
  date: DateName,
  instant: number,
  sessions: readonly Dated[],
): Promise<void> {
  const { must } = context;
  const value = written(instant, 'ISO 8601');
  const at = async (filter: object) => totalWith(context, { [date]: filter });
  const [gt, gte, lt, lte] = [
    await at({ gt: value }),
    await at({ gte: value }),
    await at({ lt: value }),
    await at({ lte: value }),
  ];
  const answers = [gt, gte, lt, lte].map(({ answer }) => answer);
  must.hold(gt.total + lte.total === gte.total + lt.total, {
    expected: `\`gt\` and \`lte\` to make up the same whole as \`gte\` and \`lt\` on \`${date}\``,
    actual: `${gt.total} + ${lte.total} and ${gte.total} + ${lt.total}`,
    in: answers,
  });
  const exactly = sessions.filter((each) => each.instant === instant).length;
  const difference = gte.total - gt.total;
  must.hold(exactly === 0 ? difference >= 0 : difference >= exactly, {
    expected: `\`gte\` to have at least ${exactly} sessions more than \`gt\` on \`${date}\`, those exactly on the moment`,
    actual: `${difference} more`,
    in: answers,
  });
  if (date === 'endDate') return;
  const all = await totalWith(context, {});
  must.hold(gt.total + lte.total === all.total, {
    expected: `the ${all.total} sessions of the list, each either after the moment or not`,
    actual: `${gt.total} + ${lte.total}`,
    in: [...answers, all.answer],
  });
}
