/** Whether a bug or a manner is switched on. */
export type On = (id: string) => boolean;

export function switchboard(ids: readonly string[]): On {
  if (ids.length === 0) return () => false;
  const live = new Set(ids);
  return (id) => live.has(id);
}

/** An answer before it becomes a Response. `raw` stands for a body that is not JSON. */
export type Reply = {
  status: number;
  body?: unknown;
  raw?: string;
  type?: string;
  headers?: Record<string, string>;
};

/** A request after routing. */
export type Ask = {
  readonly op: string;
  readonly method: string;
  readonly path: string;
  readonly q: URLSearchParams;
  readonly at: readonly string[];
  readonly key: 'full' | 'restricted';
  readonly text: () => Promise<string>;
};

export type Handler = (ask: Ask) => Reply | Promise<Reply>;

/** What a desk (one file per part of the service) contributes: operation id to handler. */
export type Desk = Record<string, Handler>;

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const refuse = (status: number, message: string): never => {
  throw new Refusal(status, message);
};

export const MOST = 250;
const INT32 = 2147483647;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** An integer of the query, within bounds. */
export function numeral(
  text: string | null,
  name: string,
  least: number,
  most: number,
  otherwise: number,
): number {
  if (text === null) return otherwise;
  if (!/^-?\d{1,10}$/.test(text)) return refuse(400, `${name} must be an integer`);
  return within(Number(text), name, least, most);
}

/** An integer of a body, within bounds. */
export function integer(
  value: unknown,
  name: string,
  least: number,
  most: number,
  otherwise: number,
): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value)) return refuse(400, `${name} must be an integer`);
  return within(value, name, least, most);
}

function within(value: number, name: string, least: number, most: number): number {
  return value < least || value > most ? refuse(400, `${name} must lie between ${least} and ${most}`) : value;
}

export const limitOf = (q: URLSearchParams): number => numeral(q.get('limit'), 'limit', 1, MOST, 100);
export const offsetOf = (q: URLSearchParams): number => numeral(q.get('offset'), 'offset', 0, INT32, 0);

/** Offset of a body. */
export const bodyOffset = (value: unknown): number => integer(value, 'offset', 0, INT32, 0);

export const iso = (ms: number): string => new Date(ms).toISOString();

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

/** Milliseconds of a date-time or of a Unix timestamp in seconds. */
export function moment(value: unknown): number {
  if (typeof value === 'number') return Number.isInteger(value) ? value * 1000 : Number.NaN;
  if (typeof value !== 'string') return Number.NaN;
  if (/^-?\d{1,12}$/.test(value)) return Number(value) * 1000;
  const parts = MOMENT.exec(value);
  if (parts?.[1] === undefined) return Number.NaN;
  const zone = parts[2] ?? 'Z';
  const colon = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  return Date.parse(`${parts[1].toUpperCase().replace(',', '.')}${colon}`);
}

export type Dict = Record<string, unknown>;

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a body that must be a JSON object. */
export async function dictOf(ask: Ask): Promise<Dict> {
  const text = await ask.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(400, 'the body is not JSON');
  }
  return isDict(value) ? value : refuse(400, 'the body must be a JSON object');
}

/** The property that wraps the payload. */
export function payload(body: Dict, name: string): Dict {
  const inner = body[name];
  return isDict(inner) ? inner : refuse(400, `${name} is required`);
}

/** An array of ids in a body. */
export function idList(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) return refuse(400, `${name} must be an array`);
  return value.map((each: unknown) =>
    isUuid(each) ? each.toLowerCase() : refuse(400, `${name} holds no UUID`),
  );
}

export function words(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) return refuse(400, `${name} must be an array`);
  return value.map((each: unknown) =>
    typeof each === 'string' ? each : refuse(400, `${name} must hold strings`),
  );
}

/** What a cursor keeps: where it stands, and the question it belongs to. */
export type Mark = { readonly way: string; readonly spot: string; readonly rest: string };

export type Seals = {
  seal: (kind: string, way: string, spot: string | number, rest: string) => string;
  open: (kind: string, cursor: string) => Mark;
};

function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Cursors: base64 of `kind|way|spot|nonce|rest|checksum`. */
export function sealer(on: On): Seals {
  let drawn = 0;
  return {
    seal: (kind, way, spot, rest) => {
      const nonce = on('cursor-fresh-each-time') ? `|${(drawn++).toString(36)}` : '|';
      const plain = `${kind}|${way}|${spot}${nonce}|${rest}`;
      return Buffer.from(`${plain}|${checksum(plain)}`, 'utf8').toString('base64');
    },
    open: (kind, cursor) => {
      const plain = /^[A-Za-z0-9+/]+={0,2}$/.test(cursor)
        ? Buffer.from(cursor, 'base64').toString('utf8')
        : '';
      const [of, way, spot, nonce, ...rest] = plain.split('|');
      const sum = rest.pop();
      const genuine =
        checksum(plain.slice(0, plain.lastIndexOf('|'))) === sum &&
        Buffer.from(plain).toString('base64') === cursor;
      if (!genuine || of !== kind || way === undefined || spot === undefined || nonce === undefined) {
        return refuse(400, 'the cursor is none of ours');
      }
      return { way, spot, rest: rest.join('|') };
    },
  };
}

const PAGING = new Set(['limit', 'offset', 'cursor']);

/** The question without its paging, as a cursor keeps it. */
export function questionOf(q: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const [name, value] of q) if (!PAGING.has(name)) kept.append(name, value);
  return kept.toString();
}

/** A question with what it leaves out taken from its cursor. */
export function recall(q: URLSearchParams, rest: string): URLSearchParams {
  const whole = new URLSearchParams(q);
  for (const [name, value] of new URLSearchParams(rest)) if (!q.has(name)) whole.append(name, value);
  return whole;
}
