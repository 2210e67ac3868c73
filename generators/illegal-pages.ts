import fc from 'fast-check';

/** Texts in a query that are no integers in any reading: words, and what lenient readers take for a number. */
export const nonIntegers = {
  words: ['ten', 'NaN', 'true'],
  'nearly numbers': ['1.5', '3x', '2,5'],
} as const;

/** The same for a JSON body; text that spells an integer is left out, because a target may take it for one. */
export const nonIntegersInBody = {
  words: ['ten', true, {}],
  'nearly numbers': [1.5, '3x', [3]],
} as const;

/** Kinds of values that are no integers. */
export type NonInteger = keyof typeof nonIntegers;

/** A value for `limit` or `offset` that is refused because it is no integer, the most blatant first. */
export function nonInteger(kind: NonInteger, inBody: boolean): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown[]>(...(inBody ? nonIntegersInBody[kind] : nonIntegers[kind]));
}

/**
 * Offsets that may not stand beside a cursor: any but the default 0, which comes on its own.
 *
 * @param total number of results of the list
 */
export function offsetsBesideCursor(total: number): fc.Arbitrary<number> {
  return fc.constantFrom(...new Set([1, 2, 100, Math.max(1, total - 1), total + 1, 2_147_483_647]));
}
