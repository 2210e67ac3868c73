import { Refusal } from './refusal.ts';

/** Counts a request of a client; throws a Refusal with 429 and Retry-After when there were too many. */
export type Meter = (client: string) => void;

/** Allows each client so many requests in a window of so many seconds (Limits). */
export function createMeter({ requests, seconds }: { requests: number; seconds: number }): Meter {
  let windowEnd = 0;
  const counts = new Map<string, number>();
  return (client) => {
    const now = Date.now();
    if (now >= windowEnd) {
      windowEnd = now + seconds * 1000;
      counts.clear();
    }
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    if (count <= requests) return;
    const wait = Math.max(1, Math.ceil((windowEnd - now) / 1000));
    throw new Refusal(429, `At most ${requests} requests in ${seconds} seconds.`, {
      'retry-after': String(wait),
    });
  };
}
