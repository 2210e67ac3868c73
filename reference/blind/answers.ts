import { type Ask, at, type Fields, fields, type Line, list, textAt } from './kit.ts';

/** The answer with another JSON body, and other headers where given. */
export function withBody(response: Response, body: unknown, headers: Record<string, string> = {}): Response {
  return withText(response, JSON.stringify(body), headers);
}

/** The answer with another text. */
export function withText(response: Response, text: string, headers: Record<string, string> = {}): Response {
  const all = new Headers(response.headers);
  all.delete('content-length');
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return new Response(text, { status: response.status, headers: all });
}

/** The answer with its headers changed. */
export function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
}

/** A successful answer with its JSON object changed; others, and those without a body, as they are. */
export async function edit(response: Response, change: (body: Fields) => unknown): Promise<Response> {
  if (!response.ok || response.status === 204) return response;
  return withBody(response, change(fields(await response.json())));
}

/** A refusal with its JSON object changed; other answers as they are. */
export async function editError(response: Response, change: (body: Fields) => unknown): Promise<Response> {
  if (response.status < 400) return response;
  return withBody(response, change(fields(await response.json())));
}

/** A successful list with each item changed. */
export function editItems(
  response: Response,
  change: (item: Fields, index: number, items: readonly Fields[]) => Fields,
): Promise<Response> {
  return edit(response, (body) => {
    const items = list(body['data']).map(fields);
    return { ...body, data: items.map((item) => change(item, items.indexOf(item), items)) };
  });
}

/** A successful list with its `pagination` changed. */
export function editPagination(
  response: Response,
  change: (pagination: Fields, data: readonly unknown[]) => Fields,
): Promise<Response> {
  return edit(response, (body) => ({
    ...body,
    pagination: { ...fields(body['pagination']), ...change(fields(body['pagination']), list(body['data'])) },
  }));
}

/** A successful answer with every user in it changed, be it `{ user }` or a list. */
export function editUsers(response: Response, change: (user: Fields) => Fields): Promise<Response> {
  return edit(response, (body) => {
    if ('user' in body) return { ...body, user: change(fields(body['user'])) };
    return 'data' in body ? { ...body, data: list(body['data']).map((item) => change(fields(item))) } : body;
  });
}

/** A JSON answer. */
export function json(status: number, body: unknown, type = 'application/json'): Response {
  const headers = { 'content-type': type, 'access-control-allow-origin': '*' };
  return new Response(JSON.stringify(body), { status, headers });
}

/** 204. */
export function nothing(): Response {
  return new Response(null, { status: 204, headers: { 'access-control-allow-origin': '*' } });
}

const problems = /^\/(classes|smart-ia\/tests|users$|users\/search$)/;

/** A refusal in the format that the part of the service uses. */
export function refuse(ask: Pick<Ask, 'path'>, status: number, title: string): Response {
  if (!problems.test(ask.path)) return json(status, { status, message: `${title}.` });
  const type = `https://roster.example/problems/${title.toLowerCase().replaceAll(' ', '-')}`;
  const instance = `urn:uuid:00000000-0000-4000-8000-${String(status).padStart(12, '0')}`;
  return json(status, { type, title, status, detail: `${title}.`, instance }, 'application/problem+json');
}

/** All items of a list that a query chooses, whatever page it asks for. */
export async function allOf(line: Line, path: string, query: URLSearchParams): Promise<Fields[]> {
  const items: Fields[] = [];
  for (let offset = 0; ; offset += 100) {
    const asked = new URLSearchParams(query);
    asked.delete('cursor');
    asked.set('limit', '100');
    asked.set('offset', String(offset));
    const { body } = await line.call(`GET ${path}?${asked}`);
    const data = list(body['data']).map(fields);
    items.push(...data);
    if (data.length < 100) return items;
  }
}

/** The query that a request means: its own, or that of a cursor which `page` made. */
export function meant({ query }: Ask): URLSearchParams {
  const cursor = query.get('cursor') ?? '';
  const decoded = Buffer.from(cursor, 'base64').toString();
  if (!decoded.startsWith('page ')) return query;
  const resumed = new URLSearchParams(decoded.slice(5));
  const limit = query.get('limit');
  if (limit !== null) resumed.set('limit', limit);
  resumed.set('resumed', 'yes');
  return resumed;
}

/** A page over these items, as the meant query asks for it, with cursors of its own. */
export function page(query: URLSearchParams, items: readonly Fields[]): Response {
  const limit = Number(query.get('limit') ?? 100);
  const start = Number(query.get('offset') ?? 0);
  const cursor = (offset: number) => {
    const next = new URLSearchParams(query);
    next.delete('resumed');
    next.set('offset', String(offset));
    return Buffer.from(`page ${next}`).toString('base64');
  };
  const pagination = {
    total: items.length,
    limit,
    offset: query.has('resumed') ? 0 : start,
    previousCursor: start > 0 ? cursor(Math.max(0, start - limit)) : null,
    nextCursor: start + limit < items.length ? cursor(start + limit) : null,
  };
  return json(200, { data: items.slice(start, start + limit), pagination });
}

/** Where cursors that were handed out lead: the position of the page, and the query they came from. */
export class Trail {
  readonly #known = new Map<string, { readonly start: number; readonly query: URLSearchParams }>();

  /** Where the page of a request starts; undefined for a cursor that wasn't noted. */
  startOf({ query }: Ask): number | undefined {
    const cursor = query.get('cursor');
    return cursor === null ? Number(query.get('offset') ?? 0) : this.#known.get(cursor)?.start;
  }

  /** The query of the first page of the walk that a cursor belongs to. */
  queryOf({ query }: Ask): URLSearchParams | undefined {
    return this.#known.get(query.get('cursor') ?? '')?.query;
  }

  /** Notes the cursors of an answer. */
  note(ask: Ask, body: Fields): void {
    const start = this.startOf(ask);
    if (start === undefined) return;
    const query = this.queryOf(ask) ?? ask.query;
    const end = start + list(body['data']).length;
    const limit = Number(at(body, 'pagination', 'limit') ?? 100);
    const next = textAt(body, 'pagination', 'nextCursor');
    const previous = textAt(body, 'pagination', 'previousCursor');
    if (next !== '') this.#known.set(next, { start: end, query });
    if (previous !== '') this.#known.set(previous, { start: Math.max(0, start - limit), query });
  }
}
