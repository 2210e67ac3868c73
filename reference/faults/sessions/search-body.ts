import { refusal } from '../kit/breaks.ts';
import { type Break, type Json, objectIn, requestBody } from '../kit/fault.ts';

/** Changes what is searched for before the service sees it. */
export function searched(change: (search: Json) => Json): Break {
  return requestBody((body) => ({ ...body, search: change((body['search'] ?? {}) as Json) }));
}

/** What a request searches for; the request stays readable. */
export async function searchIn(request: Request): Promise<Json> {
  return ((await objectIn(request))?.['search'] ?? {}) as Json;
}

/** The values of a filter that takes several, if it is given. */
export function valuesIn(search: Json, name: string): unknown[] | undefined {
  const values = search[name];
  return Array.isArray(values) ? values : undefined;
}

/** Refuses a search with too many values of a filter. */
export function refuseMoreThan(bound: number, name: string): Break {
  return async (request, service) => {
    const values = valuesIn(await searchIn(request), name) ?? [];
    return values.length > bound ? refusal(400, 'There are too many values.') : service(request);
  };
}
