import { invalid } from '../http/refusal.ts';

/** What rows are compared by: numbers and texts by size, an absent value after all others. */
export type SortValue = string | number | undefined;

/** How rows are sorted: by which key, in which direction; ties are in order of id in both directions. */
export interface Sort<Key extends string> {
  readonly key: Key;
  readonly direction: 'asc' | 'desc';
}

/**
 * Reads a sort; what is left out is that of the default. `fields` is literal to key.
 * Throws a Refusal with 400 for an unknown field or direction.
 */
export function readSort<Key extends string>(
  given: { readonly field?: unknown; readonly direction?: unknown } | undefined,
  fields: Readonly<Record<string, Key>>,
  usual: Sort<Key>,
): Sort<Key> {
  const field = given?.field ?? undefined;
  const direction = given?.direction ?? undefined;
  const key = field === undefined ? usual.key : keyOf(field, fields);
  if (key === undefined) throw invalid(`sort[field] must be one of: ${Object.keys(fields).join(', ')}.`);
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw invalid('sort[direction] must be asc or desc.');
  }
  return { key, direction: direction ?? usual.direction };
}

function keyOf<Key extends string>(field: unknown, fields: Readonly<Record<string, Key>>) {
  return typeof field === 'string' && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** Where a row stands in a sorted list: its value and its id. */
export interface Place {
  readonly value: SortValue;
  readonly id: string;
}

/** Orders two places: negative when the first comes first. */
export function comparePlaces(a: Place, b: Place, direction: 'asc' | 'desc'): number {
  const order = compareValues(a.value, b.value);
  if (order !== 0) return direction === 'asc' ? order : -order;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

function compareValues(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -1 : 1;
}

const kept = new WeakMap<readonly unknown[], Map<string, readonly unknown[]>>();

/** The rows in that order. The result is kept as long as the array of rows is: tables share theirs. */
export function sortRows<Row extends { readonly id: string }, Key extends string>(
  rows: readonly Row[],
  sort: Sort<Key>,
  valueBy: (row: Row, key: Key) => SortValue,
): readonly Row[] {
  const name = `${sort.key} ${sort.direction}`;
  const orders = kept.get(rows) ?? new Map<string, readonly Row[]>();
  kept.set(rows, orders);
  // The array of rows is the key, so what was kept for it holds the same rows.
  const known = orders.get(name) as readonly Row[] | undefined;
  if (known) return known;

  const places = rows.map((row) => ({ row, id: row.id, value: valueBy(row, sort.key) }));
  const sorted = places.sort((a, b) => comparePlaces(a, b, sort.direction)).map(({ row }) => row);
  orders.set(name, sorted);
  return sorted;
}
