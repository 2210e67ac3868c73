import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { idsOf, onStablePages, type Reader, shared, totalOf } from '../../target/pages/reader.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../../target/same-fields.ts';

/** The size of a large page, the largest first: services load what belongs to its items in batches of a hundred. */
const sizes = [400, 120, 100] as const;
const batch = 100;

/** How many of its items are looked at once more, at two places. */
const few = 8;

/** An item is the same on a large page as on a small one. */
export const largePage: readonly Check[] = [
  pageCheck('pagination.offset-zero-based/large-page', {
    sends: `a page of ${sizes.join(', or else of ')} items, and two of ${few} that it shows as well: behind the first ${batch}, and at its end`,
    accepts: 'for each item on both pages the same fields with the same values, lists in any order',
    async run(context) {
      const total = await totalOf(context);
      context.need(total > 1, 'a second result');
      const { limit, end } = await largeSize(context);
      for (const offset of new Set([end > batch ? batch : 0, Math.max(0, end - few)])) {
        const small = { limit: few, offset };
        await onStablePages(context, small, (read) => judgeItems(context, read, { limit, small }));
      }
    },
  }),
];

/** The largest page that the target gives, and how many of the results it shows. A target may show fewer than asked for. */
async function largeSize(context: Context): Promise<{ limit: number; end: number }> {
  const read = shared(context);
  for (const limit of sizes) {
    const { status } = await read.answer({ limit });
    if (status < 300) return { limit, end: (await read({ limit })).page.items.length };
  }
  return { limit: batch, end: (await read({ limit: batch })).page.items.length };
}

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
