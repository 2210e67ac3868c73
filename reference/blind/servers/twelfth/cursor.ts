import { isObject } from './params.ts';
import type { Json, Key } from './types.ts';

export interface Position {
  key: Key;
  seq: number;
}

/** n: what comes after the position; p: what comes before; s and e: from the start, up to the end. */
type Direction = 'n' | 'p' | 's' | 'e';

export interface Cursor extends Position {
  dir: Direction;
  field: string;
  asc: boolean;
  filters: Json;
}

export function anchorOf(dir: Direction, at: Position | undefined): { dir: Direction } & Position {
  if (at) return { dir, key: at.key, seq: at.seq };
  return { dir: dir === 'n' ? 's' : 'e', key: null, seq: 0 };
}

export function writeCursor(cursor: Cursor, salt: string): string {
  const { dir, key, seq, field, asc, filters } = cursor;
  const parts: unknown[] = [dir, key, seq, field, asc ? 1 : 0, filters];
  if (salt) parts.push(salt);
  return Buffer.from(JSON.stringify(parts), 'utf8').toString('base64');
}

export function readCursor(text: unknown): Cursor | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  // Some clients leave the plus sign as it is, and a query takes it for a blank; some write base64url.
  const sent = text.replace(/ /g, '+').replace(/-/g, '+').replace(/_/g, '/');
  const json = text.startsWith('[') ? text : Buffer.from(sent, 'base64').toString('utf8');
  try {
    const parts: unknown = JSON.parse(json);
    if (!Array.isArray(parts)) return undefined;
    const [dir, key, seq, field, asc, filters] = parts as unknown[];
    if (dir !== 'n' && dir !== 'p' && dir !== 's' && dir !== 'e') return undefined;
    if (typeof seq !== 'number' || typeof field !== 'string' || !isObject(filters)) return undefined;
    if (key !== null && typeof key !== 'string' && typeof key !== 'number') return undefined;
    return { dir, key, seq, field, asc: asc === 1, filters };
  } catch {
    return undefined;
  }
}
