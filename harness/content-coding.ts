import { subscribe } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';

type Decoder = (body: Uint8Array, maxOutputLength: number) => Promise<Uint8Array>;

// What ends early is read as far as it goes; whether that is a whole text shows afterwards.
const flush = { finishFlush: constants.Z_SYNC_FLUSH };
const brotliFlush = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const unzip: Decoder = (body, maxOutputLength) => promisify(gunzip)(body, { ...flush, maxOutputLength });

/** The codings that are undone; a body in any other stays as it came. */
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: unzip,
  'x-gzip': unzip,
  deflate: (body, maxOutputLength) => promisify(inflate)(body, { ...flush, maxOutputLength }),
  br: (body, maxOutputLength) => promisify(brotliDecompress)(body, { ...brotliFlush, maxOutputLength }),
};

/** Undoes the coding of a body. @throws CodingError when that can't be done, or gives more than `most` bytes */
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

/** A body that its coding does not fit, or that is too large without it. */
export class CodingError extends Error {
  override readonly name = 'CodingError';
  readonly fault: 'too-large' | 'encoding';

  constructor(fault: 'too-large' | 'encoding') {
    super(fault);
    this.fault = fault;
  }
}

/** Addresses of the requests under way whose answers are to stay coded. */
const underWay = new Map<string, number>();
let listening = false;

/**
 * Carries a request so that the client leaves the body as it came. Playwright's client undoes codings without any
 * bound, and goes on when it is disposed of: three kilobytes become four gigabytes. Node shows each answer
 * before the client sees it; without the header, there is nothing to undo.
 */
export async function leftCoded<T>(url: string, carry: () => Promise<T>): Promise<T> {
  if (!listening) subscribe('http.client.response.finish', hideCoding);
  listening = true;
  const address = addressOf(url);
  count(address, 1);
  try {
    return await carry();
  } finally {
    count(address, -1);
  }
}

/** What Node tells of an answer whose headers are there, as far as it is looked at. */
interface Arrival {
  readonly request: {
    readonly protocol: string;
    readonly path: string;
    getHeader(name: string): unknown;
  };
  readonly response: { readonly headers: Record<string, string | undefined> };
}

function hideCoding(message: unknown): void {
  const { request, response } = message as Arrival;
  const address = `${request.protocol}//${request.getHeader('host')}${request.path}`;
  const coding = response.headers['content-encoding'] ?? '';
  if (underWay.has(address) && coding.toLowerCase() in decoders) delete response.headers['content-encoding'];
}

function count(address: string, more: 1 | -1): void {
  const left = (underWay.get(address) ?? 0) + more;
  if (left === 0) underWay.delete(address);
  else underWay.set(address, left);
}

function addressOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname}${search}`;
}
