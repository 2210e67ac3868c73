/** The values of an enumeration that the rows of a list show. */
export interface Literals {
  readonly values: readonly string[];
  /** Whether the rows are all rows of the target, so that no other value is in use. */
  readonly whole: boolean;
}

const most = { values: 8, characters: 40 };
const least = { rows: 12, rowsForEach: 4 };
const wordlike = /^\p{L}[\p{L}\p{N} _./-]*$/u;

/**
 * The values of a field that must be an enumeration: few short words over many rows. `undefined` for a field that may
 * hold personal data, because it has many values or a new one in each row.
 *
 * @param texts the value of each row that has one
 * @param whole whether these are all rows of the target
 */
export function literalsIn(texts: readonly string[], whole: boolean): Literals | undefined {
  const values = [...new Set(texts)].sort();
  const few = values.length > 0 && values.length <= most.values;
  const many = texts.length >= Math.max(least.rows, values.length * least.rowsForEach);
  const words = values.every((value) => value.length <= most.characters && wordlike.test(value));
  return few && many && words ? { values, whole } : undefined;
}
