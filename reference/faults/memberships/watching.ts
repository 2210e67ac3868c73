import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import type { Break, Service } from '../kit/fault.ts';
import { idsOf, listOf } from './membership.ts';

/** One assignment or removal on its way, and what a fault can do besides. */
export interface Change {
  readonly request: Request;
  readonly service: Service;
  /** The path of the list that is changed. */
  readonly path: string;
  readonly ids: readonly string[];
  /** Whether it assigns; otherwise it removes. */
  readonly assigns: boolean;
  /** Who was assigned to this list before, and not removed since. */
  readonly members: ReadonlySet<string>;
  /** Everybody who was ever assigned to any list. */
  readonly everAssigned: ReadonlySet<string>;
  /** The members of every list, by its path. */
  readonly membersByPath: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sends the request on, with these ids. */
  readonly send: (ids: readonly string[]) => Promise<Response>;
  /** Removes ids by a request that nobody sees: from the list that is changed, or from the one at a path. */
  readonly removeUnseen: (ids: Iterable<string>, path?: string) => Promise<void>;
}

/** Breaks assignments and removals by what the requests before them have assigned and removed. */
export function watching(broken: (change: Change) => Promise<Response>): Break {
  return remembering(() => {
    const membersByPath = new Map<string, Set<string>>();
    const everAssigned = new Set<string>();
    return async (request, service) => {
      const body = await bodyOf(request);
      const list = listOf(request);
      if (!Array.isArray(body[list])) return service(request);
      const path = new URL(request.url).pathname;
      const members = membersByPath.get(path) ?? new Set();
      membersByPath.set(path, members);
      const ids = idsOf(body, list);
      const assigns = request.method === 'POST';
      const response = await broken({
        request,
        service,
        path,
        ids,
        assigns,
        members: new Set(members),
        everAssigned: new Set(everAssigned),
        membersByPath,
        send: (sent) => service(sent === ids ? request : resend(request, { ...body, [list]: sent })),
        removeUnseen: async (removed, from = path) => {
          const removal = resend(request, { [list]: [...removed] }, 'DELETE');
          await service(new Request(new URL(from, request.url), removal));
        },
      });
      if (!response.ok) return response;
      for (const id of ids) {
        if (assigns) members.add(id);
        else members.delete(id);
        if (assigns) everAssigned.add(id);
      }
      return response;
    };
  });
}
