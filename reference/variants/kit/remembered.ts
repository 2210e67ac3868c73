import type { Service } from '../../faults/kit/fault.ts';

/** What the layers of one service have been told, each by the one below it, while it answers a request from outside. */
export interface Memory {
  /** A layer that answers a read anew twice at most: lists that are made of lists ask for the same again and again. */
  of(layer: Service): Service;
  /** Forgets everything: a request from outside begins. */
  forget(): void;
}

/** A memory of reads that lasts no longer than a request from outside, and no longer than a write. */
export function memory(): Memory {
  const all: Map<string, Response | undefined>[] = [];
  const forget = () => {
    for (const known of all) known.clear();
  };
  return {
    forget,
    of(layer) {
      const known = new Map<string, Response | undefined>();
      all.push(known);
      return async (request) => {
        const key = await keyOf(request);
        if (key === undefined) return layer(request).finally(forget);
        const answer = known.get(key);
        if (answer) return answer.clone();
        const response = await layer(request);
        // A copy costs as much as many answers do; most are asked for once.
        known.set(key, known.has(key) ? response.clone() : undefined);
        return response;
      };
    },
  };
}

/** The keys of requests that several layers hand on as they are. */
const keys = new WeakMap<Request, string>();

/** All that a read asks; `undefined` for a request that may write. */
async function keyOf(request: Request): Promise<string | undefined> {
  const made = keys.get(request);
  if (made !== undefined) return made;
  const { method, url, headers } = request;
  const isSearch = method === 'POST' && url.endsWith('/search');
  if (method !== 'GET' && !isSearch) return undefined;
  const key = JSON.stringify([method, url, [...headers], isSearch ? await request.clone().text() : '']);
  keys.set(request, key);
  return key;
}
