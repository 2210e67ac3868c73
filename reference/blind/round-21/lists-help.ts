import { allOf, withBody } from '../answers.ts';
import { type Client, column, nextOf, type Query } from '../client.ts';
import { at, type Fields, fields, type Line, on, type Service, textAt } from '../kit.ts';

/** Where a cursor of these faults leads: to one side of an item of the list that `what` chooses. */
export interface Held {
  readonly what: string;
  readonly side: 'after' | 'before';
  readonly id: string;
  /** The border as a position, for when the item is gone. */
  readonly border: number;
}

/** How a page is cut from all items of a list. */
export interface Cut {
  readonly path: string;
  readonly idField: string;
  readonly what: string;
  readonly limit: number;
  readonly offset: number;
  readonly held: Held | undefined;
  readonly borderOf?: BorderOf | undefined;
  readonly totalOf?: ((items: readonly Fields[]) => number) | undefined;
  /** Whether each page that a cursor led to has a previous one. */
  readonly alwaysBack?: boolean | undefined;
}

/** The position at which a cursor resumes. */
type BorderOf = (items: readonly Fields[], held: Held) => number;

/** A list whose items, and with them the pages, a fault decides. */
export interface Listed extends Pick<Cut, 'path' | 'idField' | 'borderOf' | 'totalOf' | 'alwaysBack'> {
  /** The items that a query chooses, in their order; all that the service has when left out. */
  readonly items?: (line: Line, query: URLSearchParams) => Promise<readonly Fields[]>;
  /** The filters that apply, of those sent and those in the cursor. */
  readonly whatOf?: (line: Line, own: string, held: Held | undefined) => string;
}

/** The service with one list cut into pages anew. */
export function relist(listed: Listed): (service: Service) => Service {
  return (service) => on(service, `GET ${listed.path}`, (line) => answer(listed, line));
}

async function answer(listed: Listed, line: Line): Promise<Response> {
  const { query } = line.ask;
  const cursor = query.get('cursor');
  const held = cursor === null ? undefined : heldOf(cursor, listed.path);
  if (cursor !== null && (!held || query.has('offset') || query.getAll('cursor').length > 1)) {
    return line.pass();
  }
  const plain = new URLSearchParams(query);
  plain.delete('cursor');
  const response = await line.pass({ query: plain });
  if (!response.ok) return response;
  const own = filtersOf(query);
  const what = listed.whatOf?.(line, own, held) ?? held?.what ?? own;
  const chosen = new URLSearchParams(what);
  const items = await (listed.items?.(line, chosen) ?? allOf(line, listed.path, chosen));
  const limit = Number(query.get('limit') ?? 100);
  const offset = Number(query.get('offset') ?? 0);
  return withBody(response, cut(items, { ...listed, what, limit, offset, held }));
}

function filtersOf(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of ['limit', 'offset', 'cursor']) rest.delete(name);
  return rest.toString();
}

/** One page: `{ data, pagination }`. */
export function cut(items: readonly Fields[], how: Cut): Fields {
  const { path, idField, what, limit, held } = how;
  const [start, end] = rangeOf(items, how);
  const cursor = (side: Held['side'], border: number, item: Fields | undefined) =>
    cursorOf(path, { what, side, border, id: textAt(item, idField) });
  const back = start > 0 || (how.alwaysBack === true && held !== undefined);
  const first = Math.min(start, items.length);
  return {
    data: items.slice(start, end),
    pagination: {
      total: how.totalOf?.(items) ?? items.length,
      limit,
      offset: held ? 0 : how.offset,
      previousCursor: back ? cursor('before', first, items[first]) : null,
      nextCursor: end < items.length ? cursor('after', end, items[end - 1]) : null,
    },
  };
}

function rangeOf(items: readonly Fields[], { held, offset, limit, idField, borderOf }: Cut) {
  if (!held) return [offset, offset + limit] as const;
  const border = borderOf?.(items, held) ?? plainBorder(items, held, idField);
  return held.side === 'after'
    ? ([border, border + limit] as const)
    : ([Math.max(0, border - limit), border] as const);
}

/** Right after the item of a cursor, or right before it. */
export function plainBorder(items: readonly Fields[], { id, side, border }: Held, idField: string): number {
  const found = id === '' ? -1 : items.findIndex((item) => item[idField] === id);
  if (found < 0) return Math.min(border, items.length);
  return side === 'after' ? found + 1 : found;
}

function cursorOf(path: string, held: Held): string {
  return Buffer.from(`lists ${JSON.stringify({ path, ...held })}`).toString('base64');
}

/** What a cursor of that list holds; undefined for a text that is none. */
export function heldOf(cursor: string, path: string): Held | undefined {
  const read = Buffer.from(cursor, 'base64');
  const text = read.toString();
  if (read.toString('base64') !== cursor || !text.startsWith('lists {')) return undefined;
  const found = parsed(text.slice('lists '.length));
  if (found['path'] !== path) return undefined;
  return {
    what: textAt(found, 'what'),
    side: found['side'] === 'before' ? 'before' : 'after',
    id: textAt(found, 'id'),
    border: Number(at(found, 'border')),
  };
}

function parsed(text: string): Fields {
  try {
    return fields(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Whether clocks in London are an hour ahead of UTC: from the last Sunday of March to that of October. */
export function summer(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear();
  return instant >= lastSunday(year, 2) && instant < lastSunday(year, 9);
}

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() - last.getUTCDay() * 86_400_000;
}

/** One column of all items of a list, page by page; at most 60 pages. */
export async function walk(client: Client, path: string, query: Query, key: string): Promise<string[]> {
  const seen: string[] = [];
  let asked: Query = query;
  for (let pages = 0; pages < 60; pages += 1) {
    const answered = await client.get(path, asked);
    seen.push(...column(answered, key));
    const cursor = nextOf(answered);
    if (cursor === '') break;
    asked = { ...query, cursor };
  }
  return seen;
}
