import fc from 'fast-check';

/** Some of these values, at least `atLeast`, in their order. Shrinks to fewer. */
export function subsets<T>(all: readonly T[], atLeast: number): fc.Arbitrary<T[]> {
  return fc.subarray([...all], { minLength: atLeast });
}
