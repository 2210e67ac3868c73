import { answer, type Break, type Json, query, requestBody } from '../../faults/kit/fault.ts';

/** Changes the JSON body of some answers; others go through untouched. */
export function rewritten(when: (response: Response) => boolean, change: (body: Json) => unknown): Break {
  return async (request, service) => {
    const response = await service(request);
    const isJson = (response.headers.get('content-type') ?? '').toLowerCase().includes('json');
    if (!when(response) || response.status === 204 || !isJson) return response;
    return answer(response, change((await response.json()) as Json));
  };
}

/** Sets or takes away headers of some answers. */
export function reheaded(
  when: (response: Response) => boolean,
  change: (headers: Headers, request: Request) => void,
): Break {
  return async (request, service) => {
    const response = await service(request);
    if (!when(response)) return response;
    const headers = new Headers(response.headers);
    change(headers, request);
    return new Response(response.status === 204 ? null : response.body, { status: response.status, headers });
  };
}

/** Changes every resource of an answer: the items of a list, or what stands in its wrapper. */
export function mapResources(body: Json, change: (resource: Json) => Json): Json {
  const entries = Object.entries(body).map(([name, value]) => {
    if (name === 'pagination') return [name, value];
    if (Array.isArray(value)) return [name, value.map((item) => change(item as Json))];
    return [name, typeof value === 'object' && value !== null ? change(value as Json) : value];
  });
  return Object.fromEntries(entries);
}

/** Changes every object of an answer, at any depth, the inner ones first. */
export function mapObjects(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, mapObjects(part, change)]);
  return change(Object.fromEntries(entries) as Json);
}

/**
 * Changes the values by which sessions are asked for: those of a parameter that may be repeated, and of its property in the
 * search.
 */
export function asking(name: string, change: (value: unknown) => unknown): Break {
  const ask = query((asked) => {
    const values = asked.getAll(name);
    asked.delete(name);
    for (const value of values) asked.append(name, String(change(value)));
  });
  const search = requestBody((body) => {
    const searched = (body['search'] ?? {}) as Json;
    const values = searched[`${name}s`];
    return Array.isArray(values)
      ? { ...body, search: { ...searched, [`${name}s`]: values.map(change) } }
      : body;
  });
  return (request, service) => (request.method === 'GET' ? ask : search)(request, service);
}

/** A refusal in the basic format, for a browser as well. */
export function refuse(status: number, message: string): Response {
  return Response.json({ status, message }, { status, headers: { 'access-control-allow-origin': '*' } });
}

/** A refusal as a server in front of the service says it. */
export function refuseInFront(status: number): Response {
  const headers = { 'content-type': 'text/html', 'access-control-allow-origin': '*' };
  return new Response(`<html><head><title>${status}</title></head></html>`, { status, headers });
}
