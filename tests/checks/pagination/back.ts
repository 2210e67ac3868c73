import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { onStablePages, type Reader, showSame, totalOf } from '../../target/pages/reader.ts';
import { onPages, smallLimit } from '../../target/pages/samples.ts';
import { alongWalks, judgeBack, type Walk, widthOf } from '../../target/pages/walk.ts';

/** Where `previousCursor` leads: more than one step back, and from pages that were reached by an offset. */
export const back: readonly Check[] = [
  pageCheck('pagination.previous-leads-back/all-the-way', {
    sends: 'each `previousCursor` from the end of a walk back to its beginning',
    run: alongWalks(backAllTheWay),
  }),

  pageCheck('pagination.previous-leads-back/with-offset', {
    sends: 'the `previousCursor` of pages that were asked for by an offset',
    run: fromOffsets,
  }),

  pageCheck('pagination.previous-given-with-offset', {
    run: onPages(
      ['inner', 'last and full', 'last and short'],
      async ({ must, need }, sampled) => {
        // The whole list on one page has none before it: the page after its first result has.
        const offset = Math.max(1, sampled.offset);
        const { page, answer } =
          sampled.offset > 0 ? sampled : await sampled.read({ limit: sampled.limit, offset });
        need(page.items.length > 0, 'the list not to end before the page');
        must.hold(typeof page.previousCursor === 'string' && page.previousCursor !== '', {
          expected: `a \`previousCursor\` on the page at offset ${offset}`,
          actual: 'none',
          in: answer,
        });
      },
      2,
    ),
  }),
];

async function backAllTheWay(context: Context, { pages, limit, read }: Walk): Promise<void> {
  await judgeBack(context, read, pages, { limit }, `of ${limit}`);
}

async function fromOffsets(context: Context): Promise<void> {
  const total = await totalOf(context);
  context.need(total > smallLimit, `more than ${smallLimit} results`);
  await onStablePages(context, { limit: widthOf(smallLimit), offset: 0 }, async (read) => {
    await judgeBefore(context, read, smallLimit);
    if (total > 2 * smallLimit) await judgeBefore(context, read, 2 * smallLimit);
  });
}

/** Judges that the page at an offset leads back to the page that ends where it begins. */
async function judgeBefore(context: Context, read: Reader, offset: number): Promise<void> {
  const limit = smallLimit;
  const before = await read({ limit, offset: offset - limit });
  const here = await read({ limit, offset });
  context.need(here.page.items.length > 0, 'the list not to end before the page');
  const cursor = context.need(here.page.previousCursor, 'a `previousCursor` on a page reached by an offset');
  const answer = await read.answer({ limit, cursor });
  context.must(answer).be.accepted();
  const behind = await read({ limit, cursor });
  context.must.hold(showSame(context, behind, before), {
    expected: `the page at offset ${offset - limit} behind the \`previousCursor\` of the page at offset ${offset}`,
    actual: 'other results',
    in: [before.answer, here.answer, behind.answer],
  });
}
