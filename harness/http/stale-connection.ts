import { subscribe } from 'node:diagnostics_channel';
import { addressIn, addressOf, type PublishedRequest } from './content-coding.ts';

/** The part that is used of a request that Node publishes when it has written it. */
interface Written extends PublishedRequest {
  /** Whether the connection had carried an earlier request. */
  readonly reusedSocket: boolean;
  /** The answer, once its headers are there. */
  readonly res: unknown;
}

/** Requests that were written, for those who wait for one to that address. */
const waiting = new Map<string, Set<Written[]>>();
let listening = false;

/** How often a request is sent again: each time it may meet another connection that the server has just closed. */
const most = 3;

/**
 * Sends a request that changes nothing, and again where its connection was one that had been idle and broke before any
 * answer: a server may close such a connection whenever it likes, also while a request is on its way (RFC 9112, 9.5).
 * What a new connection does to a request is the server's own doing, and is told as it is.
 *
 * @param broke whether an error of `send` says that the connection broke
 */
export async function againWhenStale<T>(
  url: string,
  send: () => Promise<T>,
  broke: (error: unknown) => boolean,
): Promise<T> {
  for (let again = 0; ; again += 1) {
    const { written, forget } = collect(addressOf(url));
    try {
      return await send();
    } catch (error) {
      const isStale = written.some(({ reusedSocket, res }) => reusedSocket && !res);
      if (again >= most || !isStale || !broke(error)) throw error;
    } finally {
      forget();
    }
  }
}

/** Collects what is written to an address from now on. */
function collect(address: string): { readonly written: readonly Written[]; forget(): void } {
  if (!listening) subscribe('http.client.request.start', note);
  listening = true;
  const written: Written[] = [];
  const others = waiting.get(address) ?? new Set();
  waiting.set(address, others.add(written));
  const forget = () => {
    others.delete(written);
    if (others.size === 0) waiting.delete(address);
  };
  return { written, forget };
}

function note(message: unknown): void {
  const { request } = message as { readonly request: Written };
  for (const written of waiting.get(addressIn(request)) ?? []) written.push(request);
}
