import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { filtersWithResults, isFiltered } from '../../target/pages/filtered.ts';
import { freshly, idsOf, onStablePages, type Reader } from '../../target/pages/reader.ts';

/** Walks through one list that are under way at the same time. */
export const twoWalks: readonly Check[] = [
  check('pagination.cursor-keeps-filters/two-walks', {
    on: isFiltered,
    unless: fromStandard,
    sends:
      'the first page under a filter, then the first page under another one, then the `nextCursor` of the former',
    accepts: 'the second page of the walk that was begun first',
    async run(context) {
      const lengthOf = (filters: Params) => JSON.stringify(filters).length;
      const filters = Object.values(await filtersWithResults(context));
      // Short ones, for an address with a cursor beside many values may be too long.
      const [first = {}, second = {}] = filters.toSorted((one, other) => lengthOf(one) - lengthOf(other));
      await judgeBesideAnother(context, first, second);
    },
  }),
];

async function judgeBesideAnother(context: Context, filters: Params, others: Params): Promise<void> {
  const wide = { ...filters, limit: 3 };
  const law = async (read: Reader) => {
    const whole = await read(wide);
    const [, second] = idsOf(context, whole);
    context.need(second !== undefined, 'two results under a filter');
    const { page } = await read({ ...filters, limit: 1 });
    const cursor = context.need(page.nextCursor, 'a `nextCursor` under a filter');
    await read.answer({ ...others, limit: 1 });
    const answer = await read.answer({ ...filters, limit: 1, cursor });
    context.must(answer).be.accepted();
    const [next] = idsOf(context, { ...whole, answer, page: pageOf(context, answer) });
    context.must.hold(next === second, {
      expected: 'the second result of the walk that was begun first',
      actual: 'another one, after a second walk was begun under another filter',
      in: [whole.answer, answer],
    });
  };
  await onStablePages(context, wide, law, freshly(context));
}
