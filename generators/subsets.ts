import fc from 'fast-check';

/** Some of these, at least so many, in their order; shrinks to fewer. */
export function subsets<T>(all: readonly T[], atLeast: number): fc.Arbitrary<T[]> {
  return fc.subarray([...all], { minLength: atLeast });
}
