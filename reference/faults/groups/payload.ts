import { bodyOf } from '../kit/breaks.ts';
import { type Break, type Json, requestBody } from '../kit/fault.ts';
import { byGroup, groupOf } from './group.ts';

/** What a creation sends in its wrapper. */
export async function payloadOf(request: Request): Promise<Json | undefined> {
  return (await bodyOf(request))[groupOf(request).wrapper] as Json | undefined;
}

/** Changes what a creation sends in its wrapper, if it sends one. */
export function otherPayload(change: (payload: Json) => Json): Break {
  return byGroup(({ wrapper }) =>
    requestBody((body) => {
      const payload = body[wrapper];
      return payload ? { ...body, [wrapper]: change(payload as Json) } : body;
    }),
  );
}
