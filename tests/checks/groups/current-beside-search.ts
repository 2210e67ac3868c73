import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { groupOf } from '../../target/groups/group.ts';
import { listed, onStableList, type SampledGroup, sampleOf } from '../../target/groups/samples.ts';
import { currentYearId, isOfYear } from '../../target/groups/years.ts';

/** The word `current` beside a search means what it means alone. */
export const currentBesideSearchChecks: readonly Check[] = checks(
  ['list-classes.filters-combine/current', 'list-cohorts.filters-combine/current'],
  {
    unless: fromStandard,
    sends:
      'searches for the name of one of another year, and of one of the current year, each alone and then with `academicYearId=current`',
    accepts: 'both found alone, and of the two only the one of the current year beside `current`',
    async run(context) {
      const current = await currentYearId(context);
      const sample = await sampleOf(context);
      const other = sample.find(({ item }) => isOfYear(item, current) === false);
      const own = sample.find(({ item }) => isOfYear(item, current) === true);
      context.need(other ?? own, `a ${groupOf(context.op).kind} that names its academic year`);
      if (other) await judgeBeside(context, other, false);
      if (own) await judgeBeside(context, own, true);
    },
  },
);

async function judgeBeside(context: Context, one: SampledGroup, isCurrent: boolean): Promise<void> {
  const { kind } = groupOf(context.op);
  await onStableList(context, async () => {
    const alone = await listed(context, { search: one.name });
    context.need(alone.shows(one), `the ${kind} to be found by its name`);
    const { shows, isWhole, answer } = await listed(context, {
      search: one.name,
      academicYearId: 'current',
    });
    if (isCurrent && isWhole === false) return;
    context.must.hold(shows(one) === isCurrent, {
      expected: isCurrent ? `the ${kind} of the current year` : `no ${kind} of another year`,
      actual: isCurrent ? 'a page without it' : 'one',
      in: answer,
    });
  });
}
