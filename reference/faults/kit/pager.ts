import { answer, type Break } from './fault.ts';
import { type Asked, askedOf, asking, givenIn, type PageBody } from './pages.ts';

/** Where a page stands that was read by position. */
export interface Standing {
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
export interface Slips {
  /** Where the next page begins; `null` when there is none. */
  readonly next?: (at: Standing) => number | null;
  /** Where the page before begins; `null` when there is none. */
  readonly previous?: (at: Standing) => number | null;
  /** Parameters that a page reached by a cursor doesn't look at. */
  readonly forgets?: (name: string, steps: number) => boolean;
  /** Properties below `search` that a page reached by a cursor doesn't look at. */
  readonly forgetsSearched?: (name: string, steps: number) => boolean;
  /** Whether a cursor is refused. */
  readonly refuses?: (steps: number) => boolean;
  readonly encode?: (text: string, way: 'next' | 'previous') => string;
  /** Changes the page on its way out. */
  readonly shows?: (at: Standing, asked: Asked) => unknown;
}

/** The page after a page, done right. */
export function nextOf({ start, limit, total }: Standing): number | null {
  return start + limit < total ? start + limit : null;
}

/** The page before a page, done right. */
export function previousOf({ start, limit }: Standing): number | null {
  return start > 0 ? Math.max(0, start - limit) : null;
}

/**
 * Puts cursors of its own, which hold a position, in place of the service's. Without slips the service conforms
 * as before: a page before one that began between two pages is cut so that nothing comes twice.
 */
export function pager(slips: Slips = {}): Break {
  const { next = nextOf, previous = previousOf, encode = toBase64 } = slips;
  const given = new Map<string, { start: number; steps: number; end?: number }>();
  const token = (way: 'next' | 'previous', start: number | null, at: Standing) => {
    if (start === null) return null;
    const text = `${way} ${start} ${at.limit} ${at.start} ${at.steps + 1}`;
    const cursor = encode(text, way);
    given.set(cursor, { start, steps: at.steps + 1, ...(way === 'previous' ? { end: at.start } : {}) });
    return cursor;
  };
  return async (request, service) => {
    const asked = await askedOf(request);
    const from = asked.cursor === undefined ? undefined : given.get(asked.cursor);
    if (asked.cursor !== undefined && asked.offset !== undefined) return service(request);
    if (from && slips.refuses?.(from.steps)) return refusal();
    const limit = asked.limit ?? 100;
    const short = from?.end !== undefined && from.start === 0 ? Math.min(limit, from.end) : limit;
    const sent = from
      ? await asking(await forgetting(request, slips, from.steps), {
          cursor: undefined,
          offset: from.start,
          limit: Math.max(1, short),
        })
      : request;
    const response = await service(sent);
    if (response.status !== 200) return response;
    const body = (await response.json()) as PageBody;
    const { pagination } = body;
    const at: Standing = {
      start: pagination.offset,
      limit: pagination.limit,
      total: pagination.total,
      steps: from?.steps ?? 0,
      back: from?.end !== undefined,
      body,
    };
    pagination.nextCursor = token('next', next(at), at);
    pagination.previousCursor = token('previous', previous(at), at);
    if (from) Object.assign(pagination, { offset: 0, limit });
    slips.shows?.(at, asked);
    return answer(response, body);
  };
}

async function forgetting(request: Request, slips: Slips, steps: number): Promise<Request> {
  const given = await givenIn(request);
  const names = Object.keys(given).map((key) => key.replace(/\[.*/, ''));
  const gone = names.filter((name) => slips.forgets?.(name, steps));
  const change: Record<string, unknown> = Object.fromEntries(gone.map((name) => [name, undefined]));
  const { search } = given;
  if (typeof search === 'object' && search !== null && slips.forgetsSearched) {
    const kept = Object.entries(search).filter(([name]) => !slips.forgetsSearched?.(name, steps));
    change['search'] = Object.fromEntries(kept);
  }
  return asking(request, change);
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function refusal(): Response {
  return new Response(JSON.stringify({ status: 400, message: 'The cursor has expired.' }), {
    status: 400,
    headers: { 'content-type': 'application/json' },
  });
}
