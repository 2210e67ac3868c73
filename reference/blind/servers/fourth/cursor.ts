// Cursors. A cursor is the base64 notation of a signed line: the list, the direction, the position and the
// question (filters and order) that the position belongs to. Its letters need no encoding in an address.

import { createHmac } from 'node:crypto';
import { refuse } from './replies.ts';

export type Mark = { list: string; way: 'after' | 'before'; at: number; limit: number; ask: string };

const secret = 'fourth-server-cursor-secret';
const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex').slice(0, 12);

export const seal = (mark: Mark): string => {
  const line = [mark.list, mark.way, mark.at, mark.limit, mark.ask].join('|');
  const signed = `${sign(line)}|${line}`;
  const padded = signed.padEnd(Math.ceil(signed.length / 3) * 3, ' ');
  return Buffer.from(padded, 'latin1').toString('base64');
};

export const unseal = (text: string, list: string): Mark => {
  const signed = Buffer.from(text, 'base64').toString('latin1').trimEnd();
  const [signature, name, way, at, limit, ...rest] = signed.split('|');
  const line = signed.slice((signature ?? '').length + 1);
  if (signature === undefined || sign(line) !== signature || name !== list)
    return refuse(400, 'cursor is not one of this list');
  return {
    list,
    way: way === 'before' ? 'before' : 'after',
    at: Number(at),
    limit: Number(limit),
    ask: rest.join('|'),
  };
};

/** The question of a GET list, without what concerns the page. */
export const askOfQuery = (query: URLSearchParams): string => {
  const kept = [...query].filter(([name]) => name !== 'limit' && name !== 'offset' && name !== 'cursor');
  return new URLSearchParams(kept).toString();
};

/** The question of a search with a body. */
export const askOfBody = (value: unknown): string =>
  encodeURIComponent(JSON.stringify(value ?? null)).replaceAll('~', '%7E');

export const bodyOfAsk = (ask: string): unknown => JSON.parse(decodeURIComponent(ask));
