import fc from 'fast-check';
import { legalOperators, operators } from '../../../generators/date-windows.ts';
import { type Form, hardMoments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { onGenerated } from '../generated.ts';
import { thrifty } from '../pagination/looking.ts';
import { ask, base, datesOf, isDated, paramsOf } from './asking.ts';
import { runsFor } from './dated.ts';

const forms = fc.constantFrom<Form[]>('ISO 8601', 'Unix');

/** What is accepted as a date filter. */
export const accepted: readonly Check[] = [
  // Each of the eight operators is accepted by itself.
  check('date-filtering.operators-accepted', {
    access: 'read',
    on: isDated,
    sends: 'each of the eight operators by itself, with the moment of a session and with the end of a year',
    accepts: 'a success each time',
    async run(scene) {
      const moments = [await base(scene), hardMoments['end of a year']];
      for (const moment of isWhole(scene) ? moments : moments.slice(1)) {
        for (const [date, operator] of datesOf(scene.op).flatMap((name) =>
          operators.map((each) => [name, each] as const),
        ))
          scene.must(await ask(scene, { [date]: { [operator]: written(moment, 'ISO 8601') } })).be.accepted();
      }
    },
  }),

  // Operators that don't conflict are accepted in every combination, on one date and on both.
  check('date-filtering.range-accepted', {
    access: 'read',
    on: isDated,
    sends: 'lower and upper operators together, on one date and on both',
    accepts: 'a success each time',
    async run(scene) {
      const from = await base(scene);
      scene.must(await ask(scene, paramsOf({ startDate: ['gte', 'lt'] }, from, 'ISO 8601'))).be.accepted();
      const known = datesOf(scene.op);
      for (const where of known.length > 1 ? ([...known, 'both dates'] as const) : known) {
        await onGenerated(
          scene,
          fc.record({ operators: legalOperators(where), form: forms }),
          async ({ operators: chosen, form }) =>
            scene.must(await ask(scene, paramsOf(chosen, from, form))).be.accepted(),
          runsFor(scene, 6),
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
      async run(scene) {
        const from = await base(scene);
        for (const date of datesOf(scene.op)) {
          for (const operator of thrifty(scene) || !isWhole(scene) ? (['gte'] as const) : operators)
            scene.must(await ask(scene, { [date]: { [operator]: written(from, form) } })).be.accepted();
        }
        // A parser that goes wrong on some days goes wrong with any operator.
        for (const moment of Object.values(hardMoments))
          scene.must(await ask(scene, { startDate: { gte: written(moment, form) } })).be.accepted();
      },
    }),
  ),
];

/** The whole list is looked at more closely than those that share its filters. */
function isWhole({ op }: Scene): boolean {
  return op.id === 'listSessions';
}
