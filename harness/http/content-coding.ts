import { subscribe } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decoder = (body: Uint8Array, maxOutputLength: number) => Promise<Uint8Array>;

// What ends early is read as far as it goes; whether that is a whole text shows afterwards.
const flush = { finishFlush: constants.Z_SYNC_FLUSH };
const brotliFlush = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const unzip: Decoder = (body, maxOutputLength) => promisify(gunzip)(body, { ...flush, maxOutputLength });

/** The codings that are undone; a body in any other stays as it came. */
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: unzip,
  'x-gzip': unzip,
  // Half the servers that say so leave the wrapping out, and every browser bears with it.
  deflate: (body, maxOutputLength) =>
    promisify(isWrapped(body) ? inflate : inflateRaw)(body, { ...flush, maxOutputLength }),
  br: (body, maxOutputLength) => promisify(brotliDecompress)(body, { ...brotliFlush, maxOutputLength }),
};

/** Whether a body begins as RFC 1950 has it: the method 8, and a checksum over the first two bytes. */
function isWrapped([first = 0, second = 0]: Uint8Array): boolean {
  return first % 16 === 8 && (first * 256 + second) % 31 === 0;
}

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

/** A request on its way, or several to one address, whose answers are to stay coded. */
interface Course {
  requests: number;
  /** Whether the coding of an answer was kept from the client. */
  hidden: boolean;
}

/** Requests under way, by address. */
const underWay = new Map<string, Course>();
let listening = false;

/**
 * Carries a request so that the client leaves the body as it came. Playwright's client undoes codings without any
 * bound, and goes on when it is disposed of: three kilobytes become four gigabytes. Node shows each answer
 * before the client sees it; without the header, there is nothing to undo.
 *
 * @returns what the client gave, and whether a body with a coding is still coded
 */
export async function leftCoded<T>(
  url: string,
  carry: () => Promise<T>,
): Promise<{ readonly response: T; readonly coded: boolean }> {
  if (!listening) subscribe('http.client.response.finish', hideCoding);
  listening = true;
  const address = addressOf(url);
  const course = underWay.get(address) ?? { requests: 0, hidden: false };
  underWay.set(address, course);
  course.requests += 1;
  try {
    return { response: await carry(), coded: course.hidden };
  } finally {
    course.requests -= 1;
    if (course.requests === 0) underWay.delete(address);
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
  const course = underWay.get(address);
  if (course === undefined || !(coding.toLowerCase() in decoders)) return;
  delete response.headers['content-encoding'];
  course.hidden = true;
}

function addressOf(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname}${search}`;
}
