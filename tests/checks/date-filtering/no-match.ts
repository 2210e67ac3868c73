import { hardMoments } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { askForOne, secondToFilterBy, takesDateFilters } from '../../target/dates/ask.ts';
import { filterOf } from '../../target/dates/bounds.ts';
import { fromStandard } from '../../target/effort.ts';

/** No session is that old. */
const longAgo = hardMoments['start of 2000'];

/** A date filter that no session fits. */
export const noMatch: readonly Check[] = [
  check('date-filtering.value-date-time/no-match', {
    on: takesDateFilters,
    unless: fromStandard,
    accepts: 'a page without items and a total of 0, for a moment that no session lies before',
    async run(context) {
      const from = await secondToFilterBy(context);
      for (const form of ['ISO 8601', 'Unix'] as const) {
        const control = await askForOne(context, { startDate: filterOf({ gte: from }, form) });
        context.need.accepted(control);
        const answer = await askForOne(context, { startDate: filterOf({ lt: longAgo }, form) });
        context.must(answer).be.accepted();
        const { items, total } = pageOf(context, answer);
        // Whether a filter keeps what it has to is judged by the checks of the operators.
        context.need(items.length === 0, 'a moment that no session lies before');
        context.must.equal(total, 0, '`total` of a page that found nothing', answer);
      }
    },
  }),
];
