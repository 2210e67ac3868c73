import { hardMoments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { ask, base, isDated } from '../../target/dates/ask.ts';
import { fromStandard } from '../../target/effort.ts';

/** No session is that old. */
const before = hardMoments['start of 2000'];

/** What a date filter finds where there is nothing to find. */
export const nothing: readonly Check[] = [
  // A moment that no session lies before is a value like any other: it finds nothing, and that is no error.
  check('date-filtering.value-date-time/no-match', {
    access: 'read',
    on: isDated,
    unless: fromStandard,
    sends:
      '`startDate[gte]` with the moment of a session (accepted), then `startDate[lt]` with the start of 2000, in both forms',
    accepts: 'a page without items, and a total of 0',
    async run(context) {
      const from = await base(context);
      for (const form of ['ISO 8601', 'Unix'] as const) {
        const control = await ask(context, { startDate: { gte: written(from, form) } });
        context.need(
          control.status < 300,
          `a date in the ${form} form to be accepted, got ${control.status}`,
        );
        const answer = await ask(context, { startDate: { lt: written(before, form) } });
        context.must(answer).be.accepted();
        const { items, total } = pageOf(context, answer);
        // Whether a filter keeps what it should is judged by the operators.
        context.need(items.length === 0, 'a moment that no session lies before');
        context.must.equal(total, 0, '`total` of a page that found nothing', answer);
      }
    },
  }),
];
