import { createHash } from 'node:crypto';
import type { Row, Sql, Value } from './database.ts';
import { HttpError } from './errors.ts';

/** What a client says about a page, in a query or a body. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string | null;
}

/** The schemas of the three parameters. */
export const pageSchema = {
  limit: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
  offset: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  cursor: { type: 'string', nullable: true },
} as const;

/** A list as a statement in parts. */
export interface Listing {
  /** What follows `from`. */
  readonly from: string;
  readonly where: readonly string[];
  readonly values: readonly Value[];
  readonly order: string;
}

const defaultLimit = 100;
/** The largest page; what asks for more gets this. */
export const maximum = 500;

/** Where a page begins and, before the first whole page, how short it is. */
interface Position {
  readonly start: number;
  readonly most?: number;
}

/** Reads one page of a list. @throws HttpError for a cursor of another list, or beside an offset */
export function readPage(db: Sql, listing: Listing, query: PageQuery, render: (row: Row) => unknown) {
  const { from, where, values, order } = listing;
  const list = digest(JSON.stringify(listing));
  if (query.cursor && query.offset !== undefined)
    throw new HttpError(400, 'offset and cursor exclude each other');
  const { start, most = maximum } = query.cursor ? decode(query.cursor, list) : { start: query.offset ?? 0 };
  const limit = Math.min(query.limit ?? defaultLimit, maximum);
  const rest = `from ${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`;
  const total = Number(db.one(`select count(*) as n ${rest}`, values)?.['n']);
  const rows = db.all(`select * ${rest} order by ${order} limit ? offset ?`, [
    ...values,
    Math.min(limit, most),
    start,
  ]);
  const end = start + rows.length;
  const before = Math.max(start - limit, 0);
  const pagination = {
    total,
    limit,
    offset: query.cursor ? 0 : start,
    previousCursor: start > 0 ? encode({ start: before, most: start - before }, list) : null,
    nextCursor: end < total ? encode({ start: end }, list) : null,
  };
  return { data: rows.map(render), pagination };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

function encode(position: Position, list: string): string {
  return Buffer.from(JSON.stringify({ ...position, list })).toString('base64url');
}

function decode(cursor: string, list: string): Position {
  try {
    const held = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Position & {
      readonly list: string;
    };
    if (held.list === list && Number.isSafeInteger(held.start)) return held;
  } catch {
    // Falls through: what is no JSON is no cursor of ours.
  }
  throw new HttpError(400, 'this cursor is not one of this list');
}
