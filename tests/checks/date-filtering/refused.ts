import fc from 'fast-check';
import { conflicts, type DateName, type Operator } from '../../../generators/date-windows.ts';
import { unreadableValue, written } from '../../../generators/moments.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { needAcceptedBeside } from '../../target/accepted-beside.ts';
import { placeOf } from '../../target/asked-anyhow.ts';
import { askForOne, datesOf, secondToFilterBy, takesDateFilters } from '../../target/dates/ask.ts';
import { filterOf, filtersWith, isLower } from '../../target/dates/bounds.ts';
import { dateTries } from '../../target/dates/dated-sessions.ts';
import { onGenerated } from '../../target/generated.ts';
import { mustBeRefused } from '../../target/refused.ts';
import { withSharedReads } from '../../target/shared-reads.ts';

/** Operators that may not stand together on one date. */
const pairs: readonly { readonly id: string; readonly pair: readonly [Operator, Operator] }[] = [
  { id: 'date-filtering.gt-with-gte', pair: ['gt', 'gte'] },
  { id: 'date-filtering.lt-with-lte', pair: ['lt', 'lte'] },
];

/** What is refused as a date filter. */
export const refused: readonly Check[] = [
  ...pairs.map(({ id, pair }) =>
    check(id, {
      on: takesDateFilters,
      run: (context) => refusesPair(context, pair),
    }),
  ),

  check('date-filtering.value-unreadable', {
    on: takesDateFilters,
    run: refusesUnreadable,
  }),
];

/** Tries a pair with different values, with the same one, and with the same moment in another form. */
async function refusesPair(context: Context, pair: readonly [Operator, Operator]): Promise<void> {
  const from = await secondToFilterBy(context);
  const known = datesOf(context.op);
  for (const date of datesToTry(context, pair[0])) {
    await onGenerated(
      context,
      conflicts(date, pair, known),
      async ({ pair: [first, second], beside, form }) => {
        const chosen = { ...beside, [date]: [first, ...(beside[date] ?? [])] };
        const accepted = filtersWith(chosen, from, form);
        await needAcceptedBeside(context, () => askForOne(withSharedReads(context), accepted));
        const otherForm = filtersWith(chosen, from, form === 'Unix' ? 'ISO 8601' : 'Unix');
        const values = [
          written(isLower(second) ? from + 1000 : from + 90_000, form),
          accepted[date]?.[first],
          otherForm[date]?.[first],
        ];
        for (const value of values.slice(0, context.byEffort({ quick: 1, standard: 3, deep: 3 }))) {
          const filters = { ...accepted, [date]: { ...accepted[date], [second]: value ?? '' } };
          mustBeRefused(context, await askForOne(context, filters));
        }
      },
      dateTries(context, context.byEffort({ quick: 1, standard: 2, deep: 10 })),
    );
  }
}

/** The dates to try it on: in a quick run one, at each list in turn, and one pair on that where the other is not. */
function datesToTry(context: Context, operator: Operator): readonly DateName[] {
  const known = datesOf(context.op);
  if (context.effort !== 'quick') return known;
  const turn = placeOf(context) + (operator === 'gt' ? 0 : 1);
  return known.filter((_, at) => at === turn % known.length);
}

async function refusesUnreadable(context: Context): Promise<void> {
  const from = await secondToFilterBy(context);
  await needAcceptedBeside(context, () =>
    askForOne(withSharedReads(context), { startDate: filterOf({ gte: from }) }),
  );
  for (const date of datesToTry(context, 'gt'))
    await onGenerated(
      context,
      fc.record({
        operator: fc.constantFrom<Operator[]>('gte', 'gt', 'lt', 'lte'),
        value: unreadableValue('no date'),
      }),
      async ({ operator, value }) =>
        mustBeRefused(context, await askForOne(context, { [date]: { [operator]: value } })),
      dateTries(context, context.byEffort({ quick: 1, standard: 2, deep: 10 })),
    );
  if (context.effort === 'quick') return;
  // A lenient parser takes 30 February for 1 March, and no sentence forbids it.
  await onGenerated(
    context,
    unreadableValue('no such date'),
    async (value) => {
      const answer = await askForOne(context, { startDate: { gte: value } });
      if (answer.status >= 300) context.must(answer).be.refused();
      context.observe('date-filtering.no-such-date', answer.status < 300 ? 'read as another day' : 'refused');
    },
    context.byEffort({ quick: 1, standard: 1, deep: 5 }),
  );
}
