import fc from 'fast-check';

/** Positions in a small pool: what somebody has already, and what a list names beside it. They share nothing. */
export interface Shares {
  readonly has: readonly number[];
  readonly list: readonly number[];
}

/** How many positions the list names. */
export type ListLength = 'one' | 'several';

/**
 * Deals a pool of at least three positions: at least one that is there already, at least one (or at least two)
 * in the list, and some that are neither. Shrinks to the shortest list and the fewest that are there.
 */
export function shares(size: number, length: ListLength): fc.Arbitrary<Shares> {
  const pool = Array.from({ length: size }, (_, position) => position);
  const least = length === 'one' ? 1 : 2;
  const most = length === 'one' ? 1 : size - 1;
  return fc
    .tuple(
      fc.shuffledSubarray(pool, { minLength: size }),
      fc.integer({ min: least, max: most }),
      fc.integer({ min: 1, max: size - 1 }),
    )
    .map(([order, listed, there]) => ({
      list: order.slice(0, listed),
      has: order.slice(listed, listed + Math.min(there, size - listed)).sort((a, b) => a - b),
    }));
}
