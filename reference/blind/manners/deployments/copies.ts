import { cluster, copies, copyOf, replicated } from './cluster.ts';
import { clock, type Deployment, eventual, hash, sleep } from './kit.ts';
import { isWrite, keyOf, pathOf } from './messages.ts';

const byPath: Deployment = {
  id: 'copies-sticky-path',
  why: `${eventual} Which copy answers goes by a hash of the path, so one list is fresh and another is 60 or 140 ms late.`,
  make: copies([() => 60, () => 140], (request, all) => copyOf(all, (hash(pathOf(request)) % 3) - 1)),
};

const byKey: Deployment = {
  id: 'copies-sticky-key',
  why: `${eventual} A key has a home copy, 90 or 120 ms late, from which all its reads come; its own writes are no exception.`,
  make: copies([() => 120, () => 90], (request, all) => copyOf(all, hash(keyOf(request)) % 2)),
};

const pinned: Deployment = {
  id: 'copies-pinned-after-write',
  why:
    `${eventual} For 30 ms after a write its key reads from the leader, then from a copy that is 90 ms late: ` +
    'what was seen is unseen for 60 ms.',
  make(create) {
    const all = cluster(create, () => 90);
    const wrote = new Map<string, number>();
    return {
      keys: all.leader.keys,
      fetch: async (request) => {
        const key = keyOf(request);
        if (isWrite(request)) {
          const response = await replicated(all, request);
          wrote.set(key, clock());
          return response;
        }
        const isPinned = clock() - (wrote.get(key) ?? -1000) < 30;
        return (isPinned ? all.leader : copyOf(all, 0)).answer(request);
      },
    };
  },
};

const failover: Deployment = {
  id: 'copies-failover',
  why:
    `${eventual} Every 700 requests the leader is taken down: writes wait 120 ms for the copy, which has all of the ` +
    'log, to lead. Only "Request time-out: 30 seconds" bounds a wait; no write is lost or done twice.',
  make(create) {
    const all = cluster(create, () => 40);
    const exchange = async () => {
      const [next] = all.copies;
      if (next === undefined) return;
      await next.tail;
      const old = all.leader;
      all.leader = next.machine;
      all.copies = [{ machine: old, lag: next.lag, tail: Promise.resolve() }];
      await sleep(120);
    };
    let seen = 0;
    return {
      keys: all.leader.keys,
      fetch: async (request) => {
        seen += 1;
        if (seen % 700 === 0) void all.between(exchange);
        if (isWrite(request)) return replicated(all, request);
        return (seen % 3 === 0 ? copyOf(all, 0) : all.leader).answer(request);
      },
    };
  },
};

const hiccup: Deployment = {
  id: 'replica-hiccup',
  why:
    `${eventual} The copy is written together with the leader, but for 300 ms after every 350th request it is ` +
    '180 ms late: nothing shows it at the start of a run.',
  make(create) {
    let late = 0;
    let seen = 0;
    const all = cluster(create, () => (clock() < late ? 180 : 0));
    return {
      keys: all.leader.keys,
      fetch: async (request) => {
        seen += 1;
        if (seen % 350 === 0) late = clock() + 300;
        if (isWrite(request)) {
          const response = await replicated(all, request);
          if (clock() >= late) await all.copies[0]?.tail;
          return response;
        }
        return (seen % 2 === 0 ? copyOf(all, 0) : all.leader).answer(request);
      },
    };
  },
};

/** Several machines, of which some learn a change later. */
export const copyDeployments: readonly Deployment[] = [byPath, byKey, pinned, failover, hiccup];
