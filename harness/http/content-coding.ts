import { subscribe } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decoder = (body: Uint8Array, maxOutputLength: number) => Promise<Uint8Array>;

// A body that is cut off is decoded as far as it goes. Whether the text is whole is judged afterwards.
const flush = { finishFlush: constants.Z_SYNC_FLUSH };
const brotliFlush = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const unzip: Decoder = (body, maxOutputLength) => promisify(gunzip)(body, { ...flush, maxOutputLength });

/** Decoders by content coding. A body in any other coding stays encoded. */
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: unzip,
  'x-gzip': unzip,
  // RFC 9110 demands the zlib format. Many servers send raw deflate data instead, and browsers accept both.
  deflate: (body, maxOutputLength) =>
    promisify(isWrapped(body) ? inflate : inflateRaw)(body, { ...flush, maxOutputLength }),
  br: (body, maxOutputLength) => promisify(brotliDecompress)(body, { ...brotliFlush, maxOutputLength }),
};

/** Whether a body begins with a zlib header (RFC 1950): the method 8, and a checksum over the first two bytes. */
function isWrapped([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (first * 256 + second) % 31 === 0;
}

/** Decodes a body. @throws CodingError when the body does not have the coding, or decodes to more than `most` bytes */
export async function decoded(body: Uint8Array, coding: string, most: number): Promise<Uint8Array> {
  const decoder = decoders[coding.trim().toLowerCase()];
  if (decoder === undefined || body.length === 0) return body;
  try {
    return await decoder(body, most);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new CodingError(code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'encoding');
  }
}

/** A body cannot be decoded, or is too large when it is decoded. */
export class CodingError extends Error {
  override readonly name = 'CodingError';
  readonly fault: 'too-large' | 'encoding';

  constructor(fault: 'too-large' | 'encoding') {
    super(fault);
    this.fault = fault;
  }
}

/** The requests under way to one address. */
interface Pending {
  requests: number;
  /** Whether the `content-encoding` header of an answer was removed before the client saw it. */
  hidden: boolean;
}

/** Requests under way, by address. */
const underWay = new Map<string, Pending>();
let listening = false;

/**
 * Sends a request so that the client does not decode the body of the answer. Playwright's client decodes without any
 * bound, even after it is disposed of: three kilobytes can become four gigabytes. Node publishes each answer before the
 * client sees it, so the `content-encoding` header can be removed in time.
 *
 * @returns the client's response, and whether its body is still encoded
 */
export async function leftCoded<T>(
  url: string,
  send: () => Promise<T>,
): Promise<{ readonly response: T; readonly coded: boolean }> {
  if (!listening) subscribe('http.client.response.finish', hideCoding);
  listening = true;
  const address = addressOf(url);
  const pending = underWay.get(address) ?? { requests: 0, hidden: false };
  underWay.set(address, pending);
  pending.requests += 1;
  try {
    return { response: await send(), coded: pending.hidden };
  } finally {
    pending.requests -= 1;
    if (pending.requests === 0) underWay.delete(address);
  }
}

/** The part that is used of a request that Node publishes. */
export interface PublishedRequest {
  readonly protocol: string;
  readonly path: string;
  getHeader(name: string): unknown;
}

/** The part that is used of the message that Node publishes when the headers of an answer have arrived. */
interface HeadersArrived {
  readonly request: PublishedRequest;
  readonly response: { readonly headers: Record<string, string | undefined> };
}

function hideCoding(message: unknown): void {
  const { request, response } = message as HeadersArrived;
  const address = addressIn(request);
  const coding = response.headers['content-encoding'] ?? '';
  const pending = underWay.get(address);
  if (pending === undefined || !(coding.toLowerCase() in decoders)) return;
  delete response.headers['content-encoding'];
  pending.hidden = true;
}

/** The address of a request that Node publishes. */
export function addressIn(request: PublishedRequest): string {
  return `${request.protocol}//${request.getHeader('host')}${request.path}`;
}

/** The same address, of a URL. */
export function addressOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname}${search}`;
}
