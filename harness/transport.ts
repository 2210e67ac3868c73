import type { APIRequestContext } from '@playwright/test';

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
}

/** Carries one request. Rejects with {@link TransportError} and nothing else. */
export type Transport = (request: Outgoing, deadlineMs: number) => Promise<Incoming>;

/** How a connection can fail. */
export type TransportFault = 'refused' | 'unknown-host' | 'reset' | 'timeout' | 'tls' | 'malformed';

/** A request that got no answer. Holds no part of the request: Playwright's own message quotes the headers. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly fault: TransportFault;

  constructor(fault: TransportFault) {
    super(faultWords[fault]);
    this.fault = fault;
  }
}

const faultWords: Record<TransportFault, string> = {
  refused: 'the connection was refused',
  'unknown-host': 'the host name could not be resolved',
  reset: 'the connection broke before the answer was whole',
  timeout: 'no answer within the deadline',
  tls: 'the TLS connection could not be established',
  malformed: 'the answer was not valid HTTP',
};

/** Carries requests with Playwright's API client; never follows a redirect, for the key would go with it. */
export function playwrightTransport(client: APIRequestContext): Transport {
  return async (request, deadlineMs) => {
    try {
      const response = await client.fetch(request.url, {
        method: request.method,
        headers: { ...request.headers },
        // A buffer, because Playwright re-encodes a string that is not valid JSON.
        ...(request.body === undefined ? {} : { data: Buffer.from(request.body) }),
        timeout: deadlineMs,
        maxRedirects: 0,
        failOnStatusCode: false,
      });
      const incoming = {
        status: response.status(),
        headers: response.headers(),
        body: await response.body(),
      };
      await response.dispose();
      return incoming;
    } catch (error) {
      throw new TransportError(classify(error));
    }
  };
}

/** Carries requests to a service in this process, as a socket would: whole messages, no shared objects. */
export function serviceTransport(service: (request: Request) => Promise<Response>): Transport {
  return async ({ url, method, headers, body }) => {
    const response = await service(
      new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
}

const signs: readonly [RegExp, TransportFault][] = [
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'unknown-host'],
  [/certificate|SSL|TLS|EPROTO|self.signed/i, 'tls'],
  [/Timeout .*exceeded|ETIMEDOUT|timed out/i, 'timeout'],
  [/Parse Error|HPE_/, 'malformed'],
];

/** The message is read and then dropped: it may quote headers. */
function classify(error: unknown): TransportFault {
  const message = error instanceof Error ? error.message : '';
  return signs.find(([sign]) => sign.test(message))?.[1] ?? 'reset';
}
