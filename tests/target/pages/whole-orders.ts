import type { Sort } from '../../../generators/sort.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../body.ts';
import { onStableReads, withSharedReads } from '../shared-reads.ts';
import { sortsNamed } from '../sorts.ts';

/** How a list is asked for one of its pages. */
type Asks = (context: Context, params: Params) => Promise<Answer>;

/** What the checks of whole orders have in common. */
export const wholeOrders = {
  cost: 'high',
  sends: 'one result without an order, and one in each order that the target names',
  accepts: 'the same total in each order',
} as const;

/** Claims that an order chooses nothing: whoever lacks what is sorted by is a result all the same. */
export async function judgeWholeOrders(context: Context, asks: Asks): Promise<void> {
  const totalOf = async (used: Context, params: Params) => {
    const answer = await asks(used, { ...params, limit: 1 });
    used.need.accepted(answer);
    return used.need(pageOf(used, answer).total, 'a total');
  };
  const sorts = sortsNamed(context);
  context.need((await totalOf(withSharedReads(context), {})) > 1, 'two results');
  // Whoever loses what lacks a field does so in both directions.
  const isFirst = ({ field }: Sort, at: number) => sorts.findIndex((one) => one.field === field) === at;
  for (const sort of context.effort === 'quick' ? sorts.filter(isFirst) : sorts)
    await onStableReads(
      context,
      () => totalOf(context, {}),
      async (used) => {
        const [plain, sorted] = [await totalOf(used, {}), await totalOf(used, { sort })];
        context.must.hold(sorted === plain, {
          expected: `a total of ${plain} sorted by \`${sort.field}\`, as without an order`,
          actual: `${sorted}`,
        });
      },
    );
}
