import { refusal } from './breaks.ts';
import { answer, type Break, type Json, objectIn, type Service } from './fault.ts';

/** What a request asked of a page, in its query or in its body. */
export interface Asked {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly cursor: string | undefined;
}

/** The order that a request asked for. */
export interface Sort {
  readonly field: string | undefined;
  readonly direction: string | undefined;
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

/** Reads the order that a request asks for, if it names a field; the request stays readable. */
export async function sortIn(request: Request): Promise<Sort | undefined> {
  const given = await givenIn(request);
  if (request.method !== 'GET') return (given['sort'] ?? undefined) as Sort | undefined;
  const [field, direction] = ['sort[field]', 'sort[direction]'].map(
    (name) => given[name] as string | undefined,
  );
  return field === undefined ? undefined : { field, direction };
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
      for (const key of keysOf(url, name)) url.searchParams.delete(key);
      for (const [key, text] of inQuery(name, value)) url.searchParams.set(key, text);
    }
    return new Request(url, request);
  }
  const given = await objectIn(request);
  if (given === undefined) return request;
  return new Request(request.clone(), { body: JSON.stringify({ ...given, ...change }) });
}

/** Answers a request and changes the page, if the answer is one; the request stays readable. */
export async function onPage(
  request: Request,
  service: Service,
  change: (page: PageBody) => unknown,
): Promise<Response> {
  const response = await service(request.clone());
  if (response.status !== 200) return response;
  const body = (await response.json()) as PageBody;
  return answer(response, (await change(body)) ?? body);
}

/** Changes pages on their way out; what is no page goes through. */
export function page(change: (page: PageBody, asked: Asked) => unknown): Break {
  return async (request, service) => {
    const asked = await askedOf(request);
    return onPage(request, service, (body) => change(body, asked));
  };
}

/** Changes the items of pages on their way out. */
export function eachItem(
  change: (item: Json, index: number, items: readonly Json[], asked: Asked) => unknown,
): Break {
  return page(({ data }, asked) => {
    for (const [index, item] of data.entries()) change(item, index, data, asked);
  });
}

/** Keeps some of the items of a page, and counts the others out. */
export function keep(page: PageBody, keeps: (item: Json) => boolean): void {
  const kept = page.data.filter(keeps);
  page.pagination.total -= page.data.length - kept.length;
  page.data = kept;
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
  return async (request, service) =>
    when(await askedOf(request)) ? refusal(400, 'Invalid request.') : service(request);
}

function keysOf(url: URL, name: string): string[] {
  return [...url.searchParams.keys()].filter((key) => key === name || key.startsWith(`${name}[`));
}

/** A parameter as it stands in a query: an object has a key for each of its properties, nothing has none. */
function inQuery(name: string, value: unknown): [key: string, text: string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([part, inner]) => inQuery(`${name}[${part}]`, inner));
}
