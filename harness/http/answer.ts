/** One request as it left us. Bodies are text; `undefined` means that none was sent. */
export interface Sent {
  readonly operation: string;
  readonly method: string;
  /** Path and query below the base address, as they went over the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Which key went with it. */
  readonly key: KeyRole;
}

/**
 * Which credential a request carries. `none` sends no header, `empty` an empty one, `wrong` an invented one;
 * `shortened` and `lengthened` are the full key without its last character, and with one more.
 */
export type KeyRole = 'full' | 'restricted' | 'none' | 'empty' | 'wrong' | 'shortened' | 'lengthened';

/** One answer of the target to one request. */
export interface Answer {
  readonly sent: Sent;
  readonly status: number;
  /** Header names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, `''` when there was none. */
  readonly text: string;
  /** The parsed body, `undefined` when it is not JSON. */
  readonly json: unknown;
  /** The body is declared as JSON and is none: what is wrong with it, in words. */
  readonly broken?: string;
  /** The body is JSON that can't be judged without guessing: why, in words. */
  readonly unjudged?: string;
  /** Milliseconds from sending to the last byte. */
  readonly ms: number;
}
