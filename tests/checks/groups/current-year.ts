import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { currentAfterWrites, movedBy } from '../../target/groups/current-after-writes.ts';
import { groupOf } from '../../target/groups/group.ts';
import { listed } from '../../target/groups/samples.ts';
import { currentYearId } from '../../target/groups/years.ts';
import { onStableData } from '../../target/stable-data.ts';

/** Which year `current` means does not depend on what was written last. */
export const currentYearChecks: readonly Check[] = checks(
  ['list-classes.academic-year-current/after-writes', 'list-cohorts.academic-year-current/after-writes'],
  {
    access: 'write',
    unless: fromStandard,
    cost: 'high',
    needs: (op) => [groupOf(op).fields],
    sends:
      'the list with `current` before and after creations of a cohort and a class in another year, and a change of who is in the class',
    accepts: 'the same `total` and the same first item each time',
    async run(context) {
      const academicYearId = await currentYearId(context);
      // What is created here is of another year: whoever else writes changes this total.
      const measure = async () => (await listed(context, { academicYearId, limit: 1 })).page.total;
      let round = 0;
      await onStableData(context, measure, () => {
        round += 1;
        return judgeCurrent(context, round);
      });
    },
  },
);

async function judgeCurrent(context: Context, round: number): Promise<void> {
  const moved = movedBy(context, context.op.id, await currentAfterWrites(context, round));
  context.must.hold(moved === undefined, {
    expected: `the ${groupOf(context.op).many} of the current year as before a write in another one`,
    actual: `others after ${moved?.write}`,
    ...(moved ? { in: moved.in } : {}),
  });
}
