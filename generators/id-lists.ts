import fc from 'fast-check';

/** Positions in a pool of `size` things: `least` to `most` different ones in any order. Shrinks to the first ones alone. */
export function choiceOf(size: number, most = size, least = 1): fc.Arbitrary<readonly number[]> {
  const longest = Math.min(size, most);
  return fc.uniqueArray(fc.nat({ max: size - 1 }), {
    minLength: Math.min(least, longest),
    maxLength: longest,
  });
}

/** How many ids a list has, around its bounds: just below, on and just above each, and what lies between. */
export function sizesAround(least: number, most: number): fc.Arbitrary<number> {
  const edges = [least, most, least - 1, most + 1, least + 1, most - 1].filter((size) => size >= 0);
  return fc.oneof(
    { arbitrary: fc.constantFrom(...new Set(edges)), weight: 4 },
    { arbitrary: fc.integer({ min: least, max: most }), weight: 1 },
  );
}

/** A pool of `size` things, dealt into two to `hands` lists that share nothing and are none of them empty. */
export function deal(size: number, hands: number): fc.Arbitrary<readonly (readonly number[])[]> {
  const pool = Array.from({ length: size }, (_, position) => position);
  return fc
    .tuple(fc.integer({ min: 2, max: Math.min(hands, size) }), fc.shuffledSubarray(pool, { minLength: size }))
    .map(([count, order]) =>
      Array.from({ length: count }, (_, hand) => order.filter((_, at) => at % count === hand)),
    );
}
