/** The values of a field that is an enumeration, as far as they were seen. */
export interface Literals {
  readonly values: readonly string[];
  /** Every row of the target was looked at, so there are no others today. */
  readonly whole: boolean;
}

const most = { values: 8, characters: 40 };
const least = { rows: 12, rowsForEach: 4 };
const wordlike = /^\p{L}[\p{L}\p{N} _./-]*$/u;

/**
 * The literals of a field, where it can only be an enumeration: few short words over many rows. Anything that
 * could be somebody's data (many values, or one for each row) gives `undefined`.
 *
 * @param texts the value in each row that has one
 * @param whole whether these are all rows of the target
 */
export function literalsIn(texts: readonly string[], whole: boolean): Literals | undefined {
  const values = [...new Set(texts)].sort();
  const few = values.length > 0 && values.length <= most.values;
  const many = texts.length >= Math.max(least.rows, values.length * least.rowsForEach);
  const words = values.every((value) => value.length <= most.characters && wordlike.test(value));
  return few && many && words ? { values, whole } : undefined;
}
