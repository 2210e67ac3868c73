/*
 * The web's Request and Response without their streams, for services in this process: of the time that a proof takes,
 * a fifth went into streams that nobody reads piece by piece. A JSON value that one layer of a service hands to the next
 * is written out only for who wants its text: of the time of a dozen variants in one service, more than half went into
 * that. Knows what the reference service, its faults and its variants use, and nothing else. A test holds every row to
 * what the platform's own classes give.
 */

/** A JSON value that nobody has written out yet. */
class Unwritten {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  get text(): string {
    return JSON.stringify(this.value);
  }

  /** The value as it would be read again: itself, for whoever made it has handed it over, unless writing changes it. */
  get read(): unknown {
    return isPlain(this.value) ? this.value : JSON.parse(this.text);
  }
}

/** Whether a value is the same when it is written out and read again. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value === 'object' && value !== null)
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** What a message carries. */
type Content = string | Uint8Array<ArrayBuffer> | Unwritten | null;

interface Init {
  readonly method?: string;
  readonly status?: number;
  readonly headers?: HeadersInit;
  readonly body?: Content;
}

const bodiless = new Set([204, 205, 304]);
const forbidden = new Set(['CONNECT', 'TRACE', 'TRACK']);
const texts = 'text/plain;charset=UTF-8';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  if (content instanceof Unwritten) return content.text;
  return content === null ? '' : decoder.decode(content);
}

class Message {
  readonly headers: Headers;
  #content: Content;
  #used = false;

  constructor(content: Content, headers: HeadersInit | undefined) {
    this.headers = new Headers(headers);
    this.#content = content;
    if (typeof content === 'string' && !this.headers.has('content-type'))
      this.headers.set('content-type', texts);
  }

  /** What the body of another message may be made of; nobody looks into it. */
  get body(): Content {
    return this.#used ? this.#take() : this.#content;
  }

  async text(): Promise<string> {
    return textOf(this.#take());
  }

  async json(): Promise<unknown> {
    const content = this.#take();
    return content instanceof Unwritten ? content.read : JSON.parse(textOf(content));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const content = this.#take();
    // What is encoded here is nobody else's.
    if (!(content instanceof Uint8Array)) return encoder.encode(textOf(content)).buffer;
    return content.buffer.slice(content.byteOffset, content.byteOffset + content.length);
  }

  /** What the message and its copy carry from now on: neither has it for itself. */
  protected shared(): Content {
    const content = this.body;
    if (content instanceof Unwritten) this.#content = content.text;
    return this.body;
  }

  #take(): Content {
    if (this.#used) throw new TypeError('the body was read before');
    this.#used = this.#content !== null;
    return this.#content;
  }
}

class LightRequest extends Message {
  readonly url: string;
  readonly method: string;

  constructor(input: string | URL | LightRequest, init: Init = {}) {
    const from = input instanceof LightRequest ? input : undefined;
    const method = init.method ?? from?.method ?? 'GET';
    const content = init.body ?? from?.body ?? null;
    if (forbidden.has(method.toUpperCase())) throw new TypeError(`${method} is not allowed`);
    if (content !== null && (method === 'GET' || method === 'HEAD'))
      throw new TypeError(`${method} has no body`);
    super(content, init.headers ?? from?.headers);
    this.method = method;
    this.url = from?.url ?? new URL(String(input)).href;
  }

  clone(): LightRequest {
    return new LightRequest(this);
  }
}

class LightResponse extends Message {
  readonly status: number;

  constructor(content: Content = null, { status = 200, headers }: Init = {}) {
    if (status < 200 || status > 599) throw new RangeError(`${status} is no status of an answer`);
    if (content !== null && bodiless.has(status)) throw new TypeError(`${status} has no body`);
    super(content, headers);
    this.status = status;
  }

  static json(value: unknown, init: Init = {}): LightResponse {
    const headers = new Headers(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new LightResponse(new Unwritten(value), { ...init, headers });
  }

  get ok(): boolean {
    return this.status < 300;
  }

  clone(): LightResponse {
    return new LightResponse(this.shared(), this);
  }
}

/** Puts the light classes in the place of the platform's; gives what takes them away again. */
export function lighten(): () => void {
  const own = { Request: globalThis.Request, Response: globalThis.Response };
  Object.assign(globalThis, { Request: LightRequest, Response: LightResponse });
  return () => void Object.assign(globalThis, own);
}
