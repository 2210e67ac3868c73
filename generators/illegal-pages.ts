import fc from 'fast-check';

/** Text in a query that is no integer in any reading, most blatant first. */
export const noIntegers = ['ten', '1.5', '3x', 'NaN', '2,5', 'true'] as const;

/** Values in a JSON body that are no integers, and don't spell one either. */
export const noIntegersInBody = ['ten', 1.5, '3x', true, {}, [3]] as const;

/** Values for `limit` and `offset` in a query that are refused because they are no integers. */
export function nonIntegers(): fc.Arbitrary<string> {
  return fc.constantFrom(...noIntegers);
}

/** The same for a search body. */
export function nonIntegersInBody(): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown>(...noIntegersInBody);
}

/**
 * Offsets that may not stand beside a cursor: all of them, the default 0 included unless it is to be left out.
 *
 * @param total number of results of the list
 */
export function offsetsBesideCursor(total: number, withZero = true): fc.Arbitrary<number> {
  const zero = withZero ? [0] : [];
  return fc.constantFrom(...new Set([...zero, 1, 2, 100, Math.max(1, total - 1), total + 1, 2_147_483_647]));
}
