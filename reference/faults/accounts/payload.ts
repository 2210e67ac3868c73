import { type Break, type Json, requestBody } from '../kit/fault.ts';

/** Changes what a request sends of the user. */
export function otherPayload(change: (user: Json) => Json): Break {
  return requestBody((body) => ({ ...body, user: change((body['user'] ?? {}) as Json) }));
}
