import { meant } from '../answers.ts';
import { type Ask, type Fields, fields, texts } from '../kit.ts';

const size = 30;

/** The filter of a search that has more values than one look-up takes. */
export function chunked(body: Fields): string | undefined {
  const search = fields(body['search']);
  const names = ['userIds', 'upns', 'externalIds', 'usernames'];
  return names.find((name) => texts(search[name]).length > size);
}

/** Values thirty at a time, each value once. */
export function chunksOf(values: readonly string[]): string[][] {
  const each = [...new Set(values)];
  const chunks: string[][] = [];
  for (let at = 0; at < each.length; at += size) chunks.push(each.slice(at, at + size));
  return chunks;
}

/** What a search asks for: its own body, or that of the cursor which it carries. */
export interface MeantBody {
  /** The body with the filters and the sort. */
  readonly body: Fields;
  /** Limit, offset and the body itself, as `page` wants them. */
  readonly query: URLSearchParams;
  /** What the service has to accept for the search to go on. */
  readonly plain: Fields;
}

/** Reads the body of a search whose cursors are made by `page`. */
export function meantBody(ask: Ask): MeantBody {
  const { limit, offset, cursor, ...rest } = ask.body;
  const sent = new URLSearchParams({ body: JSON.stringify(rest) });
  if (typeof limit === 'number') sent.set('limit', String(limit));
  if (typeof offset === 'number') sent.set('offset', String(offset));
  if (typeof cursor === 'string') sent.set('cursor', cursor);
  const query = meant({ ...ask, query: sent });
  if (!query.has('resumed')) return { body: ask.body, query, plain: ask.body };
  if (typeof limit !== 'number') query.delete('limit');
  const body = fields(JSON.parse(query.get('body') ?? '{}'));
  const page = { limit: Number(query.get('limit') ?? 100), offset: Number(query.get('offset') ?? 0) };
  // A cursor with an offset is the service's to refuse.
  return { body, query, plain: offset === undefined || offset === null ? { ...body, ...page } : ask.body };
}
