import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import type { Contract, Operation } from '../../../spec/contract.ts';
import { type Page, pageOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { minimal, minimalParams } from '../../target/minimal.ts';

const asStated = (clause: string) => (op: Operation, contract: Contract) =>
  contract.clause(clause).operations.includes(op.id);

/** What a page is when nobody says how long it is and where it begins (Limits). */
export const pageLimits = [
  check('limits.default-page-size', {
    access: 'read',
    on: asStated('limits.default-page-size'),
    unless: fromStandard,
    sends: 'the plainest request, then the same with a limit of 100',
    accepts: 'the same page',
    async run(context) {
      const size = (page: Page) => page.items.length;
      await onStableData(
        () => totalOf(context),
        async () => {
          const silent = await fresh(context, {});
          const said = await fresh(context, { limit: 100 });
          context.need(size(said) > 0, 'an item');
          context.must.equal(size(silent), size(said), 'the number of items without a limit');
        },
      );
    },
  }),
  check('limits.default-offset', {
    access: 'read',
    on: asStated('limits.default-offset'),
    unless: fromStandard,
    sends: 'small pages, each without an offset and with an offset of 0',
    accepts: 'the same items each time, where the list keeps its order',
    async run(context) {
      const { op, must, need } = context;
      for (const limit of [1, 3]) {
        await onStableData(
          () => totalOf(context),
          async () => {
            const zero = await fresh(context, { limit, offset: 0 });
            need(zero.total === undefined || zero.total > 1, 'two items');
            const again = await fresh(context, { limit, offset: 0 });
            need(same(zero, again), `a list of ${op.id} that keeps its order`);
            const silent = await fresh(context, { limit });
            must.hold(same(zero, silent), {
              expected: `the page of ${limit} at offset 0`,
              actual: `another page of ${silent.items.length}`,
            });
          },
        );
      }
    },
  }),
  // What the largest limit is, the profile says.
  check('limits.maximum-limit', {
    access: 'read',
    on: asStated('limits.maximum-limit'),
    unless: fromStandard,
    needs: ['limits.maximum-limit'],
    sends: 'the largest limit that the profile names',
    accepts: '200, and all items or as many as the limit says',
    async run(context) {
      const { op, must, need, send } = context;
      const limit = need(
        Number(context.reading('limits.maximum-limit') ?? shownMaximum(op)) || undefined,
        'the largest limit, a number, as `limits.maximum-limit` under `readings` of the profile, or as the `maximum` of `Limit` in its overlay',
      );
      await onStableData(
        () => totalOf(context),
        async () => {
          const answer = await send(op, { ...(await minimalParams(context, op)), limit });
          must(answer).have.status(200);
          const { items, total } = pageOf(context, answer);
          const expected = Math.min(need(total, 'a total'), limit);
          must.equal(items.length, expected, 'the number of items', answer);
        },
      );
    },
  }),
] satisfies readonly Check[];

/** The largest limit that the schema of the parameter tells, where an overlay says it. */
function shownMaximum(op: Operation): unknown {
  return op.parameters.find(({ name }) => name === 'limit')?.schema['maximum'];
}

async function fresh(context: Context, params: Params): Promise<Page> {
  const { op } = context;
  return pageOf(context, await context.send(op, { ...(await minimalParams(context, op)), ...params }));
}

async function totalOf(context: Context): Promise<number | undefined> {
  context.need((await minimal(context, context.op)).status === 200, 'the plainest request to be accepted');
  return (await fresh(context, { limit: 1 })).total;
}

function same(one: Page, other: Page): boolean {
  return JSON.stringify(one.items) === JSON.stringify(other.items);
}
