import { cluster, copyOf, replicated } from './cluster.ts';
import { chance, clock, type Deployment, eventual, sleep, start, trim } from './kit.ts';
import { again, isWrite, type Kept, keep, keyOf, repeatable, textOf } from './messages.ts';

/** What an answer to a GET is kept under: its URL, its key, and the page in a browser that asks. */
function nameOf(request: Request): string {
  return `${keyOf(request)} ${request.headers.get('origin') ?? ''} ${request.url}`;
}

interface Entry {
  readonly until: number;
  readonly kept: Kept;
}

const hits: Deployment = {
  id: 'read-cache',
  why: `${eventual} A cache in front keeps each 200 of a GET for 200 ms, by URL and key; writes do not clear it.`,
  make(create) {
    const machine = start(create);
    const cache = new Map<string, Entry>();
    return {
      keys: machine.keys,
      fetch: async (request) => {
        if (request.method !== 'GET') return machine.answer(request);
        const name = nameOf(request);
        const hit = cache.get(name);
        if (hit && clock() < hit.until) return again(hit.kept);
        const kept = await keep(await machine.answer(request));
        if (kept.status === 200) {
          trim(cache);
          cache.set(name, { until: clock() + 200, kept });
        }
        return again(kept);
      },
    };
  },
};

const misses: Deployment = {
  id: 'negative-cache',
  why:
    `${eventual} "404 ... class or cohort not found" and empty lists are kept for 250 ms in front of a copy that is ` +
    '25 ms late, so a miss outlives its cause; hits are never kept.',
  make(create) {
    const all = cluster(create, () => 25);
    const cache = new Map<string, Entry>();
    return {
      keys: all.leader.keys,
      fetch: async (request) => {
        if (isWrite(request)) return replicated(all, request);
        if (request.method !== 'GET') return copyOf(all, 0).answer(request);
        const name = nameOf(request);
        const hit = cache.get(name);
        if (hit && clock() < hit.until) return again(hit.kept);
        const kept = await keep(await copyOf(all, 0).answer(request));
        const isEmpty = kept.status === 200 && textOf(kept).startsWith('{"data":[],"');
        if (kept.status === 404 || isEmpty) {
          trim(cache);
          cache.set(name, { until: clock() + 250, kept });
        }
        return again(kept);
      },
    };
  },
};

const stale: Deployment = {
  id: 'stale-while-revalidate',
  why:
    `${eventual} The first GET of a URL within 600 ms of an earlier one gets the earlier answer, and has it renewed ` +
    'behind its back: the second read is fresh, the first is not.',
  make(create) {
    const machine = start(create);
    const cache = new Map<string, { readonly at: number; readonly kept: Kept; isBusy: boolean }>();
    const renew = async (name: string, request: Request): Promise<Kept> => {
      const at = clock();
      const kept = await keep(await machine.answer(request));
      if (kept.status === 200) cache.set(name, { at, kept, isBusy: false });
      else cache.delete(name);
      return kept;
    };
    return {
      keys: machine.keys,
      fetch: async (request) => {
        if (request.method !== 'GET') return machine.answer(request);
        const name = nameOf(request);
        const sent = await repeatable(request);
        const hit = cache.get(name);
        if (hit === undefined || clock() - hit.at > 600) {
          trim(cache);
          return again(await renew(name, sent()));
        }
        if (!hit.isBusy) {
          hit.isBusy = true;
          setTimeout(() => renew(name, sent()).catch(() => cache.delete(name)), 2);
        }
        return again(hit.kept);
      },
    };
  },
};

const coalesced: Deployment = {
  id: 'coalesced-reads',
  why:
    `${eventual} Equal GETs that are under way at once share one answer, of when the first of them began; one in four ` +
    'takes 12 ms more.',
  make(create) {
    const machine = start(create);
    const random = chance(13);
    const flights = new Map<string, Promise<Kept>>();
    const fly = async (name: string, request: Request, isSlow: boolean): Promise<Kept> => {
      try {
        const kept = await keep(await machine.answer(request));
        if (isSlow) await sleep(12);
        return kept;
      } finally {
        flights.delete(name);
      }
    };
    return {
      keys: machine.keys,
      fetch: async (request) => {
        if (request.method !== 'GET') return machine.answer(request);
        const name = nameOf(request);
        const flight = flights.get(name) ?? fly(name, request, random() < 0.25);
        flights.set(name, flight);
        return again(await flight);
      },
    };
  },
};

/** Answers that are given more than once. */
export const cacheDeployments: readonly Deployment[] = [hits, misses, stale, coalesced];
