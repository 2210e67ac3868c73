import fc from 'fast-check';

/** A walk from page to page: which pages, and where it begins. Without an offset it begins at the first page. */
export interface WalkRequest {
  readonly limit: number;
  readonly offset?: number;
}

/** How many pages a walk takes at most; the bugs of cursors show on the second and on the third page. */
export const mostPages = 4;

/** One page of this size shows a whole walk at once. */
const widest = 100;

/** Where a walk goes. */
export type Stretch = 'from the start' | 'to a full last page' | 'to a short last page';

/**
 * Walks through a list that has at least one result. Shrinks to smaller limits.
 *
 * @param pages how many pages a walk to the end takes
 * @param sizes the limits to try, the simplest first; those of which the list does not hold enough pages are left out
 */
export function walks(
  stretch: Stretch,
  total: number,
  pages = mostPages,
  sizes: readonly number[] = usualSizes,
): fc.Arbitrary<WalkRequest> {
  if (stretch === 'from the start') return limitsFor(total, pages - 1, sizes).map((limit) => ({ limit }));
  return limitsFor(total, pages, sizes)
    .chain((limit) => fc.tuple(fc.constant(limit), lastPages(stretch, limit)))
    .map(([limit, last]) => ({ limit, offset: Math.max(0, total - (pages - 1) * limit - last) }));
}

/** How many items the last page has: a full one looks as if the list went on. */
function lastPages(stretch: Stretch, limit: number): fc.Arbitrary<number> {
  if (stretch === 'to a full last page') return fc.constant(limit);
  return fc.integer({ min: 1, max: Math.max(1, limit - 1) });
}

/** Limits with which the list has at least `pages` pages; a limit of 1 where it is too short for that. */
function limitsFor(total: number, pages: number, sizes: readonly number[]): fc.Arbitrary<number> {
  const most = Math.min(Math.floor(widest / mostPages), Math.floor(total / pages));
  const fitting = sizes.filter((limit) => limit <= most);
  return fc.constantFrom(...(fitting.length > 0 ? fitting : [1]));
}

const usualSizes: readonly number[] = [1, 2, 3, 5, 7, 10, 25];
