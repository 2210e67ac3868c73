import type { Call } from './call.ts';
import { comparePositions, type Order } from './page.ts';
import type { Key } from './types.ts';

const collator = new Intl.Collator('en');

export function compareKeys(c: Call): (a: Key, b: Key) => number {
  const byCode = c.on('m-collation-code-points');
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (byCode) return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
    return collator.compare(String(a), String(b));
  };
}

interface Keyed<T> {
  row: T;
  key: Key;
  seq: number;
}

/** Rows in the order of a key; among equals the earlier row comes first. */
export function sorted<T extends { seq: number }>(
  c: Call,
  rows: readonly T[],
  order: Order,
  keyOf: (row: T) => Key,
): T[] {
  const compare = comparePositions(c, order.asc, compareKeys(c));
  const keyed: Keyed<T>[] = rows.map((row) => ({ row, key: keyOf(row), seq: row.seq }));
  return keyed.sort(compare).map(({ row }) => row);
}
