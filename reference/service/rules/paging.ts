import type { Shapes } from '../choices.ts';
import { invalid } from '../http/refusal.ts';
import { integer, type Payload, text } from './property.ts';
import { one } from './query.ts';

/** Which page is wanted. `offset` is 0 when there is a cursor. */
export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: string | undefined;
}

/** The `pagination` object of a response (Pagination). */
export interface Pagination {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly previousCursor: string | null;
  readonly nextCursor: string | null;
}

const usualLimit = 100;
const int32 = 2_147_483_647;

/** The page that a query asks for; throws a Refusal with 400. */
export function pageOfQuery(query: URLSearchParams, shapes: Shapes): PageRequest {
  const limit = digits(one(query, 'limit'), 'limit');
  const offset = digits(one(query, 'offset'), 'offset');
  return checkPage(limit, offset, one(query, 'cursor'), shapes);
}

/** The page that a search body asks for; throws a Refusal with 400. */
export function pageOfBody(body: Payload, shapes: Shapes): PageRequest {
  return checkPage(integer(body, 'limit'), integer(body, 'offset'), text(body, 'cursor'), shapes);
}

function checkPage(
  limit: number | undefined,
  offset: number | undefined,
  cursor: string | undefined,
  shapes: Shapes,
): PageRequest {
  if (offset !== undefined && cursor !== undefined) {
    throw invalid('offset cannot be combined with cursor.');
  }
  if (offset !== undefined && (offset < 0 || offset > int32)) {
    throw invalid(`offset must be from 0 to ${int32}.`);
  }
  return { limit: checkLimit(limit ?? usualLimit, shapes), offset: offset ?? 0, cursor };
}

function checkLimit(limit: number, { limitMaximum, aboveMaximum }: Shapes): number {
  const clamped = aboveMaximum === 'clamp' && limit <= int32 ? Math.min(limit, limitMaximum) : limit;
  if (clamped >= 1 && clamped <= limitMaximum) return clamped;
  throw invalid(`limit must be from 1 to ${limitMaximum}.`);
}

function digits(value: string | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw invalid(`${name} must be an integer.`);
  return Number(value);
}
