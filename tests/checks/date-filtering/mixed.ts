import type { DateName } from '../../../generators/date-windows.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { datesOf, takesDateFilters } from '../../target/dates/ask.ts';
import { filterOf } from '../../target/dates/bounds.ts';
import { datesNeeds, daysOrMoments } from '../../target/dates/dated-sessions.ts';
import { fromStandard } from '../../target/effort.ts';
import { showSame } from '../../target/pages/reader.ts';
import { find, findAccepted, onStableSessions } from '../../target/sessions/found.ts';

/** Both forms of a value in one request. */
export const mixed: readonly Check[] = [
  check('date-filtering.range/mixed-forms', {
    on: takesDateFilters,
    needs: datesNeeds,
    unless: fromStandard,
    sends: 'a range whose ends are date-times, then the same with a timestamp at one end and at the other',
    accepts: 'the same sessions each time',
    async run(context) {
      const known = datesOf(context.op);
      // The other lists mostly share the filters of the whole one.
      for (const date of context.op.id === 'listSessions' ? known : known.slice(0, 1))
        await onStableSessions(context, () => judgeMixed(context, date));
    },
  }),
];

const aside = 30_000;

/** A range from the middle of the target's dates; its ends lie half a minute aside, where no fraction matters. */
async function judgeMixed(context: Context, date: DateName): Promise<void> {
  const all = (await daysOrMoments(context, date)).toSorted((a, b) => a - b);
  const instants = all.slice(Math.floor(all.length / 3), Math.ceil((2 * all.length) / 3));
  const from = Math.floor(Math.min(...instants) / 1000) * 1000 - aside;
  const to = Math.floor(Math.max(...instants) / 1000) * 1000 + aside;
  const [lower, upper] = [filterOf({ gte: from }), filterOf({ lt: to })];
  const [early, late] = [filterOf({ gte: from }, 'Unix'), filterOf({ lt: to }, 'Unix')];
  const plain = await find(context, { [date]: { ...lower, ...upper } }, 20);
  for (const filter of [
    { ...early, ...upper },
    { ...lower, ...late },
  ]) {
    const found = await findAccepted(context, { [date]: filter }, 20);
    context.must.hold(found.page.total === plain.page.total && showSame(context, found, plain), {
      expected: `the ${plain.page.total} sessions of the range, whichever form either end has`,
      actual: `${found.page.total}, or others`,
      in: [plain.answer, found.answer],
    });
  }
}
