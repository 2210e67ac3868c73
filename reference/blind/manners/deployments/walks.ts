import { type Fields, fields, list as items, type Service } from '../../kit.ts';
import { hash, type Machine } from './kit.ts';
import { type ListCall, listCall } from './lists.ts';
import { again, type Kept, keep, textOf } from './messages.ts';

/** How a list is paged beside the service. */
interface Layout {
  /** Whether the list that a request asks for is paged here. */
  readonly touches: (request: Request) => boolean;
  /** Whether a walk reads the list as it was at its first page. */
  readonly isFrozen: boolean;
  readonly arrange: (items: readonly Fields[], request: Request) => readonly Fields[];
}

/** What a cursor stands for. */
interface Place {
  /** A cursor of the service itself, by which it judges the rest of a request. */
  readonly inner: unknown;
  readonly all: () => Promise<readonly Fields[]>;
  readonly side: 'after' | 'before';
  readonly at: number;
}

/** The service with some of its lists paged anew. Their cursors are its own, and it remembers them for good. */
export function paging(machine: Machine, layout: Layout): Service {
  const places = new Map<string, Place>();
  const listed = lister(machine, layout);
  const note = (place: Place): string => {
    const count = places.size + 1;
    const cursor = Buffer.from(`walk ${count} ${hash(`${count} ${place.at}`).toString(36)}`).toString(
      'base64',
    );
    places.set(cursor, place);
    return cursor;
  };
  return async (request) => {
    const list = layout.touches(request) ? await listCall(request) : undefined;
    if (list === undefined) return machine.answer(request);
    const place = list.cursor === undefined ? undefined : places.get(list.cursor);
    const first = await keep(await machine.answer(place ? list.resumed(String(place.inner)) : request));
    if (first.status !== 200 || (list.cursor !== undefined && place === undefined)) return again(first);
    const body = fields(JSON.parse(textOf(first)));
    const pagination = fields(body['pagination']);
    const limit = Number(pagination['limit']);
    if (!Number.isInteger(limit) || limit < 1) return again(first);
    const { previousCursor, nextCursor } = pagination;
    const isOnePage = nextCursor === null && previousCursor === null;
    const isEmpty = items(body['data']).length === 0;
    if (place === undefined && isOnePage && (layout.isFrozen || isEmpty)) return again(first);
    const all = place?.all ?? (await listed(list, request));
    const data = await all();
    const [from, to] = spanOf(
      data.length,
      limit,
      place ?? { side: 'after', at: Number(pagination['offset']) },
    );
    const inner = place?.inner ?? nextCursor ?? previousCursor;
    pagination['total'] = data.length;
    pagination['previousCursor'] = from > 0 ? note({ inner, all, side: 'before', at: from }) : null;
    pagination['nextCursor'] = to < data.length ? note({ inner, all, side: 'after', at: to }) : null;
    return rewritten(first, { ...body, data: data.slice(from, to), pagination });
  };
}

/** What gives a whole list: as it is now, or as it was when it was asked for. */
function lister(machine: Machine, { isFrozen, arrange }: Layout) {
  const known = new Map<string, readonly Fields[]>();
  return async (list: ListCall, request: Request): Promise<Place['all']> => {
    const read = async () => arrange(await wholeOf(machine, list), request);
    if (!isFrozen) return read;
    const now = await read();
    const text = JSON.stringify(now);
    // Equal lists are kept once.
    const kept = known.get(text) ?? now;
    known.set(text, kept);
    return async () => kept;
  };
}

async function wholeOf(machine: Machine, list: ListCall): Promise<readonly Fields[]> {
  const whole: Fields[] = [];
  for (;;) {
    const page = await machine.answer(list.paged({ limit: 1000, offset: whole.length }));
    const part = items(fields(await page.json())['data']).map(fields);
    whole.push(...part);
    if (part.length < 1000) return whole;
  }
}

/** Where a page begins and ends. */
function spanOf(length: number, limit: number, { side, at }: Pick<Place, 'side' | 'at'>): [number, number] {
  const start = Math.min(length, at);
  return side === 'before' ? [Math.max(0, start - limit), start] : [start, Math.min(length, start + limit)];
}

function rewritten(answer: Kept, body: Fields): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(body), { status: answer.status, headers });
}
