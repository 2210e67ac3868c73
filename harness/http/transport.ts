import type { APIRequestContext, APIResponse } from '@playwright/test';
import { CodingError, decoded, leftCoded } from './content-coding.ts';
import { takeBody } from './kept-body.ts';
import { againWhenStale } from './stale-connection.ts';
import { withoutStack } from './without-stack.ts';

/** A request on the wire. `url` is absolute. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether the request changes nothing, so that it may be sent twice; by default where its method says so. */
  readonly safe?: boolean;
}

/** An answer from the wire. Header names are in lower case. */
export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** How long the answer took, in milliseconds, where the transport has a clock of its own. */
  readonly ms?: number;
}

/** Sends one request. Rejects with {@link TransportError} and nothing else. */
export type Transport = (request: Outgoing, deadlineMs: number) => Promise<Incoming>;

/** The ways in which a transport can fail, in words. */
const faultWords = {
  refused: 'the connection was refused',
  'unknown-host': 'the host name could not be resolved',
  reset: 'the connection broke before the answer was whole',
  timeout: 'no whole answer within the deadline',
  tls: 'the TLS connection could not be established',
  malformed: 'the answer was not valid HTTP',
  'malformed-start': 'the answer did not begin as an answer of HTTP does',
  'malformed-header': 'a header of the answer had a character that HTTP does not allow there',
  'malformed-length':
    'the Content-Length of the answer was no number, stood there twice, or beside a Transfer-Encoding',
  'malformed-chunk': 'a chunk of the answer did not have the form that HTTP gives it',
  'long-headers': 'the headers of the answer were too long to be read',
  encoding: 'the body of the answer could not be decompressed',
  'too-large': 'the body of the answer was too large',
} as const;

/** A way in which a transport can fail. */
export type TransportFault = keyof typeof faultWords;

/** All of them. */
export const transportFaults = Object.keys(faultWords) as readonly TransportFault[];

/** A request got no answer. The error holds no part of the request, unlike Playwright's, which quotes the headers. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly fault: TransportFault;

  constructor(fault: TransportFault) {
    super(faultWords[fault]);
    this.fault = fault;
  }
}

/** The bounds for one answer, in bytes: `body` is the most that a body may have, as it arrives and decoded. */
export const sizes = { body: 16 * 2 ** 20 };

/** After so long without a request, in milliseconds, a server may be about to close the connections. */
const restMs = 1_000;

/** A transport that owns its connections. */
export interface Line {
  readonly transport: Transport;
  close(): Promise<void>;
}

/**
 * Opens a transport over Playwright's API client.
 *
 * - It follows no redirect, because the key would go with it.
 * - It sends no cookie back, because a session cookie could stand in for the key.
 * - It bounds the size of an answer, which the client does not: what is larger is ended as it arrives. Compressed
 *   bodies are decoded here, not by the client.
 * - A connection that the server closes while it is idle is no trouble. What changes nothing is sent again. What may
 *   change something is never sent twice: after a pause, it gets a new connection.
 */
export function openLine(open: () => Promise<APIRequestContext>, bound = sizes): Line {
  let client: Promise<APIRequestContext> | undefined;
  let underWay = 0;
  let lastEnd = 0;

  async function disposeClient(): Promise<void> {
    const current = client;
    client = undefined;
    await (await current)?.dispose();
  }

  const transport: Transport = async (request, deadlineMs) => {
    const safe = request.safe ?? ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (!safe && underWay === 0 && performance.now() - lastEnd > restMs) await disposeClient();
    client ??= open();
    underWay += 1;
    try {
      const current = await client;
      const send = () => sendWith(current, request, deadlineMs, bound.body);
      const { coding, ...incoming } = await (safe ? againWhenStale(request.url, send, isReset) : send());
      return { ...incoming, body: await decoded(incoming.body, coding, bound.body) };
    } catch (error) {
      throw new TransportError(error instanceof CodingError ? error.fault : classify(error));
    } finally {
      underWay -= 1;
      lastEnd = performance.now();
    }
  };
  return { transport, close: disposeClient };
}

/** A transport over one client that the caller opened and will close. */
export function playwrightTransport(client: APIRequestContext): Transport {
  return openLine(async () => client).transport;
}

/** Sends a request; returns the answer, and the coding that its body still has. */
async function sendWith(
  client: APIRequestContext,
  request: Outgoing,
  deadlineMs: number,
  most: number,
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
  const { response, coded } = await leftCoded(request.url, most, () =>
    withoutStack(() => client.fetch(request.url, options)),
  );
  const body = takeBody(client, response) ?? (await bodyOf(response));
  const headers = response.headers();
  const coding = coded ? (headers['content-encoding'] ?? '') : '';
  return { status: response.status(), headers, body, coding };
}

/** The body of an answer, by the client's interface. */
async function bodyOf(response: APIResponse): Promise<Uint8Array> {
  const body = await withoutStack(() => response.body());
  await withoutStack(() => response.dispose());
  return body;
}

const simulated: Readonly<Record<string, TransportFault | undefined>> = {
  TimeoutError: 'timeout',
  NetworkError: 'reset',
};

/**
 * A transport to a service in this process. Like a socket, it shares no objects with the service.
 *
 * @param clock reads from a response how long it took, in milliseconds, for services that simulate their latency
 */
export function serviceTransport(
  service: (request: Request) => Promise<Response>,
  clock: (response: Response) => number | undefined = () => undefined,
): Transport {
  return async ({ url, method, headers, body }, deadlineMs) => {
    const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const response = await service(request).catch((error: unknown) => {
      // A service rejects with a TimeoutError to simulate that it never answers, so that nobody has to wait; and with a
      // NetworkError to simulate a connection that breaks.
      const fault = error instanceof Error ? simulated[error.name] : undefined;
      throw fault === undefined ? error : new TransportError(fault);
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

const faultPatterns: readonly [RegExp, TransportFault][] = [
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'unknown-host'],
  [/Timeout .*exceeded|ETIMEDOUT|timed out/i, 'timeout'],
  // Node's parser names the rule: of an answer that breaks several, the first that it meets.
  [/Parse Error: .*Content-Length/, 'malformed-length'],
  [/Parse Error: .*chunk/i, 'malformed-chunk'],
  [/Parse Error: Header overflow/, 'long-headers'],
  [/Parse Error: .*header (?:field|value|token)/i, 'malformed-header'],
  [/Parse Error: (?:Expected HTTP|Invalid HTTP|Invalid status|.* response line)/, 'malformed-start'],
  [/Parse Error|HPE_/, 'malformed'],
  [/certificate|SSL|TLS|EPROTO|self.signed/i, 'tls'],
];

function isReset(error: unknown): boolean {
  return classify(error) === 'reset';
}

/**
 * Classifies an error of the client by the first line of its message. The other lines are a log that quotes headers.
 */
function classify(error: unknown): TransportFault {
  const [message = ''] = (error instanceof Error ? error.message : '').split('\n');
  return faultPatterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'reset';
}
