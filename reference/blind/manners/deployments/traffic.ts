import { chance, clock, type Deployment, start, trim, uuid } from './kit.ts';
import { keyOf } from './messages.ts';

interface Refusal {
  readonly type: 'application/json' | 'application/problem+json';
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
}

/** 429, by a gateway. */
function tooMany(request: Request, { type, headers, body }: Refusal): Response {
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), {
    status: 429,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
      'content-type': type,
      ...headers,
    },
  });
}

const quota: Deployment = {
  id: 'shared-quota',
  why:
    '"All endpoints are rate limited and excess requests get 429"; thresholds and windows are not shown: the quota is ' +
    'shared with other customers, so that one request in 400 or so meets a 429 in the basic format, with Retry-After as ' +
    '0 or as a date that is now. It is not carried out, and succeeds when repeated.',
  make(create) {
    const { answer, keys, store } = start(create);
    const random = chance(1026);
    let last = 0;
    let seen = 0;
    return {
      keys,
      fetch: async (request) => {
        seen += 1;
        const isFree = request.method === 'OPTIONS' || seen - last <= 20;
        if (isFree || random() >= 1 / 380) return answer(request);
        last = seen;
        const date = new Date(store.now()).toUTCString();
        return tooMany(request, {
          type: 'application/json',
          headers: { 'retry-after': random() < 0.6 ? '0' : date, date },
          body: { status: 429, message: 'Rate limit exceeded' },
        });
      },
    };
  },
};

const windows: Deployment = {
  id: 'rate-window',
  why:
    '"All endpoints are rate limited and excess requests get 429"; thresholds and windows are not shown: each key has ' +
    '500 requests in each window of one second, the rest get 429 as problem details with Retry-After: 1, whatever else ' +
    'is wrong with them, and are not carried out.',
  make(create) {
    const { answer, keys } = start(create);
    const random = chance(27);
    const used = new Map<string, { readonly window: number; count: number }>();
    const countOf = (key: string): number => {
      const window = Math.floor(clock() / 1000);
      const known = used.get(key);
      if (known?.window === window) {
        known.count += 1;
        return known.count;
      }
      trim(used);
      used.set(key, { window, count: 1 });
      return 1;
    };
    return {
      keys,
      fetch: async (request) => {
        if (request.method === 'OPTIONS' || countOf(keyOf(request)) <= 500) return answer(request);
        return tooMany(request, {
          type: 'application/problem+json',
          headers: { 'retry-after': '1' },
          body: {
            type: 'https://gateway.example/problems/rate-limit',
            title: 'Too many requests',
            status: 429,
            detail: 'Too many requests. Try again later.',
            instance: `urn:uuid:${uuid(random)}`,
          },
        });
      },
    };
  },
};

/** Requests that are refused because there were too many. */
export const trafficDeployments: readonly Deployment[] = [quota, windows];
