import type { Check, Context } from '../../../harness/judging/check.ts';
import { largeSizes, largestPage } from '../../target/pages/largest.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { idsOf, onStablePages, type Reader, totalOf } from '../../target/pages/reader.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../../target/same-fields.ts';

const batch = 100;

/** How many of its items are looked at once more, at two places. */
const few = 8;

/** An item is the same on a large page as on a small one. */
export const largePage: readonly Check[] = [
  pageCheck('pagination.offset-zero-based/large-page', {
    sends: `a page of ${largeSizes.join(', or else of ')} items, and two of ${few} that it shows as well: behind the first ${batch}, and at its end`,
    accepts: 'for each item on both pages the same fields with the same values, lists in any order',
    async run(context) {
      const total = await totalOf(context);
      context.need(total > 1, 'a second result');
      // A target may show fewer than asked for.
      const { limit, page } = await largestPage(context);
      const end = page.items.length;
      for (const offset of new Set([end > batch ? batch : 0, Math.max(0, end - few)])) {
        const small = { limit: few, offset };
        await onStablePages(context, small, (read) => judgeItems(context, read, { limit, small }));
      }
    },
  }),
];

async function judgeItems(
  context: Context,
  read: Reader,
  {
    limit,
    small,
  }: { readonly limit: number; readonly small: { readonly limit: number; readonly offset: number } },
): Promise<void> {
  const whole = await read({ limit });
  const part = await read(small);
  const shown = new Map(idsOf(context, whole).map((id, at) => [id, whole.page.items[at] ?? {}]));
  const differing = idsOf(context, part).flatMap((id, at) => {
    const [one, other] = [shown.get(id), part.page.items[at] ?? {}];
    return one ? fieldsThatDiffer(one, other, Object.keys({ ...one, ...other })) : [];
  });
  context.must.hold(differing.length === 0, {
    expected: `${part.page.items.length} items with the same fields on a large page and on a small one`,
    actual: `differences in ${nameKnown(context, differing)}`,
    in: [whole.answer, part.answer],
  });
}

/** The fields that the interface names; a target may have others, whose names are its own. */
function nameKnown(context: Context, fields: readonly string[]): string {
  const known = itemFields(context, context.op.id).filter((name) => fields.includes(name));
  const isMore = fields.some((name) => !known.includes(name));
  return [...(known.length > 0 ? [inTicks(known)] : []), ...(isMore ? ['fields of its own'] : [])].join(
    ' and ',
  );
}
