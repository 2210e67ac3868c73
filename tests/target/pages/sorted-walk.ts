import fc from 'fast-check';
import type { Sort } from '../../../generators/sort.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { onGenerated } from '../generated.ts';
import { idsOf, onStablePages, type Read, type Reader } from './reader.ts';
import { byCursor, byOffset, judgeOnce, type Pages } from './walk.ts';

/** A list that is asked for in some order. */
export interface SortedList {
  /** What is asked for; nothing for the default order. */
  readonly sort: Sort | undefined;
  /** What items are sorted by: the same for items that may change places; `undefined` where an item lacks it. */
  readonly keyOf: (item: Json) => string | number | undefined;
  /** Judges the order of the items of some answers, where it is known what the sort means. */
  readonly judgeOrder: (items: readonly Json[], answers: readonly Answer[]) => void;
}

/** How many pages a walk through a sorted list takes. */
export const pagesPerWalk = 3;
/**
 * The size of the one page that shows which items have the same key. Every target accepts it, because it is the
 * default.
 */
export const widest = 100;
const sizes: readonly number[] = [3, 5, 7];

/**
 * Judges that an order holds from page to page. A page border is laid between two items with the same key, where there
 * are any: a sort without a tie-breaker shows one of them again, and another never.
 */
export async function acrossPages(context: Context, list: SortedList, runs: number): Promise<void> {
  const { sort } = list;
  await onGenerated(
    context,
    fc.record({
      sort: fc.constant(sort),
      limit: fc.constantFrom(...sizes),
      tie: fc.integer({ min: 1, max: 9 }),
    }),
    ({ limit, tie }) => {
      const window = { sort, limit: widest };
      return onStablePages(context, window, async (read) => {
        const wide = await read(window);
        context.need(wide.page.items.length > 1, 'two results');
        const size = Math.min(limit, Math.floor(wide.page.items.length / 2));
        const offset = startAtTie(list, wide, size, tie);
        await judgeWalks(context, list, read, wide, { limit: size, offset });
      });
    },
    runs,
  );
}

/** Where a walk has to begin for its first page to end between items with the same key, if there are any. */
function startAtTie({ keyOf }: SortedList, { page }: Read, limit: number, tie: number): number {
  const { items, total } = page;
  // Where the list goes on, nobody knows what stands behind the large page: both pages at a border lie on it.
  const lastBorder = items.length === total ? items.length : items.length - limit;
  const keys = items.slice(0, lastBorder + 1).map(keyOf);
  const borders = keys.flatMap((key, at) =>
    at >= limit && key !== undefined && key === keys[at - 1] ? [at] : [],
  );
  return (borders[(tie - 1) % borders.length] ?? limit) - limit;
}

/**
 * Walks through a sorted list by offset and by cursor, and judges both walks: their items stand in order, and are those
 * that one large page shows, none twice and none left out. A first page without an offset is asked for without one.
 *
 * @param wide the large page, from the start of the list on
 */
export async function judgeWalks(
  context: Context,
  list: SortedList,
  read: Reader,
  wide: Read,
  { limit, offset }: { readonly limit: number; readonly offset?: number },
): Promise<void> {
  const params = { ...(list.sort && { sort: list.sort }), limit };
  const first = await read({ ...params, ...(offset === undefined ? {} : { offset }) });
  const start = offset ?? 0;
  const { items, total } = wide.page;
  const left = (items.length - start) / limit;
  const most = Math.min(pagesPerWalk, items.length === total ? Math.ceil(left) : Math.floor(left));
  const end = Math.min(start + most * limit, items.length);
  for (const pages of [
    await byOffset(read, first, { ...params, offset: start }, most),
    await byCursor(read, first, params, most),
  ])
    judgeWalk(context, list, { wide, pages, start, end });
}

/** A walk, and between which places of a large page it lies. */
interface SortedWalk {
  readonly wide: Read;
  readonly pages: Pages;
  readonly start: number;
  readonly end: number;
}

function judgeWalk(context: Context, list: SortedList, walk: SortedWalk): void {
  const { wide, pages, start, end } = walk;
  const items = pages.flatMap(({ page }) => page.items);
  const ids = idsOf(context, ...pages);
  const answers = [wide, ...pages].map(({ answer }) => answer);
  for (const { page, answer } of [wide, ...pages]) list.judgeOrder(page.items, [answer]);
  judgeOnce(context, ids, answers.slice(1));
  list.judgeOrder(items, answers);
  const lost = idsSure(context, list, walk).filter((id) => !ids.includes(id)).length;
  context.must.hold(lost === 0 && items.length === end - start, {
    expected: `the ${end - start} results that one page shows from place ${start} on`,
    actual: `${items.length} results${lost > 0 ? `, and ${lost} of those on none of the pages` : ''}`,
    in: answers,
  });
}

/**
 * The items of the large page that the walk has to show. Items with the key of an item at an end of the walk may stand
 * on either side of that end, and items without a key anywhere: a page of another size may show them elsewhere.
 */
function idsSure(
  context: Context,
  { keyOf }: SortedList,
  { wide, pages, start, end }: SortedWalk,
): readonly string[] {
  const stretch = wide.page.items.slice(start, end);
  const ends = [stretch, pages.flatMap(({ page }) => page.items)].flatMap((items) => [
    ...(start === 0 ? [] : items.slice(0, 1)),
    ...(end === wide.page.total ? [] : items.slice(-1)),
  ]);
  const open = new Set([undefined, ...ends.map(keyOf)]);
  return idsOf(context, wide)
    .slice(start, end)
    .filter((_, at) => !open.has(keyOf(stretch[at] ?? {})));
}
