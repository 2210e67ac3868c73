import { refusal } from './breaks.ts';
import { answer, type Break } from './fault.ts';
import { type Asked, askedOf, asking, givenIn, type PageBody } from './pages.ts';

/** Where in a list a page stands, and how a client came to it. */
export interface PagePosition {
  readonly start: number;
  readonly limit: number;
  readonly total: number;
  /** How many cursors led here: 0 for a page that was asked for without one. */
  readonly steps: number;
  /** Whether the last step went back. */
  readonly back: boolean;
  readonly body: PageBody;
}

/** What a team may get wrong about cursors that hold a position; what is left out is done right. */
export interface CursorBugs {
  /** Where the next page begins; `null` when there is none. */
  readonly next?: (at: PagePosition) => number | null;
  /** Where the page before begins; `null` when there is none. */
  readonly previous?: (at: PagePosition) => number | null;
  /** Parameters that a page reached by a cursor doesn't look at. */
  readonly forgets?: (name: string, steps: number, back: boolean) => boolean;
  /** Properties below `search` that a page reached by a cursor doesn't look at. */
  readonly forgetsSearched?: (name: string, steps: number, back: boolean) => boolean;
  /** Whether a cursor is refused. */
  readonly refuses?: (steps: number) => boolean;
  /** Writes down what a cursor holds. */
  readonly encode?: (text: string, direction: Direction) => string;
  /** Changes the page on its way out. */
  readonly shows?: (at: PagePosition, asked: Asked) => unknown;
}

/** Where a cursor leads to, seen from the page that it stands on. */
export type Direction = 'next' | 'previous';

/** What a cursor of the pager stands for. */
interface Bookmark {
  readonly start: number;
  readonly steps: number;
  /** Where the page that it stood on began, if it leads back. */
  readonly end?: number;
}

/** The page after a page, done right. */
export function nextOf({ start, limit, total }: PagePosition): number | null {
  return start + limit < total ? start + limit : null;
}

/** The page before a page, done right. */
export function previousOf({ start, limit }: PagePosition): number | null {
  return start > 0 ? Math.max(0, start - limit) : null;
}

/**
 * Puts cursors of its own, which hold a position, in place of the service's. Without bugs the service conforms
 * as before: a page before one that began between two pages is cut so that nothing comes twice.
 */
export function pager(bugs: CursorBugs = {}): Break {
  const { next = nextOf, previous = previousOf, encode = toBase64 } = bugs;
  const bookmarks = new Map<string, Bookmark>();
  const cursorTo = (direction: Direction, start: number | null, at: PagePosition) => {
    if (start === null) return null;
    const steps = at.steps + 1;
    const cursor = encode(`${direction} ${start} ${at.limit} ${at.start} ${steps}`, direction);
    bookmarks.set(cursor, { start, steps, ...(direction === 'previous' ? { end: at.start } : {}) });
    return cursor;
  };
  return async (request, service) => {
    const asked = await askedOf(request);
    const from = asked.cursor === undefined ? undefined : bookmarks.get(asked.cursor);
    if (asked.cursor !== undefined && asked.offset !== undefined) return service(request);
    if (from && bugs.refuses?.(from.steps)) return refusal(400, 'The cursor has expired.');
    const { limit = 100 } = asked;
    // What is no number is the service's to refuse.
    if (from && !Number.isInteger(limit)) return service(request);
    const response = await service(from ? await byPosition(request, from, limit, bugs) : request);
    if (response.status !== 200) return response;
    const body = (await response.json()) as PageBody;
    const { pagination } = body;
    const at: PagePosition = {
      start: pagination.offset,
      limit: pagination.limit,
      total: pagination.total,
      steps: from?.steps ?? 0,
      back: from?.end !== undefined,
      body,
    };
    pagination.nextCursor = cursorTo('next', next(at), at);
    pagination.previousCursor = cursorTo('previous', previous(at), at);
    if (from) Object.assign(pagination, { offset: 0, limit });
    bugs.shows?.(at, asked);
    return answer(response, body);
  };
}

/** The request for the page that a cursor stands for, as one for the page at an offset. */
async function byPosition(
  request: Request,
  { start, steps, end }: Bookmark,
  limit: number,
  bugs: CursorBugs,
): Promise<Request> {
  const size = end !== undefined && start === 0 ? Math.min(limit, end) : limit;
  const page = { cursor: undefined, offset: start, limit: Math.max(1, size) };
  return asking(await forgetting(request, bugs, steps, end !== undefined), page);
}

async function forgetting(
  request: Request,
  bugs: CursorBugs,
  steps: number,
  back: boolean,
): Promise<Request> {
  const given = await givenIn(request);
  const names = Object.keys(given).map((key) => key.replace(/\[.*/, ''));
  const forgotten = names.filter((name) => bugs.forgets?.(name, steps, back));
  const change: Record<string, unknown> = Object.fromEntries(forgotten.map((name) => [name, undefined]));
  const { search } = given;
  if (typeof search === 'object' && search !== null && bugs.forgetsSearched) {
    const left = Object.entries(search).filter(([name]) => !bugs.forgetsSearched?.(name, steps, back));
    change['search'] = Object.fromEntries(left);
  }
  return asking(request, change);
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
