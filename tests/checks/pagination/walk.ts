import type { WalkRequest } from '../../../generators/walks.ts';
import type { Check, Context } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { pageCheck } from '../../target/pages/page-check.ts';
import { idsOf, type Reader, showSame } from '../../target/pages/reader.ts';
import {
  alongWalks,
  judgeAsOnePage,
  judgeOnce,
  onWalks,
  type Walk,
  widthOf,
} from '../../target/pages/walk.ts';

/** Where cursors lead: on, back, and through the whole list. */
export const walk: readonly Check[] = [
  pageCheck('pagination.cursor-accepted', {
    run: (context) => onWalks(context, (request, read) => acceptsCursors(context, request, read)),
  }),

  pageCheck('pagination.next-leads-on', {
    run: alongWalks(nextLeadsOn),
  }),

  pageCheck('pagination.walk-complete', {
    run: alongWalks(walkComplete),
  }),

  pageCheck('pagination.ways-agree', {
    run: alongWalks(waysAgree),
  }),

  pageCheck('pagination.previous-leads-back', {
    run: alongWalks(previousLeadsBack),
  }),
];

/** Goes on twice and back once. */
async function acceptsCursors(context: Context, { limit, offset }: WalkRequest, read: Reader): Promise<void> {
  let page = pageOf(context, await read.answer({ limit, ...(offset === undefined ? {} : { offset }) }));
  context.need(page.nextCursor, 'a second page to take a cursor to');
  for (const step of ['nextCursor', 'nextCursor', 'previousCursor'] as const) {
    const cursor = page[step];
    if (typeof cursor !== 'string') continue;
    const answer = await read.answer({ limit, cursor });
    context.must(answer).be.accepted();
    page = pageOf(context, answer);
  }
}

async function nextLeadsOn(context: Context, { pages, limit, start, read }: Walk): Promise<void> {
  const whole = await read({ limit: widthOf(limit), offset: start });
  const expected = idsOf(context, whole);
  let shown = 0;
  for (const [index, page] of pages.entries()) {
    const [first] = idsOf(context, page);
    context.must.hold(first === expected[shown], {
      expected: `page ${index + 1} of the walk to begin with the result that follows the ${shown} before it`,
      actual: first === undefined ? 'no result' : 'another result',
      in: [whole.answer, page.answer],
    });
    shown += page.page.items.length;
  }
}

async function walkComplete(context: Context, { pages, start, total }: Walk): Promise<void> {
  const ids = idsOf(context, ...pages);
  const answers = pages.map(({ answer }) => answer);
  judgeOnce(context, ids, answers);
  if (typeof pages.at(-1)?.page.nextCursor === 'string') return;
  context.must.hold(start + ids.length === total, {
    expected: `the last ${total - start} of ${total} results up to the end of the walk`,
    actual: `${ids.length}`,
    in: answers,
  });
}

async function waysAgree(context: Context, { pages, limit, start, read }: Walk): Promise<void> {
  const large = await read({ limit: widthOf(limit), offset: start });
  const byOffset = await read({ limit, offset: start + limit });
  judgeAsOnePage(context, large, pages, `from offset ${start} on`);
  const expected = idsOf(context, large).slice(limit, 2 * limit);
  context.must.hold(idsOf(context, byOffset).join() === expected.join(), {
    expected: `the page at offset ${start + limit} to show what a larger one shows there`,
    actual: 'other results, or another order',
    in: [large.answer, byOffset.answer],
  });
}

async function previousLeadsBack(context: Context, { pages, limit, read }: Walk): Promise<void> {
  const { must, need } = context;
  for (const [index, here] of [...pages.entries()].slice(1)) {
    const before = need(pages[index - 1], 'the page before');
    const cursor = need(here.page.previousCursor, `a \`previousCursor\` on page ${index + 1} of a walk`);
    const back = await read({ limit, cursor });
    must.hold(showSame(context, back, before), {
      expected: `page ${index} of the walk behind the \`previousCursor\` of page ${index + 1}`,
      actual: `another page, of ${back.page.items.length}`,
      in: [before.answer, here.answer, back.answer],
    });
    if (index > 1) continue;
    const on = need(back.page.nextCursor, 'a `nextCursor` on a page that was reached by going back');
    const again = await read({ limit, cursor: on });
    must.hold(showSame(context, again, here), {
      expected: `page ${index + 1} of the walk again, forward from the page before it`,
      actual: 'other results',
      in: [here.answer, back.answer, again.answer],
    });
  }
}
