import fc from 'fast-check';

/** A page as a request names it (chapter Pagination). */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

/** Where in its list a page lies. */
export type Position =
  | 'first'
  | 'inner'
  | 'last and full'
  | 'last and short'
  | 'past the end'
  | 'far past the end';

/** The page size that every target has to take, because it is the default. */
export const largestLimit = 100;
const largestOffset = 2_147_483_647;

/** The positions that a list of `total` results has. */
export function positionsIn(total: number): readonly Position[] {
  const inner: readonly Position[] = total >= 3 ? ['inner'] : [];
  const some: readonly Position[] = total >= 1 ? ['first', ...inner, 'last and full', 'last and short'] : [];
  return [...some, 'past the end', 'far past the end'];
}

/**
 * Requests for pages at a position of a list of `total` results. Limits are from 1 to 100; smaller ones are
 * simpler. The position has to be one of {@link positionsIn}.
 *
 * @param sizes the limits to try, the simplest first
 */
export function pageRequests(
  position: Position,
  total: number,
  sizes: readonly number[] = usualSizes,
): fc.Arbitrary<PageRequest> {
  const limitsTo = (most: number) => limits(Math.min(most, largestLimit), sizes);
  switch (position) {
    case 'first':
      return limitsTo(largestLimit).map((limit) => ({ limit, offset: 0 }));
    case 'inner':
      return limitsTo(total - 2).chain((limit) =>
        fc.integer({ min: 1, max: total - limit - 1 }).map((offset) => ({ limit, offset })),
      );
    case 'last and full':
      return limitsTo(total).map((limit) => ({ limit, offset: total - limit }));
    case 'last and short':
      return limitsTo(Math.min(largestLimit - 1, total)).chain((rest) =>
        fc
          .integer({ min: rest + 1, max: Math.min(largestLimit, rest + 9) })
          .map((limit) => ({ limit, offset: total - rest })),
      );
    case 'past the end':
      return fc
        .tuple(limitsTo(largestLimit), fc.constantFrom(0, 1, 7, 1000))
        .map(([limit, past]) => ({ limit, offset: total + past }));
    case 'far past the end':
      return limitsTo(largestLimit).map((limit) => ({ limit, offset: largestOffset }));
  }
}

/** Limits from 1 up to the largest that is wanted: those of some sizes that are small enough, and the largest. */
export function limits(most: number, sizes: readonly number[] = usualSizes): fc.Arbitrary<number> {
  const fitting = sizes.filter((size) => size < most);
  return fc.constantFrom(...fitting, ...(sizes.length > 1 || fitting.length === 0 ? [most] : []));
}

const usualSizes: readonly number[] = [1, 2, 3, 7, 10, 25];
