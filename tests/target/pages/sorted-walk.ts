import fc from 'fast-check';
import type { Sort } from '../../../generators/sort.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { onGenerated } from '../generated.ts';
import { atRest, idsOf, type Read, type Reader } from './reader.ts';

/** What is known of a list that is asked for in some order. */
export interface Sorted {
  readonly sort: Sort;
  /** What items are sorted by, such that those which may change places are alike; `undefined` where one lacks it. */
  readonly keyOf: (item: Json) => string | number | undefined;
  /** Judges the order of the items of some answers, where it is known what the sort means. */
  readonly judgeOrder: (items: readonly Json[], answers: readonly Answer[]) => void;
}

/** A stretch of a sorted list, that lies so that a page ends among items that are alike. */
interface Stretch {
  readonly limit: number;
  /** Which of the places among items that are alike. */
  readonly tie: number;
}

const pages = 3;
/** One page of this size shows where the ties of a list are; every target takes it, for it is the default. */
const widest = 100;
const sizes: readonly number[] = [3, 5, 7];

/**
 * Judges that an order holds from page to page: pages at one offset after the other, and those that cursors lead to,
 * show what one large page shows, nothing twice and nothing left out. Where items are alike in what they are sorted
 * by, a page border is laid between them: a sort without a tie-breaker shows one of them again, and another never.
 */
export async function acrossPages(context: Context, list: Sorted, runs: number): Promise<void> {
  await onGenerated(
    context,
    fc.record({
      sort: fc.constant(list.sort),
      limit: fc.constantFrom(...sizes),
      tie: fc.integer({ min: 1, max: 9 }),
    }),
    (stretch) => {
      const window = { sort: list.sort, limit: widest };
      return atRest(context, window, (read) => judgeStretch(context, list, stretch, read));
    },
    runs,
  );
}

async function judgeStretch(context: Context, list: Sorted, stretch: Stretch, read: Reader): Promise<void> {
  const { sort } = list;
  const wide = await read({ sort, limit: widest });
  const { items } = wide.page;
  context.need(items.length > 1, 'two results');
  const limit = Math.min(stretch.limit, Math.floor(items.length / 2));
  const isAll = items.length === wide.page.total;
  // Where the list goes on, nobody knows what stands behind the large page: both pages at a border lie on it.
  const lastBorder = isAll ? items.length : items.length - limit;
  const start = borderIn(items.slice(0, lastBorder + 1).map(list.keyOf), limit, stretch.tie) - limit;
  const first = await read({ sort, limit, offset: start });
  const left = (items.length - start) / limit;
  const most = Math.min(pages, isAll ? Math.ceil(left) : Math.floor(left));
  for (const walk of [
    await byOffset(read, first, { sort, limit, offset: start }, most),
    await byCursor(read, first, { sort, limit }, most),
  ])
    judgeWalk(context, list, { wide, walk, start, end: Math.min(start + most * limit, items.length) });
}

/** A place that a first page of this size can end at, so that the items around it are alike, if there is any. */
function borderIn(keys: readonly unknown[], limit: number, tie: number): number {
  const places = keys.flatMap((key, at) =>
    at >= limit && key !== undefined && key === keys[at - 1] ? [at] : [],
  );
  return places[(tie - 1) % places.length] ?? limit;
}

async function byOffset(
  read: Reader,
  first: Read,
  { offset, ...params }: Params & { readonly limit: number; readonly offset: number },
  most: number,
): Promise<Read[]> {
  const walk = [first];
  while (walk.length < most)
    walk.push(await read({ ...params, offset: offset + walk.length * params.limit }));
  return walk;
}

async function byCursor(read: Reader, first: Read, params: Params, most: number): Promise<Read[]> {
  const walk = [first];
  while (walk.length < most) {
    const cursor = walk.at(-1)?.page.nextCursor;
    if (typeof cursor !== 'string') break;
    walk.push(await read({ ...params, cursor }));
  }
  return walk;
}

/** A walk, and between which places of a large page it lies. */
interface Walked {
  readonly wide: Read;
  readonly walk: readonly Read[];
  readonly start: number;
  readonly end: number;
}

function judgeWalk(context: Context, list: Sorted, { wide, walk, start, end }: Walked): void {
  const { must } = context;
  const items = walk.flatMap(({ page }) => page.items);
  const [ids, all] = [idsOf(context, ...walk), idsOf(context, wide)];
  const answers = [wide, ...walk].map(({ answer }) => answer);
  must.hold(new Set(ids).size === ids.length, {
    expected: `each of ${ids.length} results on ${walk.length} pages once`,
    actual: `${ids.length - new Set(ids).size} of them again`,
    in: answers,
  });
  list.judgeOrder(items, answers);
  // Whatever is like the items at an end may stand on either side of it: a page of another size may show it elsewhere.
  const whole = { from: start === 0, to: end === wide.page.total };
  const edges = [wide.page.items.slice(start, end), items].flatMap((some) => [
    ...(whole.from ? [] : some.slice(0, 1)),
    ...(whole.to ? [] : some.slice(-1)),
  ]);
  const open = new Set(edges.map(list.keyOf));
  const sure = all.filter((_, at) => {
    const item = wide.page.items[at];
    return at >= start && at < end && item !== undefined && !open.has(list.keyOf(item));
  });
  const lost = sure.filter((id) => !ids.includes(id)).length;
  must.hold(lost === 0 && items.length === end - start, {
    expected: `the ${end - start} results that one page shows from place ${start} on`,
    actual: `${items.length} results${lost > 0 ? `, and ${lost} of those on none of the pages` : ''}`,
    in: answers,
  });
}
