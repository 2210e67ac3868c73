import fc from 'fast-check';
import { crossed, legalOperators, legalSets, operators } from '../../../generators/date-windows.ts';
import { type Form, hardMoments } from '../../../generators/moments.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { askForOne, datesOf, secondToFilterBy, takesDateFilters } from '../../target/dates/ask.ts';
import { filterOf, filtersWith } from '../../target/dates/bounds.ts';
import { dateTries, isWholeList } from '../../target/dates/dated-sessions.ts';
import { onGenerated } from '../../target/generated.ts';
import { withSharedReads } from '../../target/shared-reads.ts';

const values: readonly { readonly id: string; readonly form: Form }[] = [
  { id: 'date-filtering.value-date-time', form: 'ISO 8601' },
  { id: 'date-filtering.value-unix', form: 'Unix' },
];

/** What is accepted as a date filter. */
export const accepted: readonly Check[] = [
  check('date-filtering.operators-accepted', {
    on: takesDateFilters,
    cost: 'high',
    async run(context) {
      const moments = [await secondToFilterBy(context), hardMoments['end of a year']];
      for (const moment of isWholeList(context) ? moments : moments.slice(1))
        for (const date of datesOf(context.op))
          for (const operator of operators)
            await accepts(context, { [date]: filterOf({ [operator]: moment }) });
    },
  }),

  check('date-filtering.range-accepted', {
    on: takesDateFilters,
    async run(context) {
      const from = await secondToFilterBy(context);
      const ranges = legalSets.filter((set) => set.length === 2).toReversed();
      const some = context.effort === 'quick' ? ranges.slice(0, 1) : ranges;
      for (const range of some) await accepts(context, filtersWith({ startDate: range }, from, 'ISO 8601'));
      const known = datesOf(context.op);
      const takesBoth = known.length > 1;
      if (takesBoth)
        for (const both of context.effort === 'quick' ? crossed.slice(0, 1) : crossed)
          await accepts(context, filtersWith(both, from, 'ISO 8601'));
      for (const where of takesBoth && context.effort === 'deep'
        ? ([...known, 'both dates'] as const)
        : known) {
        await onGenerated(
          context,
          fc.record({
            operators: legalOperators(where),
            form: fc.constantFrom<Form[]>('ISO 8601', 'Unix'),
          }),
          ({ operators: chosen, form }) => accepts(context, filtersWith(chosen, from, form)),
          dateTries(context, context.byEffort({ quick: 1, standard: 2, deep: 10 })),
        );
      }
    },
  }),

  ...values.map(({ id, form }) =>
    check(id, {
      on: takesDateFilters,
      async run(context) {
        const from = await secondToFilterBy(context);
        const some = context.effort === 'quick' || !isWholeList(context) ? (['gte'] as const) : operators;
        for (const date of datesOf(context.op))
          for (const operator of some)
            await accepts(context, { [date]: filterOf({ [operator]: from }, form) });
        // One operator is enough for these days, because a parser does not depend on the operator.
        for (const moment of Object.values(hardMoments))
          await accepts(context, { startDate: filterOf({ gte: moment }, form) });
      },
    }),
  ),
];

async function accepts(context: Context, filters: Params): Promise<void> {
  context.must(await askForOne(withSharedReads(context), filters)).be.accepted();
}
