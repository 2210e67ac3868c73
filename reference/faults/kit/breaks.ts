import { answer, type Break, type Json, type Service } from './fault.ts';
import { operationOf } from './routes.ts';

/** A break with a memory of its own for each service that it breaks. */
export function remembering(make: () => Break): Break {
  const breaks = new WeakMap<Service, Break>();
  return (request, service) => {
    const ofThisService = breaks.get(service) ?? make();
    breaks.set(service, ofThisService);
    return ofThisService(request, service);
  };
}

/** Answers with another status where the service gave this one; the body stays. */
export function insteadOf(status: number, other: number): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.status !== status) return response;
    const text = await response.text();
    return answer(response, text === '' ? undefined : JSON.parse(text), { status: other });
  };
}

/** Answers with a status and a body where the service gave this status. */
export function pretend(status: number, other: number, body?: unknown): Break {
  return async (request, service) => {
    const response = await service(request);
    return response.status === status ? answer(response, body, { status: other }) : response;
  };
}

/** Answers with another status where the service refused with one of these, in the body of the refusal too. */
export function refuseInstead(status: number | readonly number[], other: number): Break {
  return async (request, service) => {
    const response = await service(request);
    if (![status].flat().includes(response.status)) return response;
    return answer(response, { ...((await response.json()) as Json), status: other }, { status: other });
  };
}

/** Refuses the first request to each operation by a rate limit that lets the next one through at once. */
export function limitedOnce(body: string, type: string): Break {
  return remembering(() => {
    const asked = new Set<string | undefined>();
    return async (request, service) => {
      const op = operationOf(request);
      if (asked.has(op)) return service(request);
      asked.add(op);
      const headers = { 'content-type': type, 'retry-after': '0', 'access-control-allow-origin': '*' };
      return new Response(body, { status: 429, headers });
    };
  });
}

/** A refusal in the basic format. */
export function refusal(status: number, message: string): Response {
  return Response.json({ status, message }, { status });
}

/** The JSON body of a request, `{}` when there is none; the request stays readable. */
export async function bodyOf(request: Request): Promise<Json> {
  const text = await request.clone().text();
  try {
    return (JSON.parse(text || '{}') ?? {}) as Json;
  } catch {
    return {};
  }
}

/** The same request to the service with another JSON body, and perhaps another method. */
export function resend(request: Request, body: unknown, method = request.method): Request {
  return new Request(request.url, { method, headers: request.headers, body: JSON.stringify(body) });
}

/** A read of another path below the base address, with the same key; nothing where the answer is no JSON. */
export async function read(request: Request, service: Service, path: string): Promise<Json> {
  const url = new URL(`/api/v1${path}`, request.url);
  const key = request.headers.get('x-api-key') ?? '';
  const response = await service(new Request(url, { headers: { 'x-api-key': key } }));
  const isJson = (response.headers.get('content-type') ?? '').toLowerCase().includes('json');
  return isJson ? ((await response.json()) as Json) : {};
}

/** The objects in a list of an answer. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}
