import type { Check, Context } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { largeSizes, largestPage } from '../../target/pages/largest.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import {
  idsOf,
  onStablePages,
  type Read,
  type Reader,
  shared,
  showSame,
  totalOf,
} from '../../target/pages/reader.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../../target/same-fields.ts';

const batch = 100;

/** How many of its items are looked at once more, at two places. */
const few = 8;

/** An item is the same on a large page as on a small one, and so is its place; from there cursors lead on and back. */
export const largePage: readonly Check[] = [
  pageCheck('pagination.offset-zero-based/large-page', {
    sends: `a page of ${largeSizes.join(', or else of ')} items, and two of ${few} that it shows as well: behind the first ${batch}, and at its end`,
    accepts: 'the same items at the same places, with the same fields and values, lists in any order',
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

  pageCheck('pagination.next-leads-on/large-page', {
    unless: fromStandard,
    sends: `a page of all items but one, or of ${largeSizes[0]} where there are more, and the page behind its \`nextCursor\``,
    accepts: 'a refusal of so large a page, or one that holds fewer',
    run: (context) => alongLargePages(context, nextLeadsOn),
  }),

  // A limit that nobody gave comes from another place, and so may what is made of it.
  pageCheck('pagination.next-leads-on/default-page', {
    unless: fromStandard,
    sends: 'the first page without a limit, and the page behind its `nextCursor`, without a limit too',
    accepts: 'no `nextCursor` where the first page shows everything',
    run: async (context) => {
      const { length } = (await shared(context)({})).page.items;
      await onStablePages(context, windowAt(length), async (read) => {
        const first = await read({});
        const { items, total = 0, nextCursor } = first.page;
        if (items.length >= total)
          return context.must.equal(nextCursor, null, '`nextCursor` on a page of all results', first.answer);
        const cursor = context.need(nextCursor, 'a `nextCursor` on the first page');
        const { limit: largest } = await largestPage(context);
        await nextLeadsOn(context, { read, limit: largest, first, second: await read({ cursor }), largest });
      });
    },
  }),

  pageCheck('pagination.previous-leads-back/large-page', {
    unless: fromStandard,
    sends: `a page of all items but one, or of ${largeSizes[0]} where there are more, the page behind it, and from there the one before`,
    accepts: 'a refusal of so large a page, or one that holds fewer',
    run: (context) => alongLargePages(context, previousLeadsBack, (limit) => ({ limit, offset: 0 })),
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
  const ids = idsOf(context, part);
  const there = idsOf(context, whole).slice(small.offset, small.offset + few);
  context.must.hold(
    there.every((id, at) => id === ids[at]),
    {
      expected: `what stands at offset ${small.offset} at that place of a page of ${whole.page.items.length}`,
      actual: 'other items, or another order',
      in: [whole.answer, part.answer],
    },
  );
  const differing = ids.flatMap((id, at) => {
    const [one, other] = [shown.get(id), part.page.items[at] ?? {}];
    return one ? fieldsThatDiffer(context, one, other) : [];
  });
  context.must.hold(differing.length === 0, {
    expected: `${part.page.items.length} items with the same fields on a large page and on a small one`,
    actual: `differences in ${nameKnown(context, differing)}`,
    in: [whole.answer, part.answer],
  });
}

/** What stands on either side of the end of a page. */
function windowAt(end: number) {
  return { limit: few, offset: Math.max(0, end - few / 2) };
}

/** A large page that others follow, the page behind its `nextCursor`, and the largest page that the target gives. */
interface LargeStep {
  readonly read: Reader;
  readonly limit: number;
  readonly first: Read;
  readonly second: Read;
  readonly largest: number;
}

/** Judges a law on a page as large as the target gives and the list has, the last item left out, and on the next one. */
async function alongLargePages(
  context: Context,
  law: (context: Context, step: LargeStep) => Promise<void>,
  /** What has to stay as it is. */
  windowOf = windowAt,
): Promise<void> {
  const total = await totalOf(context);
  context.need(total > 1, 'a second result');
  const { limit: largest } = await largestPage(context);
  const limit = Math.min(largest, total - 1);
  await onStablePages(context, windowOf(limit), async (read) => {
    const first = await read({ limit });
    const { items, total: all = 0, nextCursor } = first.page;
    context.must.hold(items.length >= all || typeof nextCursor === 'string', {
      expected: `a \`nextCursor\` on a page of ${items.length} of ${all}`,
      actual: 'none',
      in: first.answer,
    });
    const cursor = context.need(nextCursor, 'a result behind a large page');
    const second = await read({ limit, cursor });
    await law(context, { read, limit, first, second, largest });
  });
}

async function nextLeadsOn(context: Context, { read, first, second, largest }: LargeStep): Promise<void> {
  const place = first.page.items.length;
  // It is read for other checks as well. Of a longer list it does not show what follows.
  const whole = await read({ limit: largest });
  const isShown = whole.page.items.length > place;
  const due = isShown ? whole : await read({ limit: few, offset: place });
  const [next, expected] = [idsOf(context, second)[0], idsOf(context, due)[isShown ? place : 0]];
  context.must.hold(next === expected, {
    expected: `the result at offset ${place} behind the \`nextCursor\` of a page of ${place}`,
    actual: next === undefined ? 'no result' : 'another result',
    in: [first.answer, due.answer, second.answer],
  });
}

async function previousLeadsBack(context: Context, { read, limit, first, second }: LargeStep): Promise<void> {
  const { previousCursor } = second.page;
  context.must.hold(typeof previousCursor === 'string', {
    expected: 'a `previousCursor` on the page behind a large one',
    actual: 'none',
    in: second.answer,
  });
  const back = await read({ limit, cursor: previousCursor });
  context.must.hold(showSame(context, back, first), {
    expected: `the page of ${first.page.items.length} again, back from the one behind it`,
    actual: `another page, of ${back.page.items.length}`,
    in: [first.answer, second.answer, back.answer],
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
