import { HttpError } from './errors.ts';
import { singleValue } from './params.ts';
import type { Flags, Json, JsonObject } from './types.ts';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 500;
const INT32_MAX = 2147483647;

export type PageRequest = {
  limit: number;
  offset: number;
  cursor: string | undefined;
};

function wholeNumber(label: string, text: string): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > INT32_MAX) {
    throw new HttpError(400, `${label} must be a whole number that is not negative`);
  }
  return Number(text);
}

export function checkLimit(limit: number, flags: Flags): number {
  if (limit < 1) throw new HttpError(400, 'limit must be at least 1');
  const max = flags.on('manner.limit-max-1000') ? 1000 : MAX_LIMIT;
  if (limit > max) {
    if (flags.on('manner.limit-clamped')) return max;
    throw new HttpError(400, `limit must be at most ${max}`);
  }
  return limit;
}

export function pageFromQuery(query: URLSearchParams, flags: Flags): PageRequest {
  const limitText = singleValue(query, 'limit');
  const offsetText = singleValue(query, 'offset');
  const cursorText = singleValue(query, 'cursor');
  return {
    limit: limitText === undefined ? DEFAULT_LIMIT : checkLimit(wholeNumber('limit', limitText), flags),
    offset: offsetText === undefined ? 0 : wholeNumber('offset', offsetText),
    cursor: cursorText === undefined || cursorText === '' ? undefined : cursorText,
  };
}

export function refuseOffsetWithCursor(query: URLSearchParams): void {
  if (query.has('offset') && (query.get('cursor') ?? '') !== '') {
    throw new HttpError(400, 'offset cannot be combined with cursor');
  }
}

function wholeFromBody(label: string, value: Json): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > INT32_MAX) {
    throw new HttpError(400, `${label} must be a whole number that is not negative`);
  }
  return value;
}

export function pageFromBody(body: JsonObject, flags: Flags): PageRequest {
  const limit = wholeFromBody('limit', body['limit']);
  const offset = wholeFromBody('offset', body['offset']);
  const cursor = body['cursor'];
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') {
    throw new HttpError(400, 'cursor must be a string or null');
  }
  return {
    limit: limit === undefined ? DEFAULT_LIMIT : checkLimit(limit, flags),
    offset: offset ?? 0,
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
}

/**
 * Cursors are base64 of a small JSON object. The object names the list it belongs
 * to, so that a cursor of one list is refused by another.
 */
export function sealCursor(list: string, content: JsonObject, flags: Flags): string {
  const text = JSON.stringify(
    flags.on('manner.cursor-padded') ? { pad: 'x'.repeat(40), l: list, ...content } : { l: list, ...content },
  );
  return Buffer.from(text, 'utf8').toString('base64');
}

export function openCursor(list: string, cursor: string): JsonObject {
  const problem = new HttpError(400, 'cursor is not one of this list');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(cursor)) throw problem;
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    throw problem;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw problem;
  if (parsed['l'] !== list) throw problem;
  return parsed;
}

/** A part of the query (filters or order): taken from the cursor unless sent again. */
export function sameOrFromCursor(own: string | undefined, remembered: Json): string {
  if (typeof remembered !== 'string') throw new HttpError(400, 'cursor is not one of this list');
  if (own !== undefined && own !== remembered) {
    throw new HttpError(400, 'cursor belongs to a query with other filters or another order');
  }
  return remembered;
}

export type Pagination = {
  total: number;
  limit: number;
  offset: number;
  previousCursor: string | null;
  nextCursor: string | null;
};
