import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { type Page, pageOf } from '../../target/body.ts';
import { minimalParams } from '../../target/minimal.ts';
import { statedLimit } from '../../target/pages/stated-limit.ts';
import { onStableReads } from '../../target/shared-reads.ts';
import { statedText } from '../../target/stated.ts';
import { judgeStatedSuccess } from '../../target/stated-success.ts';
import { control } from '../../target/valid.ts';

/** The clause about the largest limit; the gap that leaves its value open has the same id. */
const maximum = 'limits.maximum-limit';

/** How long a page is and where it begins when the request does not say it (Limits). */
export const pageLimits = [
  check('limits.default-page-size', {
    run: (context) =>
      whileTotalStays(context, async (used) => {
        const byDefault = await page(used, {});
        const hundred = await page(used, { limit: 100 });
        context.need(hundred.items.length > 0, 'an item');
        const what = 'the number of items without a limit';
        context.must.equal(byDefault.items.length, hundred.items.length, what);
      }),
  }),
  check('limits.default-offset', {
    accepts: 'the same items each time, where the list keeps its order',
    async run(context) {
      const { op, must, need } = context;
      for (const limit of [1, 3])
        await whileTotalStays(context, async (used) => {
          const atZero = await page(used, { limit, offset: 0 });
          need(atZero.total === undefined || atZero.total > 1, 'two items');
          const byDefault = await page(used, { limit });
          const areSame = holdsSame(context, atZero, byDefault);
          const keepsOrder = async () => holdsSame(context, atZero, await page(used, { limit, offset: 0 }));
          need(areSame || (await keepsOrder()), `a list of ${op.id} that keeps its order`);
          must.hold(areSame, {
            expected: `the page of ${limit} at offset 0`,
            actual: `another page of ${byDefault.items.length}`,
          });
        });
    },
  }),
  check(maximum, {
    sends: 'the largest limit that the profile names',
    accepts: '200, and all items or as many as the limit says',
    async run(context) {
      const { op, must, need, send } = context;
      const limit = need(
        statedLimit(context),
        'the largest limit, a number, as `limits.maximum-limit` under `readings` of the profile, or as the `maximum` of `Limit` in its overlay',
      );
      await whileTotalStays(context, async () => {
        const answer = await send(op, { ...(await minimalParams(context, op)), limit });
        judgeStatedSuccess(context, answer);
        const { items, total } = pageOf(context, answer);
        const expected = Math.min(need(total, 'a total'), limit);
        must.equal(items.length, expected, 'the number of items', answer);
      });
    },
  }),
] satisfies readonly Check[];

async function page(context: Context, params: Params): Promise<Page> {
  const { op } = context;
  return pageOf(context, await context.send(op, { ...(await minimalParams(context, op)), ...params }));
}

async function whileTotalStays(context: Context, judge: (context: Context) => Promise<void>): Promise<void> {
  const readTotal = async () => {
    await control(context);
    return (await page(context, { limit: 1 })).total;
  };
  await onStableReads(context, readTotal, judge);
}

function holdsSame(context: Context, one: Page, other: Page): boolean {
  const [shown, counterpart] = [one, other].map(({ items }) =>
    items.map((item) => statedText(context, item)),
  );
  return String(shown) === String(counterpart);
}
