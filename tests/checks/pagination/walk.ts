import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { pageOf } from '../../target/body.ts';
import { idsOf } from '../../target/pages/reader.ts';
import { onWalks, type Walk, walking, widthOf } from '../../target/pages/walk.ts';

/** Where cursors lead: on, back, and through the whole list. */
export const walk: readonly Check[] = [
  // A cursor that an earlier response gave is accepted as it stands.
  check('pagination.cursor-accepted', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'the `nextCursor` of one page after the other, then the `previousCursor` of the last',
    accepts: 'a page each time',
    run: (context) =>
      onWalks(context, async ({ limit, offset }, read) => {
        let page = pageOf(context, await read.answer({ limit, ...(offset === undefined ? {} : { offset }) }));
        context.need(page.nextCursor, 'a second page to take a cursor to');
        for (const way of ['nextCursor', 'nextCursor', 'previousCursor'] as const) {
          const cursor = page[way];
          if (typeof cursor !== 'string') continue;
          const answer = await read.answer({ limit, cursor });
          context.must(answer).be.accepted();
          page = pageOf(context, answer);
        }
      }),
  }),

  // The page behind `nextCursor` begins with the result that follows the last one shown.
  check('pagination.next-leads-on', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor over up to four pages, and one large page over the same stretch',
    accepts: 'on each page the results that follow those of the page before',
    run: walking(async (context, { pages, limit, start, read }) => {
      const whole = await read({ limit: widthOf(limit), offset: start });
      const expected = idsOf(context, whole);
      let seen = 0;
      for (const [index, page] of pages.entries()) {
        const [first] = idsOf(context, page);
        context.must.hold(first === expected[seen], {
          expected: `page ${index + 1} of the walk to begin with the result that follows the ${seen} before it`,
          actual: first === undefined ? 'no result' : 'another result',
          in: [whole.answer, page.answer],
        });
        seen += page.page.items.length;
      }
    }),
  }),

  // Walking from the first page to the last gives each result once.
  check('pagination.walk-complete', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'walks by cursor, from the first page and to the last one',
    accepts: 'each result once, and none left out',
    run: walking(walkComplete),
  }),

  // Walking by cursor, walking by offset and asking for one large page give the same results in the same order.
  check('pagination.ways-agree', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'the same stretch of the list by cursor, by offset and as one large page',
    accepts: 'the same results in the same order',
    run: walking(waysAgree),
  }),

  // The page behind `previousCursor` is the page that came before this one.
  check('pagination.previous-leads-back', {
    access: 'read',
    on: (op) => op.paginated,
    sends: 'a walk forwards, then the `previousCursor` of each of its pages',
    accepts: 'the page before, and from there the same page again',
    run: walking(previousLeadsBack),
  }),
];

async function walkComplete(context: Context, { pages, start, total }: Walk): Promise<void> {
  const { must } = context;
  const ids = idsOf(context, ...pages);
  const answers = pages.map(({ answer }) => answer);
  must.hold(new Set(ids).size === ids.length, {
    expected: `each of the ${ids.length} results of the walk once`,
    actual: `${ids.length - new Set(ids).size} of them again`,
    in: answers,
  });
  if (typeof pages.at(-1)?.page.nextCursor === 'string') return;
  must.hold(start + ids.length === total, {
    expected: `the last ${total - start} of ${total} results up to the end of the walk`,
    actual: `${ids.length}`,
    in: answers,
  });
}

async function waysAgree(context: Context, { pages, limit, start, read }: Walk): Promise<void> {
  const byCursor = idsOf(context, ...pages);
  const whole = await read({ limit: widthOf(limit), offset: start });
  const byOffset = await read({ limit, offset: start + limit });
  const large = idsOf(context, whole);
  const answers = [whole, ...pages].map(({ answer }) => answer);
  context.must.hold(byCursor.join() === large.slice(0, byCursor.length).join(), {
    expected: `the walk by cursor to show what one page shows, from offset ${start} on`,
    actual: 'other results, or another order',
    in: answers,
  });
  context.must.hold(idsOf(context, byOffset).join() === large.slice(limit, 2 * limit).join(), {
    expected: `the page at offset ${start + limit} to show what a larger one shows there`,
    actual: 'other results, or another order',
    in: [whole.answer, byOffset.answer],
  });
}

async function previousLeadsBack(context: Context, { pages, limit, read }: Walk): Promise<void> {
  for (const [index, here] of [...pages.entries()].slice(1)) {
    const before = context.need(pages[index - 1], 'the page before');
    const cursor = context.need(
      here.page.previousCursor,
      `a \`previousCursor\` on page ${index + 1} of a walk`,
    );
    const back = await read({ limit, cursor });
    context.must.hold(idsOf(context, back).join() === idsOf(context, before).join(), {
      expected: `page ${index} of the walk behind the \`previousCursor\` of page ${index + 1}`,
      actual: `${back.page.items.length} results that are not those of that page`,
      in: [before.answer, here.answer, back.answer],
    });
    if (index > 1) continue;
    const on = context.need(back.page.nextCursor, 'a `nextCursor` on a page that was reached by going back');
    const again = await read({ limit, cursor: on });
    context.must.hold(idsOf(context, again).join() === idsOf(context, here).join(), {
      expected: `page ${index + 1} of the walk again, forward from the page before it`,
      actual: 'other results',
      in: [here.answer, back.answer, again.answer],
    });
  }
}
