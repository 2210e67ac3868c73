import fc from 'fast-check';

/**
 * Texts that no parser takes for an integer. Texts that a lenient parser accepts, such as `1.5`, `3x` and `true`, are
 * left out.
 */
const nonIntegers = ['ten', 'NaN', 'x10'] as const;

/** The same for a JSON body, and an object, which no parser takes for a number. */
const nonIntegersInBody = ['ten', { ten: 'ten' }, 'many'] as const;

/** A value for `limit` or `offset` that is refused because no integer can be read in it, the most blatant first. */
export function nonInteger(inBody: boolean): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown[]>(...(inBody ? nonIntegersInBody : nonIntegers));
}

/** Kinds of offsets, apart from the default 0, that may not stand beside a cursor. */
export const besideCursor = [
  'near the start',
  'around the end',
  'the largest',
  'zero in other words',
] as const;

/**
 * One of those kinds. The last one is for queries only, because a JSON parser turns every way of writing zero into the
 * same number.
 */
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
