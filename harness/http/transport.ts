import type { APIRequestContext } from '@playwright/test';
import { CodingError, decoded, leftCoded } from './content-coding.ts';
import { watchMemory } from './watchdog.ts';

/** A request on the wire: an absolute address, headers, and a body or none. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What came back: status, headers (names in lower case) and the body as bytes. */
export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** How long it took, where the transport has a clock of its own. */
  readonly ms?: number;
}

/** Carries one request. Rejects with {@link TransportError} and nothing else. */
export type Transport = (request: Outgoing, deadlineMs: number) => Promise<Incoming>;

/** How an answer can fail to arrive, in words. */
const faultWords = {
  refused: 'the connection was refused',
  'unknown-host': 'the host name could not be resolved',
  reset: 'the connection broke before the answer was whole',
  timeout: 'no whole answer within the deadline',
  tls: 'the TLS connection could not be established',
  malformed: 'the answer was not valid HTTP',
  encoding: 'the body of the answer could not be decompressed',
  'too-large': 'the body of the answer grew beyond every reasonable size',
} as const;

export type TransportFault = keyof typeof faultWords;

/** A request that got no answer. Holds no part of the request: Playwright's own message quotes the headers. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly fault: TransportFault;

  constructor(fault: TransportFault) {
    super(faultWords[fault]);
    this.fault = fault;
  }
}

/** What one answer may cost, in bytes: `body` once it is whole and decompressed, `memory` while it arrives. */
export const sizes = { body: 16 * 2 ** 20, memory: 64 * 2 ** 20 };

/** A transport with connections to close at the end. */
export interface Line {
  readonly transport: Transport;
  close(): Promise<void>;
}

/**
 * Carries requests with Playwright's API client; never follows a redirect, for the key would go with it, and
 * never sends a cookie back, for it would stand in for a key. The client has no bound of its own on a body: what is
 * compressed is kept from it until it is whole, and when memory grows too far while an answer arrives, the client is disposed of, which ends the connection,
 * and the next request opens a new one.
 */
export function openLine(open: () => Promise<APIRequestContext>, bound = sizes): Line {
  let client: Promise<APIRequestContext> | undefined;
  let cookies = false;

  async function hangUp(): Promise<void> {
    const current = client;
    client = undefined;
    await (await current)?.dispose();
  }

  const transport: Transport = async (request, deadlineMs) => {
    client ??= open();
    let flooded = false;
    const relax = watchMemory(bound.memory, () => {
      flooded = true;
      hangUp().catch(() => undefined);
    });
    try {
      const headers = cookies ? { ...request.headers, cookie: '' } : request.headers;
      const { coding, ...incoming } = await carry(await client, { ...request, headers }, deadlineMs);
      cookies ||= 'set-cookie' in incoming.headers;
      flooded ||= incoming.body.length > bound.body;
      if (!flooded) return { ...incoming, body: await decoded(incoming.body, coding, bound.body) };
    } catch (error) {
      if (!flooded) throw new TransportError(error instanceof CodingError ? error.fault : classify(error));
    } finally {
      relax();
    }
    throw new TransportError('too-large');
  };
  return { transport, close: hangUp };
}

/** A transport over one client that somebody else opened and will close. */
export function playwrightTransport(client: APIRequestContext): Transport {
  return openLine(async () => client).transport;
}

/** What came back, and the coding that its body still has. */
async function carry(
  client: APIRequestContext,
  request: Outgoing,
  deadlineMs: number,
): Promise<Incoming & { readonly coding: string }> {
  const options = {
    method: request.method,
    headers: { ...request.headers },
    // A buffer, because Playwright re-encodes a string that is not valid JSON.
    ...(request.body === undefined ? {} : { data: Buffer.from(request.body) }),
    timeout: deadlineMs,
    maxRedirects: 0,
    failOnStatusCode: false,
  };
  const { response, coded } = await leftCoded(request.url, () => client.fetch(request.url, options));
  const body = await response.body();
  await response.dispose();
  const headers = response.headers();
  const coding = coded ? (headers['content-encoding'] ?? '') : '';
  return { status: response.status(), headers, body, coding };
}

/**
 * Carries requests to a service in this process, as a socket would: whole messages, no shared objects. A `clock` tells
 * how long an answer took, for services that would take long and say so instead of taking it.
 */
export function serviceTransport(
  service: (request: Request) => Promise<Response>,
  clock: (response: Response) => number | undefined = () => undefined,
): Transport {
  return async ({ url, method, headers, body }, deadlineMs) => {
    const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const response = await service(request).catch((error: unknown) => {
      // A service says that it would never answer as the web platform does: waiting for it proves nothing more.
      throw error instanceof Error && error.name === 'TimeoutError' ? new TransportError('timeout') : error;
    });
    const ms = clock(response);
    if (ms !== undefined && ms > deadlineMs) throw new TransportError('timeout');
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
      ...(ms === undefined ? {} : { ms }),
    };
  };
}

const signs: readonly [RegExp, TransportFault][] = [
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'unknown-host'],
  [/Timeout .*exceeded|ETIMEDOUT|timed out/i, 'timeout'],
  [/Parse Error|HPE_/, 'malformed'],
  [/certificate|SSL|TLS|EPROTO|self.signed/i, 'tls'],
];

/** The first line of the message is read and then dropped: what follows it is a log that quotes headers. */
function classify(error: unknown): TransportFault {
  const [message = ''] = (error instanceof Error ? error.message : '').split('\n');
  return signs.find(([sign]) => sign.test(message))?.[1] ?? 'reset';
}
