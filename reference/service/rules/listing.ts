import { type CursorContent, decodeCursor, encodeCursor, type Side } from './cursor.ts';
import type { PageRequest, Pagination } from './paging.ts';
import { comparePlaces, type Place, type Sort, type SortValue, sortRows } from './sorting.ts';

/** A list that is read in pages: where its rows come from, how they are chosen and compared. */
export interface Listing<Row extends { readonly id: string }, Filters, Key extends string> {
  /** Cursors carry this name, and work under it only. */
  readonly name: string;
  readonly rows: readonly Row[];
  /** Which rows the filters choose; undefined when they choose all. */
  readonly chooses: (filters: Filters) => ((row: Row) => boolean) | undefined;
  readonly valueBy: (row: Row, key: Key) => SortValue;
}

/** One page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly pagination: Pagination;
}

/**
 * The wanted page. Filters and sort of a cursor go before those given with it, so that a walk sees one
 * list. Throws a Refusal with 400 for a cursor that isn't one of this list.
 */
export function pageOf<Row extends { readonly id: string }, Filters, Key extends string>(
  listing: Listing<Row, Filters, Key>,
  page: PageRequest,
  asked: { readonly filters: Filters; readonly sort: Sort<Key> },
): Page<Row> {
  const from = page.cursor === undefined ? undefined : decodeCursor<Filters, Key>(page.cursor, listing.name);
  const { filters, sort } = from ?? asked;
  const sorted = sortRows(listing.rows, sort, listing.valueBy);
  const chosen = listing.chooses(filters);
  const rows = chosen ? sorted.filter(chosen) : sorted;

  const placeOf = (row: Row): Place => ({ value: listing.valueBy(row, sort.key), id: row.id });
  const [start, end] = from ? rangeAt(rows, placeOf, from, page.limit) : rangeFrom(page);
  const cursorAt = (side: Side, row: Row | undefined) =>
    row ? encodeCursor({ list: listing.name, filters, sort, side, place: placeOf(row) }) : null;

  const shown = rows.slice(start, end);
  // Past the end there is no row to stand before, and the page before ends with the last row.
  const previous = () => (shown[0] ? cursorAt('before', shown[0]) : cursorAt('upTo', rows.at(-1)));
  return {
    rows: shown,
    pagination: {
      total: rows.length,
      limit: page.limit,
      offset: page.offset,
      previousCursor: start > 0 ? previous() : null,
      nextCursor: end < rows.length ? cursorAt('after', shown.at(-1)) : null,
    },
  };
}

function rangeFrom({ offset, limit }: PageRequest): readonly [number, number] {
  return [offset, offset + limit];
}

/** The page on one side of a place, which holds still even when the row that stood there has moved. */
function rangeAt<Row, Filters, Key extends string>(
  rows: readonly Row[],
  placeOf: (row: Row) => Place,
  { side, place, sort }: CursorContent<Filters, Key>,
  limit: number,
): readonly [number, number] {
  const isPast = (row: Row) => {
    const order = comparePlaces(placeOf(row), place, sort.direction);
    return side === 'before' ? order >= 0 : order > 0;
  };
  const border = firstWhere(rows, isPast);
  return side === 'after' ? [border, border + limit] : [Math.max(0, border - limit), border];
}

/** The first position from which a condition holds to the end, by halving. */
function firstWhere<Row>(rows: readonly Row[], holds: (row: Row) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && holds(row)) high = middle;
    else low = middle + 1;
  }
  return low;
}
