// Cursors, and cutting an ordered list into pages.
import { type Ctx, type Json, type PageAsk, type Place, Refusal, type Reply, type Row } from './types.ts';

const to64 = (value: unknown): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');

function filtersOf(c: Ctx): string {
  return c.query
    .filter(([name]) => !['limit', 'offset', 'cursor'].includes(name))
    .map((pair) => pair.join('='))
    .sort()
    .join('&');
}

export function readCursor(c: Ctx, text: string): Place | null {
  if (c.s.cursor === 'token') return c.w.tokens.get(text) ?? null;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    const place = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Place;
    if (typeof place !== 'object' || place === null) return null;
    const keys =
      c.s.cursor === 'keyset'
        ? typeof (place.after ?? place.before) === 'string'
        : Number.isInteger(place.start) && place.start >= 0;
    if (!keys) return null;
    if (c.s.cursor === 'query' && place.query !== filtersOf(c)) return null;
    return place;
  } catch {
    return null;
  }
}

function writeCursor(c: Ctx, place: Place): string {
  if (c.s.cursor === 'query') return to64({ ...place, query: filtersOf(c) });
  if (c.s.cursor !== 'token') return to64(place);
  const bytes = Buffer.from(Array.from({ length: 24 }, () => Math.floor(c.w.random() * 256)));
  const token = bytes.toString('base64');
  c.w.tokens.set(token, place);
  return token;
}

function idOf(row: Row | undefined): string {
  const fields: Json = { ...row };
  return String(
    fields['userId'] && fields['username']
      ? fields['userId']
      : (fields['sessionId'] ?? fields['classId'] ?? fields['cohortId'] ?? fields['testId']),
  );
}

function bounds(ask: PageAsk, rows: Row[]): [number, number] {
  const place = ask.place;
  if (!place) return [ask.offset, Math.min(rows.length, ask.offset + ask.limit)];
  if (place.after !== undefined || place.before !== undefined) {
    if (place.before === '') return [Math.max(0, rows.length - ask.limit), rows.length];
    const at = rows.findIndex((row) => idOf(row) === (place.after ?? place.before));
    if (at < 0) throw new Refusal(400, 'cursor.known', 'cursor points to nothing');
    if (place.after !== undefined) return [at + 1, Math.min(rows.length, at + 1 + ask.limit)];
    return [Math.max(0, at - ask.limit), at];
  }
  return [place.start, Math.min(rows.length, place.start + ask.limit, place.end ?? rows.length)];
}

function cursorsOf(
  c: Ctx,
  ask: PageAsk,
  rows: Row[],
  start: number,
  end: number,
): { previous: string | null; next: string | null } {
  let next: string | null = null;
  let previous: string | null = null;
  if (c.s.cursor === 'keyset') {
    if (end < rows.length && end > start) next = writeCursor(c, { start: 0, after: idOf(rows[end - 1]) });
    if (start > 0 && rows.length && start < rows.length)
      previous = writeCursor(c, { start: 0, before: idOf(rows[start]) });
    if (start >= rows.length && rows.length) previous = writeCursor(c, { start: 0, before: '' });
    return { previous, next };
  }
  if (end < rows.length && start < rows.length) next = writeCursor(c, { start: end });
  if (start > 0 && rows.length) {
    const from = c.s.beyond === 'last' && start > rows.length ? rows.length : start;
    const back = Math.max(0, from - Math.max(1, ask.limit));
    previous = writeCursor(
      c,
      c.s.cursor === 'bounded' && start < ask.limit ? { start: back, end: start } : { start: back },
    );
  }
  return { previous, next };
}

// One page of the rows, as a reply.
export function page(c: Ctx, rows: Row[], ask: PageAsk, view: (row: Row) => Json): Reply {
  const [from, to] = bounds(ask, rows);
  const slice = c.step('slice', { start: from, end: Math.max(from, to), rows, ask });
  const { previous, next } = cursorsOf(c, ask, rows, from, Math.max(from, to));
  const total = c.step('total', rows.length);
  const shown = slice.rows.slice(slice.start, slice.end);
  c.bag.shown = shown;
  c.bag.rows = rows;
  c.bag.ask = ask;
  c.bag.start = from;
  const pagination = c.step('pagination', {
    total,
    limit: ask.limit,
    offset: ask.offset,
    previousCursor: previous,
    nextCursor: next,
  });
  return ok(c, 200, { data: shown.map((row) => view(row)), pagination });
}

export function ok(c: Ctx, status: number, body?: Json): Reply {
  if (body === undefined) return { status, headers: {} };
  return { status, headers: { 'content-type': c.s.contentType }, body: c.step('body', body) };
}
