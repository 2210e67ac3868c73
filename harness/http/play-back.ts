import type { StandIns } from '../privacy/stand-ins.ts';
import type { Keys } from '../run/settings.ts';
import type { BrowserPort, Seen } from './browser.ts';
import { type Recorded, requestText } from './record.ts';
import { type Incoming, type Outgoing, type Transport, TransportError } from './transport.ts';

/** A row sent a request that was not recorded: it rests on what redaction hides. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';

  constructor() {
    super('a request was not recorded: it rests on what redaction hides');
  }
}

/** A request as it is: what is played back is redacted already. */
const asIs: StandIns = {
  answer: (value) => value,
  path: (path) => {
    const [base = '', ...query] = path.split('?');
    const steps = base.split('/').map(decoded).join('/');
    const pairs = query.join('?').split('&').map(plainPair);
    return query.length > 0 ? `${steps}?${pairs.join('&')}` : steps;
  },
  body: (body) => {
    try {
      return body === undefined ? undefined : JSON.stringify(JSON.parse(body));
    } catch {
      return body;
    }
  },
  text: (text) => text,
};

function plainPair(one: string): string {
  const [name = '', ...rest] = one.split('=');
  return `${decoded(name).split(/[[\]]/).join('.')}=${decoded(rest.join('='))}`;
}

/** Plays recorded exchanges back: the nth request of a text gets the nth answer. Nothing is sent anywhere. */
export function playBack(
  exchanges: readonly Recorded[],
  { baseUrl, keys }: { readonly baseUrl: string; readonly keys: Keys },
): { readonly transport: Transport; readonly browser: BrowserPort } {
  const queues = new Map<string, Recorded[]>();
  for (const exchange of exchanges) {
    const queue = queues.get(exchange.request) ?? [];
    queues.set(exchange.request, queue);
    queue.push(exchange);
  }

  function next(prefix: string, request: Outgoing): Recorded {
    const found = queues.get(`${prefix}${requestText(request, { baseUrl, keys, standIns: asIs })}`)?.shift();
    if (found === undefined) throw new NotRecorded();
    return found;
  }

  return {
    transport: async (request) => incoming(next('', request)),
    browser: async (request): Promise<Seen> => {
      const { seen } = next('browser ', request);
      if (seen === undefined) throw new NotRecorded();
      return seen;
    },
  };
}

function incoming({ outcome }: Recorded): Incoming {
  if (outcome === undefined) throw new NotRecorded();
  if ('fault' in outcome) throw new TransportError(outcome.fault);
  const { status, json, t, ms } = outcome;
  // What is played back keeps nobody waiting.
  const { 'retry-after': _, ...headers } = outcome.headers;
  const text = json === undefined ? '{'.repeat(Math.min(t ?? 0, 64)) : JSON.stringify(json);
  return { status, headers, body: Buffer.from(text), ms };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
