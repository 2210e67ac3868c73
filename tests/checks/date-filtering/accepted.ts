import fc from 'fast-check';
import { dates, legalOperators, operators } from '../../../generators/date-windows.ts';
import { type Form, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/check.ts';
import { onGenerated } from '../generated.ts';
import { thrifty } from '../pagination/looking.ts';
import { ask, base, paramsOf, whole } from './asking.ts';

const forms = fc.constantFrom<Form[]>('ISO 8601', 'Unix');

/** What is accepted as a date filter. */
export const accepted: readonly Check[] = [
  // Each of the eight operators is accepted by itself.
  check('date-filtering.operators-accepted', {
    access: 'read',
    on: whole,
    sends: 'each of the eight operators by itself',
    accepts: 'a success each time',
    async run(scene) {
      for (const [date, operator] of dates.flatMap((name) =>
        operators.map((each) => [name, each] as const),
      )) {
        scene
          .must(await ask(scene, { [date]: { [operator]: written(await base(scene), 'ISO 8601') } }))
          .be.accepted();
      }
    },
  }),

  // Operators that don't conflict are accepted in every combination, on one date and on both.
  check('date-filtering.range-accepted', {
    access: 'read',
    on: whole,
    sends: 'lower and upper operators together, on one date and on both',
    accepts: 'a success each time',
    async run(scene) {
      const from = await base(scene);
      scene.must(await ask(scene, paramsOf({ startDate: ['gte', 'lt'] }, from, 'ISO 8601'))).be.accepted();
      for (const where of [...dates, 'both dates'] as const) {
        await onGenerated(
          scene,
          fc.record({ operators: legalOperators(where), form: forms }),
          async ({ operators: chosen, form }) =>
            scene.must(await ask(scene, paramsOf(chosen, from, form))).be.accepted(),
          Math.ceil(scene.runs / 6),
        );
      }
    },
  }),

  // A value in the date-time form, and one that is a Unix timestamp, is accepted.
  ...(['ISO 8601', 'Unix'] as const).map((form) =>
    check(`date-filtering.value-${form === 'Unix' ? 'unix' : 'date-time'}`, {
      access: 'read',
      on: whole,
      sends: `values in the ${form} form, on either date`,
      accepts: 'a success each time',
      async run(scene) {
        const from = await base(scene);
        for (const date of dates) {
          for (const operator of thrifty(scene) ? (['gte'] as const) : operators) {
            scene.must(await ask(scene, { [date]: { [operator]: written(from, form) } })).be.accepted();
          }
        }
      },
    }),
  ),
];
