import fc from 'fast-check';
import { legalOperators, operators } from '../../../generators/date-windows.ts';
import { type Form, hardMoments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { ask, base, datesOf, isDated, paramsOf } from '../../target/dates/ask.ts';
import { runsFor } from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { isQuick } from '../../target/pages/samples.ts';

const forms = fc.constantFrom<Form[]>('ISO 8601', 'Unix');

/** What is accepted as a date filter. */
export const accepted: readonly Check[] = [
  // Each of the eight operators is accepted by itself.
  check('date-filtering.operators-accepted', {
    access: 'read',
    on: isDated,
    sends: 'each of the eight operators by itself, with the moment of a session and with the end of a year',
    accepts: 'a success each time',
    async run(context) {
      const moments = [await base(context), hardMoments['end of a year']];
      for (const moment of isWhole(context) ? moments : moments.slice(1)) {
        for (const [date, operator] of datesOf(context.op).flatMap((name) =>
          operators.map((each) => [name, each] as const),
        ))
          context
            .must(await ask(context, { [date]: { [operator]: written(moment, 'ISO 8601') } }))
            .be.accepted();
      }
    },
  }),

  // Operators that don't conflict are accepted in every combination, on one date and on both.
  check('date-filtering.range-accepted', {
    access: 'read',
    on: isDated,
    sends: 'lower and upper operators together, on one date and on both',
    accepts: 'a success each time',
    async run(context) {
      const from = await base(context);
      context
        .must(await ask(context, paramsOf({ startDate: ['gte', 'lt'] }, from, 'ISO 8601')))
        .be.accepted();
      const known = datesOf(context.op);
      for (const where of known.length > 1 ? ([...known, 'both dates'] as const) : known) {
        await onGenerated(
          context,
          fc.record({ operators: legalOperators(where), form: forms }),
          async ({ operators: chosen, form }) =>
            context.must(await ask(context, paramsOf(chosen, from, form))).be.accepted(),
          runsFor(context, 6),
        );
      }
    },
  }),

  // A value in the date-time form, and one that is a Unix timestamp, is accepted.
  ...(['ISO 8601', 'Unix'] as const).map((form) =>
    check(`date-filtering.value-${form === 'Unix' ? 'unix' : 'date-time'}`, {
      access: 'read',
      on: isDated,
      sends: `values in the ${form} form, on either date: of a session, at a year's end, on a leap day, in 2000`,
      accepts: 'a success each time',
      async run(context) {
        const from = await base(context);
        for (const date of datesOf(context.op)) {
          for (const operator of isQuick(context) || !isWhole(context) ? (['gte'] as const) : operators)
            context.must(await ask(context, { [date]: { [operator]: written(from, form) } })).be.accepted();
        }
        // A parser that goes wrong on some days goes wrong with any operator.
        for (const moment of Object.values(hardMoments))
          context.must(await ask(context, { startDate: { gte: written(moment, form) } })).be.accepted();
      },
    }),
  ),
];

/** The whole list is looked at more closely than those that share its filters. */
function isWhole({ op }: Context): boolean {
  return op.id === 'listSessions';
}
