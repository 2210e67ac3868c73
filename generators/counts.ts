import fc from 'fast-check';

/** How many values a list has, and on which page it is sent: bounds hold on every page. */
export interface Count {
  readonly values: number;
  readonly offset: number;
}

/**
 * Numbers around an upper bound: one, just below, the bound itself, just above, far above. Shrinks to the smallest
 * number of its kind, and to the first page.
 */
export function countsAround(bound: number): fc.Arbitrary<Count> {
  return fc.record({
    values: fc.constantFrom(bound + 1, bound, 1, bound - 1, bound + 2, 2 * bound),
    offset: fc.constantFrom(0, 1),
  });
}
