import { hash } from '../data/random.ts';
import { invalid } from '../http/refusal.ts';
import type { Place, Sort } from './sorting.ts';

/** A page begins after a place, ends before it, or ends with it. */
export type Side = 'after' | 'before' | 'upTo';

/** What a cursor holds: from where in which list to go on, in which direction. */
export interface CursorContent<Filters, Key extends string> {
  /** The operation group that made it; a cursor works in its own list only. */
  readonly list: string;
  readonly filters: Filters;
  readonly sort: Sort<Key>;
  readonly side: Side;
  readonly place: Place;
}

/** An opaque cursor in base64 (Pagination). */
export function encodeCursor<Filters, Key extends string>(content: CursorContent<Filters, Key>): string {
  const text = JSON.stringify(content);
  return Buffer.from(`${hash(text).toString(36)} ${text}`).toString('base64');
}

/** What a cursor of that list holds; throws a Refusal with 400 for anything that `encodeCursor` didn't make. */
export function decodeCursor<Filters, Key extends string>(
  cursor: string,
  list: string,
): CursorContent<Filters, Key> {
  const content = contentOf(cursor);
  if (content?.list !== list) {
    throw invalid('cursor must be a value of nextCursor or previousCursor of the same list.');
  }
  // The checksum says that this service wrote it, and the name of the list what it wrote.
  return content as CursorContent<Filters, Key>;
}

function contentOf(cursor: string): CursorContent<unknown, string> | undefined {
  const decoded = Buffer.from(cursor, 'base64');
  if (decoded.toString('base64') !== cursor) return undefined;
  const [sum, ...rest] = decoded.toString().split(' ');
  const text = rest.join(' ');
  return text !== '' && hash(text).toString(36) === sum ? JSON.parse(text) : undefined;
}
