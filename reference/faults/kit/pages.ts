import { answer, type Break, type Json, objectIn } from './fault.ts';

/** What a request asked of a page, in its query or in its body. */
export interface Asked {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly cursor: string | undefined;
}

/** The `pagination` object of an answer, free to be changed. */
export interface Pagination {
  total: number;
  limit: number;
  offset: number;
  previousCursor: string | null;
  nextCursor: string | null;
}

/** A page of an answer, free to be changed. */
export interface PageBody {
  data: Json[];
  pagination: Pagination;
}

/** Reads what a request asks of a page; the request stays readable. */
export async function askedOf(request: Request): Promise<Asked> {
  const given = await givenIn(request);
  const whole = (name: string) =>
    given[name] === undefined || given[name] === null ? undefined : Number(given[name]);
  const cursor = given['cursor'];
  return {
    limit: whole('limit'),
    offset: whole('offset'),
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
}

/** The top-level parameters of a request, of its query or of its body; none where the body is no JSON object. */
export async function givenIn(request: Request): Promise<Json> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams);
  return (await objectIn(request)) ?? {};
}

/** The same request with top-level parameters set, or taken away where the value is undefined. */
export async function asking(request: Request, change: Readonly<Record<string, unknown>>): Promise<Request> {
  if (request.method === 'GET') {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) for (const key of keysOf(url, name)) url.searchParams.delete(key);
      else url.searchParams.set(name, String(value));
    }
    return new Request(url, request);
  }
  const given = await objectIn(request);
  if (given === undefined) return request;
  const body = { ...given, ...change };
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: JSON.stringify(body),
  });
}

/** Changes pages on their way out; what is no page goes through. */
export function page(change: (page: PageBody, asked: Asked) => unknown): Break {
  return async (request, service) => {
    const asked = await askedOf(request);
    const response = await service(request);
    if (response.status !== 200) return response;
    const body = (await response.json()) as PageBody;
    return answer(response, change(body, asked) ?? body);
  };
}

/** Sends other page parameters than those that came, then changes the page on its way out. */
export function otherPage(
  other: (asked: Asked) => Readonly<Record<string, unknown>> | undefined,
  change: (page: PageBody, asked: Asked) => unknown = () => undefined,
): Break {
  return async (request, service) => {
    const asked = await askedOf(request);
    const changed = other(asked);
    if (changed === undefined) return service(request);
    return page((body) => change(body, asked))(await asking(request, changed), service);
  };
}

/** Refuses requests of which something is true. */
export function refuse(when: (asked: Asked) => boolean): Break {
  return async (request, service) => {
    if (!when(await askedOf(request))) return service(request);
    return new Response(JSON.stringify({ status: 400, message: 'Invalid request.' }), {
      status: 400,
      headers: { 'content-type': 'application/json' },
    });
  };
}

function keysOf(url: URL, name: string): string[] {
  return [...url.searchParams.keys()].filter((key) => key === name || key.startsWith(`${name}[`));
}
