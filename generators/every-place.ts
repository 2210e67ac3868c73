import fc from 'fast-check';

/** Lengths at which batches, pages and look-ups often end: the full list first, then from two values upwards. */
export const lengths: readonly number[] = [30, 2, 3, 5, 8, 10, 11, 16, 17, 20, 21, 25, 26, 29];

/** The length of a list of values, and the value with which it begins. Every place of the list is judged. */
export interface Places {
  readonly length: number;
  /** From 0: the places in a list of what is known. */
  readonly first: number;
}

/**
 * Lists of a length among `among` that begin with one of the known values. Shrinks to the full list.
 *
 * @param known how many values are known
 */
export function places(known: number, among: readonly number[] = lengths): fc.Arbitrary<Places> {
  return fc.record({
    length: fc.constantFrom(...among),
    first: fc.integer({ min: 0, max: Math.max(0, known - 1) }),
  });
}

/**
 * So many values: the known ones from `first` on, each once, spread evenly among values that nothing has where there
 * are too few. The last place holds a known one, and if there are two, the first as well.
 *
 * @param unknown the n-th value that nothing has
 */
export function valuesAt<T>(
  { length, first }: Places,
  known: readonly T[],
  unknown: (n: number) => T,
): readonly T[] {
  const count = Math.min(length, known.length);
  const step = (length - 1) / Math.max(1, count - 1);
  const held = new Map(
    Array.from({ length: count }, (_, nth) => [
      length - 1 - Math.round(nth * step),
      (first + nth) % known.length,
    ]),
  );
  return Array.from({ length }, (_, place) => known[held.get(place) ?? -1] ?? unknown(place + 1));
}
