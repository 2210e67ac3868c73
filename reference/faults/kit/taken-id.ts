import { objects, read } from './breaks.ts';
import { answer, type Break, type Json } from './fault.ts';

/** The list in which a new thing stands, and how the answer to its creation holds it. */
interface Place {
  readonly path: string;
  readonly wrapper: string;
  readonly id: string;
}

/** Answers a creation with the id of something that was there before: one of the ids on the first page of the list. */
export function idOfAnother(
  { path, wrapper, id }: Place,
  choose: (ids: readonly string[]) => string | undefined,
): Break {
  return async (request, service) => {
    const before = objects((await read(request, service, path))['data']).map((item) => String(item[id]));
    const response = await service(request);
    const taken = choose(before);
    if (response.status !== 201 || taken === undefined) return response;
    const body = (await response.json()) as Json;
    return answer(response, { ...body, [wrapper]: { ...(body[wrapper] as Json), [id]: taken } });
  };
}
