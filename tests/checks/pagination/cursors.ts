import fc from 'fast-check';
import type { Sort } from '../../../generators/sort.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { onGenerated } from '../../target/generated.ts';
import { isSameSort } from '../../target/order.ts';
import { filtersWithResults, isFiltered } from '../../target/pages/filtered.ts';
import { ask, idsOf, onStablePages, type Read, type Reader, showSame } from '../../target/pages/reader.ts';
import { smallLimit } from '../../target/pages/samples.ts';
import { fewPages, judgeAsOnePage, judgeBack, type Walk, walk, widthOf } from '../../target/pages/walk.ts';
import { takesSort } from '../../target/sessions/ask.ts';
import { defaultSort as ofSessions } from '../../target/sessions/order.ts';
import { sortsOf } from '../../target/sorts.ts';
import { defaultSort as ofUsers } from '../../target/users/order.ts';

/** The default order of each list that takes a sort; some of them do only where the profile says so. */
const defaultSorts: Readonly<Record<string, Sort>> = {
  listUsers: ofUsers,
  searchUsers: ofUsers,
  listSessions: ofSessions,
  listCompletedSessions: ofSessions,
  listInProgressSessions: ofSessions,
  searchSessions: ofSessions,
};

/** What a cursor holds, and how a search body carries it. */
export const cursors: readonly Check[] = [
  check('pagination.cursor-keeps-filters', {
    on: isFiltered,
    run: (context) => keepsFilters(context, judgeWalk),
  }),

  check('pagination.cursor-keeps-filters/backwards', {
    on: isFiltered,
    sends: 'one filter and several at once, with each `previousCursor` from the third page back to the first',
    run: (context) => keepsFilters(context, judgeBackwards),
  }),

  check('pagination.cursor-keeps-sort', {
    on: (op) => op.paginated && defaultSorts[op.id] !== undefined && takesSort(op),
    cost: 'high',
    run: (context) => keepsSort(context, judgeWalk),
  }),

  check('pagination.cursor-keeps-sort/backwards', {
    on: (op) => op.paginated && defaultSorts[op.id] !== undefined && takesSort(op),
    cost: 'high',
    sends: 'an order, with each `previousCursor` from the third page back to the first',
    run: (context) => keepsSort(context, judgeBackwards),
  }),

  check('pagination.cursor-null', {
    run: nullIsNone,
  }),

  check('pagination.search-body', {
    run: pagesByBody,
  }),
];

/** A law about a walk under some parameters. */
type WalkLaw = (context: Context, limit: number, params: Params, what: string) => Promise<void>;

async function keepsFilters(context: Context, law: WalkLaw): Promise<void> {
  const named = await filtersWithResults(context);
  const names = Object.keys(named);
  // In a quick run, several filters at once stand for all.
  for (const filters of context.effort === 'quick' ? names.slice(-1) : names) {
    await onGenerated(
      context,
      fc.record({ limit: fc.constantFrom(1, 2, smallLimit), filters: fc.constant(filters) }),
      ({ limit }) => law(context, limit, named[filters] ?? {}, `under the filter \`${filters}\``),
      context.share('few'),
      `walks under ${filters}`,
    );
  }
}

async function keepsSort(context: Context, law: WalkLaw): Promise<void> {
  const { op, need } = context;
  const initial = need(defaultSorts[op.id], 'a list with a default order');
  const others = sortsOf(op).filter((sort) => !isSameSort(sort, initial));
  const sorts = others.length > 0 ? others : [initial];
  await onGenerated(
    context,
    fc.record({ limit: fc.constantFrom(2, smallLimit, 7), sort: fc.constantFrom(...sorts) }),
    ({ limit, sort }) => law(context, limit, { sort }, 'in the order asked for'),
    context.share('quarter'),
    'walks in an order',
  );
}

