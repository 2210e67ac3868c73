import { type OperationId, operationOf } from './routes.ts';

/** A service as the web platform has it. */
export type Service = (request: Request) => Promise<Response>;

/** One way in which a real team breaks one clause. */
export interface Fault {
  /** `check!mutation`, or the check's id where one fault is enough. */
  readonly id: string;
  /** The check that turns red. */
  readonly check: string;
  /** The operations on which it turns red. */
  readonly on: readonly OperationId[];
  /** How a real team makes this mistake, in one sentence. */
  readonly story: string;
  /**
   * A `shallow` fault shows in usual requests. A `deep` one shows only in rare requests: past page 2, for the third
   * filter, in a race.
   */
  readonly depth: 'shallow' | 'deep';
  /** Breaks a service. */
  readonly wrap: (service: Service) => Service;
}

/** Breaks the answers of the operations in `on`; other requests go through untouched. */
export type Break = (request: Request, service: Service) => Promise<Response>;

/** A fault as its author writes it. */
export interface FaultDraft {
  readonly on: readonly OperationId[];
  readonly story: string;
  readonly deep?: true;
  /** The operations whose requests it sees; by default those in `on`. */
  readonly touches?: readonly OperationId[];
  readonly with: Break;
}

/**
 * Makes one fault for each id of a table: a bug that a team has in several places, which break a clause each.
 *
 * @param ids the operations on which each turns its check red
 */
export function faults(
  ids: Readonly<Record<string, OperationId | readonly OperationId[]>>,
  draft: Omit<FaultDraft, 'on'>,
): Fault[] {
  return Object.entries(ids).map(([id, on]) => fault(id, { ...draft, on: [on].flat() }));
}

/**
 * Makes one fault for each id of a table: a bug that a team has in several places, and that differs a little from
 * place to place.
 *
 * @param places what the draft has to know of each place, such as its operation and its parameter
 */
export function faultsFrom<const Place>(
  places: Readonly<Record<string, Place>>,
  draft: (place: Place) => FaultDraft,
): Fault[] {
  return Object.entries(places).map(([id, place]) => fault(id, draft(place)));
}

/** Makes a fault that touches only the operations on which it turns its check red. */
export function fault(id: string, draft: FaultDraft): Fault {
  const touched = draft.touches ?? draft.on;
  return faultOfService(id, draft, (service) => (request) => {
    const op = operationOf(request);
    return op && touched.includes(op) ? draft.with(request, service) : service(request);
  });
}

/** Makes a fault that sees every request, those that belong to no operation too. */
export function faultOfService(
  id: string,
  { on, story, deep }: Pick<FaultDraft, 'on' | 'story' | 'deep'>,
  wrap: Fault['wrap'],
): Fault {
  return { id, check: id.split('!')[0] ?? id, on, story, depth: deep ? 'deep' : 'shallow', wrap };
}

/** Changes the query before the service sees it. */
export function query(change: (query: URLSearchParams) => void): Break {
  return (request, service) => {
    const url = new URL(request.url);
    change(url.searchParams);
    return service(new Request(url, request));
  };
}

/** Changes the JSON object in the body of the request before the service sees it; another body goes through. */
export function requestBody(change: (body: Json, request: Request) => unknown): Break {
  return async (request, service) => {
    const body = await objectIn(request);
    if (body === undefined) return service(request);
    return service(new Request(request, { body: JSON.stringify(change(body, request)) }));
  };
}

/** The JSON object in the body of a request, if it is one; the request stays readable. */
export async function objectIn(request: Request): Promise<Json | undefined> {
  try {
    const body: unknown = await request.clone().json();
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : undefined;
  } catch {
    // No JSON: the service has to say so itself.
    return undefined;
  }
}

/** Changes the JSON body of a successful answer. */
export function answerBody(change: (body: Json, request: Request) => unknown): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    if (!response.ok || !isJson(response)) return response;
    return answer(response, change((await response.json()) as Json, request));
  };
}

/** Answers with another status, header or body, whatever the service said. */
export function answer(
  response: Response,
  body: unknown,
  change: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, value);
  const status = change.status ?? response.status;
  const empty = status === 204 || status === 304 || body === undefined;
  if (empty) return new Response(null, { status, headers });
  // Without a media type, the answer stays what a text without one is.
  return headers.has('content-type')
    ? Response.json(body, { status, headers })
    : new Response(JSON.stringify(body), { status, headers });
}

/** A JSON object, free to be changed. */
export interface Json {
  [key: string]: unknown;
}

function isJson(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').toLowerCase().includes('json');
}
