import fc from 'fast-check';
import { conflicts, type Operator } from '../../../generators/date-windows.ts';
import { unreadableValue, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { ask, base, datesOf, isDated, paramsOf } from '../../target/dates/ask.ts';
import { runsFor } from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { refused } from '../pagination/refusals.ts';

/** What is refused as a date filter. */
export const refusals: readonly Check[] = [
  conflict(['gt', 'gte']),
  conflict(['lt', 'lte']),

  // A filter value in neither of the two forms is refused.
  check('date-filtering.value-unreadable', {
    access: 'read',
    on: isDated,
    sends: 'a readable value (accepted), then in its place words, and days and hours that no calendar has',
    accepts: '400 where it is listed, else some 4xx',
    async run(context) {
      const from = await base(context);
      const control = await ask(context, { startDate: { gte: written(from, 'ISO 8601') } });
      context.need(control.status < 300, 'a readable value to be accepted');
      for (const kind of ['no date', 'no such date'] as const) {
        await onGenerated(
          context,
          fc.record({
            date: fc.constantFrom(...datesOf(context.op)),
            operator: fc.constantFrom('gte' as const, 'gt' as const, 'lt' as const, 'lte' as const),
            value: unreadableValue(kind),
          }),
          async ({ date, operator, value }) =>
            refused(context, await ask(context, { [date]: { [operator]: value } })),
          runsFor(context, 3),
        );
      }
    },
  }),
];

/** `gt` with `gte`, or `lt` with `lte`, on the same date is refused, whatever stands beside. */
function conflict(pair: readonly [Operator, Operator]): Check {
  const [one, other] = pair;
  return check(`date-filtering.${one}-with-${other}`, {
    access: 'read',
    on: isDated,
    sends: `\`${one}\` and whatever stands beside it (accepted), then \`${other}\` on the same date as well`,
    accepts: '400 where it is listed, else some 4xx',
    async run(context) {
      const from = await base(context);
      const known = datesOf(context.op);
      for (const date of known) {
        await onGenerated(
          context,
          conflicts(date, pair, known),
          async ({ pair: [first, second], beside, form, same }) => {
            const accepted = paramsOf({ ...beside, [date]: [first, ...(beside[date] ?? [])] }, from, form);
            const control = await ask(context, accepted);
            context.need(control.status < 300, `\`${first}\` without \`${second}\` to be accepted`);
            const rival = written(from + (same ? 0 : 1000), form);
            const lower = second === 'gt' || second === 'gte';
            const value = same ? accepted[date]?.[first] : lower ? rival : written(from + 90_000, form);
            refused(
              context,
              await ask(context, { ...accepted, [date]: { ...accepted[date], [second]: value } }),
            );
          },
          runsFor(context, 6),
        );
      }
    },
  });
}
