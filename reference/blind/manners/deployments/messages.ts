import { withText } from '../../answers.ts';
import { type Fields, fields } from '../../kit.ts';

/** The path of a request, below the base of the interface. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^.*\/api\/v1(?=\/|$)/, '');
}

/** The key that a request bears, '' where it has none. */
export function keyOf(request: Request): string {
  return request.headers.get('x-api-key') ?? '';
}

/** Whether a request may change something. */
export function isWrite(request: Request): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false;
  return !pathOf(request).endsWith('/search');
}

/** What gives a request as often as one likes. */
export async function repeatable(request: Request): Promise<() => Request> {
  const { url, method } = request;
  const headers = [...request.headers];
  if (request.body === null) return () => new Request(url, { method, headers });
  const spare = request.clone();
  try {
    const body = await request.arrayBuffer();
    return () => new Request(url, { method, headers, body });
  } catch {
    return () => spare.clone();
  }
}

/** The JSON object that a request brings; undefined where it brings none. The request can still be read. */
export async function objectIn(request: Request): Promise<Fields | undefined> {
  try {
    const body: unknown = await request.clone().json();
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? fields(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an answer says that it is JSON. */
export function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').includes('json');
}

/** An answer with its JSON object changed. One without JSON, or without a body, stays. */
export async function reworded(
  request: Request,
  response: Response,
  change: (body: Fields) => Fields,
): Promise<Response> {
  if (request.method === 'HEAD' || !isJson(response) || response.body === null) return response;
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return new Response(text, { status: response.status, headers: response.headers });
  }
  return withText(response, JSON.stringify(change(fields(body))));
}

/** An answer that was read to its end. */
export interface Kept {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer | null;
}

/** Reads an answer to its end. */
export async function keep(response: Response): Promise<Kept> {
  const body = response.body === null ? null : await response.arrayBuffer();
  return { status: response.status, headers: [...response.headers], body };
}

/** Gives an answer that was kept. */
export function again({ status, headers, body }: Kept): Response {
  return new Response(body, { status, headers });
}

/** The text of an answer that was kept, '' where it has none. */
export function textOf({ body }: Kept): string {
  return body === null ? '' : Buffer.from(body).toString();
}
