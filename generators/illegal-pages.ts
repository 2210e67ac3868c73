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

/** Kinds of offsets, apart from the default 0, that may not stand beside a cursor. */
export const besideCursor = [
  'near the start',
  'around the end',
  'the largest',
  'zero in other words',
] as const;

/** One of those kinds; the last is for queries, as JSON has no other words for zero that survive a parser. */
export type BesideCursor = (typeof besideCursor)[number];

/**
 * An offset of one kind that may not stand beside a cursor.
 *
 * @param total number of results of the list
 */
export function offsetsBesideCursor(kind: BesideCursor, total: number): fc.Arbitrary<number | string> {
  const values: Readonly<Record<BesideCursor, readonly (number | string)[]>> = {
    'near the start': [1, 2],
    'around the end': [...new Set([total, Math.max(1, total - 1), total + 1])],
    'the largest': [2_147_483_647],
    'zero in other words': ['00', '-0', '0.0'],
  };
  return fc.constantFrom(...values[kind]);
}