function nullIsNone(context: Context): Promise<void> {
  return onStablePages(context, { limit: smallLimit }, async (read) => {
    const without = await read({ limit: smallLimit });
    const answer = await ask(context, { limit: smallLimit, cursor: null });
    context.must(answer).be.accepted();
    const withNull = await read({ limit: smallLimit, cursor: null });
    context.must.hold(showSame(context, withNull, without), {
      expected: 'the first page',
      actual: 'another page',
      in: [without.answer, answer],
    });
  });
}

function pagesByBody(context: Context): Promise<void> {
  const limit = smallLimit;
  return onStablePages(context, { limit: 2 * limit }, async (read) => {
    const { must, need } = context;
    const large = await read({ limit: 2 * limit });
    const ids = idsOf(context, large);
    need(ids.length > limit, `more than ${limit} users`);
    const offset = await read({ limit, offset: limit });
    const first = await read({ limit });
    const cursor = await read({ limit, cursor: need(first.page.nextCursor, 'a `nextCursor`') });
    for (const [name, found] of Object.entries({ offset, cursor })) {
      const { items } = found.page;
      must.hold(items.length <= limit && idsOf(context, found)[0] === ids[limit], {
        expected: `the ${name} in the body to lead to the result that ${limit} others precede`,
        actual: `${items.length} results that begin elsewhere`,
        in: [large.answer, found.answer],
      });
    }
  });
}

/** Judges that a walk by cursor and one large page show the same results when both carry the same parameters. */
function judgeWalk(context: Context, limit: number, params: Params, what: string): Promise<void> {
  return alongWalk(context, limit, params, what, async (_, whole, { pages }) => {
    judgeAsOnePage(context, whole, pages, what);
    judgeTotals(context, [whole, ...pages], what);
    const shown = pages.flatMap(({ page }) => page.items).length;
    const [last] = pages.slice(-1);
    // A filter that is forgotten lets the list go on behind its last result.
    context.must.hold(shown !== whole.page.total || typeof last?.page.nextCursor !== 'string', {
      expected: `no \`nextCursor\` behind the last of ${shown} results ${what}`,
      actual: 'one',
      in: pages.map(({ answer }) => answer),
    });
  });
}

function judgeTotals(context: Context, reads: readonly Read[], what: string): void {
  const totals = new Set(reads.map(({ page }) => page.total));
  context.must.hold(totals.size === 1, {
    expected: `one \`total\` on all pages ${what}`,
    actual: `${totals.size} different ones`,
    in: reads.map(({ answer }) => answer),
  });
}

/** Judges that who goes back through a walk sees the same pages again. */
function judgeBackwards(context: Context, limit: number, params: Params, what: string): Promise<void> {
  return alongWalk(context, limit, params, what, async (read, whole, walked) => {
    const back = await judgeBack(context, read, walked.pages, { ...params, limit: walked.limit }, what);
    judgeTotals(context, [whole, ...back], what);
    const [first] = back.slice(-1);
    context.must.hold(typeof first?.page.previousCursor !== 'string', {
      expected: `no \`previousCursor\` on the first page ${what}, reached by going back`,
      actual: 'one',
      in: back.map(({ answer }) => answer),
    });
  });
}

/** Judges a law along a walk of two pages at least, with the large page that shows the same results. */
async function alongWalk(
  context: Context,
  limit: number,
  params: Params,
  what: string,
  law: (read: Reader, whole: Read, walked: Walk) => Promise<void>,
): Promise<void> {
  const wide = { ...params, limit: widthOf(Math.max(limit, smallLimit)) };
  await onStablePages(context, wide, async (read) => {
    const whole = await read(wide);
    // Few results are walked through in pages that leave a second one to walk to, and to the end.
    const { items, total = items.length } = whole.page;
    const most = items.length - 1;
    context.need(most > 0, `two results ${what}`);
    const least = total > fewPages * smallLimit ? 1 : Math.ceil(total / fewPages);
    const size = Math.min(Math.max(limit, least), most);
    const walked = await walk(context, read, { limit: size }, params, fewPages);
    context.need(walked.pages.length > 1, `a second page ${what}`);
    await law(read, whole, walked);
  });
}
