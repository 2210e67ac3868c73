import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { count } from '../../../spec/words.ts';
import { idIn, type Json } from '../body.ts';
import { judgeOrder } from '../order.ts';
import { fieldsThatDiffer, inTicks, itemFields } from '../same-fields.ts';
import type { Known } from './known.ts';
import type { Asked } from './resolve.ts';
import type { Subject } from './subject.ts';
import type { WholePage } from './whole-page.ts';

/** A page that was answered, and where it lies. */
export interface Shown {
  readonly answer: Answer;
  readonly page: WholePage;
  /** How many results precede it. */
  readonly start: number;
  /** What was asked for, on this page or where its walk began. */
  readonly limit: number | undefined;
  /** The limits that may have been used. */
  readonly limits: readonly number[];
  readonly offset: number;
}

/** An item at its place in a list. */
interface Placed {
  readonly id: string;
  readonly key: string | number | undefined;
}

/** What has been seen of the answers to a question so far. */
export interface Seen {
  total?: number;
  readonly places: Map<number, Placed>;
}

/** What pages are held to. */
export interface Law {
  readonly context: Context;
  readonly subject: Subject;
  readonly known: Known;
  /** Each item as it was seen first, by its identifier. */
  readonly book: Map<string, Json>;
}

/** The law of a list, by what is known of its items. */
export function lawOf(context: Context, subject: Subject, known: Known): Law {
  const book = new Map(known.items.map((item) => [idIn(item, known.identifier) ?? '', item]));
  return { context, subject, known, book };
}

/** Judges everything that follows for one page of a question: from its items, and from the pages before. */
export function judgePage(law: Law, asked: Asked, seen: Seen, shown: Shown): void {
  judgeEcho(law, shown);
  judgeItems(law, asked, shown);
  judgeTotal(law, asked, seen, shown);
  judgeSize(law, asked, shown);
  judgeCursors(law, asked, shown);
  judgePlaces(law, asked, seen, shown);
  judgeNoneMissing(law, asked, shown);
  judgeFields(law, asked, shown);
}

function judgeEcho({ context: { must } }: Law, { answer, page, limits, offset }: Shown): void {
  must.hold(limits.includes(page.limit), {
    expected: `a \`limit\` of ${limits.join(' or ')} in the answer`,
    actual: `${page.limit}`,
    in: answer,
  });
  must.equal(page.offset, offset, '`pagination.offset`', answer);
}

/** Each item fits every filter, none comes twice, and they stand in order. */
function judgeItems({ context, subject, known }: Law, { criteria, order, under }: Asked, shown: Shown): void {
  const { answer, page } = shown;
  for (const { name, fits } of criteria)
    context.must.every(page.items, fits, `${subject.what} that fit \`${name}\`, ${under}`, answer);
  const ids = page.items.map((item) => idIn(item, known.identifier));
  const again = ids.length - new Set(ids).size;
  context.must.hold(again === 0, {
    expected: `${count(ids.length, 'item')} on a page, each once`,
    actual: `${again} of them again`,
    in: answer,
  });
  if (order?.sort) judgeOrder(context, page.items, order.sort, [answer]);
}

function judgeTotal(
  { context, subject, known }: Law,
  asked: Asked,
  seen: Seen,
  { answer, page }: Shown,
): void {
  const { must } = context;
  const { sure, under } = asked;
  const { total } = page;
  must.hold(seen.total === undefined || seen.total === total, {
    expected: `a \`total\` of ${seen.total}, as before${under && `, ${under}`}`,
    actual: `${total}`,
    in: answer,
  });
  seen.total ??= total;
  const most = asked.possible + known.others;
  must.hold(total >= sure.length && total <= most, {
    expected: `a \`total\` of ${sure.length === most ? most : `${sure.length} to ${most}`}: so many ${subject.what} there are${under && ` ${under}`}`,
    actual: `${total}`,
    in: answer,
  });
}

/** How many results a page has to show: as many as its limit, or as are left. */
function due({ page, start }: Shown): number {
  return Math.max(0, Math.min(page.limit, page.total - start));
}

function judgeSize({ context: { must } }: Law, { under }: Asked, shown: Shown): void {
  const { answer, page, start } = shown;
  must.hold(page.items.length === due(shown), {
    expected: `${count(due(shown), 'item')} from place ${start} of ${page.total} on, with a limit of ${page.limit}${under && `, ${under}`}`,
    actual: `${page.items.length}`,
    in: answer,
  });
}

