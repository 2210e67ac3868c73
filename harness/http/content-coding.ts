import { subscribe } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import { type Arriving, boundBody } from './body-bound.ts';

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

/**
 * Decodes a body that has a coding, or several that were given to it one after the other (RFC 9110, 8.4).
 *
 * @throws CodingError when the body does not have the coding, or decodes to more than `most` bytes
 */
export async function decoded(body: Uint8Array, coding: string, most: number): Promise<Uint8Array> {
  const codings = codingsIn(coding);
  if (!areKnown(codings) || body.length === 0) return body;
  try {
    let bytes = body;
    for (const one of codings.toReversed()) bytes = (await decoders[one]?.(bytes, most)) ?? bytes;
    return bytes;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new CodingError(code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'encoding');
  }
}

const codingsIn = (header: string): readonly string[] =>
  header.split(',').map((one) => one.trim().toLowerCase());

/** More codings than these are nobody's way to send a body: a few bytes can be their own content, over and over. */
const mostCodings = 4;

const areKnown = (codings: readonly string[]): boolean =>
  codings.length <= mostCodings && codings.every((one) => Object.hasOwn(decoders, one));

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
  /** The most bytes that a body may have while it arrives. */
  readonly most: number;
  /** Whether the `content-encoding` header of an answer was removed before the client saw it. */
  hidden: boolean;
  /** Whether a body was ended because it was too large. */
  ended: boolean;
}

/** Requests under way, by address. */
const underWay = new Map<string, Pending>();
let listening = false;

/**
 * Sends a request so that the client does not decode the body of the answer, and so that the body is bounded while it
 * arrives. Playwright's client decodes without any bound, even after it is disposed of: three kilobytes can become four
 * gigabytes. Node publishes each answer before the client sees it, so the `content-encoding` header can be removed in
 * time, and the bytes of the body can be counted. Cookies are removed at the same place.
 *
 * @returns the client's response, and whether its body is still encoded
 * @throws CodingError when the body was ended because it was too large
 */
export async function leftCoded<T>(
  url: string,
  most: number,
  send: () => Promise<T>,
): Promise<{ readonly response: T; readonly coded: boolean }> {
  if (!listening) subscribe('http.client.response.finish', meetAnswer);
  listening = true;
  const address = addressOf(url);
  const pending = underWay.get(address) ?? { requests: 0, most, hidden: false, ended: false };
  underWay.set(address, pending);
  pending.requests += 1;
  try {
    return { response: await send(), coded: pending.hidden };
  } catch (error) {
    throw pending.ended ? new CodingError('too-large') : error;
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
  readonly response: Arriving & { readonly headers: Record<string, string | undefined> };
}

function meetAnswer(message: unknown): void {
  const { request, response } = message as HeadersArrived;
  const pending = underWay.get(addressIn(request));
  if (pending === undefined) return;
  boundBody(response, pending.most, () => {
    pending.ended = true;
  });
  // What the client does not see it does not keep, and so does not send back: a session could stand in for the key.
  delete response.headers['set-cookie'];
  if (!areKnown(codingsIn(response.headers['content-encoding'] ?? ''))) return;
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
