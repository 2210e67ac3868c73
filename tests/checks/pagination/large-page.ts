import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { idsOf, onStablePages, type Reader, totalOf } from '../../target/pages/reader.ts';
import { fieldsThatDiffer, inTicks } from '../../target/same-fields.ts';

/** More than a page usually holds: services load what belongs to its items in batches of a hundred. */
const large = 120;
const usual = 100;

/** How many of its items are looked at once more. */
const few = 10;

/** An item is the same on a large page as on a small one. */
export const largePage: readonly Check[] = [
  pageCheck('pagination.offset-zero-based/large-page', {
    sends: `a page of ${large} items, or of ${usual} where that is too many, and one of ${few} that it shows as well`,
    accepts: 'for each item on both pages the same fields with the same values, lists in any order',
    async run(context) {
      const total = await totalOf(context);
      context.need(total > 1, 'a second result');
      const offset = total > usual ? usual : Math.max(0, total - few);
      const small = { limit: few, offset };
      await onStablePages(context, small, (read) => judgeItems(context, read, small));
    },
  }),
];

async function judgeItems(
  context: Context,
  read: Reader,
  small: { readonly limit: number; readonly offset: number },
): Promise<void> {
  const { status } = await read.answer({ limit: large });
  const whole = await read({ limit: status < 300 ? large : usual });
  const part = await read(small);
  const shown = new Map(idsOf(context, whole).map((id, at) => [id, whole.page.items[at] ?? {}]));
  const differing = idsOf(context, part).flatMap((id, at) => {
    const [one, other] = [shown.get(id), part.page.items[at] ?? {}];
    return one ? fieldsThatDiffer(one, other, Object.keys({ ...one, ...other })) : [];
  });
  context.must.hold(differing.length === 0, {
    expected: `${part.page.items.length} items with the same fields on a large page and on a small one`,
    actual: `differences in ${inTicks(new Set(differing))}`,
    in: [whole.answer, part.answer],
  });
}
