import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import type { Break, Json, Service } from '../kit/fault.ts';

/** One assignment or removal on its way, and what a fault can do besides. */
export interface Change {
  readonly request: Request;
  readonly service: Service;
  readonly ids: readonly string[];
  readonly adds: boolean;
  /** Who has been assigned to the same list of the same group, and not removed since. */
  readonly there: ReadonlySet<string>;
  /** Everybody who was ever assigned to anything, and everybody who was ever removed from this list. */
  readonly ever: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  /** All lists by path, with who is in each. */
  readonly lists: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sends the request on, with other ids. */
  readonly pass: (ids: readonly string[]) => Promise<Response>;
  /** Removes ids from a list, unseen. */
  readonly drop: (path: string, ids: Iterable<string>) => Promise<void>;
}

/** Breaks assignments and removals with a view of who is where, as they have gone by. */
export function watching(
  list: string | readonly string[],
  broken: (change: Change) => Promise<Response>,
): Break {
  return remembering(() => {
    const lists = new Map<string, Set<string>>();
    const removed = new Map<string, Set<string>>();
    const ever = new Set<string>();
    return async (request, service) => {
      const body = await bodyOf(request);
      const name = [list].flat().find((one) => Array.isArray(body[one]));
      if (name === undefined) return service(request);
      const { pathname } = new URL(request.url);
      const [there, gone] = [setAt(lists, pathname), setAt(removed, pathname)];
      const [ids, adds] = [idsOf(body, name), request.method === 'POST'];
      const response = await broken({
        request,
        service,
        ids,
        adds,
        there: new Set(there),
        gone: new Set(gone),
        ever: new Set(ever),
        lists,
        pass: (other) => service(other === ids ? request : resend(request, { ...body, [name]: other })),
        drop: async (path, dropped) => {
          const url = new URL(path, request.url);
          const again = resend(request, { [name]: [...dropped] }, 'DELETE');
          await service(new Request(url, again));
        },
      });
      if (!response.ok) return response;
      for (const id of ids) note({ there, gone, ever }, id, adds);
      return response;
    };
  });
}

/** The texts in a list of a body. */
export function idsOf(body: Json, list: string): string[] {
  const ids = body[list];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

function note(sets: { there: Set<string>; gone: Set<string>; ever: Set<string> }, id: string, adds: boolean) {
  if (adds) {
    sets.there.add(id);
    sets.ever.add(id);
  } else if (sets.there.delete(id)) sets.gone.add(id);
}

function setAt(sets: Map<string, Set<string>>, key: string): Set<string> {
  const known = sets.get(key) ?? new Set<string>();
  sets.set(key, known);
  return known;
}