function judgeCursors({ context: { must } }: Law, { under }: Asked, shown: Shown): void {
  const { answer, page, start } = shown;
  const { total, items, nextCursor, previousCursor } = page;
  // What stands past the end is left open.
  if (start >= total && start > 0) return;
  const isLast = start + items.length >= total;
  const where = `at place ${start} of ${total}${under && `, ${under}`}`;
  for (const [name, cursor, isNone] of [
    ['nextCursor', nextCursor, isLast],
    ['previousCursor', previousCursor, start === 0],
  ] as const)
    must.hold(isNone ? cursor === null : typeof cursor === 'string' && cursor !== '', {
      expected: `${isNone ? 'no' : 'a'} \`${name}\` on the page ${where}`,
      actual: typeof cursor === 'string' ? 'one' : `${cursor}`,
      in: answer,
    });
}

function placed({ order }: Asked, { identifier }: Known, items: readonly Json[]): readonly Placed[] {
  return items.map((item) => ({ id: idIn(item, identifier) ?? '', key: order?.keyOf(item) }));
}

/** Notes what stands at the first places of a list. */
export function notePlaces({ places }: Seen, asked: Asked, known: Known, items: readonly Json[]): void {
  for (const [at, here] of placed(asked, known, items).entries()) places.set(at, here);
}

/** Whichever page shows a place, it shows the same there: the same item, or one that is alike in what decides the order. */
function judgePlaces({ context, known }: Law, asked: Asked, { places }: Seen, shown: Shown): void {
  const { answer, page, start } = shown;
  const { isExact, under } = asked;
  let others = 0;
  for (const [at, here] of placed(asked, known, page.items).entries()) {
    const before = places.get(start + at);
    if (before === undefined) places.set(start + at, here);
    else if (before.id !== here.id && (isExact || before.key !== here.key)) others += 1;
  }
  context.must.hold(others === 0, {
    expected: `from place ${start} on what other pages show there${under && `, ${under}`}`,
    actual: `other items at ${others} of ${count(page.items.length, 'place')}`,
    in: answer,
  });
}

/** Known items that fit in every reading, and have their place on the page. */
function judgeNoneMissing({ context, subject, known }: Law, asked: Asked, shown: Shown): void {
  const { answer, page, start } = shown;
  const ids = new Set(page.items.map((item) => idIn(item, known.identifier)));
  const isDue = betweenEnds(asked, shown);
  const missing = asked.sure.filter((item) => !ids.has(idIn(item, known.identifier)) && isDue(item)).length;
  context.must.hold(missing === 0, {
    expected: `all ${subject.what} that have their place from ${start} to ${start + page.items.length}${asked.under && `, ${asked.under}`}`,
    actual: `${missing} of them missing`,
    in: answer,
  });
}

/** Whether an item stands for sure between the ends of a page; what is alike with an end may stand beyond it. */
function betweenEnds({ order }: Asked, { page, start }: Shown): (item: Json) => boolean {
  const { items, total } = page;
  const isLast = start + items.length >= total;
  if (start === 0 && isLast) return () => true;
  const sort = order?.sort;
  if (!sort || items.length === 0) return () => false;
  const sign = /^desc/i.test(sort.direction) ? -1 : 1;
  const keyOf = (item: Json | undefined) => {
    const key = item && order.keyOf(item);
    return typeof key === 'number' ? sign * key : undefined;
  };
  const [first, last] = [keyOf(items[0]), keyOf(items.at(-1))];
  return (item) => {
    const key = keyOf(item);
    if (key === undefined) return false;
    return (
      (start === 0 || (first !== undefined && key > first)) && (isLast || (last !== undefined && key < last))
    );
  };
}

/** An item has the same fields on each page. */
function judgeFields({ context, known, book }: Law, { under }: Asked, { answer, page }: Shown): void {
  const names = itemFields(context, context.op.id);
  const differing = new Set<string>();
  for (const item of page.items) {
    const id = idIn(item, known.identifier);
    if (id === undefined || context.world.isMadeOrLent(id)) continue;
    const before = book.get(id);
    if (before) for (const name of fieldsThatDiffer(context, before, item, names)) differing.add(name);
    else book.set(id, item);
  }
  context.must.hold(differing.size === 0, {
    expected: `items with the same fields${under && ` ${under}`} as elsewhere`,
    actual: `differences in ${inTicks(differing)}`,
    in: answer,
  });
}

/** Judges a walk by cursors: no item comes twice, unless it has got another place meanwhile. */
export function judgeWalk(law: Law, asked: Asked, pages: readonly Shown[]): void {
  const { context, known } = law;
  const items = pages.flatMap(({ page }) => page.items);
  const first = new Map<string, Json>();
  let again = 0;
  for (const item of items) {
    const id = idIn(item, known.identifier);
    if (id === undefined) continue;
    const before = first.get(id);
    if (before === undefined) first.set(id, item);
    else if (asked.order?.keyOf(before) === asked.order?.keyOf(item)) again += 1;
  }
  const behind = asked.under && `, ${asked.under}`;
  context.must.hold(again === 0, {
    expected: `each of ${count(items.length, 'item')} on ${pages.length} pages of a walk once${behind}`,
    actual: `${again} of them again`,
    in: pages.map(({ answer }) => answer),
  });
}
