/** A service in the manner of `fetch`. */
export type Service = (request: Request) => Promise<Response>;

/** The two keys of the services under trial. */
export interface Keys {
  readonly full: string;
  readonly restricted: string;
}

/** What a witness works with: two services over equal data. */
export interface Bench {
  readonly healthy: Service;
  readonly broken: Service;
  readonly keys: Keys;
}

/** What a witness saw; the sentence that the fault breaks tells the healthy one right. */
export interface Seen {
  readonly healthy: string;
  readonly broken: string;
}

/** One fault. */
export interface BlindFault {
  readonly id: string;
  readonly chapter: string;
  /** How real services come by it. */
  readonly story: string;
  /** The sentence of the interface that it breaks. */
  readonly rests: string;
  readonly breaks: 'explicit' | 'implied';
  readonly depth: 'shallow' | 'medium' | 'deep';
  /** The operations at which it may show; `*` for any. */
  readonly at: readonly string[];
  readonly wrap: (service: Service) => Service;
  readonly witness: (bench: Bench) => Promise<Seen>;
}

/** A JSON object. */
export type Fields = Record<string, unknown>;

/** A value as a JSON object, an empty one if it is none. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A value as a list, an empty one if it is none. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value as a list of texts. */
export function texts(value: unknown): string[] {
  return list(value).map(String);
}

/** The value below some keys, undefined where there is none. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of keys) {
    found = typeof key === 'number' ? list(found).at(key) : fields(found)[key];
  }
  return found;
}

/** The text below some keys, '' where there is none. */
export function textAt(value: unknown, ...keys: readonly (string | number)[]): string {
  const found = at(value, ...keys);
  return found === undefined || found === null ? '' : String(found);
}

/** A request as a fault sees it. */
export interface Ask {
  readonly method: string;
  /** Below `/api/v1`, as it came. */
  readonly path: string;
  /** The id of the path, '' where it has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON object that came, `{}` where none did. */
  readonly body: Fields;
  readonly text: string;
  readonly headers: Headers;
}

/** What a fault changes about a request. */
export interface Change {
  readonly method?: string;
  readonly path?: string;
  readonly query?: URLSearchParams;
  readonly body?: Fields;
  readonly headers?: Headers;
}

/** An answer that has been read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Fields;
  readonly text: string;
}

/** A request on its way through a fault. */
export interface Line {
  readonly ask: Ask;
  /** Sends it on to the service, changed or as it is; any number of times. */
  readonly pass: (change?: Change) => Promise<Response>;
  /** Another request with the same key: `GET /users?limit=1`. */
  readonly call: (route: string, body?: Fields) => Promise<Answer>;
}

const prefix = '/api/v1';

/** The service with requests on some routes (`GET /classes/{id}`, `*` for any) handled by a fault. */
export function on(
  service: Service,
  routes: string | readonly string[],
  handle: (line: Line) => Promise<Response>,
): Service {
  const matchers = [routes].flat().map(matcher);
  return async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname;
    const id = matchers.map((match) => match(request.method, path)).find((found) => found !== undefined);
    if (id === undefined) return service(request);
    const carries = request.method !== 'GET' && request.method !== 'HEAD';
    const sent = carries ? await request.text() : '';
    const { method, headers } = request;
    const ask = { method, path, id, query: url.searchParams, body: parse(sent), text: sent, headers };
    return handle({
      ask,
      pass: (change) => service(remade(url, ask, change ?? {})),
      call: async (route, body) => readAnswer(await service(beside(url, headers, route, body))),
    });
  };
}

/** A service to which requests on some routes come with another query. */
export function requery(
  routes: string | readonly string[],
  change: (query: URLSearchParams) => void,
): (service: Service) => Service {
  return (service) =>
    on(service, routes, ({ ask, pass }) => {
      const query = new URLSearchParams(ask.query);
      change(query);
      return pass({ query });
    });
}

function matcher(route: string): (method: string, path: string) => string | undefined {
  if (route === '*') return () => '';
  const [method, pattern = ''] = route.split(' ');
  const [before = '', after] = pattern.split('{id}');
  return (sentMethod, path) => {
    if (sentMethod !== method) return undefined;
    if (after === undefined) return path === pattern ? '' : undefined;
    if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
    const id = path.slice(before.length, path.length - after.length);
    return id === '' || id.includes('/') || id === 'current' || path === '/users/search' ? undefined : id;
  };
}

function parse(text: string): Fields {
  try {
    return fields(JSON.parse(text));
  } catch {
    return {};
  }
}

function remade(url: URL, ask: Ask, change: Change): Request {
  const target = new URL(url);
  if (change.path !== undefined) target.pathname = prefix + change.path;
  if (change.query !== undefined) target.search = change.query.toString();
  const headers = new Headers(change.headers ?? ask.headers);
  if (change.body !== undefined) headers.delete('content-length');
  const method = change.method ?? ask.method;
  const body = change.body === undefined ? ask.text : JSON.stringify(change.body);
  return new Request(target, { method, headers, body: body === '' || method === 'GET' ? null : body });
}

function beside(url: URL, sent: Headers, route: string, body: Fields | undefined): Request {
  const [method = 'GET', target = ''] = route.split(' ');
  const headers = new Headers({ 'content-type': 'application/json' });
  const key = sent.get('x-api-key');
  if (key !== null) headers.set('x-api-key', key);
  const text = body === undefined ? null : JSON.stringify(body);
  return new Request(new URL(prefix + target, url.origin), { method, headers, body: text });
}

/** Reads an answer to its end. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text), text };
}
