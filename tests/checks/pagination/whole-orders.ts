import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { ask } from '../../target/pages/reader.ts';
import { askSessions } from '../../target/sessions/ask.ts';
import { onStableReads, withSharedReads } from '../../target/shared-reads.ts';
import { sortsNamed } from '../../target/sorts.ts';

/** An order chooses nothing: whoever lacks what is sorted by is a result all the same (Users, Sessions; Pagination). */
export const wholeOrders: readonly Check[] = checks(
  [
    'list-users.sort-order/whole',
    'search-users.sort/whole',
    'list-sessions.sort-order/whole',
    'search-sessions.sort/whole',
  ],
  {
    cost: 'high',
    sends: 'one result without an order, and one in each order that the target names',
    accepts: 'the same total in each order',
    async run(context) {
      const sorts = sortsNamed(context);
      context.need((await totalOf(withSharedReads(context), {})) > 1, 'two results');
      for (const sort of sorts)
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
    },
  },
);

async function totalOf(context: Context, params: Readonly<Record<string, unknown>>): Promise<number> {
  const { op, need } = context;
  const asks = op.id === 'searchSessions' ? askSessions : ask;
  const answer = await asks(context, { ...params, limit: 1 });
  need.accepted(answer);
  return need(pageOf(context, answer).total, 'a total');
}
